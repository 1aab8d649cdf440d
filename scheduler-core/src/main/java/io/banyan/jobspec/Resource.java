package io.banyan.jobspec;

import io.banyan.resource.ResourceType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One vertex of a request tree: a count of a type, with the resources below each (RFC 14).
 *
 * @param type the type asked for; {@code slot} and {@code xor_slot} are virtual
 * @param count how many
 * @param unit of the count, free text, empty if none was given
 * @param exclusive whether the job wants it alone
 * @param with the requested resources below each one
 * @param label the name of the slot, required for a slot
 * @param id a name for this vertex of the request
 * @param requires which vertices will do, whatever their type: the constraint of RFC 31 where it applies
 */
public record Resource(
        ResourceType type,
        Count count,
        String unit,
        Exclusivity exclusive,
        List<Resource> with,
        Optional<String> label,
        Optional<String> id,
        Constraint requires) {
    private static final String SLOT = "slot";
    private static final String XOR_SLOT = "xor_slot";

    /** Checks that a slot has a label. */
    public Resource {
        with = List.copyOf(with);
        if ((type.name().equals(SLOT) || type.name().equals(XOR_SLOT)) && label.isEmpty()) {
            throw new IllegalArgumentException("a " + type.name() + " requires a label");
        }
        if ((type.name().equals(SLOT) || type.name().equals(XOR_SLOT)) && !(requires instanceof Constraint.Any)) {
            throw new IllegalArgumentException(
                    "a " + type.name() + " is not a vertex and cannot have 'requires'; put it on the resources inside");
        }
    }

    /** A resource that any vertex of its type will do for. */
    public Resource(
            ResourceType type,
            Count count,
            String unit,
            Exclusivity exclusive,
            List<Resource> with,
            Optional<String> label,
            Optional<String> id) {
        this(type, count, unit, exclusive, with, label, id, new Constraint.Any());
    }

    /** Returns a resource with only type, count and the resources below it. */
    public static Resource of(String type, Count count, Resource... with) {
        return new Resource(
                new ResourceType(type),
                count,
                "",
                Exclusivity.UNSPECIFIED,
                List.of(with),
                Optional.empty(),
                Optional.empty());
    }

    /** A slot of this label. */
    public static Resource slot(String label, Count count, Resource... with) {
        return new Resource(
                new ResourceType(SLOT),
                count,
                "",
                Exclusivity.UNSPECIFIED,
                List.of(with),
                Optional.of(label),
                Optional.empty());
    }

    /** Returns this resource with another exclusivity. */
    public Resource withExclusive(Exclusivity other) {
        return new Resource(type, count, unit, other, with, label, id, requires);
    }

    /** Returns this resource with another count. */
    public Resource withCount(Count other) {
        return new Resource(type, other, unit, exclusive, with, label, id, requires);
    }

    /** Returns this resource as another type, with something else below it. */
    public Resource with(ResourceType otherType, List<Resource> otherWith) {
        return new Resource(otherType, count, unit, exclusive, otherWith, label, id, requires);
    }

    /** Returns this resource, of which only vertices that meet this constraint will do. */
    public Resource requiring(Constraint constraint) {
        return new Resource(type, count, unit, exclusive, with, label, id, constraint);
    }

    /** Whether this is a slot of either kind: no vertex of the graph, but a group that tasks run in. */
    public boolean isSlot() {
        return type.name().equals(SLOT) || isXorSlot();
    }

    /** Whether this is one of several alternative slots of which exactly one is used. */
    public boolean isXorSlot() {
        return type.name().equals(XOR_SLOT);
    }

    // As records have them; where few things are compiled well, those of records take far longer.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Resource it
                        && type.equals(it.type)
                        && count.equals(it.count)
                        && unit.equals(it.unit)
                        && exclusive == it.exclusive
                        && with.equals(it.with)
                        && label.equals(it.label)
                        && id.equals(it.id)
                        && requires.equals(it.requires));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * type.hashCode() + count.hashCode()) + with.hashCode();
    }
}
