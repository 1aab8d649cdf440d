package io.banyan.cli.quickstart;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes of the quickstart: the top-level daemon, started through the launcher script, and all processes below
 * it. None of them remains after the close, nor after an interrupt by the user.
 */
public final class Daemons implements AutoCloseable {
    /** Names the launcher script to the commands that it runs. */
    public static final String LAUNCHER = "BANYAN_LAUNCHER";

    private static final Duration START = Duration.ofSeconds(30);

    /** Until nothing is seen any more of a process that was killed. */
    private static final Duration DEATH = Duration.ofSeconds(5);

    private static final long POLL_MILLIS = 10;
    private static final int LAST_WORDS = 3;

    /** Many virtual machines start at once on few cores: a process that runs for seconds needs little optimisation. */
    static final String JAVA_OPTIONS = "-Xms32m -Xmx192m -Xss512k -XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    private final Path launcher;
    private final StateDirectory directory;
    private final String javaOptions;
    private final Duration grace;
    private final Set<ProcessHandle> known = ConcurrentHashMap.newKeySet();
    private final Map<String, String> environment = new HashMap<>();
    private final Thread interruption;

    /**
     * @param launcher the script that starts a banyan command
     * @param directory the state directory of the top level
     * @param javaOptions for the virtual machine of each daemon, before those of the user
     * @param grace how long a process may take to end after it was asked to
     * @param interrupted says so to the user, once nothing is left
     */
    public Daemons(Path launcher, StateDirectory directory, String javaOptions, Duration grace, Runnable interrupted) {
        this.javaOptions = javaOptions;
        this.launcher = launcher;
        this.directory = directory;
        this.grace = grace;
        this.interruption = new Thread(
                () -> {
                    end();
                    removeFiles();
                    interrupted.run();
                },
                "banyan-quickstart-interrupted");
        Runtime.getRuntime().addShutdownHook(interruption);
    }

    /** Variables of the processes that are started from now on. */
    void environment(Map<String, String> variables) {
        environment.putAll(variables);
    }

    /** Starts the top-level daemon; returns when it has said where it listens. */
    public void start(List<String> arguments) throws IOException, QuickstartFailure {
        Path log = directory.output();
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment().merge("BANYAN_JAVA_OPTS", javaOptions, (users, ours) -> ours + " " + users);
        Process process = builder.start();
        process.getOutputStream().close();
        known.add(process.toHandle());
        await(START, () -> Files.exists(directory.address()) || !process.isAlive());
        if (!process.isAlive()) {
            throw new QuickstartFailure("The top-level daemon ended at once: " + lastWords(log));
        }
        if (!Files.exists(directory.address())) {
            throw new QuickstartFailure("The top-level daemon did not start within " + START.toSeconds() + " s.");
        }
    }

    /** Notes which processes run below the top-level daemon now, so that they are found even if those between end. */
    public void look() {
        List.copyOf(known).forEach(process -> process.descendants().forEach(known::add));
        runningByPidFile().forEach(known::add);
    }

    /** How many are alive, of all that were ever seen. */
    int alive() {
        return (int) known.stream().filter(ProcessHandle::isAlive).count();
    }

    /** Waits for all to end by themselves, after they were asked to. */
    public void awaitEnd() throws QuickstartFailure {
        if (!await(grace, () -> alive() == 0)) {
            throw new QuickstartFailure(
                    alive() + " daemons were still running " + grace.toSeconds() + " s after the request to stop.");
        }
        List<ProcessHandle> missed = runningByPidFile();
        if (!missed.isEmpty()) {
            throw new QuickstartFailure(
                    "Process " + missed.get(0).pid() + " was still running after all daemons had stopped.");
        }
    }

    /** Removes the state directory. Files that cannot be removed stay in the directory for temporary files. */
    public void removeFiles() {
        try (Stream<Path> files = Files.walk(directory.path())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException stays) {
            directory.path().toFile().deleteOnExit();
        }
    }

    /** Ends whatever still runs. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(interruption);
        } catch (IllegalStateException alreadyInterrupted) {
            sayNothingMore();
        }
    }

    /** The virtual machine is on its way out, and the last words belong to the interruption: waits for the end. */
    private static void sayNothingMore() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void end() {
        look();
        known.forEach(ProcessHandle::destroy);
        await(grace, () -> alive() == 0);
        look();
        known.forEach(ProcessHandle::destroyForcibly);
        await(DEATH, () -> alive() == 0);
    }

    /**
     * Processes of the pid files below the state directory. A later process that was given the same number is left
     * alone.
     */
    private List<ProcessHandle> runningByPidFile() {
        if (!directory.exists()) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory.path())) {
            return files.filter(file -> file.endsWith(directory.pid().getFileName()))
                    .flatMap(file -> PidFile.running(file).stream())
                    .toList();
        } catch (IOException | UncheckedIOException vanished) {
            return List.of();
        }
    }

    private static boolean await(Duration atMost, BooleanSupplier condition) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    private static String lastWords(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()).stream()
                .map(line -> line.replaceFirst("^banyan: ", ""))
                .collect(Collectors.joining("\n"));
    }
}
