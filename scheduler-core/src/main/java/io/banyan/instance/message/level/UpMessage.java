package io.banyan.instance.message.level;

import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.StatusNews;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;

/** A message from a child to its parent over their session. */
public sealed interface UpMessage {
    /**
     * My introduction: the first message of every session. Answered by {@link DownMessage.Registered} or {@link
     * DownMessage.RegisterRefused}.
     *
     * @param job the parent's job that I am
     * @param address where my own clients find me
     * @param joined whether I have my R; false for a process that has just started
     * @param held the ids of the grants that I hold something of
     */
    record Register(JobId job, String name, String address, boolean joined, List<String> held) implements UpMessage {
        /** Checks the name. */
        public Register {
            Objects.requireNonNull(job, "job");
            ValueChecks.name(name, "an instance's name");
            Objects.requireNonNull(address, "address");
            held = List.copyOf(held);
        }
    }

    /**
     * The request for more resources. Answered by {@link DownMessage.Granted} or {@link DownMessage.GrowRefused}; a
     * repeated request with the same id gets the same grant.
     *
     * @param hops how many more levels may pass it on
     * @param timeoutMillis how long the child waits; less than the remaining time of its own asker
     */
    record Grow(String requestId, Jobspec jobspec, int hops, long timeoutMillis) implements UpMessage {
        /** Checks the id and the numbers. */
        public Grow {
            ValueChecks.requestId(requestId, "a request id");
            Objects.requireNonNull(jobspec, "jobspec");
            ValueChecks.notNegative(hops, "hops");
            ValueChecks.positive(timeoutMillis, "a timeout");
        }
    }

    /**
     * The asker of a passed-on grow no longer waits. Not answered; a grant that was sent before this message arrived is
     * returned.
     */
    record GiveUp(String requestId) implements UpMessage {
        /** Checks the id. */
        public GiveUp {
            ValueChecks.requestId(requestId, "a request id");
        }
    }

    /**
     * I have removed this; please free it. Answered by {@link DownMessage.Freed}, once it is free all the way up.
     * Parcels without paths are of grants that are back already, but of which a provider did not take back everything:
     * please ask it again.
     */
    record Return(String returnId, List<Parcel> parcels) implements UpMessage {
        /** Checks the id. */
        public Return {
            ValueChecks.id(returnId, "a return's id");
            parcels = List.copyOf(parcels);
        }

        /** Whether only a provider is to be asked again. */
        public boolean isAgain() {
            return !parcels.isEmpty()
                    && parcels.stream().allMatch(parcel -> parcel.paths().isEmpty());
        }

        /** The grants of the parcels. */
        public List<String> grantIds() {
            return parcels.stream().map(Parcel::grantId).toList();
        }
    }

    /**
     * The answer to a revoke: all chosen resources have been returned, and the parent has freed them.
     *
     * @param why why less than requested was returned; empty if all was
     */
    record Revoked(String revokeId, String why) implements UpMessage {
        /** Checks the id. */
        public Revoked {
            ValueChecks.id(revokeId, "a revoke's id");
            why = why.isEmpty() ? why : ValueChecks.message(why);
        }
    }

    /** The child is alive; with the figures of its subtree. */
    record Heartbeat(InstanceSummary summary) implements UpMessage {
        /** Checks that there is a summary. */
        public Heartbeat {
            Objects.requireNonNull(summary, "summary");
        }
    }

    /**
     * My children are stopped and I am about to end. Answered by {@link DownMessage.LeaveSeen}.
     *
     * @param isAllBack whether my own providers have all that they brought; else the launcher has to see to it
     */
    record Leave(String reason, boolean isAllBack) implements UpMessage {
        /** Creates the message of an instance that has nothing left with its providers to return. */
        public Leave(String reason) {
            this(reason, true);
        }

        /** Checks that there is a reason. */
        public Leave {
            ValueChecks.text(reason, "a reason");
        }
    }

    /** The vertices that we both have and that are not up, as I see it. */
    record Statuses(StatusNews news) implements UpMessage {
        /** Checks that there is something. */
        public Statuses {
            Objects.requireNonNull(news, "news");
        }
    }

    /** A request for the whole statement on statuses, because one was missed. */
    record AskStatuses() implements UpMessage {}
}
