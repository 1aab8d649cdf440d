package io.banyan.instance.message.value;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The end of the command for which an instance was spawned, as written to the detail of its job and read from there.
 *
 * @param status of the process, as a shell has it: 128 and more where a signal ended it
 */
public record CommandEnd(int status) {
    /** The text in the detail instead where the command did not begin; the reason follows. */
    public static final String NOT_BEGUN = "its command could not be started: ";

    /** The text in the detail instead where the end of the command was missed. */
    public static final String UNSEEN = "its command ended while its daemon was away, and nobody saw how";

    private static final int SIGNALLED = 128;
    private static final int MOST_SIGNALS = 64;
    private static final int MOST = 255;
    private static final Pattern FORM = Pattern.compile("its command ended with status (\\d{1,3})");

    /** The detail of a job whose command did not begin, in one line. O(length). */
    public static String notBegun(String why) {
        return NOT_BEGUN + why.lines().map(String::strip).collect(Collectors.joining(" "));
    }

    /** Checks the status. */
    public CommandEnd {
        if (status < 0 || status > MOST) {
            throw new IllegalArgumentException("the status of a process is 0 to " + MOST + ", found " + status);
        }
    }

    /**
     * Returns the exit status in the detail of a job; empty if the detail does not state the end of a command.
     * O(length).
     */
    public static OptionalInt in(String detail) {
        Matcher found = FORM.matcher(detail);
        return found.lookingAt() && Integer.parseInt(found.group(1)) <= MOST
                ? OptionalInt.of(Integer.parseInt(found.group(1)))
                : OptionalInt.empty();
    }

    /** Whether this detail states the failure of a command. O(length). */
    public static boolean isFailure(String detail) {
        return detail.startsWith(NOT_BEGUN)
                || detail.startsWith(UNSEEN)
                || in(detail).orElse(0) != 0;
    }

    /** Whether this detail states how a command ended, or that it could not be started. O(length). */
    public static boolean isTold(String detail) {
        return in(detail).isPresent() || isFailure(detail);
    }

    @Override
    public String toString() {
        boolean isSignal = status > SIGNALLED && status <= SIGNALLED + MOST_SIGNALS;
        return "its command ended with status " + status + (isSignal ? " (signal " + (status - SIGNALLED) + ")" : "");
    }
}
