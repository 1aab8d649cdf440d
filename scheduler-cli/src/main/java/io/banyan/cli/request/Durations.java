package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.ValueType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Spans of time, as people write them: {@code 90s}, {@code 10m}. */
public final class Durations {
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final ValueType<Duration> TYPE = ValueType.duration(Duration.ZERO, LONGEST);

    private Durations() {}

    /**
     * In whole seconds, as instances count them. Half a second would else be none, which for a job is as long as there
     * is time.
     */
    public static long seconds(String option, String word) {
        Duration span = of(option, word);
        if (!span.truncatedTo(ChronoUnit.SECONDS).equals(span)) {
            throw CommandFailure.wrongUse(option + ": expected a whole number of seconds, found '" + word + "'");
        }
        return span.toSeconds();
    }

    /** The span that the word of an option says. */
    public static Duration of(String option, String word) {
        try {
            return TYPE.reading().apply(List.of(word));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(option + ": " + e.getMessage());
        }
    }
}
