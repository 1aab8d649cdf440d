package io.banyan.engine.fill;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A task of a filler. Its text, such as {@code banyan_wf_1_0/2.17}, stands in the place of the number of a job.
 *
 * @param reservation the name of the reservation of the filler
 * @param set the number of its set of tasks
 * @param task its index in the set
 */
public record FilledTask(String reservation, int set, int task) {
    private static final Pattern TEXT = Pattern.compile("([^/]+)/([0-9]{1,9})\\.([0-9]{1,9})");

    /** Returns the task of a text; empty for the number of a job. */
    public static Optional<FilledTask> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new FilledTask(
                        matcher.group(1), Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return reservation + "/" + set + "." + task;
    }
}
