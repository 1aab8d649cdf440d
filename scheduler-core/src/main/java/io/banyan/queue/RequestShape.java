package io.banyan.queue;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that a match looks at in a jobspec but the time and, where only one kind of thing is asked for, how many of it.
 * Where a job of a shape finds nothing, another of that shape finds nothing for as many or more, for as long or longer.
 * Two of the same are equal, and know their hash.
 */
public final class RequestShape {
    private final List<Resource> resources;
    private final Constraint constraint;
    private final Extensions extensions;
    private final int hash;

    private RequestShape(List<Resource> resources, Constraint constraint, Extensions extensions) {
        this.resources = resources;
        this.constraint = constraint;
        this.extensions = extensions;
        this.hash = Objects.hash(resources, constraint, extensions);
    }

    /** That of a jobspec. O(its resources). */
    public static RequestShape of(Jobspec jobspec) {
        List<Resource> resources = jobspec.resources();
        return new RequestShape(
                isCounted(resources) ? List.of(resources.getFirst().withCount(Count.exactly(1))) : resources,
                jobspec.attributes().constraint(),
                jobspec.attributes().extensions());
    }

    /** How many of its shape a jobspec asks for. */
    public static long amount(Jobspec jobspec) {
        List<Resource> resources = jobspec.resources();
        return isCounted(resources) ? resources.getFirst().count().min() : 1;
    }

    private static boolean isCounted(List<Resource> resources) {
        Count count = resources.getFirst().count();
        return resources.size() == 1 && count.equals(Count.exactly(count.min()));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof RequestShape shape
                        && hash == shape.hash
                        && resources.equals(shape.resources)
                        && constraint.equals(shape.constraint)
                        && extensions.equals(shape.extensions));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return resources + " " + constraint + " " + extensions;
    }
}
