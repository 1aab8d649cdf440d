package io.banyan.instance.message;

import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** An event that may happen to an instance. */
public sealed interface Event {
    /**
     * A client sends a request.
     *
     * @param call the agent's key of this call, unique among those without an answer; comes back in {@link
     *     Effect.Reply}
     * @param asker the client's principal; the instance checks its rights
     */
    record ClientAsked(String call, Principal asker, Request request) implements Event {
        /** The instance's own. */
        public ClientAsked(String call, Request request) {
            this(call, Principal.OWNER, request);
        }

        /** Checks the key. */
        public ClientAsked {
            ValueChecks.id(call, "a call");
            Objects.requireNonNull(asker, "asker");
            Objects.requireNonNull(request, "request");
        }
    }

    /**
     * A client has disconnected or given up, and will not receive the answer to this call. It may ask again, under the
     * same request id.
     */
    record ClientLeft(String call) implements Event {
        /** Checks the key. */
        public ClientLeft {
            ValueChecks.id(call, "a call");
        }
    }

    /** The session to the parent is open, at the start or again: the instance registers. */
    record ParentLinked() implements Event {}

    /** The session to the parent has ended. Sent messages may or may not have arrived. */
    record ParentUnlinked() implements Event {}

    /** The parent has sent a message. */
    record ParentSaid(DownMessage message) implements Event {
        /** Checks that there is a message. */
        public ParentSaid {
            Objects.requireNonNull(message, "message");
        }
    }

    /**
     * A child has sent a message. The agent ensures that a session belongs to one job only.
     *
     * @param child the child's job
     */
    record ChildSaid(JobId child, UpMessage message) implements Event {
        /** Checks that nothing is missing. */
        public ChildSaid {
            Objects.requireNonNull(child, "child");
            Objects.requireNonNull(message, "message");
        }
    }

    /** The session of a child has ended. Its lease continues. */
    record ChildUnlinked(JobId child) implements Event {
        /** Checks that there is a child. */
        public ChildUnlinked {
            Objects.requireNonNull(child, "child");
        }
    }

    /**
     * The launcher says that a child's process has ended, or could not be started at all. After {@link
     * Effect.StopChild} it is reported once it is certain, at once where there is no process.
     *
     * @param detail one line: the exit status, the signal, or why it did not start
     * @param isFenced whether this answers {@link Effect.StopChild} or {@link Effect.AbandonChild}: no process of it or
     *     its descendants runs, it is not started again, and its own providers have taken their resources back, except
     *     those in {@code left}. Otherwise another process of it may run by now
     * @param left the resources that its providers may still have, for which the wait has ended; empty for none
     */
    record ChildExited(JobId child, String detail, boolean isFenced, String left) implements Event {
        /** Creates the event for a child without known remaining resources at providers. */
        public ChildExited(JobId child, String detail, boolean isFenced) {
            this(child, detail, isFenced, "");
        }

        /** The answer to {@link Effect.StopChild}. */
        public ChildExited(JobId child, String detail) {
            this(child, detail, true);
        }

        /** Checks that there is a child. */
        public ChildExited {
            Objects.requireNonNull(child, "child");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /**
     * The run of a job has ended, and nothing of it runs any more; or it could not be started.
     *
     * @param isFailed whether it failed
     * @param detail one line: how it ended, or why it did not start; may be empty
     * @param byItself whether its command is known to have ended before it was asked to
     * @param usage the usage of its processes; empty if it was not measured
     */
    record JobFinished(JobId job, boolean isFailed, String detail, boolean byItself, Optional<JobUsage> usage)
            implements Event {
        /** Creates the event for a job without measured usage. */
        public JobFinished(JobId job, boolean isFailed, String detail, boolean byItself) {
            this(job, isFailed, detail, byItself, Optional.empty());
        }

        /** Creates the event for a job for which it is unknown whether it ended by itself. */
        public JobFinished(JobId job, boolean isFailed, String detail) {
            this(job, isFailed, detail, false);
        }

        /** Checks that there is a job. */
        public JobFinished {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(detail, "detail");
            Objects.requireNonNull(usage, "usage");
        }

        /** Returns this event with the usage of the job's processes. */
        public JobFinished using(Optional<JobUsage> newUsage) {
            return new JobFinished(job, isFailed, detail, byItself, newUsage);
        }
    }

    /**
     * A job has answered {@link Effect.Rescale}.
     *
     * @param why a reason where it does not accept; one line, may be empty
     */
    record RescaleAnswered(JobId job, long number, boolean isAccepted, String why) implements Event {
        /** Checks that nothing is missing. */
        public RescaleAnswered {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(why, "why");
        }
    }

    /** This provider has answered {@link Effect.CallProvider}. The answer may arrive long after the asker gave up. */
    record ProviderAnswered(String provider, String requestId, ProvisionResult result) implements Event {
        /** Checks the name and the id. */
        public ProviderAnswered {
            ValueChecks.name(provider, "a provider's name");
            ValueChecks.id(requestId, "a request id");
            Objects.requireNonNull(result, "result");
        }
    }

    /**
     * The provider has answered {@link Effect.ReleaseProvider}, or has failed to for good.
     *
     * @param returnId the effect's, as is the request id
     * @param error why it failed; empty where all is well
     */
    record ProviderReleased(String returnId, String requestId, String error) implements Event {
        /** Checks the id. */
        public ProviderReleased {
            ValueChecks.id(returnId, "a return's id");
            ValueChecks.id(requestId, "a request id");
            if (!error.isEmpty()) {
                ValueChecks.text(error, "an error");
            }
        }
    }

    /**
     * This provider is about to be asked for its inventory; {@link ProviderListed} follows, or nothing if it cannot
     * list them.
     */
    record ProviderAskedToList(String provider) implements Event {
        /** Checks the name. */
        public ProviderAskedToList {
            ValueChecks.name(provider, "a provider's name");
        }
    }

    /** The inventory of this provider for this instance, at some moment since {@link ProviderAskedToList}. */
    record ProviderListed(String provider, List<Inventory.Holding> holdings) implements Event {
        /** Checks the name, and copies the list. */
        public ProviderListed {
            ValueChecks.name(provider, "a provider's name");
            holdings = List.copyOf(holdings);
        }
    }

    /**
     * The decisions of an earlier process were replayed, and the instance continues: the first event after a replay.
     */
    record Restarted() implements Event {}

    /** The command runs for which this instance was spawned: it does not end before that has. */
    record CommandStarted() implements Event {}

    /**
     * The command for which this instance was spawned has ended, or could not be started, and nothing of it runs any
     * more: the instance ends as well.
     *
     * @param how as in the detail of a job: a {@link CommandEnd}, or a sentence
     */
    record CommandEnded(String how) implements Event {
        /** Checks that there is something. */
        public CommandEnded {
            how = ValueChecks.message(how);
        }
    }

    /** The time of the last {@link Effect.WakeAt} has come. */
    record TimeReached() implements Event {}

    /** The process is asked to end (SIGTERM): as {@link Request.Stop}, without a caller. */
    record StopAsked() implements Event {}

    /**
     * The command of a job has ended, or never began, and its epilog runs. A new process that finds the epilog at work
     * sends the event again. It changes no journaled state. A late event belongs to an ended and forgotten job.
     */
    record EpilogStarted(JobId job) implements Event {
        /** Checks that there is a job. */
        public EpilogStarted {
            Objects.requireNonNull(job, "job");
        }
    }
}
