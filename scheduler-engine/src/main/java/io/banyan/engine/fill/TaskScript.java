package io.banyan.engine.fill;

import io.banyan.workflow.batch.BatchJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The line of the shell that runs a job as a task of a filler. Its first line is a comment with the name of the job, by
 * which an engine that was killed finds the task again.
 */
final class TaskScript {
    private static final String MARK = "# ";
    private static final String RAN = "ran";

    private TaskScript() {}

    /** Returns the variables that all jobs set to the same value. */
    static SortedMap<String, String> shared(List<BatchJob> jobs) {
        SortedMap<String, String> shared = new TreeMap<>(jobs.getFirst().environment());
        for (BatchJob job : jobs) {
            shared.entrySet().retainAll(job.environment().entrySet());
        }
        return shared;
    }

    /** Returns the line of a job, without the variables that all jobs share. */
    static String of(BatchJob job, Map<String, String> shared) {
        var script = new StringBuilder(MARK + job.name() + "\nexec 2>&1\n");
        if (isInOwnDirectory(job)) {
            // The rest of a run whose worker was lost is removed.
            Path own = own(job);
            script.append("mkdir ")
                    .append(quoted(own.resolve(RAN)))
                    .append(" 2>/dev/null || find ")
                    .append(quoted(job.directory()))
                    .append(" -mindepth 1 -delete\n");
        }
        job.environment().forEach((name, value) -> {
            if (!value.equals(shared.get(name))) {
                script.append("export ")
                        .append(name)
                        .append('=')
                        .append(quoted(value))
                        .append('\n');
            }
        });
        script.append("cd ").append(quoted(job.directory())).append(" && exec");
        job.words().forEach(word -> script.append(' ').append(quoted(word)));
        return script.toString();
    }

    /** Returns the name of the job of a line. */
    static String name(String line) {
        int end = line.indexOf('\n');
        return line.startsWith(MARK) && end > 0 ? line.substring(MARK.length(), end) : "";
    }

    /** Returns whether a job can be a task: its name is one line, and a shell can have all its words. */
    static boolean canBe(BatchJob job) {
        return job.name().indexOf('\n') < 0
                && job.words().stream().allMatch(word -> word.indexOf('\0') < 0)
                && job.environment().keySet().stream().allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
    }

    /**
     * Returns whether a job may run again in its directory after a run that was broken off: the directory is not its
     * own, or is empty before the first run.
     */
    static boolean mayRunAgain(BatchJob job) throws IOException {
        if (!isInOwnDirectory(job)) {
            return true;
        }
        try (Stream<Path> files = Files.list(job.directory())) {
            return files.findAny().isEmpty();
        }
    }

    /** Returns whether a job has a directory of its own, which is beside its output and nothing else is in. */
    private static boolean isInOwnDirectory(BatchJob job) {
        return own(job).equals(job.directory().getParent());
    }

    private static Path own(BatchJob job) {
        return Objects.requireNonNull(job.output().toAbsolutePath().getParent());
    }

    private static String quoted(Object word) {
        return "'" + word.toString().replace("'", "'\\''") + "'";
    }
}
