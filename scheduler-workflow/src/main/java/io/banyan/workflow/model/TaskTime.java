package io.banyan.workflow.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The run time of one task of a step. */
public sealed interface TaskTime {
    /** The origin of a run time, which a plan shows. */
    enum Origin {
        /** The text of the workflow states the time. */
        STATED,
        /** The tool has a time limit. */
        TOOL_LIMIT,
        /** Earlier runs of the tool took that long. */
        HISTORY,
        /** The configuration has a default for steps without a time. */
        DEFAULT
    }

    /**
     * A run time that is the same everywhere.
     *
     * @param millis more than 0
     * @param origin its origin
     */
    record Known(long millis, Origin origin) implements TaskTime {
        /** Checks that the time is more than 0. */
        public Known {
            if (millis <= 0) {
                throw new IllegalArgumentException("the time of a step must be more than 0, found " + millis + " ms");
            }
        }
    }

    /** A run time that nobody stated: history or a default must give it before the step can be planned. */
    record Unknown() implements TaskTime {}

    /**
     * A run time by the platform that runs the task, such as a kind of machine.
     *
     * @param platforms a distribution for each platform, at least one
     */
    record ByPlatform(SortedMap<String, Distribution> platforms) implements TaskTime {
        /** Checks that there is a platform, and copies the map. */
        public ByPlatform {
            platforms = Collections.unmodifiableSortedMap(new TreeMap<>(platforms));
            if (platforms.isEmpty()) {
                throw new IllegalArgumentException("a time by platform needs at least one platform");
            }
        }
    }

    /**
     * A distribution of run times.
     *
     * @param meanMillis the mean, more than 0
     * @param deviationMillis the standard deviation, 0 or more
     */
    record Distribution(double meanMillis, double deviationMillis) {
        /** Checks the range of both. */
        public Distribution {
            if (!(meanMillis > 0) || !(deviationMillis >= 0)) {
                throw new IllegalArgumentException(
                        "a distribution of times needs a mean above 0 and a deviation of 0 or" + " more, found "
                                + meanMillis + " and " + deviationMillis);
            }
        }
    }
}
