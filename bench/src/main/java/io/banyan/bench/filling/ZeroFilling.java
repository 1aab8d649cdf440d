package io.banyan.bench.filling;

import com.sun.management.OperatingSystemMXBean;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.SetReport;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.node.FileFillJournal;
import io.banyan.workflow.fill.node.FillSecret;
import io.banyan.workflow.fill.node.FillServer;
import io.banyan.workflow.fill.node.FillServerOptions;
import io.banyan.workflow.fill.node.FillWorker;
import io.banyan.workflow.fill.node.FillWorkerOptions;
import io.banyan.workflow.fill.node.ZeroRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tasks that do nothing, through a server and workers over loopback connections. */
final class ZeroFilling {
    private static final int CORES = 2;

    private final Path directory;
    private final int workers;

    ZeroFilling(Path directory, int workers) {
        this.directory = directory;
        this.workers = workers;
    }

    /**
     * The cost of a task.
     *
     * @param micros the elapsed time
     * @param processorMicros the processor time of server and workers
     * @param records the number of records in the journal
     */
    record Figures(double micros, double processorMicros, int records) {}

    /** Runs a number of tasks with a new server, journal and workers. */
    Figures run(int tasks) throws IOException, InterruptedException {
        Path place = Files.createTempDirectory(directory, "zero");
        FillSecret secret = FillSecret.create(place.resolve("secret"));
        Path file = place.resolve("journal");
        List<FillWorker> running = new ArrayList<>();
        long nanos;
        long processorNanos;
        try (FileFillJournal journal = FileFillJournal.open(file);
                FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, journal))) {
            for (int i = 0; i < workers; i++) {
                WorkerOffer offer = WorkerOffer.cores("n" + i, CORES);
                running.add(FillWorker.start(
                        new FillWorkerOptions(server.address(), secret, offer, Duration.ofMinutes(1)),
                        new ZeroRunner()));
            }
            while (server.workers() < workers) {
                Thread.onSpinWait();
            }
            FillSet set = FillSet.of(1, tasks, FillRequest.cores(1), FillProgram.of("true"));
            long begin = System.nanoTime();
            long processorBegin = processorNanos();
            SetReport report = server.await(server.submit(set));
            nanos = System.nanoTime() - begin;
            processorNanos = processorNanos() - processorBegin;
            if (report.done() != tasks) {
                throw new IllegalStateException("not all tasks succeeded: " + report);
            }
        }
        for (FillWorker worker : running) {
            worker.close();
        }
        try (FileFillJournal journal = FileFillJournal.open(file)) {
            return new Figures(
                    nanos / 1e3 / tasks,
                    processorNanos / 1e3 / tasks,
                    journal.replay().size());
        }
    }

    Figures runUnchecked(int tasks) {
        try {
            return run(tasks);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
