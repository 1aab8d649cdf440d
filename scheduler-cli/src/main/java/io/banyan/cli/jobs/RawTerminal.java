package io.banyan.cli.jobs;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.TerminalDevice;
import io.banyan.rpc.process.Signals;
import io.banyan.rpc.wire.client.InputMessages.WindowSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The terminal of this command, while a job has it: each key goes to the job, also those that send signals. A separate
 * process restores the settings as soon as this process ends, in whatever way.
 */
final class RawTerminal implements AutoCloseable {
    private static final String TTY = "/dev/tty";
    /**
     * Waits for the end of its standard input. The signals for this command, and that of a process in the background
     * which changes a terminal, do not end or stop it.
     */
    private static final String KEEPER = "trap '' INT QUIT TERM HUP TSTP TTOU; saved=$(stty -g <" + TTY
            + ") && stty raw -echo <" + TTY + " && echo set && { cat >/dev/null; stty \"$saved\" <" + TTY + "; }";

    private static final long MOST_SECONDS = 10;

    private volatile WindowSize size;
    private @Nullable Process keeper;
    private @Nullable Signals changes;
    private boolean isClosed;

    /**
     * The terminal as it is.
     *
     * @param in the standard input of this command
     * @throws CommandFailure where that is no terminal, or this command runs in its background
     */
    RawTerminal(InputStream in) {
        if (!in.equals(System.in) || !StandardInput.isTerminal() || !StandardInput.isOpenForReading()) {
            throw CommandFailure.no("--pty requires standard input to be a terminal");
        }
        if (!StandardInput.canBeRead()) {
            throw CommandFailure.no("--pty cannot be used by a background process of a terminal");
        }
        size = look();
    }

    /** The size of its window. */
    WindowSize size() {
        return size;
    }

    /**
     * From now on each key is a byte of standard input.
     *
     * @param changed runs when the window has another size
     * @throws IOException where the settings cannot be changed
     */
    synchronized void set(Runnable changed) throws IOException {
        if (isClosed) {
            return;
        }
        Process started = new ProcessBuilder("/bin/sh", "-c", KEEPER)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        keeper = started;
        if (started.getInputStream().read() < 0) {
            throw new IOException("the terminal cannot be set to raw mode");
        }
        changes = Signals.on("WINCH", () -> {
            lookAgain();
            changed.run();
        });
        lookAgain();
        changed.run();
    }

    private void lookAgain() {
        try {
            size = look();
        } catch (CommandFailure gone) {
            // Standard input ends then, and the job with it.
        }
    }

    private static WindowSize look() {
        try {
            return TerminalDevice.size(ProcessBuilder.Redirect.INHERIT);
        } catch (IOException e) {
            throw CommandFailure.no("cannot get the size of the terminal: " + e.getMessage());
        }
    }

    /** Puts the settings back. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (changes != null) {
            changes.close();
            changes = null;
        }
        if (keeper != null) {
            release(keeper);
            keeper = null;
        }
    }

    private static void release(Process keeper) {
        try {
            OutputStream to = keeper.getOutputStream();
            to.close();
            var unused = keeper.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (IOException gone) {
            // It has put them back.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
