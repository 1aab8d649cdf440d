package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calls of Slurm's commands, in an environment that does not depend on the user, and their failures as sentences. */
final class SlurmCall {
    /** Variables of the user that would hide jobs from {@code squeue}. */
    private static final List<String> HIDING = List.of(
            "SQUEUE_STATES", "SQUEUE_PARTITION", "SQUEUE_USERS", "SQUEUE_ACCOUNT", "SQUEUE_QOS", "SQUEUE_LICENSES");

    /** After these errors a call may have had its effect or not; any other error is a refusal by Slurm. */
    private static final Pattern UNHEARD = Pattern.compile(
            "timed out|contact|connect|communicat|zero bytes|resolve|not responding|temporarily|try again|slurm.conf|"
                    + "configuration source|munge|authenti",
            Pattern.CASE_INSENSITIVE);

    private final SlurmCommandRunner commands;
    private final List<String> environment;

    SlurmCall(SlurmCommandRunner commands, SlurmBatchSettings settings) {
        this.commands = commands;
        List<String> words = new ArrayList<>(List.of("env"));
        HIDING.forEach(name -> words.addAll(List.of("-u", name)));
        // Times are seconds since 1970, and lists of array tasks are complete.
        words.addAll(List.of("LC_ALL=C", "SLURM_TIME_FORMAT=%s", "SLURM_BITSTR_LEN=0"));
        settings.config().ifPresent(file -> words.add("SLURM_CONF=" + file));
        this.environment = List.copyOf(words);
    }

    /** Runs a command, whatever its exit status. */
    Answer run(List<String> words, String input) throws BatchException {
        List<String> all = new ArrayList<>(environment);
        all.addAll(words);
        try {
            return commands.run(all, input);
        } catch (IOException e) {
            throw BatchException.noAnswer("Slurm's command " + words.getFirst() + " " + e.getMessage() + ".");
        }
    }

    Answer run(String... words) throws BatchException {
        return run(List.of(words), "");
    }

    /** Runs a command that must succeed, and returns its output. */
    String output(String... words) throws BatchException {
        return output(Arrays.asList(words));
    }

    /** Runs a command that must succeed, and returns its output. */
    String output(List<String> words) throws BatchException {
        Answer answer = run(words, "");
        if (answer.status() != 0) {
            throw failure(words.getFirst(), answer);
        }
        return answer.output();
    }

    /** Returns the failure of a command. */
    static BatchException failure(String what, Answer answer) {
        if (answer.timedOut()) {
            return BatchException.noAnswer("Slurm did not answer " + what + " in time.");
        }
        String errors = errors(answer);
        String sentence = "Slurm's command " + what + " failed with status " + answer.status()
                + (errors.isEmpty() ? "." : ": " + errors + ".");
        return isUnheard(answer) ? BatchException.noAnswer(sentence) : BatchException.refused(sentence);
    }

    /** Returns whether a command that failed may have had its effect. */
    static boolean isUnheard(Answer answer) {
        return answer.timedOut()
                || answer.errors().isBlank()
                || UNHEARD.matcher(answer.errors()).find();
    }

    /** Returns the standard error in one line, without the name of the command before each sentence. */
    static String errors(Answer answer) {
        return answer.errors()
                .lines()
                .map(line -> line.replaceFirst("^[a-z]+: ((fatal|error): )?", "")
                        .replaceFirst("^Batch job submission failed: ", "")
                        .strip())
                .filter(line -> !line.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Returns the failure to read an answer. */
    static BatchException unreadable(String what, IllegalArgumentException e) {
        return BatchException.refused(
                "The answer of Slurm's command " + what + " has an unknown form: " + e.getMessage() + ".");
    }

    /** Waits. */
    void pause(int seconds) throws BatchException {
        try {
            commands.pause(seconds);
        } catch (IOException e) {
            throw BatchException.noAnswer("The wait for Slurm was interrupted: " + e.getMessage() + ".");
        }
    }
}
