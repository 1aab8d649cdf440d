package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.planner.TimeWindow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a job that does nothing is done: after its {@code attributes.system.exec.test.run_duration}, as Flux's test
 * execution has it, which is a number of seconds or one with a unit ({@code 100ms}, {@code 5s}, {@code 2m}), counted
 * from when it starts; else when a tenth of its time is left, or a second; and at once where it has no end.
 *
 * @param endMillis since the epoch
 */
record MockTime(long endMillis) {
    private static final int MILLIS = 1000;
    private static final long ENDLESS_SEC = 50L * 365 * 86_400;
    private static final Map<String, Integer> UNITS =
            Map.of("ms", 1, "", MILLIS, "s", MILLIS, "m", 60 * MILLIS, "h", 3_600 * MILLIS, "d", 86_400 * MILLIS);
    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(ms|s|m|h|d|)");

    /** The times of a job that starts now or goes on. The start of a job that goes on is known to the second. */
    static MockTime of(Effect.StartJob start, long nowMillis) {
        TimeWindow window = start.window();
        long begin = window.startSec() * MILLIS;
        long started = start.goesOn() ? begin : Math.max(begin, nowMillis);
        long lasting = Math.min(window.durationSec(), ENDLESS_SEC + 1) * MILLIS;
        long most = lasting - Math.min(lasting / 10, MILLIS);
        Optional<Long> said = said(start.jobspec().attributes().system());
        if (said.isEmpty()) {
            return new MockTime(window.durationSec() > ENDLESS_SEC ? begin : begin + most);
        }
        return new MockTime(Math.min(started + said.get(), begin + most));
    }

    private static Optional<Long> said(Map<String, ? extends @Nullable Object> system) {
        return system.get("exec") instanceof Map<?, ?> exec
                        && exec.get("test") instanceof Map<?, ?> test
                        && test.get("run_duration") != null
                ? millis(String.valueOf(test.get("run_duration")))
                : Optional.empty();
    }

    /** Reads a duration in milliseconds; empty if the text is not a duration. */
    static Optional<Long> millis(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(found.group(1));
        BigDecimal unit = BigDecimal.valueOf(UNITS.getOrDefault(found.group(2), MILLIS));
        return Optional.of(
                number.multiply(unit).setScale(0, RoundingMode.CEILING).longValue());
    }
}
