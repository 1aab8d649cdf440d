package io.banyan.rpc.execute;

import io.banyan.resource.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cgroup (version 2) that is the daemon's to divide, with one below it for each job. Missing features are logged
 * once, and jobs run without them.
 */
final class Cgroups {
    private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
    private static final List<String> CONTROLLERS = List.of("cpuset", "cpu", "memory", "pids");
    static final String PROCESSES = "cgroup.procs";

    private final Path root;

    private Cgroups(Path root) {
        this.root = root;
    }

    /** That of a directory; empty, with a line in the log, if it cannot be divided. */
    static Optional<Cgroups> at(Path root) {
        if (!Files.exists(root.resolve(PROCESSES))) {
            LOG.warn("Jobs run without cgroups: {} is not a cgroup of version 2 (execution.cgroup)", root);
            return Optional.empty();
        }
        Path trial = root.resolve("banyan-trial");
        try {
            Files.createDirectory(trial);
            Files.delete(trial);
        } catch (IOException e) {
            LOG.warn("Jobs run without cgroups: {} is not delegated to this daemon: {}", root, reason(e));
            return Optional.empty();
        }
        CONTROLLERS.forEach(controller -> enable(root, controller));
        var missing = new TreeSet<>(CONTROLLERS);
        missing.removeAll(words(root.resolve("cgroup.subtree_control")));
        missing.remove("pids");
        if (!missing.isEmpty()) {
            LOG.warn(
                    "The cgroups of jobs below {} end all processes of a job but do not limit {}, because the required controllers are not available",
                    root,
                    String.join(", ", missing));
        }
        return Optional.of(new Cgroups(root));
    }

    private static void enable(Path root, String controller) {
        try {
            Files.writeString(root.resolve("cgroup.subtree_control"), "+" + controller);
        } catch (IOException e) {
            LOG.debug("{} has no controller {}: {}", root, controller, reason(e));
        }
    }

    private static List<String> words(Path file) {
        try {
            return List.of(Files.readString(file).replace("+", "").strip().split("\\s+"));
        } catch (IOException e) {
            return List.of();
        }
    }

    static String reason(IOException e) {
        return e.getClass().getSimpleName() + " " + e.getMessage();
    }

    /** That of a job, whether it is there or not. */
    JobCgroup of(JobId job) {
        return new JobCgroup(root.resolve("job-" + job));
    }
}
