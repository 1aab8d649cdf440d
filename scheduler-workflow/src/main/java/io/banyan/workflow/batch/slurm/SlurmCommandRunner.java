package io.banyan.workflow.batch.slurm;

import java.io.IOException;
import java.util.List;

/** The execution of Slurm's commands. This module starts no process and does not sleep, so its callers bring this. */
public interface SlurmCommandRunner {
    /**
     * The answer of a command.
     *
     * @param status its exit status
     * @param output its standard output
     * @param errors its standard error
     * @param timedOut whether it was killed because it took too long
     */
    record Answer(int status, String output, String errors, boolean timedOut) {}

    /**
     * Runs a command to its end, with a time limit. Blocks.
     *
     * @param words the program, found on the path, and its arguments
     * @param input its standard input
     * @throws IOException if it cannot be started
     */
    Answer run(List<String> words, String input) throws IOException;

    /**
     * Waits for a number of seconds.
     *
     * @throws IOException if the wait is interrupted
     */
    void pause(int seconds) throws IOException;
}
