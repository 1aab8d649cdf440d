package io.banyan.cli.output;

import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads and writes. Tests give their own.
 *
 * @param in standard input
 * @param out results
 * @param err reasons, warnings and progress
 */
public record Terminal(InputStream in, PrintWriter out, PrintWriter err) {
    /** The process's own streams, in UTF-8. */
    public static Terminal ofThisProcess() {
        return new Terminal(
                System.in,
                new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), false),
                new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true));
    }
}
