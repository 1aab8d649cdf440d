package io.banyan.match.shape;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.mapping.PartitionRule;
import io.banyan.match.policy.MatchPolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Checks that nodes can be chosen by shape for a request: it is for nodes, or for slots of nodes, in one place. */
public final class ShapedRequest {
    private static final String NODE = "node";

    private ShapedRequest() {}

    /**
     * Checks a request and its options for a policy; a policy that chooses by scores has no options. O(levels).
     *
     * @throws JobspecException with one sentence, where no shape can be chosen
     */
    public static void check(MatchPolicy policy, List<Resource> resources, Extensions asked) throws JobspecException {
        boolean isLeak = policy.rule().filter(PartitionRule::isLeak).isPresent();
        if (asked.near().isPresent() && !isLeak) {
            throw new JobspecException("'near' requires the match policy " + PartitionRule.LEAK.word() + ", "
                    + PartitionRule.LEAK_SCATTERED.word() + " or " + PartitionRule.FORESIGHT.word() + ", found "
                    + policy.name());
        }
        if (asked.profile().isPresent()
                && policy.rule().filter(PartitionRule::booksProfiles).isEmpty()) {
            throw new JobspecException("a profile requires the match policy " + PartitionRule.FORESIGHT.word()
                    + ", found " + policy.name());
        }
        if (asked.elsewhere() && policy.rule().equals(Optional.of(PartitionRule.LEAK))) {
            throw new JobspecException("'elsewhere' requires the match policy " + PartitionRule.LEAK_SCATTERED.word()
                    + " or " + PartitionRule.FORESIGHT.word() + ", because " + PartitionRule.LEAK.word()
                    + " takes only nodes next to those of the job");
        }
        if (policy.rule().isPresent()) {
            checkLevels(policy, resources, asked);
        }
    }

    private static void checkLevels(MatchPolicy policy, List<Resource> resources, Extensions asked)
            throws JobspecException {
        String sentence = "the match policy '" + policy.name() + "' chooses nodes by shape, so the request must be for "
                + "nodes or for slots of nodes, such as -N 4; found ";
        if (asked.uses(Extension.NODE_SLOTS) || asked.uses(Extension.SIBLINGS) || asked.uses(Extension.NESTED_SLOTS)) {
            throw new JobspecException(sentence + "a request with an extension of slots");
        }
        List<Resource> level = resources;
        while (true) {
            if (level.size() != 1) {
                throw new JobspecException(sentence + level.size() + " resources on one level");
            }
            Resource only = level.getFirst();
            if (isNode(only) || isSlotOfNodes(only)) {
                return;
            }
            if (!only.count().equals(Count.exactly(1))
                    || only.isSlot()
                    || only.isXorSlot()
                    || only.with().isEmpty()) {
                throw new JobspecException(
                        sentence + (only.isSlot() ? "slots without nodes" : only.count() + " of " + only.type()));
            }
            level = only.with();
        }
    }

    /**
     * Returns the number of nodes of a request for whole nodes without conditions on them; empty for any other request.
     * O(levels).
     */
    public static OptionalInt nodes(List<Resource> resources) {
        long number = 1;
        List<Resource> level = resources;
        while (level.size() == 1 && level.getFirst().count().isExact()) {
            Resource only = level.getFirst();
            number = Math.min(Integer.MAX_VALUE, number * only.count().min());
            if (isNode(only)) {
                return only.with().isEmpty() && only.requires() instanceof Constraint.Any
                        ? OptionalInt.of((int) number)
                        : OptionalInt.empty();
            }
            level = only.with();
        }
        return OptionalInt.empty();
    }

    /** Returns the least number of nodes of a request that {@link #check} accepts. O(levels). */
    public static long leastNodes(List<Resource> resources) {
        long number = 1;
        List<Resource> level = resources;
        while (level.size() == 1) {
            Resource only = level.getFirst();
            number = Math.min(
                    Integer.MAX_VALUE,
                    number * Math.min(Integer.MAX_VALUE, only.count().min()));
            if (isNode(only)) {
                return number;
            }
            level = only.with();
        }
        return 0;
    }

    private static boolean isNode(Resource resource) {
        return !resource.isSlot()
                && !resource.isXorSlot()
                && resource.type().name().equals(NODE);
    }

    private static boolean isSlotOfNodes(Resource resource) {
        return resource.isSlot()
                && resource.with().size() == 1
                && isNode(resource.with().getFirst())
                && resource.with().getFirst().count().isExact();
    }
}
