package io.banyan.workflow.fill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.fill.CorePlacement;
import io.banyan.workflow.fill.FillJournal;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRecord;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.MemoryFillJournal;
import io.banyan.workflow.fill.SetReport;
import io.banyan.workflow.fill.WorkerOffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server with workers of this machine, over real connections. */
@Timeout(120)
class LocalFillerTest {
    private static final FillProgram TRUE = FillProgram.of("/bin/true");
    private static final FillRequest ONE = FillRequest.cores(1);

    @TempDir
    private Path directory;

    private FillSecret secret;
    private Path outputs;

    @BeforeEach
    void makeSecret() throws IOException {
        secret = FillSecret.create(directory.resolve("secret"));
        outputs = directory.resolve("outputs");
    }

    private FillWorkerOptions worker(InetSocketAddress server, WorkerOffer offer) {
        return new FillWorkerOptions(server, secret, offer, Duration.ofSeconds(20));
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private SetReport runOnProcesses(FillSet set) throws IOException, InterruptedException {
        WorkerOffer offer = WorkerOffer.cores("here", cores());
        try (FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, new MemoryFillJournal()));
                FillWorker worker =
                        FillWorker.start(worker(server.address(), offer), ProcessRunner.in(outputs, "w1", true))) {
            assertThat(worker).isNotNull();
            return server.await(server.submit(set));
        }
    }

    private String output(int set, int task, int stream) throws IOException {
        var bytes = new ByteArrayOutputStream();
        ProcessRunner.readOutput(outputs, set, task, stream, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void runsTasksWithoutProcesses() throws IOException, InterruptedException {
        WorkerOffer offer = WorkerOffer.cores("zero", 4);
        try (FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, new MemoryFillJournal()));
                FillWorker one = FillWorker.start(worker(server.address(), offer), new ZeroRunner());
                FillWorker two = FillWorker.start(worker(server.address(), offer), new ZeroRunner())) {
            int set = server.submit(FillSet.of(1, 50_000, ONE, TRUE));
            assertThat(server.await(set).done()).isEqualTo(50_000);
            assertThat(server.workers()).isEqualTo(2);
            assertThat(one).isNotSameAs(two);
        }
    }

    @Test
    void runsCommandsAndKeepsTheirOutputs() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> lines.add("echo \"it's $BANYAN_TASK_ID\"; echo e" + i + " >&2"));
        SetReport report = runOnProcesses(FillSet.of(1, 40, ONE, FillProgram.lines(lines)));
        assertThat(report.isSuccess()).isTrue();
        assertThat(output(1, 17, 1)).isEqualTo("it's 17\n");
        assertThat(output(1, 39, 2)).isEqualTo("e39\n");
        assertThat(output(1, 40, 1)).isEmpty();
    }

    @Test
    void tellsFailuresAndTimeLimits() throws IOException, InterruptedException {
        List<String> lines = List.of("exit 3", "kill -9 $$", "nosuchprogram", "true", "sleep 60");
        SetReport report = runOnProcesses(FillSet.of(1, 5, ONE.withLimit(500), FillProgram.lines(lines)));
        assertThat(report.failed()).isEqualTo(4);
        assertThat(report.done()).isEqualTo(1);
    }

    @Test
    void pinsTasksToDifferentCores() throws IOException, InterruptedException {
        FillProgram program = FillProgram.lines(IntStream.range(0, 2 * cores())
                .mapToObj(i -> "grep Cpus_allowed_list /proc/self/status; echo $BANYAN_TASK_CORES $OMP_NUM_THREADS;"
                        + " echo \"[$CUDA_VISIBLE_DEVICES]\"")
                .toList());
        runOnProcesses(FillSet.of(1, 2 * cores(), ONE.placed(CorePlacement.COMPACT), program));
        for (int task = 0; task < 2 * cores(); task++) {
            List<String> lines = output(1, task, 1).lines().toList();
            String core = lines.get(1).split(" ", -1)[0];
            assertThat(lines).containsExactly("Cpus_allowed_list:\t" + core, core + " 1", "[]");
        }
    }

    @Test
    void tellsAGangItsNodes() throws IOException, InterruptedException {
        try (FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, new MemoryFillJournal()));
                FillWorker one = FillWorker.start(
                        worker(server.address(), WorkerOffer.cores("one", 1)), ProcessRunner.in(outputs, "w1", false));
                FillWorker two = FillWorker.start(
                        worker(server.address(), WorkerOffer.cores("two", 1)),
                        ProcessRunner.in(outputs, "w2", false))) {
            assertThat(one).isNotSameAs(two);
            FillProgram program = FillProgram.of("/bin/sh", "-c", "echo $BANYAN_TASK_NODES");
            int set = server.submit(FillSet.of(1, 2, ONE.onNodes(2), program));
            assertThat(server.await(set).isSuccess()).isTrue();
            List<String> nodes = List.of(output(set, 1, 1).strip().split(",", -1));
            assertThat(nodes).containsExactlyInAnyOrder("one", "two");
        }
    }

    @Test
    void refusesWorkersWithoutTheSecret() throws IOException, InterruptedException {
        FillSecret wrong = FillSecret.create(directory.resolve("wrong"));
        WorkerOffer offer = WorkerOffer.cores("zero", 4);
        try (FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, new MemoryFillJournal()))) {
            var options = new FillWorkerOptions(server.address(), wrong, offer, Duration.ofMillis(300));
            try (FillWorker worker = FillWorker.start(options, new ZeroRunner())) {
                assertThat(worker.await())
                        .hasValueSatisfying(reason -> assertThat(reason).startsWith("no server of a filler at "));
            }
            assertThat(server.workers()).isZero();
            try (var socket =
                    new Socket(server.address().getAddress(), server.address().getPort())) {
                socket.getOutputStream()
                        .write("GET / HTTP/1.0\r\n\r\n and more so that there are 36 bytes"
                                .getBytes(StandardCharsets.UTF_8));
                assertThat(socket.getInputStream().readAllBytes()).hasSize(36);
            }
            assertThatThrownBy(() -> server.await(1)).hasMessage("there is no set 1");
        }
    }

    @Test
    void refusesSecretsThatOthersMayRead() throws IOException {
        Path open = Files.writeString(directory.resolve("open"), "0123456789012345678901234567890123456789");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> FillSecret.read(open))
                .hasMessageStartingWith("others than the owner may use")
                .hasMessageEndingWith("Maybe: chmod 600 " + open);
        Files.writeString(open, "short");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(() -> FillSecret.read(open)).hasMessageContaining("has no secret of 32 to 1024 bytes");
    }

    @Test
    void stopsWhenItsJournalCannotBeWritten() throws IOException, InterruptedException {
        var broken = new FillJournal() {
            @Override
            public void append(FillRecord record) throws IOException {
                throw new IOException("the disk is full");
            }

            @Override
            public List<FillRecord> replay() {
                return List.of();
            }
        };
        try (FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, broken))) {
            assertThatThrownBy(() -> server.submit(FillSet.of(1, 5, ONE, TRUE)))
                    .hasMessage("the server of the filler has stopped")
                    .hasRootCauseMessage("the disk is full");
            var options = new FillWorkerOptions(
                    server.address(), secret, WorkerOffer.cores("zero", 1), Duration.ofMillis(300));
            try (FillWorker worker = FillWorker.start(options, new ZeroRunner())) {
                assertThat(worker.await()).isPresent();
            }
        }
    }

    /** Starts a server at a port that no connection gets by chance while the server is away. */
    private static FillServer startOnFreePort(FillServerOptions options) throws IOException {
        for (int port = 20_000; port < 30_000; port++) {
            try {
                return FillServer.start(options.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            } catch (IOException e) {
                assertThat(e).hasMessageStartingWith("cannot listen at localhost/127.0.0.1:" + port);
            }
        }
        throw new IOException("no port is free");
    }

    @Test
    void goesOnAfterARestartOfTheServer() throws IOException, InterruptedException {
        Path file = directory.resolve("journal");
        InetSocketAddress address;
        Path runs = directory.resolve("runs");
        List<String> lines = IntStream.range(0, 60)
                .mapToObj(i -> "echo " + i + " >> " + runs + "; sleep 0.05")
                .toList();
        FillWorker worker;
        try (FileFillJournal journal = FileFillJournal.open(file)) {
            FillServer server = startOnFreePort(FillServerOptions.onLoopback(secret, journal));
            address = server.address();
            worker = FillWorker.start(
                    worker(address, WorkerOffer.cores("here", 2)), ProcessRunner.in(outputs, "w1", false));
            server.submit(FillSet.of(1, 60, ONE, FillProgram.lines(lines)));
            TimeUnit.MILLISECONDS.sleep(800);
            server.breakOff();
        }
        try (FileFillJournal journal = FileFillJournal.open(file);
                FillServer server = FillServer.start(FillServerOptions.onLoopback(secret, journal)
                        .at(address)
                        .withComeback(Duration.ofSeconds(2)))) {
            assertThat(server.await(1).done()).isEqualTo(60);
        }
        assertThat(worker.await()).isEmpty();
        assertThat(Files.readAllLines(runs)).hasSize(60).doesNotHaveDuplicates();
    }
}
