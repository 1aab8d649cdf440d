package io.banyan.jobspec;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The times that a job needs for a checkpoint and a restart, as its jobspec states them: {@code
 * attributes.system.banyan.checkpoint}.
 *
 * @param withinSec the maximum time from the request to stop until the checkpoint is written
 * @param restartSec the time from a new start until the job has restored its state; empty if the jobspec does not state
 *     it
 */
public record CheckpointTimes(long withinSec, OptionalLong restartSec) {
    private static final String WITHIN = "within";
    private static final String RESTART = "restart";
    private static final long LONGEST = 86_400;

    /** Checks the times. */
    public CheckpointTimes {
        Objects.requireNonNull(restartSec, "restartSec");
        if (withinSec < 1 || withinSec > LONGEST || restartSec.orElse(0) < 0 || restartSec.orElse(0) > LONGEST) {
            throw wrong("{" + WITHIN + "=" + withinSec + ", " + RESTART + "=" + restartSec.orElse(0) + "}");
        }
    }

    private static IllegalArgumentException wrong(Object said) {
        return new IllegalArgumentException(
                "'" + Extensions.CHECKPOINT + "' must be {" + WITHIN + ": SECONDS}, from 1 to " + LONGEST + ", and "
                        + RESTART + ": SECONDS with it if that is known, 0 or more, found " + said);
    }

    /** Returns the checkpoint times that a jobspec states; empty where it states nothing. */
    static Optional<CheckpointTimes> of(@Nullable Object said) {
        if (said == null) {
            return Optional.empty();
        }
        if (!(said instanceof Map<?, ?> map) || !Set.of(WITHIN, RESTART).containsAll(map.keySet())) {
            throw wrong(said);
        }
        OptionalLong restart =
                map.containsKey(RESTART) ? OptionalLong.of(seconds(said, map.get(RESTART))) : OptionalLong.empty();
        return Optional.of(new CheckpointTimes(seconds(said, map.get(WITHIN)), restart));
    }

    private static long seconds(Object all, @Nullable Object said) {
        if (said instanceof Integer || said instanceof Long) {
            return ((Number) said).longValue();
        }
        throw wrong(all);
    }
}
