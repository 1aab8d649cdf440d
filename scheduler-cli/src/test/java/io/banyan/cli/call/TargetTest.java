package io.banyan.cli.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.net.httpserver.HttpServer;
import io.banyan.cli.Run;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages where no daemon can be asked. */
class TargetTest {
    @TempDir
    private Path directory;

    private static void assertSays(Run run, int status, String... words) {
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("banyan: ").contains(words).doesNotContain("\tat ", "Exception");
    }

    @Test
    void saysThatNoDaemonRunsOnAStateDirectory() {
        assertSays(
                Run.banyan("jobs", "--state", directory.toString()),
                1,
                "No daemon runs on the state directory " + directory,
                "Maybe: banyan start --state " + directory);
    }

    @Test
    void saysWhyAFileOfTheStateDirectoryCannotBeReadAndNotItsPathAlone() throws IOException {
        Path address = directory.resolve("address");
        Files.createSymbolicLink(address, address);
        Run run = Run.banyan("jobs", "--state", directory.toString());
        assertThat(run.err())
                .startsWith("banyan: Too many levels of symbolic links")
                .contains(address.toString());
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void saysWhoseAStateDirectoryIsThatMayNotBeReadAndWhatToDo() throws IOException {
        assumeFalse(ThisUser.isRoot(), "root reads everything");
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        assertSays(
                Run.banyan("jobs", "--state", closed.toString()),
                1,
                "Permission denied: cannot look into the state directory " + closed,
                "Maybe: use --address and --token-file");
    }

    @Test
    void saysThatNothingIsBehindAnAddress() throws IOException {
        Path token = directory.resolve("token");
        TokenFile.write(token, Token.random());
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        assertSays(
                Run.banyan("tree", "--address", "127.0.0.1:" + port, "--token-file", token.toString()),
                1,
                "No daemon answers at 127.0.0.1:" + port);
    }

    @Test
    void saysThatADaemonClosedTheConnectionAndNotThatThereIsNone() throws Exception {
        Path token = directory.resolve("token");
        TokenFile.write(token, Token.random());
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> closeAll(server));
            String address = "127.0.0.1:" + server.getLocalPort();
            assertSays(
                    Run.banyan("tree", "--address", address, "--token-file", token.toString()),
                    1,
                    "The daemon at " + address + " closed the connection before it answered.",
                    "Maybe too many connections are open there: try again, or it uses TLS and requires --tls-ca.");
        }
    }

    @Test
    void saysHowToSeeWhetherAJobIsSubmittedWhereTheConnectionWasLost() throws Exception {
        Path token = directory.resolve("token");
        TokenFile.write(token, Token.random());
        Path jobs = Files.writeString(directory.resolve("jobs.jsonl"), "{\"command\": [\"true\"]}\n");
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> closeAll(server));
            String address = "127.0.0.1:" + server.getLocalPort();
            String lost = "The daemon at " + address + " closed the connection before it answered.";
            List<String> daemon = List.of("--address", address, "--token-file", token.toString());
            assertSays(
                    submit(daemon, "-n", "1", "true"),
                    1,
                    lost,
                    "Maybe the job was submitted anyway: check with 'banyan jobs --all' before you submit it again.");
            assertSays(
                    submit(daemon, "--from-json", jobs.toString()),
                    1,
                    lost,
                    "It is unknown whether jobs from " + jobs
                            + ":1 onwards were submitted: 'banyan jobs --all' shows those that were.");
        }
        String nowhere;
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = "127.0.0.1:" + free.getLocalPort();
        }
        List<String> nobody = List.of("--address", nowhere, "--token-file", token.toString());
        assertThat(submit(nobody, "--from-json", jobs.toString()).err())
                .contains("No daemon answers at " + nowhere, "No jobs from " + jobs + ":1 onwards were submitted.");
    }

    private static Run submit(List<String> daemon, String... words) {
        return Run.banyan(Stream.of(List.of("submit"), daemon, List.of(words))
                .flatMap(List::stream)
                .toArray(String[]::new));
    }

    private static void closeAll(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException over) {
            // The test is over.
        }
    }

    @Test
    void saysThatAnotherServerIsNoDaemon() throws Exception {
        Path token = directory.resolve("token");
        TokenFile.write(token, Token.random());
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        http.start();
        try {
            String address = "127.0.0.1:" + http.getAddress().getPort();
            Run run = Run.banyan("tree", "--address", address, "--token-file", token.toString());
            assertThat(run.err())
                    .isEqualTo(
                            "banyan: The server at " + address + " is not a Banyan daemon, or has another version.\n");
            assertThat(run.status()).isEqualTo(1);
        } finally {
            http.stop(0);
        }
    }

    @Test
    void refusesATokenFileThatOthersCanRead() throws IOException {
        Path token = directory.resolve("token");
        TokenFile.write(token, Token.random());
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        assertSays(
                Run.banyan("tree", "--address", "127.0.0.1:1", "--token-file", token.toString()),
                1,
                "is accessible to users other than its owner",
                "Maybe: chmod 600");
    }

    @Test
    void aDirectoryInThePlaceOfATokenFileIsNotToBeChanged() {
        Run run = Run.banyan("tree", "--address", "127.0.0.1:1", "--token-file", directory.toString());
        assertSays(run, 1, "The token file " + directory + " is a directory; expected a file.");
        assertThat(run.err()).doesNotContain("chmod");
    }

    @Test
    void refusesOptionsThatContradictEachOther() {
        assertSays(Run.banyan("tree", "--address", "127.0.0.1:1"), 2, "--address requires --token-file");
        assertSays(Run.banyan("tree", "--address", "nonsense", "--token-file", "t"), 2, "'nonsense' is not an address");
        assertSays(Run.banyan("tree", "--address", "h:1", "--state", "x"), 2, "--address cannot be used with --state");
        assertSays(Run.banyan("tree", "--state", "x", "--timeout", "0"), 2, "--timeout must be 1 to");
        assertSays(Run.banyan("tree", "--state", "x", "--instance", "/a"), 2, "--instance must be a path of job ids");
    }

    @Test
    void looksForNoInstanceInTheStateDirectoriesOfOthers() throws IOException {
        Files.createDirectories(directory.resolve("children").resolve("1"));
        assertSays(
                Run.banyan("tree", "--state", directory.toString(), "--instance", "/1"),
                1,
                "No daemon runs on the state directory " + directory + ":");
    }

    @Test
    void readsTheJobspecBeforeItAsksAnybody() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.yaml"), "version: 0");
        for (String[] command : new String[][] {
            {"grow", bad.toString()}, {"match", "allocate", bad.toString()}, {"spawn", bad.toString()}
        }) {
            assertSays(Run.banyan(command), 1, bad.toString());
        }
        assertSays(Run.banyan("match", "guess", bad.toString()), 2, "'guess'", "allocate_orelse_reserve");
        assertSays(
                Run.banyan("shrink"),
                2,
                "Expected exactly one of --grow, --job, --count, --idle, --unreleased, --undo and PATH");
        assertSays(Run.banyan("shrink", "--undo", "r1", "--force"), 2, "--undo cannot be used with --drain, --force");
        assertSays(Run.banyan("cancel", "0"), 2, "Job ids begin at 1");
        assertSays(Run.banyan("resource", "assign", "0", "jgf", "nowhere"), 2, "Job ids begin at 1");
        assertSays(Run.banyan("partial-cancel", "0", "jgf", "nowhere"), 2, "Job ids begin at 1");
        assertSays(Run.banyan("resource", "assign", "1", "jgf", "nowhere"), 1, "banyan: nowhere: no such file.\n");
        assertSays(
                Run.banyan("match", "allocate", "../jobspecs/hello.yaml", "--name", "a".repeat(1001)),
                2,
                "A job's name must be 1 to 1000 printable characters");
        assertSays(
                Run.banyan("start", "--parent", "h:1"),
                2,
                "banyan: A child requires all of --parent, --job and --credential-file.");
    }

    @Test
    void refusesOptionsThatASpawnedInstanceDoesNotHaveBeforeItAsksAnybody() throws IOException {
        String jobspec = Path.of("..", "jobspecs", "node.yaml")
                .toAbsolutePath()
                .normalize()
                .toString();
        assertSays(
                Run.banyan("spawn", jobspec, "-O", "colour=red"),
                2,
                "does not accept the option 'colour'",
                "grow-order, max-external, max-hops, max-resources, policy");
        assertSays(Run.banyan("spawn", jobspec, "-O", "policy=best"), 2, "'best'");
        for (String hops : List.of("0", "-1", "1001", "many", "99999999999", "")) {
            assertSays(
                    Run.banyan("spawn", jobspec, "-O", "max-hops=" + hops),
                    2,
                    "max-hops: expected a whole number from 1 to 1000, found '" + hops + "'");
        }
    }

    @Test
    void readsTheCommandOfASpawnBehindTwoDashes() {
        String jobspec = Path.of("..", "jobspecs", "node.yaml")
                .toAbsolutePath()
                .normalize()
                .toString();
        assertSays(Run.banyan("spawn", jobspec, "--detach"), 2, "--output and --detach require a COMMAND");
        assertSays(
                Run.banyan("spawn", jobspec, "ls", "-l"),
                2,
                "Unknown option '-l'",
                "Maybe '--' is missing before the command");
        assertSays(Run.banyan("spawn", jobspec, "--nmae", "x"), 2, "Unknown option '--nmae'.\nTry ");
        assertSays(Run.banyan("spawn", jobspec, "--time", "soon"), 2, "expected a time", "found 'soon'");
        assertSays(Run.banyan("spawn", jobspec, "--provider", "magic=x"), 2, "no kind of provider 'magic'");
        assertSays(
                Run.banyan("spawn", jobspec, "--state", directory.toString(), "--", "sh", "-c", "exit 3", "--state"),
                1,
                "No daemon runs on the state directory " + directory);
        assertSays(Run.banyan("tree", "--updates", "2"), 2, "--updates must be at least 1 and requires --watch");
    }

    @Test
    void takesTheStateDirectoryFromTheEnvironment() {
        assertThat(Target.defaultState(Map.of(Target.STATE_VARIABLE, "/somewhere")))
                .isEqualTo(Path.of("/somewhere"));
        assertThat(Target.defaultState(Map.of())).endsWithRaw(Path.of(".local", "state", "banyan"));
    }
}
