package io.banyan.bench.filling;

import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRecord;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillScheduler;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.SetReport;
import io.banyan.workflow.fill.node.FileFillJournal;
import io.banyan.workflow.fill.node.FillSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * A server and workers in processes of their own, which are killed by turns (SIGKILL) while they run tasks. Each task
 * writes its index at its start, and the server writes the index of each task whose end it tells.
 */
final class KilledFilling {
    static final int CORES = 2;
    static final int WORKERS = 2;

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 30_000;
    private static final int LONGEST_PAUSE_MILLIS = 1_500;

    private final Path directory;
    private final SplittableRandom random;
    private final List<Process> workers = new ArrayList<>();
    private int started;

    KilledFilling(Path directory, long seed) {
        this.directory = directory;
        this.random = new SplittableRandom(seed);
    }

    /**
     * The outcome.
     *
     * @param tasks the tasks that the journal has as succeeded, each of them once
     * @param reruns the starts of tasks beyond the first one
     * @param afterTold the starts of tasks after their ends were told
     * @param seconds the time until all tasks were over
     */
    record Outcome(int tasks, int reruns, int afterTold, double seconds) {}

    /** Runs tasks, and kills the server and a worker by turns. */
    Outcome run(int tasks, int kills) throws IOException, InterruptedException {
        FillSecret.create(directory.resolve("secret"));
        submit(tasks);
        int port = freePort();
        Map<Integer, Integer> startsWhenTold = new HashMap<>();
        long begin = System.nanoTime();
        Process server = process("server", port);
        for (int i = 0; i < WORKERS; i++) {
            workers.add(process("worker", port));
        }
        for (int kill = 0; kill < kills && server.isAlive(); kill++) {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_PAUSE_MILLIS / 3, LONGEST_PAUSE_MILLIS));
            noteTold(startsWhenTold);
            if (kill % 2 == 0) {
                server.destroyForcibly().waitFor();
                server = process("server", port);
            } else {
                workers.remove(0).destroyForcibly().waitFor();
                workers.add(process("worker", port));
            }
        }
        boolean isEnded = server.waitFor(10, TimeUnit.MINUTES);
        double seconds = (System.nanoTime() - begin) / 1e9;
        server.destroyForcibly();
        for (Process worker : workers) {
            worker.destroyForcibly().waitFor();
        }
        if (!isEnded || server.waitFor() != 0) {
            throw new IOException("the server did not end all tasks");
        }
        return outcome(startsWhenTold, seconds);
    }

    private void submit(int tasks) throws IOException {
        String line = "echo $BANYAN_TASK_ID >> " + directory.resolve("starts");
        FillProgram program = FillProgram.of("/bin/sh", "-c", line);
        FillRequest request = FillRequest.cores(1).withCrashLimit(FillRequest.MOST_CRASHES);
        try (FileFillJournal journal = FileFillJournal.open(directory.resolve("journal"))) {
            journal.append(new FillRecord.SetSubmitted(FillSet.of(1, tasks, request, program)));
        }
    }

    /** Returns a port that no connection gets by chance while the server is away. */
    private static int freePort() throws IOException {
        for (int port = FIRST_PORT; port < LAST_PORT; port++) {
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // The next port may be free.
            }
        }
        throw new IOException("no port from " + FIRST_PORT + " to " + LAST_PORT + " is free");
    }

    private Process process(String role, int port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FillingProcess.class.getName(),
                        role,
                        String.valueOf(port),
                        directory.toString(),
                        role + ++started)
                .inheritIO()
                .start();
    }

    private Map<Integer, Integer> starts() throws IOException {
        Map<Integer, Integer> starts = new HashMap<>();
        for (String line : lines("starts")) {
            starts.merge(Integer.valueOf(line), 1, Integer::sum);
        }
        return starts;
    }

    private List<String> lines(String name) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        // The last line may be written at this moment.
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private void noteTold(Map<Integer, Integer> startsWhenTold) throws IOException {
        List<String> told = lines("told");
        Map<Integer, Integer> starts = starts();
        for (String line : told) {
            Integer task = Integer.valueOf(line);
            startsWhenTold.putIfAbsent(task, starts.getOrDefault(task, 0));
        }
    }

    private Outcome outcome(Map<Integer, Integer> startsWhenTold, double seconds) throws IOException {
        Map<Integer, Integer> starts = starts();
        int reruns = starts.values().stream().mapToInt(count -> count - 1).sum();
        int afterTold = 0;
        for (var task : startsWhenTold.entrySet()) {
            afterTold += starts.getOrDefault(task.getKey(), 0) - task.getValue();
        }
        try (FileFillJournal journal = FileFillJournal.open(directory.resolve("journal"))) {
            // The replay refuses a task that ends twice.
            SetReport report =
                    FillScheduler.replay(journal.replay(), 0).reports().getFirst();
            return new Outcome(report.done(), reruns, afterTold, seconds);
        }
    }
}
