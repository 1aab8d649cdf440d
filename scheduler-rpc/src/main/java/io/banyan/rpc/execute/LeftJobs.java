package io.banyan.rpc.execute;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The jobs of an ended daemon with running processes: their first processes, and the site's programs before and after
 * them.
 */
public final class LeftJobs {
    private static final Pattern NAME = Pattern.compile(
            "([1-9][0-9]{0,17})\\.(" + JobDirectory.PID + "|" + Hooks.PROLOG + "|" + Hooks.EPILOG + ")");

    private LeftJobs() {}

    /**
     * Jobs that still run, each as the subject of a sentence. O(kept job directories).
     *
     * @throws IOException if the directories cannot be listed
     */
    public static List<String> of(StateDirectory state) throws IOException {
        if (!Files.isDirectory(state.jobs())) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(state.jobs())) {
            return all.sorted().flatMap(file -> running(file).stream()).toList();
        }
    }

    private static Optional<String> running(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        String what = name.group(2).equals(JobDirectory.PID)
                ? "job " + name.group(1)
                : "the " + name.group(2) + " of job " + name.group(1);
        return PidFile.noted(file).map(process -> what + " (process " + process.pid() + ")");
    }
}
