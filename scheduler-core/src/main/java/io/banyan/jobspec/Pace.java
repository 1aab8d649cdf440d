package io.banyan.jobspec;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The speed of a malleable job, as its jobspec states it: {@code times} and {@code rescale-time} of {@link
 * Malleability#KEY}.
 *
 * @param seconds how long all of its work takes, by the number of slots; at least one, each more than 0
 * @param rescaleSec its standstill for a rescale; empty if it is not stated
 */
public record Pace(SortedMap<Long, Double> seconds, OptionalDouble rescaleSec) {
    static final String TIMES = "times";
    static final String RESCALE_TIME = "rescale-time";

    /** Checks the numbers, and copies the map. */
    public Pace {
        seconds = Collections.unmodifiableSortedMap(new TreeMap<>(seconds));
        Objects.requireNonNull(rescaleSec, "rescaleSec");
        seconds.forEach((slots, sec) -> {
            if (slots < 1 || !(sec > 0) || sec.isInfinite()) {
                throw new IllegalArgumentException("'" + TIMES + "' of '" + Malleability.KEY
                        + "' must map numbers of slots to the seconds that the work takes, found " + slots + ": "
                        + sec);
            }
        });
        if (seconds.isEmpty() || !(rescaleSec.orElse(0) >= 0) || Double.isInfinite(rescaleSec.orElse(0))) {
            throw new IllegalArgumentException("'" + RESCALE_TIME + "' of '" + Malleability.KEY
                    + "' must be a number of seconds, and requires '" + TIMES + "', found " + rescaleSec.orElse(0));
        }
    }

    /** Returns the pace that a jobspec states there; empty where it states nothing. */
    static Optional<Pace> of(Map<?, ?> said) {
        @Nullable Object times = said.get(TIMES);
        OptionalDouble rescale = said.containsKey(RESCALE_TIME)
                ? OptionalDouble.of(number(RESCALE_TIME, said.get(RESCALE_TIME)))
                : OptionalDouble.empty();
        if (times == null) {
            if (rescale.isPresent()) {
                throw new IllegalArgumentException(
                        "'" + RESCALE_TIME + "' of '" + Malleability.KEY + "' requires '" + TIMES + "'");
            }
            return Optional.empty();
        }
        if (!(times instanceof Map<?, ?> all) || all.isEmpty()) {
            throw new IllegalArgumentException("'" + TIMES + "' of '" + Malleability.KEY
                    + "' must be a mapping of numbers of slots to seconds, found " + times);
        }
        SortedMap<Long, Double> seconds = new TreeMap<>();
        all.forEach((slots, sec) -> seconds.put(slots(slots), number(TIMES, sec)));
        return Optional.of(new Pace(seconds, rescale));
    }

    private static long slots(@Nullable Object said) {
        try {
            return Long.parseLong(String.valueOf(said));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + TIMES + "' of '" + Malleability.KEY + "' must have numbers of slots as keys, found " + said,
                    e);
        }
    }

    private static double number(String key, @Nullable Object said) {
        if (said instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                "'" + key + "' of '" + Malleability.KEY + "' must be in seconds, found " + said);
    }
}
