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
     * Welcome.
     *
     * @param path your path from the root
     * @param resources your R: what your job was given when it was spawned, less what you have returned of it
     * @param window when your job holds it
     * @param leaseMillis how long I wait for a heartbeat before I call you lost
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
     * The resources that you asked for, or that I give you although you did not ask; they are booked to your job here.
     * What you have no use for you return.
     *
     * @param asked digest of the jobspec that this answers; empty where the parent does not say, and then it answers
     *     any
     * @param offered for what it was matched where you did not ask for it; else empty
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
     * No.
     *
     * @param asked digest of the jobspec that this answers; empty where the parent does not say, and then it answers
     *     any
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
     * The resources that you returned are free, here and above.
     *
     * @param unreleased what a provider, here or above, did not take back
     */
    record Freed(String returnId, List<Unreleased> unreleased) implements DownMessage {
        /** Checks the id. */
        public Freed {
            ValueChecks.id(returnId, "a return's id");
            unreleased = List.copyOf(unreleased);
        }
    }

    /**
     * Please give this back. Answered by {@link UpMessage.Revoked}, after the returns of what is given; asked again
     * with the same id, the answer is the same.
     *
     * @param rule what is to become of the jobs that use it
     * @param timeoutMillis how long I wait; 0 for as long as it takes
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

    /** Your job is to end: stop what is below you, and take your leave. Said again in every session until that. */
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

    /** I have missed something that you said of it; say all of it again. */
    record AskStatuses() implements DownMessage {}
}
