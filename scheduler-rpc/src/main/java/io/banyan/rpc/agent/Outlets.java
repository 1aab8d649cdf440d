package io.banyan.rpc.agent;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.resource.JobId;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The receivers of the effects of an instance. The agent's thread calls; no call blocks.
 *
 * @param parent the link upward
 * @param children the sessions downward
 * @param processes of the children
 * @param jobs the processes of submitted jobs
 * @param providers of external resources
 * @param ending the actions at the end
 * @param watching the receiver of decisions
 */
public record Outlets(
        ToParent parent,
        ToChildren children,
        Processes processes,
        Jobs jobs,
        Providers providers,
        Ending ending,
        Watching watching) {

    /** Creates outlets without a watch. */
    public Outlets(
            ToParent parent, ToChildren children, Processes processes, Jobs jobs, Providers providers, Ending ending) {
        this(parent, children, processes, jobs, providers, ending, (transaction, owners) -> {});
    }

    /** The link upward. */
    public interface ToParent {
        /** Sends to the parent, in order; messages without a session are dropped. */
        void send(UpMessage message);
    }

    /** The sessions downward. */
    public interface ToChildren {
        /**
         * Sends to a child, in order; messages without a session are dropped.
         *
         * @param timings of the levels that found a grant, this one's first; empty beside any other message
         */
        void send(JobId child, DownMessage message, List<LevelTiming> timings);
    }

    /** Starts and stops the processes of children; sends an event to the inbox when one has ended. */
    public interface Processes {
        /** Starts a child. */
        void start(Effect.StartChild child);

        /** Stops a child. */
        void stop(Effect.StopChild child);

        /** Waits no more for the end of a child. */
        void abandon(Effect.AbandonChild child);
    }

    /** Runs the processes of submitted jobs; sends an event to the inbox when all processes of a job have ended. */
    public interface Jobs {
        /** Starts it, or goes on with it where an earlier daemon has started it. */
        void start(Effect.StartJob start);

        /** Ends a job. A job that does not run counts as ended. */
        void stop(Effect.StopJob stop);

        /** Asks a job whether it accepts another number of slots; sends its answer to the inbox. */
        void rescale(Effect.Rescale rescale);

        /** Ends a proposal; if the job accepted it, the job has the proposed resources. */
        void over(Effect.RescaleOver over);

        /** Forgets a job that is over and does not begin again. */
        void forget(JobId job);
    }

    /** Calls provider plug-ins; their answers go to the inbox. */
    public interface Providers {
        /** Asks for resources. */
        void call(Effect.CallProvider call);

        /** Gives resources back. */
        void release(Effect.ReleaseProvider release);
    }

    /** Receives decisions. */
    public interface Watching {
        /**
         * Reports a transaction that is in the journal, before any of its other effects.
         *
         * @param owners of jobs
         */
        void decided(Transaction transaction, Function<JobId, Optional<String>> owners);
    }

    /** The steps of the agent's end. */
    public interface Ending {
        /** The instance has begun to stop; its children still do. */
        default void stopping() {}

        /**
         * The instance has said all it has to say.
         *
         * @param isAllBack whether its providers hold no resources of it, and will not bring any
         */
        void halted(boolean isAllBack);

        /** Nothing can be acknowledged any more; the agent has stopped. */
        void failed(String sentence);
    }
}
