package io.banyan.rpc.execute;

import io.banyan.jobspec.InputOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the processes of a job get their standard input: lines of the job's script before they start, and the redirection
 * of each. The submitter's input arrives on the standard input of the script. Processes on other machines read the
 * job's environment first.
 *
 * @param before lines of the script before the processes
 * @param redirections of the processes, in the order of their ranks
 * @param after a line of the script behind them
 */
record JobInput(String before, List<String> redirections, String after) {
    /** The most processes that can all read the submitter's input: one program copies it to a pipe of each. */
    static final int MOST_READERS = 256;

    private static final String NO_SUBMITTER = " 3<&-";

    /** Copies the list. */
    JobInput {
        redirections = List.copyOf(redirections);
    }

    /**
     * The input of so many processes.
     *
     * @param directory of the job, in which the pipes are made
     * @param file resolves the name of a file
     * @param environment the file with the environment of processes on other machines; empty where they run here
     * @throws IllegalArgumentException with one sentence, where the processes cannot have it
     */
    static JobInput of(
            InputOptions options, int processes, Path directory, Optional<Path> file, Optional<Path> environment) {
        Optional<String> first = environment.map(path -> JobScript.quoted(path.toString()));
        return switch (options) {
            case InputOptions.Nothing it ->
                new JobInput("", every(processes, first.map(path -> " <" + path).orElse("")), "");
            case InputOptions.File it ->
                file(processes, directory, JobScript.quoted(file.orElseThrow().toString()), first);
            case InputOptions.Submitter it -> submitter(it.task(), processes, directory, first);
            case InputOptions.Terminal it -> {
                PseudoTerminal.require();
                yield submitter(OptionalLong.of(it.task()), processes, directory, first);
            }
        };
    }

    private static List<String> every(int processes, String redirection) {
        return IntStream.range(0, processes).mapToObj(rank -> redirection).toList();
    }

    private static String pipe(Path directory, int rank) {
        return JobScript.quoted(directory.resolve("input." + rank).toString());
    }

    private static JobInput file(int processes, Path directory, String file, Optional<String> environment) {
        if (environment.isEmpty()) {
            return new JobInput("", every(processes, " <" + file), "");
        }
        String before = IntStream.range(0, processes)
                .mapToObj(rank -> pipe(directory, rank))
                .map(pipe -> "mkfifo " + pipe + "\ncat " + environment.get() + " " + file + " >" + pipe + " &\n")
                .collect(Collectors.joining());
        return new JobInput(
                before,
                IntStream.range(0, processes)
                        .mapToObj(rank -> " <" + pipe(directory, rank))
                        .toList(),
                "");
    }

    private static JobInput submitter(OptionalLong task, int processes, Path directory, Optional<String> environment) {
        if (task.isPresent() && task.getAsLong() >= processes) {
            throw new IllegalArgumentException(
                    "its input is meant for task " + task.getAsLong() + ", but its tasks are 0 to " + (processes - 1));
        }
        List<Integer> readers = IntStream.range(0, processes)
                .filter(rank -> task.isEmpty() || task.getAsLong() == rank)
                .boxed()
                .toList();
        if (readers.size() > MOST_READERS) {
            throw new IllegalArgumentException("its input is meant for all of its " + processes + " tasks, but at most "
                    + MOST_READERS + " can read it");
        }
        boolean isDirect = environment.isEmpty() && readers.size() == 1;
        String others = environment.map(path -> " <" + path).orElse("") + NO_SUBMITTER;
        List<String> redirections = IntStream.range(0, processes)
                .mapToObj(rank -> !readers.contains(rank)
                        ? others
                        : isDirect ? " <&3" + NO_SUBMITTER : " <" + pipe(directory, rank) + NO_SUBMITTER)
                .toList();
        String before = "exec 3<&0 </dev/null\n" + (isDirect ? "" : copier(readers, directory, environment));
        return new JobInput(before, redirections, "exec 3<&-\n");
    }

    /**
     * The lines that copy to a pipe of each reader. A reader that has ended does not keep the others from reading on.
     */
    private static String copier(List<Integer> readers, Path directory, Optional<String> environment) {
        String pipes = readers.stream().map(rank -> pipe(directory, rank)).collect(Collectors.joining(" "));
        return "mkfifo " + pipes + "\n{ "
                + environment.map(path -> "cat " + path + "; ").orElse("") + "exec cat <&3 3<&-; } | tee -p " + pipes
                + " >/dev/null 3<&- &\n";
    }
}
