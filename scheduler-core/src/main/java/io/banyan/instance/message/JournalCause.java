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
     * @param nextJob the number that the next job would have got before it: numbers are used up by requests that come
     *     to nothing as well, and these are in no journal
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
     * A process has begun, with what was decided before as its past.
     *
     * @param config what its instance was told
     */
    record Begun(InstanceConfig config) implements JournalCause {
        /** Checks that there is a configuration. */
        public Begun {
            Objects.requireNonNull(config, "config");
        }
    }

    /**
     * The journal was made shorter: what is before this leads to the same state as all that was there, and tells no
     * more how it came to be.
     *
     * @param weights in which order an exploration that stops early comes to children, which follows from jobs that are
     *     forgotten as well; by the path of the child
     */
    record Shortened(Map<String, Long> weights) implements JournalCause {
        /** Copies the map. */
        public Shortened {
            weights = Collections.unmodifiableMap(new TreeMap<>(weights));
        }
    }
}
