package io.banyan.instance.message;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionRequest;
import io.banyan.resource.JobId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An action that an instance requests from the daemon.
 *
 * <p>The agent performs the effects of one event in order. Those of kinds {@link Append} and {@link Archive} come first
 * and are one transaction: all of them are in the journal and synced, or none is, before any other effect is performed.
 */
public sealed interface Effect {
    /**
     * Write a decision to the journal.
     *
     * @param atMillis the time of the event that led to it; {@code Instance.replay} wants it back
     */
    record Append(Decision decision, long atMillis) implements Effect {
        /** Checks that there is a decision. */
        public Append {
            Objects.requireNonNull(decision, "decision");
        }
    }

    /**
     * Keep a job that is over, for questions about the past: in the same transaction as its end. An instance itself
     * remembers only the last ones.
     *
     * @param job as it ended
     */
    record Archive(JobRecord job) implements Effect {
        /** Checks that the job is over. */
        public Archive {
            if (job.endedSec().isEmpty()) {
                throw new IllegalArgumentException("job " + job.id() + " is not over");
            }
        }
    }

    /** Answer a client's call. */
    record Reply(String call, Answer answer) implements Effect {
        /** Checks the key. */
        public Reply {
            ValueChecks.id(call, "a call");
            Objects.requireNonNull(answer, "answer");
        }
    }

    /** Send to the parent, in order; dropped where there is no session. */
    record ToParent(UpMessage message) implements Effect {
        /** Checks that there is a message. */
        public ToParent {
            Objects.requireNonNull(message, "message");
        }
    }

    /** Send to a child, in order; dropped where there is no session. */
    record ToChild(JobId child, DownMessage message) implements Effect {
        /** Checks that nothing is missing. */
        public ToChild {
            Objects.requireNonNull(child, "child");
            Objects.requireNonNull(message, "message");
        }
    }

