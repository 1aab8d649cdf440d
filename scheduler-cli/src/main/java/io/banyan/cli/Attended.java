package io.banyan.cli;

import io.banyan.cli.output.ExitStatus;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Runs one command, and ends with the process that started it: its standard input ends then. No daemon outlives a
 * rehearsal that is killed.
 */
final class Attended {
    private Attended() {}

    /** Takes the words of the command. */
    public static void main(String[] args) {
        Thread.ofPlatform().daemon().name("attended").start(Attended::endWithInput);
        Banyan.main(args);
    }

    private static void endWithInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException sameAsItsEnd) {
            // The stream is closed.
        } finally {
            System.exit(ExitStatus.NO);
        }
    }
}
