package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.JobFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.SubmissionCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Reads the jobspec that a command is given, from a file or from standard input ({@code -}). */
public final class JobspecInput {
    private static final long MAX_BYTES = 4L * JobspecReader.MAX_LENGTH;
    private static final String STANDARD_INPUT = "-";
    private static final Pattern NAME = Pattern.compile(".*\\.(?:ya?ml|json)");

    private JobspecInput() {}

    /** Whether a word is the name of a jobspec, and of no program. */
    public static boolean isNamed(String word) {
        return NAME.matcher(word).matches() && !Files.isExecutable(Path.of(word));
    }

    /** Returns how messages call the file. */
    static String name(String file) {
        return file.equals(STANDARD_INPUT) ? "standard input" : file;
    }

    /**
     * The jobspec.
     *
     * @throws CommandFailure where there is none
     */
    public static Jobspec read(String file, Terminal terminal) {
        return parsed(text(file, terminal), name(file));
    }

    /**
     * The text of a file or of standard input.
     *
     * @throws CommandFailure where there is none
     */
    static String text(String file, Terminal terminal) {
        String name = name(file);
        try {
            return file.equals(STANDARD_INPUT)
                    ? Texts.read(terminal.in(), name, MAX_BYTES)
                    : Texts.read(Path.of(file), BatchScript.isFile(file) ? JobFiles.MOST_BYTES : MAX_BYTES);
        } catch (IOException e) {
            throw CommandFailure.no(name + ": " + Texts.reason(e));
        }
    }

    /**
     * The jobspec in a text, checked as one that is submitted.
     *
     * @throws CommandFailure where there is none, or it cannot be submitted
     */
    static Jobspec submitted(String text, String name) {
        Jobspec jobspec = parsed(text, name);
        try {
            SubmissionCheck.check(jobspec);
            var unused = Conditions.of(jobspec);
            return jobspec;
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(name + ": " + e.getMessage());
        }
    }

    private static Jobspec parsed(String text, String name) {
        try {
            return JobspecReader.read(text, name);
        } catch (JobspecException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }
}
