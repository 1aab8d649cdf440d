package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.transport.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Children that are shell scripts. Each writes the number of its process, and of one that it starts below itself, as
 * daemons do.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class LocalLauncherTest {
    private static final JobId JOB = new JobId(1);
    private static final String CHILD = """
            cd "$2" || exit 1
            echo $$ > pid
            mkdir -p children/1
            sleep 333 &
            echo $! > children/1/pid
            wait
            """;

    @TempDir
    Path directory;

    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private StateDirectory own;

    @BeforeEach
    void makeTheStateDirectory() throws Exception {
        own = new StateDirectory(directory.resolve("own"));
        own.create();
    }

    @Test
    void whatAnEarlierChildOfThisJobLeftRunningIsEndedBeforeTheNextOneStarts() throws Exception {
        Process left = new ProcessBuilder("sleep", "333").start();
        Process stranger = new ProcessBuilder("sleep", "333").start();
        StateDirectory below = own.child(JOB).child(new JobId(7));
        below.create();
        Files.writeString(below.pid(), left.pid() + "\n");
        Files.writeString(directory.resolve("pid"), stranger.pid() + "\n");
        try (LocalLauncher launcher = launcher("echo started")) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("it ended with status 0 (started)");
            assertThat(left.isAlive()).isFalse();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            left.destroyForcibly();
            stranger.destroyForcibly();
        }
    }

    @Test
    void whatAnEarlierChildComplainedOfDidNotEndThisOne() throws Exception {
        own.child(JOB).create();
        Files.writeString(own.child(JOB).output(), "banyan: The disk was full.\n");
        try (LocalLauncher launcher = launcher("exit 3")) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("it ended with status 3");
        }
        try (LocalLauncher launcher = launcher("echo banyan: No. >&2; exit 4")) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("it ended with status 4 (banyan: No.)");
        }
    }

    /** The child is like one that somebody has started again by hand, who reads himself what it writes. */
    @Test
    void whatWasWrittenBeforeARunningChildBeganIsNotItsOwn() throws Exception {
        own.child(JOB).create();
        Path output = Files.writeString(own.child(JOB).output(), "banyan: The disk was full.\n");
        Files.setLastModifiedTime(output, FileTime.from(Instant.now().minusSeconds(60)));
        Process byHand = new ProcessBuilder("sleep", "333").start();
        PidFile.write(own.child(JOB).pid(), byHand.toHandle());
        try (LocalLauncher launcher = launcher(CHILD)) {
            assertThat(launcher.adopt(JOB)).isTrue();
            byHand.destroyForcibly();
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("it ended");
        }
    }

    /** The start of an ended process can be asked no more. */
    @Test
    void ofAProcessThatHasEndedBeforeItWasLookedAtNothingIsToldThatOthersMayHaveWritten() throws Exception {
        Path output = Files.writeString(directory.resolve("output"), "banyan: The disk was full.\n");
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThat(LastWords.ofRunning(output, ended.toHandle()).inBrackets()).isEmpty();
        Process runs = new ProcessBuilder("sleep", "333").start();
        assertThat(LastWords.ofRunning(output, runs.toHandle()).inBrackets())
                .isEqualTo(" (banyan: The disk was full.)");
        runs.destroyForcibly();
    }

    private String endOf(String daemon) throws InterruptedException {
        try (LocalLauncher launcher = launcher(daemon)) {
            launcher.start(child());
            return ends.poll(30, TimeUnit.SECONDS);
        }
    }

    private static String said(String line) {
        return "echo '" + line + "' >&2\n";
    }

    @Test
    void aWarningIsNotWhyAChildEnded() throws Exception {
        String warning = said("banyan: warning: The journal is slow.") + said("Maybe: the disk is full");
        assertThat(endOf(warning + "exit 3")).isEqualTo("it ended with status 3");
        assertThat(endOf(said("banyan: No graph.") + said("Maybe: --graph FILE") + warning + "exit 3"))
                .isEqualTo("it ended with status 3 (banyan: No graph. Maybe: --graph FILE)");
        assertThat(endOf(warning + said("Terminating due to java.lang.OutOfMemoryError: Java heap space") + "exit 3"))
                .isEqualTo("it ended with status 3 (Terminating due to java.lang.OutOfMemoryError: Java heap space)");
    }

    @Test
    void ofAKilledChildNothingIsToldThatItSaidBefore() throws Exception {
        assertThat(endOf(said("banyan: The audit log cannot be written.") + "kill -9 $$"))
                .isEqualTo("killed by signal 9");
    }

    @Test
    void aChildThatDoesNotStopIsKilledWithAllBelowIt() throws Exception {
        try (LocalLauncher launcher = launcher("trap '' TERM\n" + CHILD)) {
            launcher.start(child());
            ProcessHandle top = running(own.child(JOB));
            ProcessHandle below = running(own.child(JOB).child(JOB));
            launcher.stop(new Effect.StopChild(JOB, 100, false));
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("killed by signal 9");
            assertThat(top.isAlive()).isFalse();
            assertThat(below.isAlive()).isFalse();
        }
    }

    @Test
    void aChildWhoseStateDirectoryIsGoneIsNotOverUntilItIsGivenUp() throws Exception {
        try (LocalLauncher launcher = launcher(CHILD)) {
            launcher.start(child());
            ProcessHandle below = running(own.child(JOB).child(JOB));
            running(own.child(JOB)).destroyForcibly();
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("killed by signal 9");
            Files.move(own.child(JOB).path(), directory.resolve("away"));
            launcher.stop(new Effect.StopChild(JOB, 0, false));
            assertThat(ends.poll(30, TimeUnit.SECONDS))
                    .startsWith("whether its processes still run is unknown")
                    .endsWith(" is gone");
            assertThat(below.isAlive()).isTrue();
            launcher.abandon(new Effect.AbandonChild(JOB));
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("an administrator abandoned the job");
            below.destroyForcibly();
        }
    }

    @Test
    void aChildThatHasTakenItsLeaveIsOverAlsoWhereItsStateDirectoryIsGone() throws Exception {
        try (LocalLauncher launcher = launcher("exit 0")) {
            launcher.stop(new Effect.StopChild(JOB, 0, true));
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("none of its processes was running");
        }
    }

    /** The command ends as ssh does where it finds no way. */
    @Test
    void aStatusThatIsOfNoSignalIsSaidAsItIs() throws Exception {
        try (LocalLauncher launcher = launcher("exit 255")) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("it ended with status 255");
        }
    }

    @Test
    void whatIsBelowAChildThatIsDeadIsKilledBeforeItsEndIsSaid() throws Exception {
        try (LocalLauncher launcher = launcher(CHILD)) {
            launcher.start(child());
            ProcessHandle below = running(own.child(JOB).child(JOB));
            running(own.child(JOB)).destroyForcibly();
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("killed by signal 9");
            assertThat(below.isAlive()).as("it was lost, and not stopped").isTrue();
            launcher.stop(new Effect.StopChild(JOB, 0, false));
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("none of its processes was running");
            assertThat(below.isAlive()).isFalse();
        }
    }

    /** The fence of a grandchild that a child here has started on another machine. */
    @Test
    void whatAChildHereHadStartedElsewhereIsFencedBeforeItsEndIsSaid() throws Exception {
        Path open = directory.resolve("the way is open");
        StateDirectory there = new StateDirectory(directory.resolve("there"));
        var place = new ChildPlaces.Place(
                "node7",
                there,
                List.of(
                        "/bin/sh",
                        "-c",
                        "[ -e '" + open + "' ] || { echo no route; exit 255; }; echo '" + FarFence.confirmation(there)
                                + "'"));
        try (LocalLauncher launcher = launcher(CHILD)) {
            launcher.start(child());
            running(own.child(JOB).child(JOB));
            PlaceFile.write(own.child(JOB).children().resolve("7" + PlaceFile.SUFFIX), place);
            launcher.stop(new Effect.StopChild(JOB, 5_000, false));
            assertThat(ends.poll(30, TimeUnit.SECONDS))
                    .isEqualTo("parts of it may be left on node7: /bin/sh ended with status" + " 255 (no route)");
            Files.createFile(open);
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("killed by signal 15");
        }
    }

    @Test
    void whoOnlyTakesAnOrderHasFencedNothing() throws Exception {
        StateDirectory there = new StateDirectory(directory.resolve("there"));
        assertThat(FarFence.run(List.of("/bin/sh", "-c", "echo submitted as 17"), there))
                .hasValue(new FarFence.Vain("/bin/sh ended with status 0 (submitted as 17)", true));
        assertThat(FarFence.run(List.of("/bin/sh", "-c", "echo '" + FarFence.confirmation(there) + "'; exit 3"), there))
                .isPresent();
        assertThat(FarFence.run(List.of("/nowhere/fence"), there)).isPresent();
    }

    @Test
    void whatItSaidBeforeItCameUpIsNotWhyItEnded() throws Exception {
        try (LocalLauncher launcher = launcher("echo 'banyan: a warning'; echo 'x listens on 127.0.0.1:1'; exit 3")) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).isEqualTo("it ended with status 3");
        }
    }

    @Test
    void aChildThatCannotBeStartedIsSaid() throws Exception {
        var command = new LaunchCommand(List.of(directory.resolve("nothing").toString()));
        try (LocalLauncher launcher = launcher(command)) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).startsWith("it could not be started: ");
        }
    }

    /** Whatever keeps it from being written: a full disk, or what the child's user has put there. */
    @Test
    void aChildWhoseNumberCannotBeWrittenDoesNotRunOn() throws Exception {
        Files.createDirectories(own.child(JOB).pid().resolve("x"));
        Path mine = directory.resolve("mine");
        try (LocalLauncher launcher = launcher("echo $$ > " + mine + "; exec sleep 335")) {
            launcher.start(child());
            assertThat(ends.poll(30, TimeUnit.SECONDS)).startsWith("it could not be started: ");
        }
        Set<ProcessHandle> begun = ProcessHandle.current()
                .children()
                .filter(it -> it.info().commandLine().orElse("").contains("sleep 335"))
                .collect(Collectors.toSet());
        await().atMost(Duration.ofMinutes(1)).until(() -> begun.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void anInstanceOfAnOsUserThatDoesNotExistIsNotStartedAsRoot() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        var table = new TokenTable(directory.resolve("tokens"));
        table.add(NamedToken.of("alice", Role.USER, Optional.of(Token.random()), Optional.empty(), Optional.empty()));
        JobUsers mostlyRoot = JobUsers.of(new Principals(Token.random(), table.file()), true);
        try (LocalLauncher launcher = launcher(new LaunchCommand(List.of("bash", "-c", "echo started")), mostlyRoot)) {
            launcher.start(child("alice", Optional.of("there-is-no-such-user")));
            assertThat(ends.poll(30, TimeUnit.SECONDS)).startsWith("it could not be started: There is no user");
        }
    }

    private LocalLauncher launcher(String script) {
        return launcher(new LaunchCommand(List.of("bash", "-c", script)));
    }

    private LocalLauncher launcher(LaunchCommand command) {
        return launcher(command, JobUsers.OF_THE_DAEMON);
    }

    private LocalLauncher launcher(LaunchCommand command, JobUsers users) {
        Inbox inbox = new Inbox() {
            @Override
            public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
                return ends.add(((Event.ChildExited) event).detail());
            }

            @Override
            public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
                throw new AssertionError("nobody asks here");
            }
        };
        return new LocalLauncher(
                new ChildPlaces(own, ChildPlaces.Notes.NONE),
                List.of(new Address("127.0.0.1", 1)),
                new ChildCredentials(),
                command,
                users,
                inbox);
    }

    private static Effect.StartChild child() {
        return child(Principal.OWNER_NAME, Optional.empty());
    }

    private static Effect.StartChild child(String owner, Optional<String> osUser) {
        return new Effect.StartChild(JOB, "child", owner, osUser, "/1", Subgraph.EMPTY, new TimeWindow(0, 1), Map.of());
    }

    private static ProcessHandle running(StateDirectory directory) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> PidFile.running(directory.pid()).isPresent());
        return PidFile.running(directory.pid()).orElseThrow();
    }
}
