package io.banyan.cli.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files of srun that each task has for itself: those whose names have {@code %t}, the number of the task, or
 * {@code %n}, that of its node. Each task opens its own.
 *
 * @param output for standard output; empty where all tasks write to one file
 * @param errors the same for standard error
 * @param isJoined whether standard error goes to the file for standard output
 */
record TaskFiles(Optional<String> output, Optional<String> errors, boolean isJoined) {
    private static final Pattern PLACEHOLDER = Pattern.compile("%([0-9]{0,2})([jJtnNsux%])");
    private static final Pattern OF_TASK = Pattern.compile("%[0-9]{0,2}[tn]");

    /** The files that these options name. */
    static TaskFiles of(Optional<String> output, Optional<String> errors) {
        return new TaskFiles(output.filter(TaskFiles::isOfTask), errors.filter(TaskFiles::isOfTask), errors.isEmpty());
    }

    /** Whether each task has a file of this name. */
    static boolean isOfTask(String name) {
        return OF_TASK.matcher(name).find();
    }

    /** The words of a task with its files. */
    List<String> words(List<String> command) {
        if (output.isEmpty() && errors.isEmpty()) {
            return command;
        }
        String script = "exec \"$@\""
                + output.map(name -> " >" + quoted(name) + (isJoined ? " 2>&1" : ""))
                        .orElse("")
                + errors.map(name -> " 2>" + quoted(name)).orElse("");
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", script, "srun"));
        words.addAll(command);
        return words;
    }

    /** The name as a shell of the task reads it. */
    private static String quoted(String name) {
        Matcher found = PLACEHOLDER.matcher(name);
        StringBuilder word = new StringBuilder("'");
        int end = 0;
        while (found.find()) {
            word.append(escaped(name.substring(end, found.start())))
                    .append("'\"")
                    .append(value(found.group(1), found.group(2)))
                    .append("\"'");
            end = found.end();
        }
        return word.append(escaped(name.substring(end))).append('\'').toString();
    }

    private static String escaped(String text) {
        return text.replace("'", "'\\''");
    }

    private static String value(String width, String letter) {
        String value = switch (letter) {
            case "t" -> "$SLURM_PROCID";
            case "n" -> "$SLURM_NODEID";
            case "N" -> "$SLURMD_NODENAME";
            case "s" -> "${SLURM_STEP_ID:-0}";
            case "u" -> "$SLURM_JOB_USER";
            case "x" -> "$SLURM_JOB_NAME";
            case "%" -> "%";
            default -> "$SLURM_JOB_ID";
        };
        boolean isPadded = !width.isEmpty() && "jJtns".contains(letter);
        return isPadded ? "$(printf %0" + width + "d " + value + ")" : value;
    }
}