    /**
     * Start the process of a child instance; it will register by itself.
     *
     * @param owner the name of the principal that owns the job
     * @param osUser the OS user that the credential of that principal named when it spawned the instance; empty where
     *     it named none
     * @param path its path from the root
     * @param resources the resources of its job, so that the launcher can choose a host
     * @param options as they came with {@link Request.Spawn}
     */
    record StartChild(
            JobId child,
            String name,
            String owner,
            Optional<String> osUser,
            String path,
            Subgraph resources,
            TimeWindow window,
            Map<String, String> options)
            implements Effect {
        /** Checks the name and the path. */
        public StartChild {
            Objects.requireNonNull(child, "child");
            ValueChecks.name(name, "an instance's name");
            Principal.requireName(owner);
            Objects.requireNonNull(osUser, "osUser");
            ValueChecks.path(path);
            Objects.requireNonNull(resources, "resources");
            Objects.requireNonNull(window, "window");
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * Ask the process of a child instance to end (SIGTERM), and kill it when the grace is over, with all processes that
     * it has started: fencing a lost child fences all of its descendants (docs/internals/design.md, "Between levels",
     * rule 6). Followed by {@link Event.ChildExited} after all these processes have ended, and not before; at once if
     * there is no process.
     *
     * @param isIdle whether nothing but its own process can run: it has not joined yet, or it has taken its leave
     */
    record StopChild(JobId child, long graceMillis, boolean isIdle) implements Effect {
        /** Checks the grace. */
        public StopChild {
            Objects.requireNonNull(child, "child");
            ValueChecks.notNegative(graceMillis, "a grace");
        }
    }

    /**
     * Stop waiting for the end of a child's processes on other machines: an administrator has stated that there are
     * none. Its remaining processes on this machine are killed. Followed by {@link Event.ChildExited}.
     */
    record AbandonChild(JobId child) implements Effect {
        /** Checks that there is a child. */
        public AbandonChild {
            Objects.requireNonNull(child, "child");
        }
    }

    /**
     * Run the processes of a job on its resources; followed by {@link Event.JobFinished}.
     *
     * @param owner the name of the principal that owns the job
     * @param osUser the operating-system user of its processes, as submitted; empty if the submission names none
     * @param window the window for which it holds its resources
     * @param goesOn whether an earlier process of this instance has started it already
     */
    record StartJob(
            JobId job,
            String name,
            String owner,
            Optional<String> osUser,
            Jobspec jobspec,
            TimeWindow window,
            boolean goesOn)
            implements Effect {
        /** Starts a job whose submission names no user of the machine. */
        public StartJob(JobId job, String name, String owner, Jobspec jobspec, TimeWindow window, boolean goesOn) {
            this(job, name, owner, Optional.empty(), jobspec, window, goesOn);
        }

        /** Checks that nothing is missing. */
        public StartJob {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(name, "name");
            Principal.requireName(owner);
            Objects.requireNonNull(osUser, "osUser");
            Objects.requireNonNull(jobspec, "jobspec");
            Objects.requireNonNull(window, "window");
        }
    }

    /**
     * Ask the processes of a job to end, and kill them when the grace is over; followed by {@link Event.JobFinished},
     * at once if none runs.
     *
     * @param earlier the start and the earlier request to end, if an earlier process of this instance made them; empty
     *     if this one did
     */
    record StopJob(JobId job, long graceMillis, Optional<Asked> earlier) implements Effect {
        /**
         * The started job that an earlier process of the instance has asked to end.
         *
         * @param atMillis the time of the request; a job that had ended before has ended by itself
         */
        public record Asked(StartJob start, long atMillis) {
            /** Checks that there is something. */
            public Asked {
                Objects.requireNonNull(start, "start");
            }
        }

        /** Creates the effect for a job that this process has started. */
        public StopJob(JobId job, long graceMillis) {
            this(job, graceMillis, Optional.empty());
        }

        /** Checks the grace. */
        public StopJob {
            Objects.requireNonNull(job, "job");
            ValueChecks.notNegative(graceMillis, "a grace");
            Objects.requireNonNull(earlier, "earlier");
        }
    }

    /**
     * Ask a job whether it runs with another number of slots from now on; its answer is {@link Event.RescaleAnswered},
     * or a request of its own.
     *
     * @param number of the proposal
     * @param resources its resources after an acceptance, as R; empty if that cannot be written
     * @param answerMillis the time after which the proposal counts as declined
     */
    record Rescale(JobId job, long number, long from, long to, String resources, long answerMillis) implements Effect {
        /** Checks that nothing is missing. */
        public Rescale {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(resources, "resources");
        }
    }

    /** A proposal is over; no answer is awaited any more. */
    record RescaleOver(JobId job, long number, boolean isAccepted) implements Effect {
        /** Checks that there is a job. */
        public RescaleOver {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * Ask this provider; its answer, or its failure, is {@link Event.ProviderAnswered}. It always follows a {@link
     * GrowDecision.ProvisionAsked}, so that after a restart everything is released that the call may have brought.
     */
    record CallProvider(String provider, ProvisionRequest request) implements Effect {
        /** Checks the name. */
        public CallProvider {
            ValueChecks.name(provider, "a provider's name");
            Objects.requireNonNull(request, "request");
        }
    }

    /**
     * Give resources back to this provider, with retries as it deserves; its answer is {@link Event.ProviderReleased}.
     *
     * @param returnId to be named in the answer
     * @param requestId the id with which they were provisioned
     * @param handles empty for everything that the provider has for that id
     */
    record ReleaseProvider(String returnId, String provider, String requestId, List<Handle> handles) implements Effect {
        /** Checks the ids. */
        public ReleaseProvider {
            ValueChecks.id(returnId, "a return's id");
            ValueChecks.name(provider, "a provider's name");
            ValueChecks.id(requestId, "a request id");
            handles = List.copyOf(handles);
        }
    }

    /** Send {@link Event.TimeReached} at this time; replaces any earlier wish. */
    record WakeAt(long atMillis) implements Effect {}

    /** Write a warning to the log. */
    record Warn(String message) implements Effect {
        /** Checks that there is a message. */
        public Warn {
            message = ValueChecks.message(message);
        }
    }

    /** All is said; end the process. Nothing comes after it. */
    record Halt() implements Effect {}
}
