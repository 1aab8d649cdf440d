package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A daemon of root that runs jobs of another user, who is made for the test: a job has what its submitter has, and
 * nothing of the daemon's.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class SubmitterTest {
    /** The variables by which a job without GPUs sees none. */
    private static final Map<String, String> NO_GPUS =
            Map.of("CUDA_VISIBLE_DEVICES", "-1", "ROCR_VISIBLE_DEVICES", "-1", "ZE_AFFINITY_MASK", "-1");

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Map<String, String> OF_THE_DAEMON = Map.of(
            "PATH", "/only-for-root/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "PGPASSWORD", "daemon-secret-1",
            "AWS_SECRET_ACCESS_KEY", "daemon-secret-2",
            "HOME", "/root",
            "LANG", "xx_ROOT.UTF-8",
            "BANYAN_JAVA_OPTS", "-Ddaemon-secret-3");
    private static final Map<String, String> OF_THE_SUBMITTER = Map.of(
            "PATH", "/site/tools/bin:/usr/bin:/bin",
            "COLOUR", "it's \"blue\"\nand green",
            "API_KEY", "submitter-secret",
            "HOME", "/somewhere/else",
            "BANYAN_JOB_ID", "77");
    private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

    private Path directory;
    private Path work;
    private OsUser user;
    private Process daemon;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can make a user, and run jobs as one");
        assumeTrue(UserProcess.setpriv().isPresent(), "setpriv is needed to run jobs as a different user");
        String name = "bt" + UUID.randomUUID().toString().substring(0, 8);
        directory = Files.createTempDirectory("banyan-submitter-");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        assumeTrue(
                done("useradd", "-M", "-d", directory.resolve("home").toString(), "-s", "/bin/bash", name), "useradd");
        user = OsUser.find(name);
        work = Files.createDirectory(directory.resolve("work"));
        user.own(work);
        daemon = process(OF_THE_DAEMON, directory, "umask 077", "start", "--name", "site", "--graph", graph());
        await().atMost(PATIENCE).until(() -> Files.exists(state().log()) && log().contains("listens on"));
        for (Map.Entry<String, String> token :
                Map.of("alice", name, "bob", "nobody").entrySet()) {
            assertThat(Run.banyan(
                                    "token",
                                    "add",
                                    token.getKey(),
                                    "--role",
                                    "user",
                                    "--user",
                                    token.getValue(),
                                    "--state",
                                    text(state().path()),
                                    "--to",
                                    token(token.getKey()))
                            .status())
                    .isZero();
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (daemon != null) {
            daemon.destroy();
            assertThat(daemon.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        if (user != null) {
            assertThat(done("userdel", user.name())).isTrue();
            assertThat(done("rm", "-rf", directory.toString())).isTrue();
        }
    }

    private static String graph() {
        return Path.of("..", "resource-graphs", "small.graphml")
                .toAbsolutePath()
                .normalize()
                .toString();
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private String log() throws IOException {
        return Files.readString(state().log());
    }

    private String token(String name) {
        return directory.resolve(name + ".token").toString();
    }

    private static String text(Path path) {
        return path.toString();
    }

    private static boolean done(String... words) throws Exception {
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }

    /** A command of banyan in a process of its own, in a shell that did something before. */
    private Process process(Map<String, String> environment, Path where, String before, String... words)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", before + "; exec \"$@\"", "sh"));
        all.addAll(BanyanProcess.wordsWith(List.of("-XX:-MaxFDLimit"), words[0]));
        all.addAll(List.of("--state", text(state().path())));
        all.addAll(List.of(words).subList(1, words.length));
        var builder = new ProcessBuilder(all).directory(where.toFile()).redirectErrorStream(true);
        builder.redirectOutput(directory.resolve(words[0] + ".said").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Submits as the user's token has it, and waits for the end of the job. */
    private void submitted(String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("run", "--token-file", token("alice")));
        all.addAll(List.of(words));
        Process run = process(OF_THE_SUBMITTER, work, "umask 027; ulimit -S -n 300", all.toArray(String[]::new));
        assertThat(run.waitFor())
                .as(Files.readString(directory.resolve("run.said")))
                .isZero();
    }

    private Map<String, String> environment() throws IOException {
        String all = Files.readString(work.resolve("env"), StandardCharsets.UTF_8);
        return Stream.of(all.split("\0"))
                .map(it -> it.split("=", 2))
                .filter(it -> !OF_THE_SHELL.contains(it[0]))
                .collect(Collectors.toMap(it -> it[0], it -> it[1]));
    }

    private Run asked(String token, String... words) {
        List<String> all =
                new ArrayList<>(List.of(words[0], "--state", text(state().path()), "--token-file", token(token)));
        all.addAll(List.of(words).subList(1, words.length));
        return Run.banyan(all.toArray(String[]::new));
    }

    /**
     * The files of the daemon in which a user can read the submitter's secret. The user knows their names: the names of
     * a job's files can be guessed.
     */
    private List<Path> filesWithTheSecret(OsUser reader) throws IOException {
        List<String> grep = new ArrayList<>(List.of("grep", "-ls", OF_THE_SUBMITTER.get("API_KEY"), "--"));
        try (Stream<Path> all = Files.walk(state().path())) {
            all.filter(Files::isRegularFile).map(Path::toString).forEach(grep::add);
        }
        Process process = new ProcessBuilder(UserProcess.words(reader, grep)).start();
        return process.inputReader().lines().map(Path::of).toList();
    }

    private static final String LOOK =
            "env -0 > env; umask > umask; pwd -P > pwd; ulimit -S -n > nofile; id -un > id; echo written";

    private void assertIsAtHome(Map<String, String> environment) {
        assertThat(environment)
                .containsEntry("HOME", directory.resolve("home").toString())
                .containsEntry("USER", user.name())
                .containsEntry("LOGNAME", user.name())
                .containsEntry("SHELL", "/bin/bash");
    }

    private void assertHasNothingOfTheDaemon(Map<String, String> environment) {
        Set<String> names = new HashSet<>(OF_THE_DAEMON.keySet());
        names.removeAll(Set.of("PATH", "HOME"));
        assertThat(environment).doesNotContainKeys(names.toArray(String[]::new));
        assertThat(environment.values())
                .doesNotContainAnyElementsOf(OF_THE_DAEMON.values())
                .noneMatch(value -> value.contains("secret") && !value.equals(OF_THE_SUBMITTER.get("API_KEY")));
    }

    @Test
    void aJobHasWhatItsSubmitterHasAndNothingOfTheDaemon() throws Exception {
        submitted("-n", "1", "-o", "out", "--", "sh", "-c", LOOK);
        Map<String, String> environment = environment();
        assertIsAtHome(environment);
        assertHasNothingOfTheDaemon(environment);
        Map<String, String> expected = new HashMap<>(OF_THE_SUBMITTER);
        expected.keySet().removeAll(Set.of("HOME", "BANYAN_JOB_ID"));
        assertThat(environment)
                .containsAllEntriesOf(expected)
                .containsAllEntriesOf(NO_GPUS)
                .containsEntry("BANYAN_JOB_ID", "1");
        assertThat(environment.keySet())
                .allMatch(name -> name.startsWith("BANYAN_")
                        || expected.containsKey(name)
                        || NO_GPUS.containsKey(name)
                        || Set.of("HOME", "USER", "LOGNAME", "SHELL").contains(name));
        assertThat(work.resolve("umask")).hasContent("0027");
        assertThat(work.resolve("pwd")).hasContent(work.toRealPath().toString());
        assertThat(work.resolve("nofile")).hasContent("300");
        assertThat(work.resolve("id")).hasContent(user.name());
        assertThat(work.resolve("out")).hasContent("written");
        for (String file : List.of("env", "out")) {
            assertThat(Files.getOwner(work.resolve(file)).getName()).isEqualTo(user.name());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(work.resolve(file))))
                    .isEqualTo("rw-r-----");
        }
    }

    @Test
    void withoutVariablesOfItsSubmitterAJobHasThoseOfTheUserAlone() throws Exception {
        submitted("--export=NONE", "-n", "1", "--env", "COLOUR", "--", "sh", "-c", LOOK);
        Map<String, String> environment = environment();
        assertIsAtHome(environment);
        assertHasNothingOfTheDaemon(environment);
        assertThat(environment)
                .containsEntry("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin")
                .containsEntry("COLOUR", OF_THE_SUBMITTER.get("COLOUR"))
                .doesNotContainKey("API_KEY");
    }

    @Test
    void aBatchScriptIsReadByTheUserOfItsJobAlone() throws Exception {
        Files.writeString(
                work.resolve("job.sh"),
                "#!/bin/sh\n#SBATCH -n 2 -J batch\n# submitter-secret\nstat -c '%U %a' \"$0\" \"${0%/*}\" > said; id -un >> said\n");
        submitted("job.sh");
        assertThat(work.resolve("said")).hasContent(user.name() + " 700\n" + user.name() + " 700\n" + user.name());
        assertThat(filesWithTheSecret(user)).contains(state().path().resolve("jobs/1/files/script"));
        assertThat(filesWithTheSecret(OsUser.find("nobody"))).isEmpty();
    }

    @Test
    void aRequeuedJobHasTheSameAndNobodyElseSeesIt() throws Exception {
        submitted("-n", "1", "--name", "again", "--", "sh", "-c", LOOK);
        Map<String, String> first = environment();
        Run held = asked(
                "alice",
                "submit",
                "--export=API_KEY=submitter-secret,B=2",
                "--hold",
                "-n",
                "1",
                "--",
                "sh",
                "-c",
                "cat");
        assertThat(held.status()).as(held.err()).isZero();
        daemon.destroyForcibly().waitFor();
        daemon = process(OF_THE_DAEMON, directory, "umask 077", "start", "--name", "site", "--graph", graph());
        await().atMost(PATIENCE).until(() -> asked("alice", "jobs").status() == 0);
        for (String who : List.of("alice", "bob")) {
            for (String command : List.of(
                    "jobs", "jobs -o json", "info 2", "info -o json 2", "logs 2", "accounting -o json", "events")) {
                Run told = asked(who, command.split(" "));
                assertThat(told.out() + told.err()).doesNotContain("submitter-secret");
            }
        }
        assertThat(log()).doesNotContain("submitter-secret");
        assertThat(first).containsEntry("API_KEY", "submitter-secret");
        assertThat(filesWithTheSecret(user)).contains(state().path().resolve("jobs/1/script"));
        assertThat(filesWithTheSecret(OsUser.find("nobody"))).isEmpty();
    }
}
