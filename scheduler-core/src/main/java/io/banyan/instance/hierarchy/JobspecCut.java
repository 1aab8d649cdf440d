package io.banyan.instance.hierarchy;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The place where a jobspec can be cut in two. A match of one part here and a match of the other part elsewhere are
 * together a match of the whole, and a source that can satisfy the whole can also satisfy the second part. So a cut
 * never turns a success into a refusal.
 *
 * <p>The request is cut at its <em>portions</em>: the resources, or slots, of its top level. A portion with a range can
 * be divided between the parts, if both numbers are valid; one with an exact count is in one part. The contents of a
 * portion are never cut: each of two nodes with 2 to 8 cores is here or elsewhere, with all its cores.
 *
 * <p>A resource is passed <em>through</em>, and its own inside are the portions, where both parts have the same one
 * without saying so:
 *
 * <ul>
 *   <li>one vertex of the type of the graph's root, shared: the root is the same at all levels of a tree, and
 *       everything lies below it;
 *   <li>one slot: it is no vertex, and is made of whatever is in its place. With the extension {@code node-slots} that
 *       place is one node, and the slot is not cut.
 * </ul>
 *
 * <p>Any other single vertex, such as {@code 1 rack { 4-8 node }}, is not passed through: the granted nodes may be in
 * another rack, and a request cannot name one. A request without a range is not cut either; nor one with a level of
 * several resources of which not each is wanted for itself ({@code xor_slot}; and a slot beside others, or two of one
 * type, without the extension {@code siblings}), or of which one grants nothing, so that no source can be asked for it
 * alone.
 */
final class JobspecCut {
    /** All of a portion is here. */
    static final long ALL = Long.MAX_VALUE;

    private final Jobspec jobspec;
    private final String root;
    private final List<Resource> portions = new ArrayList<>();

    private JobspecCut(Jobspec jobspec, String root) {
        this.jobspec = jobspec;
        this.root = root;
    }

    /**
     * Where to cut this; empty where that has no meaning. O(its size).
     *
     * @param root the type of the graph's root
     */
    static Optional<JobspecCut> of(Jobspec jobspec, String root) {
        JobspecCut cut = new JobspecCut(jobspec, root);
        boolean isCut = cut.collect(jobspec.resources(), false)
                && cut.portions.stream().anyMatch(portion -> !portion.count().isExact());
        return isCut ? Optional.of(cut) : Optional.empty();
    }

    private boolean collect(List<Resource> level, boolean isInSlot) {
        if (!isDivisible(level, isInSlot)) {
            return false;
        }
        for (Resource resource : level) {
            if (isPassedThrough(resource)) {
                if (!collect(resource.with(), isInSlot || resource.isSlot())) {
                    return false;
                }
            } else {
                portions.add(resource);
            }
        }
        return true;
    }

    /**
     * Whether each resource of the level is wanted for itself, and can be asked for alone; in a slot all are granted.
     */
    private boolean isDivisible(List<Resource> level, boolean isInSlot) {
        if (level.stream().anyMatch(Resource::isXorSlot)) {
            return false;
        }
        if (level.size() == 1) {
            return true;
        }
        return (isInSlot || level.stream().allMatch(JobspecCut::grants))
                && (areOneOfEachType(level) || jobspec.attributes().extensions().uses(Extension.SIBLINGS));
    }

    private static boolean areOneOfEachType(List<Resource> level) {
        Set<ResourceType> types = new HashSet<>();
        return level.stream().noneMatch(resource -> resource.isSlot() || !types.add(resource.type()));
    }

    private static boolean grants(Resource resource) {
        return resource.isSlot()
                || resource.exclusive() == Exclusivity.TRUE
                || resource.with().stream().anyMatch(JobspecCut::grants);
    }

    private boolean isPassedThrough(Resource resource) {
        if (!resource.count().equals(Count.exactly(1)) || resource.with().isEmpty()) {
            return false;
        }
        if (resource.isSlot()) {
            return resource.with().stream().noneMatch(Resource::isSlot)
                    && !jobspec.attributes().extensions().uses(Extension.NODE_SLOTS);
        }
        // Some policies grant a node whole, and then no other source can grant a part of it.
        return resource.type().name().equals(root)
                && !resource.type().equals(ResourceType.NODE)
                && resource.exclusive() != Exclusivity.TRUE
                && resource.requires() instanceof Constraint.Any;
    }

    /** Returns the portions that are found here or elsewhere, in the order of the request. */
    List<Resource> portions() {
        return portions;
    }

    /** The types of the vertices that are counted without being held: none of them may be in both parts. */
    Set<String> countedShared() {
        return portions.stream()
                .filter(portion -> !portion.isSlot() && portion.exclusive() != Exclusivity.TRUE)
                .map(portion -> portion.type().name())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the part of the request that is to be found here.
     *
     * @param amounts of each portion how many are here: 0, {@link #ALL}, or of a range a number below its least; not 0
     *     throughout
     */
    Jobspec here(long[] amounts) {
        return with(part(jobspec.resources(), portionsLeft(amounts), Side.HERE));
    }

    /**
     * Returns the part of the request that is to be asked for elsewhere.
     *
     * @param amounts as for {@link #here}; not {@link #ALL} throughout
     */
    Jobspec elsewhere(long[] amounts) {
        return with(part(jobspec.resources(), portionsLeft(amounts), Side.ELSEWHERE));
    }

    private static Iterator<Long> portionsLeft(long[] amounts) {
        return Arrays.stream(amounts).boxed().iterator();
    }

    private List<Resource> part(List<Resource> level, Iterator<Long> amounts, Side side) {
        List<Resource> part = new ArrayList<>();
        for (Resource resource : level) {
            if (isPassedThrough(resource)) {
                List<Resource> inside = part(resource.with(), amounts, side);
                if (!inside.isEmpty()) {
                    part.add(resource.with(resource.type(), inside));
                }
            } else {
                side.of(resource, amounts.next()).ifPresent(part::add);
            }
        }
        return part;
    }

    private Jobspec with(List<Resource> resources) {
        boolean hasSets = hasSets(resources);
        return new Jobspec(
                jobspec.version(),
                resources,
                jobspec.tasks(),
                hasSets ? jobspec.attributes().using(Extension.COUNTS) : jobspec.attributes());
    }

    private static boolean hasSets(List<Resource> resources) {
        return resources.stream()
                .anyMatch(resource -> resource.count().allowed().isPresent() || hasSets(resource.with()));
    }

    /** Which of the two parts. */
    private enum Side {
        HERE {
            @Override
            Optional<Resource> of(Resource portion, long amount) {
                if (amount == 0) {
                    return Optional.empty();
                }
                return Optional.of(amount == ALL ? portion : portion.withCount(Count.exactly(amount)));
            }
        },
        ELSEWHERE {
            @Override
            Optional<Resource> of(Resource portion, long amount) {
                if (amount == ALL) {
                    return Optional.empty();
                }
                return Optional.of(
                        amount == 0
                                ? portion
                                : portion.withCount(portion.count().beyond(amount)));
            }
        };

        /** Returns this part's share of a portion, of which the given amount is here. */
        abstract Optional<Resource> of(Resource portion, long amount);
    }
}
