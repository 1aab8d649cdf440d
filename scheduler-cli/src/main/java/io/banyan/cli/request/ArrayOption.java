package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.rset.IdSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of {@code --array}: the indices of an array, such as {@code 0-99}, {@code 1,4-6} or {@code 0-15:4%2}.
 *
 * @param indices the indices of its jobs
 * @param atOnce the number of its jobs that may run at once; 0 for all
 */
record ArrayOption(IdSet indices, int atOnce) {
    private static final Pattern AT_ONCE = Pattern.compile("%([0-9]+)$");
    private static final Pattern STEPS = Pattern.compile("([0-9]{1,18})-([0-9]{1,18}):([0-9]{1,18})");
    private static final int MOST_DIGITS = 9;

    /**
     * Reads the value of the option. O(indices).
     *
     * @throws IllegalArgumentException with one sentence, where a range is malformed or there are too many indices
     * @throws CommandFailure wrong use, where it names no indices or no number of jobs at once
     */
    static ArrayOption parse(String value) {
        if (value.isBlank() || value.startsWith("%")) {
            throw CommandFailure.wrongUse("--array requires indices, such as 0-99");
        }
        Matcher limit = AT_ONCE.matcher(value);
        if (!limit.find()) {
            return new ArrayOption(indices(value), 0);
        }
        String number = limit.group(1);
        if (number.length() > MOST_DIGITS || Integer.parseInt(number) == 0) {
            throw CommandFailure.wrongUse("--array requires a number of at least 1 after '%', found '" + value + "'");
        }
        return new ArrayOption(indices(value.substring(0, limit.start())), Integer.parseInt(number));
    }

    private static IdSet indices(String text) {
        try {
            return text.indexOf(':') < 0 ? IdSet.parse(text) : stepped(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--array: " + e.getMessage(), e);
        }
    }

    private static IdSet stepped(String text) {
        IdSet.Builder indices = IdSet.builder();
        for (String part : text.split(",", -1)) {
            Matcher steps = STEPS.matcher(part);
            if (steps.matches()) {
                addSteps(steps, text, indices);
            } else {
                indices.addAll(IdSet.parse(part));
            }
        }
        return indices.build();
    }

    private static void addSteps(Matcher steps, String text, IdSet.Builder indices) {
        long first = Long.parseLong(steps.group(1));
        long last = Long.parseLong(steps.group(2));
        long step = Long.parseLong(steps.group(3));
        if (step == 0 || last < first) {
            throw new IllegalArgumentException(
                    "expected FIRST-LAST:STEP with a STEP of at least 1, such as 0-15:4, found '" + text + "'");
        }
        if ((last - first) / step >= ArrayPlace.MOST) {
            throw new IllegalArgumentException(
                    "an array can have at most " + ArrayPlace.MOST + " jobs, found " + ((last - first) / step + 1));
        }
        for (long index = first; index <= last; index += step) {
            indices.add(index);
        }
    }
}
