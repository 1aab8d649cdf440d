package io.banyan.rpc.execute;

import io.banyan.jobspec.ShellOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How each line that the processes of a job write gets the number of its task before it: a program for each process and
 * stream reads the lines from a pipe. It ends with the last writer of the pipe, also at a requested end of the job, so
 * that the last output is not lost.
 *
 * @param before lines of the job's script before the processes
 * @param redirections of the processes, in the order of their ranks
 */
record JobLabels(String before, List<String> redirections) {
    /** The most processes whose lines get labels. */
    static final int MOST = 1_024;

    private static final String OUTPUT = "output";
    private static final String ERRORS = "errors";

    /** Copies the list. */
    JobLabels {
        redirections = List.copyOf(redirections);
    }

    /**
     * The labels of so many processes.
     *
     * @param directory of the job, in which the pipes are made
     * @param areApart whether standard error goes to a file of its own
     * @throws IllegalArgumentException with one sentence, where they are too many
     */
    static JobLabels of(ShellOptions options, int processes, Path directory, boolean areApart) {
        boolean hasOutput = options.labelsOutput();
        boolean hasErrors = areApart && options.labelsErrors();
        if (!hasOutput && !hasErrors) {
            return new JobLabels(
                    "", IntStream.range(0, processes).mapToObj(rank -> "").toList());
        }
        if (processes > MOST) {
            throw new IllegalArgumentException(
                    "at most " + MOST + " tasks can have labels before their lines, but the job has " + processes);
        }
        String before = IntStream.range(0, processes)
                .mapToObj(rank -> (hasOutput ? reader(directory, OUTPUT, rank, "") : "")
                        + (hasErrors ? reader(directory, ERRORS, rank, " >&2") : ""))
                .collect(Collectors.joining());
        List<String> redirections = IntStream.range(0, processes)
                .mapToObj(rank -> (hasOutput ? " >" + pipe(directory, OUTPUT, rank) + (areApart ? "" : " 2>&1") : "")
                        + (hasErrors ? " 2>" + pipe(directory, ERRORS, rank) : ""))
                .toList();
        return new JobLabels(before, redirections);
    }

    private static String pipe(Path directory, String stream, int rank) {
        return JobScript.quoted(directory.resolve(stream + "." + rank).toString());
    }

    private static String reader(Path directory, String stream, int rank, String to) {
        String pipe = pipe(directory, stream, rank);
        return "mkfifo " + pipe + "\n(trap '' TERM; exec sed -u 's/^/" + rank + ": /' <" + pipe + to + " 3<&-) &\n";
    }
}
