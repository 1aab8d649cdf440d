package io.banyan.rpc.wire.client;

import java.util.List;
import java.util.Locale;

/**
 * A signal that the processes of a job can get.
 *
 * @param name without SIG, such as {@code USR1}
 */
public record JobSignal(String name) {
    /** The names by their numbers on Linux, from 1 on; empty for a number that differs between processors. */
    private static final List<String> NAMES = List.of(
            "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
            "TERM", "", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF",
            "WINCH");

    /** Checks the name. */
    public JobSignal {
        if (name.isEmpty() || !NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "a signal must be a name such as USR1 or INT, or its number, found '" + name + "'");
        }
    }

    /**
     * The signal of a name with or without SIG, in any case, or of a number.
     *
     * @throws IllegalArgumentException with one sentence, where there is none
     */
    public static JobSignal parse(String text) {
        if (text.matches("[0-9]{1,2}")) {
            int number = Integer.parseInt(text);
            boolean isKnown = number >= 1
                    && number <= NAMES.size()
                    && !NAMES.get(number - 1).isEmpty();
            return new JobSignal(isKnown ? NAMES.get(number - 1) : text);
        }
        String name = text.toUpperCase(Locale.ROOT);
        return new JobSignal(NAMES.contains(name) || !name.startsWith("SIG") ? name : name.substring("SIG".length()));
    }

    @Override
    public String toString() {
        return name;
    }
}
