package io.banyan.rpc.execute;

import io.banyan.instance.message.value.JobUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cgroup of one job: all descendants of its processes are in it, in whatever session, and can be ended at once.
 *
 * @param path its directory
 */
record JobCgroup(Path path) {
    private static final Logger LOG = LoggerFactory.getLogger(JobCgroup.class);
    private static final int MOST_LOOKS = 250;
    private static final long PAUSE_MILLIS = 20;

    /**
     * Makes it, with these limits as far as its controllers are there.
     *
     * @throws IOException with one sentence, if it cannot be made
     */
    void create(Map<String, String> limits) throws IOException {
        if (Files.exists(path)) {
            remove();
        }
        Files.createDirectory(path);
        limit(limits);
    }

    /** Sets these limits, as far as its controllers are there. */
    void limit(Map<String, String> limits) {
        limits.forEach((file, value) -> {
            try {
                Files.writeString(path.resolve(file), value);
            } catch (IOException e) {
                // The missing controllers were logged once for all jobs.
                LOG.debug("{} is not limited by {}: {}", path, file, Cgroups.reason(e));
            }
        });
    }

    boolean isThere() {
        return Files.isDirectory(path);
    }

    /** Returns the words that start a command in the cgroup, whichever user it then runs as. */
    List<String> entering(List<String> command) {
        return entering("echo $$ > \"$0\"; exec \"$@\"", command);
    }

    /** The command that joins the cgroup and then starts the job. The job does not begin if it cannot join. */
    List<String> joining(List<String> command) {
        return entering("echo $$ > \"$0\" || exit 1; exec \"$@\"", command);
    }

    private List<String> entering(String script, List<String> command) {
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", script, path.resolve(Cgroups.PROCESSES).toString()));
        words.addAll(command);
        return words;
    }

    /** The processes in the cgroup. */
    List<ProcessHandle> processes() {
        List<ProcessHandle> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.filter(it -> it.getFileName().toString().equals(Cgroups.PROCESSES))
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    ProcessHandle.of(Long.parseLong(line.strip())).ifPresent(found::add);
                }
            }
        } catch (IOException | RuntimeException gone) {
            LOG.debug("The processes in {} cannot be listed: {}", path, gone.getMessage());
        }
        return found;
    }

    /** The usage of all processes of the cgroup so far; empty if the cgroup is gone or the kernel does not count. */
    Optional<JobUsage> usage() {
        try {
            Map<String, Long> times = new HashMap<>();
            for (String line : Files.readAllLines(path.resolve("cpu.stat"))) {
                String[] words = line.split(" ", -1);
                times.put(words[0], Long.parseLong(words[1]));
            }
            return Optional.of(new JobUsage(
                    JobUsage.Source.CGROUP,
                    times.getOrDefault("user_usec", 0L),
                    times.getOrDefault("system_usec", 0L),
                    OptionalLong.empty(),
                    peak(),
                    OptionalLong.empty()));
        } catch (IOException | RuntimeException unknown) {
            LOG.debug("The usage of {} cannot be read: {}", path, unknown.getMessage());
            return Optional.empty();
        }
    }

    /** Without the controller of memory, and before Linux 5.19, there is none. */
    private OptionalLong peak() {
        try {
            return OptionalLong.of(
                    Long.parseLong(Files.readString(path.resolve("memory.peak")).strip()));
        } catch (IOException | NumberFormatException unknown) {
            return OptionalLong.empty();
        }
    }

    /** Ends all that runs in it at once, and it as well. Returns its usage; empty where it is gone already. */
    Optional<JobUsage> end() throws InterruptedException {
        if (!Files.isDirectory(path)) {
            return Optional.empty();
        }
        try {
            if (Files.exists(path.resolve("cgroup.kill"))) {
                Files.writeString(path.resolve("cgroup.kill"), "1");
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be ended at once: {}", path, Cgroups.reason(e));
        }
        for (int look = 0; look < MOST_LOOKS && processes().stream().anyMatch(ProcessHandle::isAlive); look++) {
            Thread.sleep(PAUSE_MILLIS);
        }
        Optional<JobUsage> used = usage();
        remove();
        return used;
    }

    /** With those that its processes made below it. */
    private void remove() {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path directory : all.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(directory);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("The cgroup {} of a job that has ended cannot be removed: {}", path, e.getMessage());
        }
    }
}
