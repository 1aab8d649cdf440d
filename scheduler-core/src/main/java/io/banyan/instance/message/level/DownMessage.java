package io.banyan.instance.message.level;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.StatusNews;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A message from a parent to a child over their session. */
public sealed interface DownMessage {
    /**
     * The registration was accepted.
     *
     * @param path the child's path from the root
     * @param resources the child's R: the resources of its job at the spawn, without the returned ones
     * @param window the window of its job
     * @param leaseMillis the time without a heartbeat after which the child is lost
     */
    record Registered(String path, Subgraph resources, TimeWindow window, long leaseMillis) implements DownMessage {
        /** Checks the paths and the lease. */
        public Registered {
            ValueChecks.path(path);
            ValueChecks.granted(resources);
            Objects.requireNonNull(window, "window");
            ValueChecks.positive(leaseMillis, "a lease");
        }
    }

    /** I know no such job, or it has ended. There is no use in trying again. */
    record RegisterRefused(String reason) implements DownMessage {
        /** Checks that there is a reason. */
        public RegisterRefused {
            ValueChecks.text(reason, "a reason");
        }
    }

    /**
     * The granted resources of a request or an offer; they are booked to the child's job at the parent. The child
     * returns resources that it cannot use.
     *
     * @param asked digest of the jobspec that this answers; if it is empty, the answer fits any
     * @param offered the matched jobspec of an offer; else empty
     */
    record Granted(Grant grant, String asked, Optional<Jobspec> offered) implements DownMessage {
        /** Creates the message for a grant that was asked for. */
        public Granted(Grant grant, String asked) {
            this(grant, asked, Optional.empty());
        }

        /** Checks that there is a grant. */
        public Granted {
            Objects.requireNonNull(grant, "grant");
            Objects.requireNonNull(asked, "asked");
            Objects.requireNonNull(offered, "offered");
        }
    }

    /**
     * The refusal of a grow.
     *
     * @param asked digest of the jobspec that this answers; if it is empty, the answer fits any
     * @param reasons of every level that was asked, mine first
     */
    record GrowRefused(String requestId, String asked, List<LevelReasons> reasons) implements DownMessage {
        /** Checks that there are reasons. */
        public GrowRefused {
            ValueChecks.id(requestId, "a request id");
            Objects.requireNonNull(asked, "asked");
            reasons = List.copyOf(reasons);
            if (reasons.isEmpty()) {
                throw new IllegalArgumentException("grow " + requestId + " was refused without a reason");
            }
        }
    }

    /**
     * The returned resources are free, at the parent and above.
     *
     * @param unreleased the resources that a provider, here or above, did not take back
     */
    record Freed(String returnId, List<Unreleased> unreleased) implements DownMessage {
        /** Checks the id. */
        public Freed {
            ValueChecks.id(returnId, "a return's id");
            unreleased = List.copyOf(unreleased);
        }
    }

    /**
     * The request to return resources. Answered by {@link UpMessage.Revoked}, after the returns; a repeated request
     * with the same id gets the same answer.
     *
     * @param rule the treatment of jobs that use the resources
     * @param timeoutMillis the time that the parent waits; 0 for no limit
     */
    record Revoke(String revokeId, RevokeTarget target, UseRule rule, long timeoutMillis) implements DownMessage {
        /** Checks the id and the time. */
        public Revoke {
            ValueChecks.id(revokeId, "a revoke's id");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rule, "rule");
            ValueChecks.notNegative(timeoutMillis, "a timeout");
        }
    }

    /** I heard your heartbeat, and am alive too. */
    record HeartbeatSeen() implements DownMessage {}

    /**
     * The request to end: the child stops all instances and jobs below it, and sends its leave message. Repeated in
     * every session until then.
     */
    record Stop() implements DownMessage {}

    /** I know that nothing below you runs any more; end now. */
    record LeaveSeen() implements DownMessage {}

    /** The vertices that we both have and that are not up, as I see it. */
    record Statuses(StatusNews news) implements DownMessage {
        /** Checks that there is something. */
        public Statuses {
            Objects.requireNonNull(news, "news");
        }
    }

    /** A request for the whole statement on statuses, because one was missed. */
    record AskStatuses() implements DownMessage {}
}
