package io.banyan.instance.message.decision;

import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;

/** Decisions on revokes and clearings. */
public sealed interface RevokeDecision extends Decision {
    /**
     * Whether a return of this id, or a further revoke, is part of the revoke of that id, from which its id is made.
     */
    static boolean isPartOf(String id, String revokeId) {
        return id.length() > revokeId.length()
                && id.charAt(revokeId.length()) == ValueChecks.MADE_HERE
                && id.startsWith(revokeId);
    }

    /**
     * A child is asked for resources back. Pending until {@link RevokeSettled}.
     *
     * @param untilMillis until when it may wait for jobs of its own; 0 for as long as it takes
     * @param force whether it is fenced where it has not given all by then
     */
    record RevokeAsked(String revokeId, JobId child, RevokeTarget target, UseRule rule, long untilMillis, boolean force)
            implements RevokeDecision {
        /** Checks the id and the time. */
        public RevokeAsked {
            ValueChecks.id(revokeId, "a revoke's id");
            Objects.requireNonNull(child, "child");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rule, "rule");
            ValueChecks.notNegative(untilMillis, "a time");
        }
    }

    /**
     * Nothing more is waited for.
     *
     * @param why why less than requested was returned; empty if all was
     * @param fenced whether the child is being ended for it
     */
    record RevokeSettled(String revokeId, String why, boolean fenced) implements RevokeDecision {
        /** Checks the id. */
        public RevokeSettled {
            ValueChecks.id(revokeId, "a revoke's id");
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * The clearing of resources has begun, so that they can be returned. Pending until {@link ClearingEnded}.
     *
     * @param id the request id of the shrink, or the id of the parent's revoke
     * @param forParent whether the parent requested it
     * @param untilMillis the deadline of the wait; 0 for none
     */
    record ClearingBegun(String id, boolean forParent, RevokeTarget target, UseRule rule, long untilMillis)
            implements RevokeDecision {
        /** Checks the id and the time. */
        public ClearingBegun {
            ValueChecks.id(id, "a clearing's id");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rule, "rule");
            ValueChecks.notNegative(untilMillis, "a time");
        }
    }

    /**
     * The choice of vertices that are returned as soon as they are idle.
     *
     * @param drained those that were up and are drained from now on, until they have been returned or the clearing ends
     */
    record ClearingChose(String id, List<String> paths, List<String> drained) implements RevokeDecision {
        /** Checks the id and the paths. */
        public ClearingChose {
            ValueChecks.id(id, "a clearing's id");
            paths = ValueChecks.paths(paths);
            drained = ValueChecks.paths(drained);
        }
    }

    /**
     * The clearing has ended; vertices that it drained and that are still here are up again.
     *
     * @param why why less than requested was returned; empty if all was
     * @param unreleased the resources that providers did not take back
     */
    record ClearingEnded(String id, String why, List<Unreleased> unreleased) implements RevokeDecision {
        /** Checks the id. */
        public ClearingEnded {
            ValueChecks.id(id, "a clearing's id");
            Objects.requireNonNull(why, "why");
            unreleased = List.copyOf(unreleased);
        }
    }
}
