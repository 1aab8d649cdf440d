package io.banyan.queue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The rule for stops of running jobs in favour of more urgent jobs that find no room.
 *
 * @param urgency the minimum urgency of jobs that cause stops; 0 for none
 * @param mode the treatment of stopped jobs
 * @param victims the jobs that may be stopped
 */
public record Preemption(int urgency, Mode mode, Victims victims) {
    /** The outcome for a job that is stopped. */
    public enum Mode {
        /** The job waits again. */
        REQUEUE,
        /** The job is cancelled. */
        CANCEL
    }

    /** The jobs that may be stopped, of those that are less urgent. */
    public enum Victims {
        /** All jobs whose jobspecs do not forbid it. */
        ALL,
        /** The jobs whose jobspecs say that they may be stopped. */
        WILLING
    }

    /** No job is stopped. */
    public static final Preemption NONE = new Preemption(0, Mode.REQUEUE, Victims.ALL);

    private static final int MOST_URGENT = 31;

    /** Checks the urgency. */
    public Preemption {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(victims, "victims");
        if (urgency < 0 || urgency > MOST_URGENT) {
            throw new IllegalArgumentException(
                    "the urgency of preempting jobs must be 1 to " + MOST_URGENT + ", found " + urgency);
        }
    }

    /** Whether no job is ever stopped. */
    public boolean isOff() {
        return urgency == 0;
    }

    /**
     * Whether a job may be stopped whose jobspec says this.
     *
     * @param goesOn whether it goes on later from where it was: then it is willing, unless it says otherwise
     */
    public boolean isVictim(Optional<Boolean> preemptible, boolean goesOn) {
        return preemptible.orElse(victims == Victims.ALL || goesOn);
    }

    /**
     * Reads the notation {@code urgency=28,mode=requeue,victims=all}, in which the first part is required; nothing for
     * {@link #NONE}.
     *
     * @throws IllegalArgumentException with one sentence that describes the error
     */
    public static Preemption parse(String text) {
        if (text.isBlank()) {
            return NONE;
        }
        Map<String, String> said = new LinkedHashMap<>(Map.of("mode", "requeue", "victims", "all"));
        for (String word : List.of(text.split(",", -1))) {
            int sign = word.indexOf('=');
            String key = sign < 0 ? word : word.substring(0, sign);
            if (sign < 0 || !List.of("urgency", "mode", "victims").contains(key)) {
                throw new IllegalArgumentException(
                        "expected urgency=N, mode=requeue or cancel, and victims=all or willing, found '" + word + "'");
            }
            said.put(key, word.substring(sign + 1));
        }
        String urgency = said.getOrDefault("urgency", "");
        if (!urgency.matches("[0-9]{1,2}") || urgency.matches("0+")) {
            throw new IllegalArgumentException(
                    "urgency=N must be from 1 to " + MOST_URGENT + ", found '" + urgency + "'");
        }
        return new Preemption(
                Integer.parseInt(urgency),
                one(Mode.values(), "mode", said.getOrDefault("mode", "")),
                one(Victims.values(), "victims", said.getOrDefault("victims", "")));
    }

    private static <E extends Enum<E>> E one(E[] all, String key, String word) {
        for (E each : all) {
            if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException(key + " must be one of "
                + String.join(
                        ", ",
                        List.of(all).stream()
                                .map(it -> it.name().toLowerCase(Locale.ROOT))
                                .toList())
                + ", found '" + word + "'");
    }

    /** Returns the rule as it is configured. */
    @Override
    public String toString() {
        return isOff()
                ? ""
                : "urgency=" + urgency + ",mode=" + mode.name().toLowerCase(Locale.ROOT) + ",victims="
                        + victims.name().toLowerCase(Locale.ROOT);
    }
}
