package io.banyan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report of the doctor on a directory, with and without a daemon, and a check that it leaves everything as it was.
 */
class DoctorCommandTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final Path JOBSPEC = Path.of("..", "jobspecs", "hello.yaml");

    @TempDir
    private Path directory;

    private Path state;

    @BeforeEach
    void name() {
        state = directory.resolve("state");
    }

    private Daemon daemon() throws Exception {
        return Daemon.start(DaemonConfig.of(new StateDirectory(state), "site", GraphFile.of(GRAPH))
                .build());
    }

    /** A state directory on which a daemon ran and was stopped. */
    private void past() throws Exception {
        try (Daemon daemon = daemon()) {
            assertThat(daemon.isOver()).isFalse();
            decide();
        }
    }

    private void decide() {
        Run match = Run.banyan("match", "allocate", JOBSPEC.toString(), "--state", state.toString());
        assertThat(match.status()).as(match.err()).isZero();
    }

    private Run doctor(String... more) {
        String[] words = Stream.concat(Stream.of("doctor", "--state", state.toString()), Stream.of(more))
                .toArray(String[]::new);
        return Run.banyan(words);
    }

    private static String row(Run run, String check) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith(check + " "))
                .findFirst()
                .orElse("no row " + check)
                .replaceAll(" {2,}", " | ");
    }

    /** Names, sizes and contents of all that is there. */
    private Map<String, String> contents() throws Exception {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                contents.put(
                        file.toString(),
                        Files.isDirectory(file)
                                ? "directory"
                                : Files.size(file) + " "
                                        + HexFormat.of()
                                                .formatHex(MessageDigest.getInstance("SHA-256")
                                                        .digest(Files.readAllBytes(file))));
            }
        }
        return contents;
    }

    private Connection journal() throws Exception {
        return DriverManager.getConnection("jdbc:sqlite:" + state.resolve("journal.db"));
    }

    @Test
    void aDirectoryOnWhichADaemonRanIsWellAndStaysAsItWas() throws Exception {
        past();
        Map<String, String> before = contents();
        Run run = doctor();
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).as(run.out()).isEqualTo(ExitStatus.DONE);
        assertThat(contents()).isEqualTo(before);
        assertThat(run.out()).startsWith("check ").doesNotContain(" problem ");
        assertThat(row(run, "java")).startsWith("java | ok | Java ");
        assertThat(row(run, "state directory"))
                .isEqualTo("state directory | ok | " + state + " belongs to " + System.getProperty("user.name")
                        + ". Only the owner can use it.");
        assertThat(row(run, "daemon")).isEqualTo("daemon | ok | No daemon runs here.");
        assertThat(row(run, "journal")).startsWith("journal | ok | " + state + "/journal.db, ");
        assertThat(row(run, "clock")).contains("the last decision was made ");
        assertThat(row(run, "listen address"))
                .isEqualTo("listen address | ok | The daemon uses any free port of 127.0.0.1.");
    }

    @Test
    void aRunningDaemonIsFoundAtItsAddressAndGoesOn() throws Exception {
        try (Daemon daemon = daemon()) {
            Run run = doctor("--listen", daemon.address().toString());
            assertThat(run.status()).as(run.out()).isEqualTo(ExitStatus.DONE);
            long pid = ProcessHandle.current().pid();
            assertThat(row(run, "daemon"))
                    .isEqualTo("daemon | ok | Process " + pid + " runs here and answers at " + daemon.address() + ".");
            assertThat(row(run, "listen address"))
                    .isEqualTo("listen address | ok | " + daemon.address()
                            + " is in use by the daemon that runs here (process " + pid + ").");
            assertThat(row(run, "journal")).startsWith("journal | ok | ");
            try (BanyanClient client = BanyanClient.ofStateDirectory(state)) {
                assertThat(client.stat()).isNotNull();
            }
        }
    }

    @Test
    void theSameIsThereForPrograms() throws Exception {
        Run run = doctor("--graph", GRAPH.toString(), "-o", "json");
        JsonNode findings = new ObjectMapper().readTree(run.out());
        assertThat(findings).hasSizeGreaterThan(8);
        for (JsonNode finding : findings) {
            assertThat(finding.get("verdict").asText()).isIn("ok", "warning");
            assertThat(finding.get("check").asText()).isNotEmpty();
            assertThat(finding.get("sentence").asText()).endsWith(".");
        }
    }

    @Test
    void aDirectoryThatIsNotThereIsNotMade() throws Exception {
        Map<String, String> before = contents();
        Run run = doctor("--graph", GRAPH.toString());
        assertThat(run.status()).as(run.out()).isEqualTo(ExitStatus.DONE);
        assertThat(row(run, "state directory"))
                .isEqualTo("state directory | ok | There is no " + state + " yet; the first start creates it.");
        assertThat(row(run, "resource graph")).startsWith("resource graph | ok | ");
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void wordsThatNameNoResourcesAreWarnedOf() {
        Run run = doctor();
        assertThat(run.status()).as(run.out()).isEqualTo(ExitStatus.DONE);
        assertThat(row(run, "configuration"))
                .isEqualTo(
                        "configuration | warning | Neither --graph FILE nor, for a child, --parent is specified: the daemon would use the resources of this machine.");
        assertThat(row(run, "resource graph")).isEqualTo("no row resource graph");
    }

    @Test
    void aDirectoryIntoWhichOthersLookIsWarnedOfAndOneToWhichTheyWriteIsAProblem() throws Exception {
        past();
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-xr-x"));
        Run looked = doctor();
        assertThat(looked.status()).isEqualTo(ExitStatus.DONE);
        assertThat(row(looked, "state directory"))
                .isEqualTo("state directory | warning | " + state
                        + " is accessible to users other than its owner (rwxr-xr-x): chmod 700 " + state + ".");
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxr-x"));
        Run written = doctor();
        assertThat(written.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(written, "state directory"))
                .startsWith("state directory | problem | " + state + " is writable by users other than its owner");
    }

    @Test
    void aTokenThatOthersCanReadIsAProblem() throws Exception {
        past();
        Files.setPosixFilePermissions(state.resolve("token"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(row(doctor(), "token")).startsWith("token | problem | ").contains("chmod 600");
    }

    @Test
    void aPortThatAnotherProgramHoldsIsAProblem() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Run run = doctor(
                    "--graph",
                    GRAPH.toString(),
                    "--listen",
                    "127.0.0.1:" + other.getLocalPort(),
                    "--metrics",
                    "127.0.0.1:" + other.getLocalPort());
            assertThat(run.status()).isEqualTo(ExitStatus.NO);
            assertThat(row(run, "listen address"))
                    .startsWith(
                            "listen address | problem | The daemon cannot listen at 127.0.0.1:" + other.getLocalPort())
                    .endsWith("or specify another one with --listen.");
            assertThat(row(run, "metrics address")).startsWith("metrics address | problem | ");
        }
    }

    /** While a daemon runs here that serves no metrics there. */
    @Test
    void aPortOfMetricsIsOursWhereOurMetricsAreServedThere() throws Exception {
        var other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        long[] said = {1};
        other.createContext("/metrics", exchange -> {
            byte[] text =
                    ("banyan_up 1.0\nbanyan_process_id " + (double) said[0] + "\n").getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        other.start();
        try (Daemon daemon = daemon()) {
            String address = "127.0.0.1:" + other.getAddress().getPort();
            assertThat(row(doctor("--graph", GRAPH.toString(), "--metrics", address), "metrics address"))
                    .startsWith("metrics address | problem | The daemon cannot listen at " + address);
            said[0] = ProcessHandle.current().pid();
            assertThat(row(doctor("--graph", GRAPH.toString(), "--metrics", address), "metrics address"))
                    .isEqualTo("metrics address | ok | " + address + " is in use by the daemon that runs here (process "
                            + said[0] + ").");
            assertThat(daemon.isOver()).isFalse();
        } finally {
            other.stop(0);
        }
    }

    @Test
    void aDatabaseOfAnotherProgramIsNoJournal() throws Exception {
        past();
        Files.delete(state.resolve("journal.db"));
        try (Connection database = journal()) {
            database.createStatement().execute("CREATE TABLE songs (title TEXT)");
        }
        Map<String, String> before = contents();
        Run run = doctor();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(run, "journal"))
                .isEqualTo("journal | problem | The file " + state
                        + "/journal.db is a database, but not a Banyan journal.");
        assertThat(contents()).isEqualTo(before);
        Files.writeString(state.resolve("journal.db"), "words ".repeat(1000));
        assertThat(row(doctor(), "journal")).startsWith("journal | problem | ").contains("is not a database");
    }

    @Test
    void aChangedRecordOrHistoryRowIsAProblem() throws Exception {
        past();
        try (Connection database = journal()) {
            var statement = database.createStatement();
            statement.execute("INSERT INTO history (number, ended_sec, owner, check_value, bytes)"
                    + " VALUES (1, 100, 'ada', 7, x'00')");
            assertThat(row(doctor(), "journal"))
                    .startsWith("journal | problem | Row 1 of the history in " + state + "/journal.db is damaged: its");
            statement.execute("DELETE FROM history");
            assertThat(row(doctor(), "journal")).startsWith("journal | ok | ");
            statement.execute("UPDATE record SET check_value = check_value + 1 WHERE number = 1");
        }
        Run run = doctor();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(run, "journal")).startsWith("journal | problem | Record 1 of the journal " + state);
    }

    @Test
    void aJournalOfALaterVersionIsAProblem() throws Exception {
        past();
        try (Connection database = journal()) {
            database.createStatement().execute("PRAGMA user_version = 999");
        }
        Run run = doctor();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(run, "journal")).contains("was written by a later version of Banyan: its schema is 999");
    }

    @Test
    void theJournalOfADaemonThatWasKilledIsReadWithoutMendingIt() throws Exception {
        Path killed = directory.resolve("killed");
        try (Daemon daemon = daemon()) {
            assertThat(daemon.isOver()).isFalse();
            decide();
            Files.createDirectory(
                    killed, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            for (String name : new String[] {"journal.db", "journal.db-wal", "token"}) {
                Files.copy(state.resolve(name), killed.resolve(name), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        state = killed;
        Map<String, String> before = contents();
        Run run = doctor();
        assertThat(run.status()).as(run.out()).isEqualTo(ExitStatus.DONE);
        assertThat(row(run, "journal")).startsWith("journal | ok | ").contains("interrupted");
        assertThat(row(run, "clock")).contains("the last decision was made ");
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void anUnknownKeyOfTheConfigurationIsAFinding() throws Exception {
        Path file = Files.writeString(directory.resolve("banyan.yaml"), "nmae: a\n");
        Run run = doctor("--config", file.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(run, "configuration"))
                .isEqualTo(
                        "configuration | problem | Correct the configuration first; only then can the rest be checked: "
                                + file + ":1:1: there is no key 'nmae'; maybe 'name' is meant.");
        assertThat(row(run, "java")).startsWith("java | ok | ");
    }

    @Test
    void aConfigurationFileIsLookedAtAsAStartWould() throws Exception {
        Path file = Files.writeString(
                directory.resolve("banyan.yaml"),
                "state: " + state + "\ngraph: {file: " + GRAPH + "}\njournal: {kind: memory}\n");
        Run run = Run.banyan("doctor", "--config", file.toString());
        assertThat(run.status()).as(run.out()).isEqualTo(ExitStatus.DONE);
        assertThat(row(run, "journal"))
                .isEqualTo("journal | ok | The journal is in memory and is lost when the daemon ends.");
        assertThat(row(run, "clock")).endsWith("the journal contains no decisions yet.");
        past();
        Run withPast = Run.banyan("doctor", "--config", file.toString());
        assertThat(withPast.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(withPast, "journal"))
                .contains("contains a journal on disk")
                .endsWith("or with another --state.");
    }

    @Test
    void aProviderThatCannotBeMadeIsAProblem() {
        Run options = doctor("--graph", GRAPH.toString(), "--provider", "file=pool.json,colour=red");
        assertThat(options.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(options, "configuration"))
                .startsWith("configuration | problem | ")
                .contains("colour");
        Run script = doctor("--graph", GRAPH.toString(), "--provider", "exec=" + directory + "/none.sh");
        assertThat(script.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(script, "provider")).startsWith("provider | problem | ").contains("which does not exist");
        Run good = doctor("--graph", GRAPH.toString(), "--provider", "file=" + GRAPH);
        assertThat(row(good, "provider")).startsWith("provider | ok | ");
        Run both = doctor(
                "--graph",
                GRAPH.toString(),
                "--provider",
                "file=" + GRAPH,
                "--provider",
                "exec=" + directory + "/none.sh,name=lab");
        assertThat(both.status()).isEqualTo(ExitStatus.NO);
        assertThat(both.out())
                .containsPattern("provider +ok +File is a pool of ")
                .containsPattern("provider +problem +The daemon would not start with the provider 'lab': ");
    }

    @Test
    void aHealthCheckThatReachesNoNodeIsWarnedOfAndOneWithoutItsProgramIsAProblem() throws Exception {
        String[] words = {"--graph", GRAPH.toString(), "--health-check", "/usr/sbin/nhc"};
        assertThat(row(doctor(words), "health check"))
                .startsWith(
                        "health check | warning | Without execution.command, the check runs only on the node with the name");
        assertThat(row(doctor(by(words, "sh -c {shell-start}")), "health check"))
                .isEqualTo("health check | ok | The check runs on each node through sh, every 300 s.");
        Run missing = doctor(by(words, "no-such-ssh {host} {shell-start}"));
        assertThat(row(missing, "health check")).startsWith("health check | problem | There is no program no-such-ssh");
        assertThat(missing.status()).isEqualTo(ExitStatus.NO);
        assertThat(doctor("--graph", GRAPH.toString()).out()).doesNotContain("health check");
    }

    private static String[] by(String[] words, String command) {
        return Stream.concat(Stream.of(words), Stream.of("--set", "execution.command=" + command))
                .toArray(String[]::new);
    }

    @Test
    void aChildWhoseParentIsAwayHasAProblemAndOneThatIsNotKnownThereToo() throws Exception {
        Path credential = directory.resolve("credential");
        Path none = directory.resolve("none");
        String gone = "127.0.0.1:" + freePort();
        assertThat(row(child(gone, none), "parent"))
                .isEqualTo("parent | problem | There is no token file " + none + ".");
        TokenFile.write(credential, Token.random());
        Run away = child(gone, credential);
        assertThat(away.status()).isEqualTo(ExitStatus.NO);
        assertThat(row(away, "parent")).startsWith("parent | problem | The parent at " + gone + " does not answer; ");
        Path own = state;
        try (Daemon parent = daemon()) {
            state = directory.resolve("child");
            String there = parent.address().toString();
            assertThat(row(child(there, credential), "parent"))
                    .startsWith("parent | problem | The parent at " + there
                            + " answers, but does not accept the credential");
            assertThat(row(child(there, own.resolve("token")), "parent"))
                    .contains("accepts " + own.resolve("token") + " as a client's token");
        }
    }

    private Run child(String parent, Path credential) {
        return doctor("--parent", parent, "--job", "1", "--credential-file", credential.toString());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
