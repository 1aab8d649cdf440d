package io.banyan.cli;

import io.banyan.cli.output.ResultStream;
import io.banyan.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The result of one command, run inside of the test's own process. What it printed as JSON is held to
 * {@link JsonReference}.
 */
public record Run(int status, String out, String err) {
    public static Run banyan(String... args) {
        return banyanReading("", args);
    }

    /** A command of whose output nobody reads anything. */
    public static Run banyanUnread(String... args) {
        StringWriter err = new StringWriter();
        PrintWriter closed = new PrintWriter(new StringWriter());
        closed.close();
        int status =
                Banyan.run(new Terminal(new ByteArrayInputStream(new byte[0]), closed, new PrintWriter(err)), args);
        return new Run(status, "", err.toString());
    }

    /** A command that may print what is no text. */
    public static Run banyanPrinting(OutputStream bytes, String... args) {
        StringWriter err = new StringWriter();
        var out = new PrintWriter(bytes, true, StandardCharsets.UTF_8);
        var in = new ByteArrayInputStream(new byte[0]);
        int status =
                Banyan.run(new Terminal(in, out, new PrintWriter(err), Optional.of(new ResultStream(bytes))), args);
        return new Run(status, "", err.toString());
    }

    /** A command that says what it has to say to people while it goes on. */
    public static Run banyanTelling(StringWriter err, String... args) {
        StringWriter out = new StringWriter();
        var terminal = new Terminal(new ByteArrayInputStream(new byte[0]), new PrintWriter(out), new PrintWriter(err));
        int status = Banyan.run(terminal, args);
        return new Run(status, out.toString(), err.toString());
    }

    public static Run banyanReading(String input, String... args) {
        return banyanReading(input.getBytes(StandardCharsets.UTF_8), args);
    }

    /** A command that reads what may be no text. */
    public static Run banyanReading(byte[] input, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal terminal = new Terminal(new ByteArrayInputStream(input), new PrintWriter(out), new PrintWriter(err));
        int status = Banyan.run(terminal, args);
        terminal.out().flush();
        terminal.err().flush();
        JsonReference.page().check(List.of(args), out.toString());
        return new Run(status, out.toString(), err.toString());
    }
}
