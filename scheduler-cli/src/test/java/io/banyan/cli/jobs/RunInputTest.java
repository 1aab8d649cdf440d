package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Banyan;
import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.call.Asked;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.wire.client.InputMessages;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The standard input of jobs that a command waits for. */
@Timeout(120)
class RunInputTest extends WithDaemon {
    private static final String SHOW = "sed \"s/^/$BANYAN_RANK:/\"; echo $BANYAN_RANK ends";

    private static final InputStream UNREADABLE = new InputStream() {
        @Override
        public int read() throws IOException {
            throw new IOException("Is a directory");
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return read();
        }
    };

    @TempDir
    private Path files;

    RunInputTest() {
        super(RunInputTest::configured);
    }

    private static DaemonConfig.Builder configured(DaemonConfig.Builder config) {
        return config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true));
    }

    private Run reading(String input, String... words) {
        return Run.banyanReading(input, site().words("run", words));
    }

    private static String sorted(Run run) {
        assertThat(run.status()).as(run.err()).isZero();
        return run.out().lines().sorted().collect(Collectors.joining(" "));
    }

    @Test
    void taskZeroReadsStandardInputAndTheOthersNothing() {
        assertThat(sorted(reading("a\nb\n", "-n", "2", "--", "sh", "-c", SHOW))).isEqualTo("0 ends 0:a 0:b 1 ends");
    }

    @Test
    void anotherTaskOrAllOrNoneReadIt() {
        assertThat(sorted(reading("a\n", "-n", "2", "--input", "1", "--", "sh", "-c", SHOW)))
                .isEqualTo("0 ends 1 ends 1:a");
        assertThat(sorted(reading("a\n", "-n", "3", "--input", "all", "--", "sh", "-c", SHOW)))
                .isEqualTo("0 ends 0:a 1 ends 1:a 2 ends 2:a");
        assertThat(sorted(reading("a\n", "-n", "2", "--input", "none", "--", "sh", "-c", SHOW)))
                .isEqualTo("0 ends 1 ends");
    }

    @Test
    void aTaskThatReadsNothingOfWhatAllCanReadDoesNotHinderTheOthers() {
        String last = "[ $BANYAN_RANK = 0 ] || wc -c";
        String much = "x".repeat(300_000);
        assertThat(sorted(reading(much, "-n", "2", "--input", "all", "--", "sh", "-c", last)))
                .isEqualTo("300000");
    }

    @Test
    void eachTaskReadsAFile() throws Exception {
        Path file = Files.writeString(files.resolve("in"), "f\n");
        assertThat(sorted(reading("", "-n", "2", "--input", file.toString(), "--", "sh", "-c", SHOW)))
                .isEqualTo("0 ends 0:f 1 ends 1:f");
        Run run = reading("", "-n", "1", "--input", files.resolve("gone").toString(), "--", "cat");
        assertThat(run.status()).isNotZero();
        assertThat(run.out()).contains("gone");
    }

    @Test
    void aTaskThatIsNotThereReadsNothingAndTheJobSaysSo() {
        Run run = reading("a\n", "-n", "2", "--input", "2", "--", "cat");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).contains("its input is meant for task 2, but its tasks are 0 to 1");
    }

    /** Far more than is kept on the way, to a job that is slow to begin to read. */
    @Test
    void muchInputArrivesWholeAndInOrder() {
        String much = IntStream.range(0, 200_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        Run run = reading(much, "-n", "1", "--", "sh", "-c", "sleep 1; cksum; wc -l < /dev/null");
        Run expected = reading("", "-n", "1", "--input", "none", "--", "sh", "-c", "seq 0 199999 | cksum; echo 0");
        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualTo(expected.out());
    }

    @Test
    void aJobThatReadsNothingEndsAllTheSame() {
        Run run = reading("x".repeat(1_000_000), "-n", "1", "--", "echo", "done");
        assertThat(run.status()).isZero();
        assertThat(run.out()).isEqualTo("done\n");
    }

    @Test
    void eachLineBeginsWithTheNumberOfItsTask() throws Exception {
        assertThat(sorted(
                        reading("a\nb\n", "-n", "2", "--label-io", "--", "sh", "-c", "cat; echo on $BANYAN_RANK >&2")))
                .isEqualTo("0: a 0: b 0: on 0 1: on 1");
        Path errors = files.resolve("errors");
        assertThat(sorted(reading(
                        "",
                        "-n",
                        "1",
                        "--label-io",
                        "-e",
                        errors.toString(),
                        "--",
                        "sh",
                        "-c",
                        "echo o; printf e >&2")))
                .isEqualTo("0: o");
        assertThat(errors).hasContent("0: e");
        assertThat(reading("", "-n", "1", "--label-io", "--", "sh", "-c", "exit 7")
                        .status())
                .isEqualTo(7);
    }

    /**
     * The output that a job writes when it is asked to end is labelled too, and nothing that the job leaves running
     * keeps it from ending.
     */
    @Test
    void theLastWordsOfAJobAreLabelled() {
        String last = "trap 'echo last; exit 0' TERM; sleep 1000 & echo first; wait";
        Run run = reading("", "-n", "1", "-t", "6s", "--label-io", "--", "sh", "-c", last);
        assertThat(run.out()).isEqualTo("0: first\n0: last\n");
    }

    private static Run reading(InputStream in, String... words) {
        var out = new StringWriter();
        var err = new StringWriter();
        int status = Banyan.run(new Terminal(in, new PrintWriter(out), new PrintWriter(err)), words);
        return new Run(status, out.toString(), err.toString());
    }

    @Test
    void inputThatCannotBeReadIsNoSuccess() {
        Run run = reading(UNREADABLE, site().words("run", "-n", "1", "--", "sh", "-c", "cat; echo done"));
        assertThat(run.out()).isEqualTo("done\n");
        assertThat(run.err()).contains("Standard input cannot be read: Is a directory");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void aJobspecOnStandardInputThatCannotBeSubmittedIsCalledStandardInput() {
        String relative = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["cat"], "slot": "s", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"cwd": "here"}}}""";
        Run run = reading(relative, "-");
        assertThat(run.err()).startsWith("banyan: Standard input: 'cwd' must be an absolute path");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void aJobspecOnStandardInputThatCannotBeReadIsCalledStandardInput() {
        Run run = reading(UNREADABLE, site().words("submit", "-"));
        assertThat(run.err()).isEqualTo("banyan: Standard input: is a directory, expected a file.\n");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
    }

    /** Runs the command in a process of its own, whose standard input is set by the shell. */
    private Run redirected(String redirection, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" " + redirection, "sh"));
        command.addAll(BanyanProcess.words(site().words("run", words)));
        Path out = files.resolve("out");
        Path err = files.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Run(process.waitFor(), Files.readString(out), Files.readString(err));
    }

    /** The command nohup(1) opens standard input like this where it is a terminal. */
    @Test
    void standardInputThatIsOpenForWritingOnlyIsEmpty() throws Exception {
        Run run = redirected("0>/dev/null", "-n", "1", "--", "sh", "-c", "cat; echo done");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("done\n");
        assertThat(run.status()).isEqualTo(ExitStatus.DONE);
    }

    @Test
    void aDirectoryAsStandardInputIsNoSuccess() throws Exception {
        Run run = redirected("</", "-n", "1", "--", "sh", "-c", "cat; echo done");
        assertThat(run.out()).isEqualTo("done\n");
        assertThat(run.err()).contains("Standard input cannot be read: Is a directory");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
    }

    /** The job ends while no daemon runs, so that nobody can be told before its end that its input was cut. */
    @Test
    void inputThatTheDaemonHasEndedIsNoSuccessWhereTheJobEndsFirst() throws Exception {
        Path begun = files.resolve("begun");
        Path ended = files.resolve("ended");
        String command = "read line; touch " + begun + "; cat; touch " + ended;
        try (var write = new PipedOutputStream();
                var in = new PipedInputStream(write);
                var runs = Executors.newSingleThreadExecutor()) {
            Future<Run> run = runs.submit(() -> reading(in, site().words("run", "-n", "1", "--", "sh", "-c", command)));
            write.write("a\n".getBytes(StandardCharsets.US_ASCII));
            write.flush();
            await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(begun));
            site().crash();
            await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(ended));
            try (var next = RunningDaemon.in(directory(), RunInputTest::configured)) {
                assertThat(next.state()).isEqualTo(site().state());
                assertThat(run.get().status()).isEqualTo(ExitStatus.NO);
                assertThat(run.get().err())
                        .contains("The rest of the input does not reach job 1, which received at most 2 bytes");
            }
        }
    }

    /** All was sent, and the job had not read it when the daemon ended. */
    @Test
    void inputThatIsLostWithTheDaemonIsNoSuccess() throws Exception {
        Path begun = files.resolve("begun");
        Path goOn = files.resolve("go-on");
        String command = "touch " + begun + "; until [ -e " + goOn + " ]; do sleep 0.1; done; wc -c";
        byte[] much = "x".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        try (var runs = Executors.newSingleThreadExecutor()) {
            Future<Run> run = runs.submit(() ->
                    reading(new ByteArrayInputStream(much), site().words("run", "-n", "1", "--", "sh", "-c", command)));
            await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(begun));
            site().crash();
            Files.createFile(goOn);
            try (var next = RunningDaemon.in(directory(), RunInputTest::configured)) {
                assertThat(next.state()).isEqualTo(site().state());
                assertThat(run.get().status()).isEqualTo(ExitStatus.NO);
                assertThat(run.get().err()).contains("The rest of the input does not reach job 1");
            }
        }
    }

    private Path token(String name, String role) {
        Path file = files.resolve(name);
        assertThat(banyan("token add", name, "--role", role, "--to", file.toString())
                        .status())
                .isZero();
        return file;
    }

    /** Returns the message about input that the daemon refuses for good. */
    private String lostInput(JobId job) {
        var err = new StringWriter();
        var in = new ByteArrayInputStream("hi".getBytes(StandardCharsets.US_ASCII));
        var asked = new Asked(new Terminal(in, new PrintWriter(new StringWriter()), new PrintWriter(err)));
        new CommandLine(asked).parseArgs("--state", site().state().toString());
        try (SentInput sent = new SentInput(asked, in, job, Optional.empty())) {
            sent.start();
            await().atMost(Duration.ofMinutes(1)).until(sent::isLost);
        }
        return err.toString();
    }

    @Test
    void nobodyButItsOwnerGivesInputToAJob() throws Exception {
        Path ann = token("ann", "user");
        List<Path> others = List.of(token("bob", "user"), token("root", "admin"), token("eve", "reader"));
        Path file = Files.writeString(files.resolve("job.json"), """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["cat"], "slot": "s", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"shell": {"options": {"input": {"stdin": {"type": "service"}}}}}}}""");
        // The daemon reads new tokens after a moment.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(banyan("submit", "--token-file", ann.toString(), file.toString())
                                .err())
                        .isEmpty());
        var job = new JobId(1);
        byte[] bytes = {'h', 'i'};
        for (Path other : others) {
            try (BanyanClient client = BanyanClient.ofStateDirectory(site().state(), other, Duration.ofMinutes(1))) {
                assertThatThrownBy(() -> client.queueing().input(InputMessages.Piece.of(job, 0, bytes, 2, true)))
                        .isInstanceOf(ClientException.class);
            }
        }
        assertThat(lostInput(job)).containsOnlyOnce("Only its owner can send input to job 1");
        try (BanyanClient client = BanyanClient.ofStateDirectory(site().state(), ann, Duration.ofMinutes(1))) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> client.queueing()
                                    .input(InputMessages.Piece.of(job, 0, bytes, 2, true))
                                    .accepted()
                            == 2);
        }
        assertThat(banyan("logs", "-f", "1").out()).isEqualTo("hi");
    }
}
