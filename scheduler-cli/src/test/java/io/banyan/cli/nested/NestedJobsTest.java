package io.banyan.cli.nested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.UserProcess;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * Jobs of the queue that start an instance. The instances and their commands are processes; the daemon is one where the
 * test ends it or says how it starts.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class NestedJobsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Path directory;
    private Path work;
    /**
     * The classes of the command where another user is to read them; empty where its processes start from their
     * archive.
     */
    private String classPath = "";

    private RunningDaemon site;
    private Process daemon;
    private BanyanClient client;

    @BeforeEach
    void start() throws Exception {
        directory = Files.createTempDirectory("banyan-nested-");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        work = Files.createDirectory(directory.resolve("work"));
        site = RunningDaemon.in(
                directory,
                config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .launcher(BanyanProcess.children())
                        .passingOn(List.of("security.jobs-as-root=true")));
        client = BanyanClient.ofStateDirectory(state().path());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        if (daemon == null) {
            site.close();
        } else {
            daemon.destroy();
            daemon.waitFor();
        }
        assertThat(new ProcessBuilder("rm", "-rf", directory.toString()).start().waitFor())
                .isZero();
    }

    /** Starts the daemon as a process, in the place of the one that ran before. */
    private void startProcess(String... options) throws Exception {
        client.close();
        if (daemon == null) {
            site.close();
        }
        Files.deleteIfExists(state().address());
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"));
        words.addAll(
                command("start", "--name", "site", "--state", state().path().toString(), "--graph", graph()));
        words.addAll(List.of("--jobs-as-root", "--socket", "none"));
        words.addAll(List.of(options));
        var builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("daemon.said").toFile()));
        builder.environment().put("BANYAN_LAUNCHER", classPath.isEmpty() ? BanyanProcess.launcher() : launcher());
        daemon = builder.start();
        await().atMost(PATIENCE).until(() -> Files.exists(state().address()));
        client = BanyanClient.ofStateDirectory(state().path());
    }

    /** The launcher that every user can run. */
    private String launcher() throws IOException {
        String words = command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path script = Files.writeString(directory.resolve("banyan"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script.toString();
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

    private List<String> command(String... words) {
        return classPath.isEmpty() ? BanyanProcess.words(words) : BanyanProcess.wordsWithout(classPath, words);
    }

    /** A script of these lines, in which {@code banyan} is the command, and {@code out} the directory of the test. */
    private String script(String name, String... lines) throws IOException {
        StringBuilder text = new StringBuilder("#!/bin/bash\nout='" + work + "'\nbanyan() {");
        command().forEach(word -> text.append(" '").append(word).append('\''));
        text.append(" \"$@\"; }\n");
        Stream.of(lines).forEach(line -> text.append(line).append('\n'));
        return Files.writeString(work.resolve(name), text).toString();
    }

    private Run banyan(String... words) {
        List<String> all =
                new ArrayList<>(List.of(words[0], "--state", state().path().toString()));
        all.addAll(List.of(words).subList(1, words.length));
        return Run.banyan(all.toArray(String[]::new));
    }

    private void batch(String... words) {
        List<String> all = new ArrayList<>(List.of("batch"));
        all.addAll(List.of(words));
        Run run = banyan(all.toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isZero();
    }

    private JobRecord job(int id) throws ClientException {
        return client.info(new JobRead.JobInfo(new JobId(id), MatchFormat.SIMPLE))
                .job();
    }

    private void awaitState(int job, JobState then) {
        await().atMost(PATIENCE).until(() -> job(job).state(), then::equals);
    }

    private void awaitFile(String name) {
        await().atMost(PATIENCE).until(() -> Files.exists(work.resolve(name)));
    }

    private void touch(String name) throws IOException {
        Files.writeString(work.resolve(name), "");
    }

    private String content(String name) throws IOException {
        return Files.readString(work.resolve(name), StandardCharsets.UTF_8).strip();
    }

    private ProcessHandle process(Path pid) {
        return PidFile.running(pid).orElseThrow();
    }

    private boolean runs(String name) throws IOException {
        return ProcessHandle.of(Long.parseLong(content(name)))
                .filter(ProcessHandle::isAlive)
                .isPresent();
    }

    @Test
    void aBatchWaitsBehindAFullMachineAndRunsAHundredTasksInside() throws Exception {
        assertThat(banyan("submit", "-N", "8", "--", "sleep", "1000").status()).isZero();
        String script = script(
                "hundred.sh",
                "banyan submit -n 1 -a 0-99 -- sh -c \"echo \\$BANYAN_ARRAY_INDEX >'$out'/task.\\$BANYAN_ARRAY_INDEX\"",
                "banyan wait 1-100 >\"$out\"/waited");
        batch("-N", "2", script);
        assertThat(job(2).state()).isIn(JobState.PENDING, JobState.RESERVED);
        assertThat(Files.exists(state().child(new JobId(2)).path())).isFalse();
        assertThat(banyan("cancel", "1").status()).isZero();
        awaitState(2, JobState.COMPLETED);
        try (Stream<Path> files = Files.list(work)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("task.")))
                    .hasSize(100);
        }
        assertThat(content("waited").lines()).hasSize(100).allMatch(line -> line.contains("completed"));
        assertThat(state().child(new JobId(2)).jobs().resolve("100").resolve("output"))
                .exists();
    }

    /** The instance of a batch job ends after its script. */
    @Test
    void whatTheScriptOfABatchUsedIsTold() throws Exception {
        String script = script("burn.sh", "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; times >$out/times");
        batch("--wait", "-n", "1", script);
        // The shell rounds to milliseconds.
        long told = Math.round(1_000_000 * Double.parseDouble(content("times").split("[ms]", -1)[1]));
        assertThat(job(1).usage().orElseThrow().cpuMicros()).isGreaterThan(told - 1_000);
        assertThat(banyan("usage", "1").out()).endsWith("  excluding jobs of its instance\n");
    }

    @Test
    void aBatchEndsWithTheStatusOfItsScript() throws Exception {
        String script = script("five.sh", "echo $BANYAN_INSTANCE $1; exit 5");
        Run run = banyan("batch", "--wait", "-n", "1", script, "said");
        assertThat(run.status()).as(run.err()).isEqualTo(5);
        assertThat(job(1).state()).isEqualTo(JobState.FAILED);
        assertThat(banyan("logs", "1").out()).isEqualTo("/1 said\n");
    }

    @Test
    void aCommandRunsOnceOnTheFirstNode() throws Exception {
        batch("--wait", "-N", "3", "--", "sh", "-c", "echo $BANYAN_NNODES >>" + work + "/ran");
        assertThat(content("ran")).isEqualTo("3");
    }

    @Test
    void aCancelEndsTheScriptAndTheJobsInside() throws Exception {
        batch("-n", "2", script("long.sh", sleeper("inner"), "echo $$ >\"$out\"/script; exec sleep 1000"));
        awaitFile("script");
        awaitFile("inner");
        assertThat(banyan("cancel", "1").status()).isZero();
        assertThat(job(1).state()).isEqualTo(JobState.CANCELLED);
        assertThat(runs("inner")).isFalse();
        assertThat(runs("script")).isFalse();
    }

    /** A job of the instance that runs until it is ended. */
    private static String sleeper(String name) {
        return "banyan submit -n 1 -- sh -c \"echo \\$\\$ >'$out'/" + name + ".part; mv '$out'/" + name
                + ".part '$out'/" + name + "; exec sleep 1000\"";
    }

    @Test
    void theEndOfTheScriptEndsTheJobsInside() throws Exception {
        batch("-n", "2", script("short.sh", sleeper("inner"), "while [ ! -e \"$out\"/inner ]; do sleep 0.1; done"));
        awaitState(1, JobState.COMPLETED);
        assertThat(runs("inner")).isFalse();
    }

    @Test
    void theTimeLimitEndsTheScriptAndTheJobsInside() throws Exception {
        batch("-n", "2", script("long.sh", sleeper("inner"), "exec sleep 1000"));
        awaitFile("inner");
        assertThat(banyan("update", "1", "1").status()).isNotZero();
        batch("-n", "2", "-t", "2s", script("longer.sh", "echo $$ >\"$out\"/script; exec sleep 1000"));
        awaitState(2, JobState.EXPIRED);
        assertThat(Files.notExists(work.resolve("script")) || !runs("script")).isTrue();
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void anInstanceOutlivesTheDaemonThatStartedIt() throws Exception {
        startProcess();
        batch(
                "-n",
                "2",
                script(
                        "through.sh",
                        "echo $$ >\"$out\"/script",
                        "while [ ! -e \"$out\"/go ]; do sleep 0.1; done",
                        "banyan run -n 2 -- sh -c 'echo $BANYAN_RANK' >\"$out\"/ranks",
                        "exit 4"));
        awaitFile("script");
        daemon.destroyForcibly().waitFor();
        assertThat(runs("script")).isTrue();
        startProcess();
        assertThat(job(1).state()).isEqualTo(JobState.RUNNING);
        touch("go");
        awaitState(1, JobState.FAILED);
        assertThat(content("ranks").lines()).containsExactlyInAnyOrder("0", "1");
        assertThat(job(1).detail()).isEqualTo("its command ended with status 4");
    }

    @Test
    void aJobEndsWhoseScriptEndedWhileTheDaemonWasAway() throws Exception {
        startProcess();
        batch("-n", "1", script("away.sh", "touch \"$out\"/began; while [ ! -e \"$out\"/go ]; do sleep 0.1; done"));
        awaitFile("began");
        daemon.destroyForcibly().waitFor();
        touch("go");
        startProcess();
        awaitState(1, JobState.COMPLETED);
    }

    @Test
    void aKilledInstanceFailsItsJob() throws Exception {
        batch("-n", "2", script("long.sh", sleeper("inner"), "echo $$ >\"$out\"/script; exec sleep 1000"));
        awaitFile("script");
        awaitFile("inner");
        process(state().child(new JobId(1)).pid()).destroyForcibly();
        awaitState(1, JobState.FAILED);
        assertThat(job(1).detail()).isEqualTo("its instance has ended: killed by signal 9");
        assertThat(runs("inner")).isFalse();
        assertThat(runs("script")).isFalse();
    }

    @Test
    void aBatchInABatchHasAnInstanceBelow() throws Exception {
        String inner = script(
                "inner.sh",
                "banyan run -n 1 -- sh -c 'echo job $BANYAN_JOB_ID' >\"$out\"/job; echo $BANYAN_INSTANCE >\"$out\"/path");
        batch("--wait", "-n", "4", script("outer.sh", "banyan batch --wait -n 2 " + inner));
        assertThat(content("path")).isEqualTo("/1/1");
        assertThat(content("job")).isEqualTo("job 1");
        Run logs = banyan("logs", "--instance", "/1/1", "-f", "1");
        assertThat(logs.out()).as(logs.err()).isEqualTo("job 1\n");
        Run unknown = banyan("logs", "--instance", "/1/1", "9");
        assertThat(unknown.status()).isEqualTo(ExitStatus.NO);
        assertThat(unknown.err())
                .startsWith("banyan: Instance /1 has ended: ")
                .endsWith("; there is no output here of job 9 of the instance in job 1.\n");
        assertThat(banyan("logs", "--instance", "/7", "1").err())
                .isEqualTo("banyan: There is no instance /7; there is no job 7 here.\n");
    }

    @Test
    void tasksInsideAreStartedOnTheirHostsAsThoseOfTheDaemon() throws Exception {
        String starter = script("starter.sh", "shift; echo \"$1\" >>\"$out\"/hosts; shift; exec \"$@\"");
        startProcess("--set", "execution.command=bash " + starter + " on {host} {start}");
        batch("--wait", "-N", "2", script("two.sh", "banyan run -N 2 -- sh -c 'echo $BANYAN_HOST' >\"$out\"/ran"));
        List<String> ran = content("ran").lines().sorted().toList();
        assertThat(ran).hasSize(2).doesNotHaveDuplicates();
        assertThat(content("hosts").lines()).hasSize(3).containsAll(ran);
    }

    @Test
    void aRequeuedBatchBeginsAnewWithAnotherInstance() throws Exception {
        batch(
                "-n",
                "1",
                script(
                        "again.sh",
                        "banyan run -n 1 -- sh -c 'echo $BANYAN_JOB_ID' >>\"$out\"/ran; touch \"$out\"/began",
                        "while [ ! -e \"$out\"/go ]; do sleep 0.1; done"));
        awaitFile("began");
        Files.delete(work.resolve("began"));
        assertThat(banyan("requeue", "1").status()).isZero();
        awaitFile("began");
        touch("go");
        awaitState(1, JobState.COMPLETED);
        assertThat(content("ran").lines()).containsExactly("1", "1");
    }

    @Test
    void anInstanceThatIsStoppedInTheScriptEndsItsJob() throws Exception {
        batch("-n", "1", script("stop.sh", "banyan stop; exec sleep 1000"));
        awaitState(1, JobState.CANCELLED);
        assertThat(job(1).detail()).isEqualTo("the instance was asked to stop");
    }

    @Test
    void anOptionThatNoInstanceHasIsRefused() throws Exception {
        Run run = banyan("batch", "-n", "1", "-O", "command=[\"true\"]", script("no.sh", "true"));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .contains(
                        "The instance of a job does not accept the option 'command'; the tasks of the job are its command.");
    }

    @Test
    void anAllocationWithoutATerminalRunsACommandThatReadsStandardInput() throws Exception {
        String script = script("read.sh", "read line; echo got $line in $BANYAN_INSTANCE; exit 6");
        Process alloc = new ProcessBuilder(
                        command("alloc", "--state", state().path().toString(), "-n", "1", "bash", script))
                .redirectErrorStream(true)
                .start();
        alloc.getOutputStream().write("words\n".getBytes(StandardCharsets.UTF_8));
        alloc.getOutputStream().close();
        assertThat(new String(alloc.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("got words in /1");
        assertThat(alloc.waitFor()).isEqualTo(6);
    }

    private String shown() throws IOException {
        return Files.readString(directory.resolve("shown"), StandardCharsets.ISO_8859_1);
    }

    private void awaitShown(String text) {
        await().atMost(PATIENCE).until(() -> shown().contains(text));
    }

    /**
     * Types a line again and again until the terminal shows a text: a key has no effect on a program that has not
     * begun.
     */
    private void typeUntil(Process terminal, String keys, String text) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
            boolean isShown = shown().contains(text);
            if (!isShown) {
                type(terminal, keys);
            }
            return isShown;
        });
    }

    private static void type(Process terminal, String text) throws IOException {
        terminal.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        terminal.getOutputStream().flush();
    }

    /** An allocation with a terminal, which script(1) makes. */
    private Process allocOnTerminal() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "this machine has no script");
        String shell = script("shell.sh", "export -f banyan; PS1='READY> ' exec bash --norc --noprofile -i");
        List<String> words = command("alloc", "--state", state().path().toString(), "-n", "2", "bash", shell);
        String line = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path file = Files.writeString(
                directory.resolve("commands"),
                "stty rows 33 cols 101 sane; (echo pid=$(exec sh -c 'echo $PPID').; exec " + line
                        + "); echo \"status=$?.\"\n");
        return new ProcessBuilder("/usr/bin/script", "-qefc", "sh " + file, "/dev/null")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("shown").toFile())
                .start();
    }

    @Test
    void anAllocationOnATerminalGivesAShellWithATerminal() throws Exception {
        Process terminal = allocOnTerminal();
        awaitShown("READY> ");
        type(terminal, "stty size; echo in $BANYAN_INSTANCE\r");
        awaitShown("in /1");
        assertThat(shown()).contains("33 101");
        type(terminal, "sleep 1000\r");
        typeUntil(terminal, "\003echo after C: $?\r", "after C: 130");
        type(terminal, "banyan run -n 2 -- sh -c 'echo rank=$BANYAN_RANK.'; echo ran=$?.\r");
        awaitShown("ran=0.");
        assertThat(shown()).contains("rank=0.").contains("rank=1.");
        type(terminal, "exit 7\r");
        awaitShown("status=7.");
        terminal.destroyForcibly();
        assertThat(job(1).state()).isEqualTo(JobState.FAILED);
    }

    @Test
    void anAllocationEndsWhereItsTerminalHangsUp() throws Exception {
        Process terminal = allocOnTerminal();
        awaitShown("READY> ");
        Matcher pid = Pattern.compile("pid=([0-9]+)\\.").matcher(shown());
        assertThat(pid.find()).isTrue();
        assertThat(new ProcessBuilder("kill", "-HUP", pid.group(1)).start().waitFor())
                .isZero();
        // Cancelled by the command, unless the shell has ended before, by the signal of its terminal.
        await().atMost(PATIENCE).until(() -> job(1).state().isOver());
        assertThat(job(1).state()).isIn(JobState.CANCELLED, JobState.FAILED);
        terminal.destroyForcibly();
    }

    @Test
    void anAllocationSaysHowMuchItIsToHave() {
        Run run = banyan("alloc");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("Missing -n or -N");
    }

    @Test
    void aJobOfAnotherUserHasAnInstanceOfThatUser() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can make a user, and run jobs as one");
        assumeTrue(UserProcess.setpriv().isPresent(), "setpriv is needed to run jobs as a different user");
        String name = "bt" + UUID.randomUUID().toString().substring(0, 8);
        assumeTrue(
                new ProcessBuilder("useradd", "-M", "-d", work.toString(), "-s", "/bin/bash", name)
                                .start()
                                .waitFor()
                        == 0,
                "useradd");
        try {
            runsAs(name);
        } finally {
            assertThat(new ProcessBuilder("userdel", name).start().waitFor()).isZero();
        }
    }

    /** The classes of the command in a directory that every user can read. */
    private String readableClasses() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                "for each; do n=$((n + 1)); "
                        + "mkdir \"$to/$n\" && { cp -rlL \"$each\" \"$to/$n\" 2>/dev/null || cp -rL \"$each\" \"$to/$n\"; } || exit 1; done; "
                        + "chmod -R a+rX \"$to\"",
                "sh"));
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> entries = Stream.of(own.split(File.pathSeparator))
                .filter(entry -> Files.exists(Path.of(entry)))
                .toList();
        words.addAll(entries);
        var copy = new ProcessBuilder(words);
        copy.environment().put("to", classes.toString());
        assertThat(copy.inheritIO().start().waitFor()).isZero();
        List<String> copied = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Path name = Objects.requireNonNull(Path.of(entries.get(i)).getFileName());
            copied.add(classes.resolve(String.valueOf(i + 1)).resolve(name).toString());
        }
        return String.join(File.pathSeparator, copied);
    }

    /** The file with the token of a client who is this user of the machine. */
    private String token(String client, String user) {
        String token = directory.resolve(client).toString();
        String path = state().path().toString();
        Run run = Run.banyan("token", "add", client, "--role", "user", "--user", user, "--to", token, "--state", path);
        assertThat(run.status()).as(run.err()).isZero();
        return token;
    }

    private void runsAs(String name) throws Exception {
        OsUser.find(name).own(work);
        classPath = readableClasses();
        startProcess();
        String token = token("alice", name);
        String script = script("who.sh", "id -un >\"$out\"/script; banyan run -n 1 -- id -un >\"$out\"/task");
        Run run = banyan("batch", "--token-file", token, "--wait", "-n", "1", "--env", "HOME=" + work, script);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(content("script")).isEqualTo(name);
        assertThat(content("task")).isEqualTo(name);
        assertThat(Files.getOwner(state().child(new JobId(1)).path()).getName()).isEqualTo(name);
        assertThat(banyan("logs", "--token-file", token, "--instance", "/1", "1")
                        .out())
                .isEqualTo(name + "\n");
        Run stranger = banyan("logs", "--token-file", token("bob", name), "--instance", "/1", "1");
        assertThat(stranger.status()).isEqualTo(ExitStatus.NO);
        assertThat(stranger.out()).isEmpty();
    }
}
