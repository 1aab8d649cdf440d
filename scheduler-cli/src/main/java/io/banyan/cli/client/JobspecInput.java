package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the jobspec that a command is given, from a file or from standard input ({@code -}). */
public final class JobspecInput {
    private static final long MAX_BYTES = 4L * JobspecReader.MAX_LENGTH;
    private static final String STANDARD_INPUT = "-";

    private JobspecInput() {}

    /**
     * The jobspec.
     *
     * @throws CommandFailure where there is none
     */
    public static Jobspec read(String file, Terminal terminal) {
        try {
            return file.equals(STANDARD_INPUT)
                    ? JobspecReader.read(Texts.read(terminal.in(), "standard input", MAX_BYTES), "standard input")
                    : JobspecReader.read(Texts.read(Path.of(file), MAX_BYTES), file);
        } catch (JobspecException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }
}
