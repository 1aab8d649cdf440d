package io.banyan.bench.filling;

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
import io.banyan.workflow.fill.node.ProcessRunner;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Processes of {@code /bin/true}, by a filler and by {@code xargs}. */
final class ProcessFilling {
    private static final int AT_A_TIME = 2;

    private final Path directory;
    private int rounds;

    ProcessFilling(Path directory) {
        this.directory = directory;
    }

    /** Returns the microseconds of a process of {@code xargs}. */
    double xargsMicros(int processes) throws IOException, InterruptedException {
        Path input = Files.writeString(directory.resolve("input"), "x\n".repeat(processes), StandardCharsets.UTF_8);
        long begin = System.nanoTime();
        Process xargs = new ProcessBuilder("xargs", "-P", String.valueOf(AT_A_TIME), "-n", "1", "/bin/true")
                .redirectInput(input.toFile())
                .redirectOutput(new File("/dev/null"))
                .redirectError(new File("/dev/null"))
                .start();
        int status = xargs.waitFor();
        if (status != 0) {
            throw new IOException("xargs ended with status " + status);
        }
        return (System.nanoTime() - begin) / 1e3 / processes;
    }

    /** Returns the microseconds of a task of a filler with one pinned worker. */
    double fillerMicros(int processes) throws IOException, InterruptedException {
        Path place = Files.createDirectory(directory.resolve("processes" + rounds++));
        FillSecret secret = FillSecret.create(place.resolve("secret"));
        FillWorker worker;
        double micros;
        try (FileFillJournal journal = FileFillJournal.open(place.resolve("journal"));
                FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, journal))) {
            WorkerOffer offer = WorkerOffer.cores("here", AT_A_TIME);
            worker = FillWorker.start(
                    new FillWorkerOptions(server.address(), secret, offer, Duration.ofMinutes(1)),
                    ProcessRunner.in(place.resolve("outputs"), "here", true));
            while (server.workers() < 1) {
                Thread.onSpinWait();
            }
            long begin = System.nanoTime();
            SetReport report = server.await(
                    server.submit(FillSet.of(1, processes, FillRequest.cores(1), FillProgram.of("/bin/true"))));
            micros = (System.nanoTime() - begin) / 1e3 / processes;
            if (report.done() != processes) {
                throw new IllegalStateException("not all tasks succeeded: " + report);
            }
        }
        worker.close();
        return micros;
    }
}
