package io.banyan.instance;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the command ended for which an instance was spawned: what stands in the detail of its job, from where it can be read again.
 *
 * @param status of the process, as a shell has it: 128 and more where a signal ended it
 */
public record CommandEnd(int status) {
    private static final int SIGNALLED = 128;
    private static final int MOST = 255;
    private static final Pattern FORM = Pattern.compile("its command ended with status (\\d{1,3})");

    /** Checks the status. */
    public CommandEnd {
        if (status < 0 || status > MOST) {
            throw new IllegalArgumentException("the status of a process is 0 to " + MOST + ", found " + status);
        }
    }

    /** The status that stands in the detail of a job; empty where that tells of no command's end. O(length). */
    public static OptionalInt in(String detail) {
        Matcher found = FORM.matcher(detail);
        return found.lookingAt() && Integer.parseInt(found.group(1)) <= MOST
                ? OptionalInt.of(Integer.parseInt(found.group(1)))
                : OptionalInt.empty();
    }

    @Override
    public String toString() {
        return "its command ended with status " + status
                + (status > SIGNALLED ? " (signal " + (status - SIGNALLED) + ")" : "");
    }
}
