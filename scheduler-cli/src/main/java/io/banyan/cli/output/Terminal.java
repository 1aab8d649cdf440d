package io.banyan.cli.output;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The streams of a command. Tests pass their own.
 *
 * @param in standard input
 * @param out results
 * @param err reasons, warnings and progress
 * @param bytes the target of {@code out}, for binary output; empty if it takes text only
 */
public record Terminal(InputStream in, PrintWriter out, PrintWriter err, Optional<ResultStream> bytes) {
    /** For text alone. */
    public Terminal(InputStream in, PrintWriter out, PrintWriter err) {
        this(in, out, err, Optional.empty());
    }

    /** Whether the command is interactive: standard input and standard output are a terminal of this process. */
    @SuppressWarnings(
            "SystemConsoleNull") // Not that of the module java.base, which is chosen here: it is quick to load, too.
    public boolean isInteractive() {
        System.setProperty("jdk.console", "java.base");
        return in.equals(System.in) && System.console() != null;
    }

    /**
     * The width of the terminal that results go to; empty where they do not go to a terminal of this process. May start
     * a process.
     */
    public OptionalInt columns() {
        return in.equals(System.in) ? TerminalDevice.columns() : OptionalInt.empty();
    }

    /** Whether a result could not be written. Known after it was flushed. */
    public boolean isLost() {
        return out.checkError() || bytes.filter(ResultStream::isLost).isPresent();
    }

    /** Whether the failure is that the reader closed the pipe. */
    public boolean hasNoReader() {
        return bytes.filter(ResultStream::hasNoReader).isPresent();
    }

    /**
     * The exit status of a command with this one, which is no success where its result was lost. The loss is reported,
     * unless the reader closed the pipe.
     */
    public int statusWithResult(int status) {
        if (status != ExitStatus.DONE || !isLost()) {
            return status;
        }
        if (!hasNoReader()) {
            err.println("banyan: The result could not be written to standard output.");
        }
        return ExitStatus.NO;
    }

    /**
     * The process's own streams, in UTF-8. Of results it is known whether they could be written, which System.out keeps
     * to itself.
     */
    public static Terminal ofThisProcess() {
        var out = new ResultStream(new FileOutputStream(FileDescriptor.out));
        return new Terminal(
                System.in,
                new PrintWriter(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)), false),
                new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true),
                Optional.of(out));
    }

    /** Asks a question on standard error, and returns whether the answer on standard input is yes. */
    public boolean isConfirmed(String question) {
        err.print(question + " [y/N] ");
        err.flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            return answer != null && Set.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return false;
        }
    }
}
