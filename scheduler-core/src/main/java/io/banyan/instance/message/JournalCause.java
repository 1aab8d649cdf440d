package io.banyan.instance.message;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Why a transaction is in a journal, so that the questions can be asked again, and not only the answers be read ({@code
 * JournalVerifier}).
 */
public sealed interface JournalCause {
    /**
     * An event led to its decisions.
     *
     * <p>The number of the next job is beside the event because no decision contains it. Each match takes a number,
     * even a dry run or a match that finds nothing, and a load that fails passes over the number that it names. The
     * answers state these numbers ({@code MatchRun.id}, the {@code JOBID} of resource-query), so a later job must not
     * have them. But they lead to no decision, and an event without a decision is in no journal. A verifier that
     * counted from the last job would give the next job a lower number than the journal does. Three ways to do without
     * fail:
     *
     * <ul>
     *   <li>If a number were taken with the decision on the job, or given back after a refusal, two answers could state
     *       the same number, and jobs would have other numbers than now.
     *   <li>If a decision recorded each number, a question would be written to the journal and synced. Journals of
     *       earlier versions have no such decision.
     *   <li>The number of the first job among the decisions is not always the next number: in a list of matches, a dry
     *       run before that job takes one too. Besides, the verifier would read the answer that it is to check.
     * </ul>
     *
     * <p>Only the verifier needs the number. A replay reads the decisions, which name their jobs.
     *
     * @param nextJob the number that the next job would have got before the event
     */
    record Happened(Event event, JobId nextJob) implements JournalCause {
        /** Checks that nothing is missing. */
        public Happened {
            Objects.requireNonNull(event, "event");
            Objects.requireNonNull(nextJob, "nextJob");
        }

        /**
         * Whether the instance starts nothing any more after it, so that it matters even where it led to no decision.
         */
        public boolean isEnd() {
            return event instanceof Event.StopAsked
                    || (event instanceof Event.ClientAsked asked
                            && (asked.request() instanceof Request.Stop || asked.request() instanceof Request.Suspend));
        }
    }

    /**
     * An event led to its decisions, of which no more is known than this.
     *
     * @param kind the name of its class
     */
    record Untold(String kind) implements JournalCause {
        /** Checks that there is a name. */
        public Untold {
            ValueChecks.name(kind, "a kind of event");
        }
    }

    /**
     * A process has begun, with the earlier decisions as its past.
     *
     * @param config the configuration of its instance
     */
    record Begun(InstanceConfig config) implements JournalCause {
        /** Checks that there is a configuration. */
        public Begun {
            Objects.requireNonNull(config, "config");
        }
    }

    /**
     * The journal was shortened: the transactions before this one lead to the same state as all earlier ones did, but
     * no longer contain the events that led to it.
     *
     * @param weights the order in which an exploration that stops early enters children, by the path of the child. It
     *     depends on forgotten jobs too
     */
    record Shortened(Map<String, Long> weights) implements JournalCause {
        /** Copies the map. */
        public Shortened {
            weights = Collections.unmodifiableMap(new TreeMap<>(weights));
        }
    }
}
