package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MatchTimes;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.Principal;
import io.banyan.provider.process.Subreaper;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.ProcessSettings;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.transport.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CommandRunTest {
    @TempDir
    private Path directory;

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private StateDirectory own;

    @BeforeEach
    void makeTheStateDirectory() throws Exception {
        own = new StateDirectory(directory.resolve("own"));
        own.create();
    }

    /** The instance's state directory is taken away under it, so that nobody could find the command again. */
    @Test
    void aCommandHasTheVariablesOfTheAllocationInWhichItsInstanceRuns() {
        assertThat(CommandRun.allocation(
                        Map.of("SLURM_JOB_ID", "7", "FLUX_URI", "local:///x", "SLURM_JWT", "secret", "PATH", "/bin")))
                .isEqualTo(Map.of("SLURM_JOB_ID", "7", "FLUX_URI", "local:///x"));
    }

    @Test
    void aCommandWhoseNumberCannotBeWrittenDoesNotRunOn() throws Exception {
        Path pid = directory.resolve("pid");
        String script = "echo $$ > '" + pid + "'; sleep 333";
        Path away = directory.resolve("away");
        // The file for its output is the first that is opened, and holds the start up until it is gone.
        Path fifo = directory.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        try (CommandRun run = run(Optional.of(fifo), "/bin/sh", "-c", script)) {
            run.start();
            assertThat(next()).isEqualTo(new Event.CommandStarted());
            Files.move(own.path(), away);
            try (var reader = Files.newInputStream(fifo)) {
                assertThat(next().toString()).contains(CommandEnd.NOT_BEGUN);
                assertThat(reader.read()).as("nobody has it open any more").isEqualTo(-1);
            }
        }
    }

    @Test
    void aCommandThatADaemonBeforeWasAboutToStartIsNotStartedAgainAndIsEnded() throws Exception {
        Path ran = directory.resolve("ran");
        Files.createFile(own.commandPid());
        Process begun = sleeping();
        try (CommandRun run = run(Optional.empty(), "/bin/touch", ran.toString())) {
            run.start();
            awaitUnseen();
            assertThat(begun.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ran).doesNotExist();
        }
    }

    @Test
    void whatACommandLeftRunningThatEndedWhileItsDaemonWasAwayEndsBeforeItsEndIsTold() throws Exception {
        Files.writeString(own.commandPid(), "4194305\n");
        Process left = sleeping();
        try (CommandRun run = run(Optional.empty(), "/bin/true")) {
            run.start();
            awaitUnseen();
            assertThat(left.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aCommandHasTheVariablesTheUmaskAndTheLimitsOfWhoeverSpawnedItsInstance() throws Exception {
        Path look = directory.resolve("look");
        Path output = directory.resolve("written");
        var settings = new ProcessSettings(Map.of("A", "it's"), OptionalInt.of(027), Map.of("nofile", 88L));
        List<String> words = List.of("/bin/sh", "-c", "{ env -0; echo; umask; ulimit -S -n; } > " + look);
        var command = new JobCommand(words, Optional.of(directory), Optional.of(output), settings);
        assertThat(JobCommand.in(command.options())).hasValue(command);
        assertThat(command.toString()).doesNotContain("it's");
        try (CommandRun run = run(command)) {
            run.start();
            assertThat(next()).isEqualTo(new Event.CommandStarted());
            assertThat(next()).isEqualTo(new Event.CommandEnded(new CommandEnd(0).toString()));
        }
        List<String> lines = Files.readAllLines(look);
        assertThat(lines.subList(1, 3)).containsExactly("0027", "88");
        List<String> names = Stream.of(lines.getFirst().split("\0"))
                .map(it -> it.substring(0, it.indexOf('=')))
                .filter(it -> !it.startsWith("BANYAN_"))
                .toList();
        assertThat(lines.getFirst()).contains("A=it's");
        assertThat(names)
                .contains("HOME", "SHELL")
                .isSubsetOf("A", "HOME", "USER", "LOGNAME", "SHELL", "PATH", "PWD", "OLDPWD", "SHLVL", "_");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
                .isEqualTo("rw-r-----");
    }

    /**
     * The hidden process has left its session, lost its parent and cleared its environment; the command ends by itself,
     * or is asked to.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHidesFromItsCommandEndsWithIt(boolean isStopped) throws Exception {
        assumeTrue(Subreaper.isPossible(), "this machine has neither perl nor python3");
        Path hidden = directory.resolve("hidden");
        String script = "(setsid env -i sh -c 'echo $$ > hidden; exec sleep 333' > /dev/null 2>&1 &); "
                + "while [ ! -s hidden ]; do :; done; " + (isStopped ? "sleep 334" : "exit 3");
        try (CommandRun run = run(Optional.empty(), "/bin/sh", "-c", script)) {
            run.start();
            assertThat(next()).isEqualTo(new Event.CommandStarted());
            if (isStopped) {
                await().until(() -> Files.exists(hidden) && Files.size(hidden) > 0);
                run.stop();
            }
            assertThat(next()).isEqualTo(new Event.CommandEnded(new CommandEnd(isStopped ? 143 : 3).toString()));
            long pid = Long.parseLong(Files.readString(hidden).strip());
            assertThat(ProcessHandle.of(pid).filter(CommandSession::runs)).isEmpty();
        }
    }

    @Test
    void aSignalOfACommandToItsOwnGroupLeavesNothingRunning() throws Exception {
        assumeTrue(Subreaper.isPossible(), "this machine has neither perl nor python3");
        Path hidden = directory.resolve("hidden");
        String script = "(setsid env -i sh -c 'echo $$ > hidden; exec sleep 333' > /dev/null 2>&1 &); "
                + "while [ ! -s hidden ]; do :; done; trap 'kill 0' EXIT; exit 3";
        try (CommandRun run = run(Optional.empty(), "/bin/sh", "-c", script)) {
            run.start();
            assertThat(next()).isEqualTo(new Event.CommandStarted());
            assertThat(next()).isInstanceOf(Event.CommandEnded.class);
            long pid = Long.parseLong(Files.readString(hidden).strip());
            assertThat(ProcessHandle.of(pid).filter(CommandSession::runs)).isEmpty();
        }
    }

    private void awaitUnseen() throws Exception {
        assertThat(next()).isEqualTo(new Event.CommandStarted());
        assertThat(next()).isEqualTo(new Event.CommandEnded(CommandEnd.UNSEEN));
    }

    private Event next() throws InterruptedException {
        return Optional.ofNullable(events.poll(30, TimeUnit.SECONDS)).orElseThrow();
    }

    private Process sleeping() throws Exception {
        var builder = new ProcessBuilder("sleep", "333");
        builder.environment()
                .put(CommandSession.MARK, CommandSession.real(own.path()).toString());
        return builder.start();
    }

    private CommandRun run(Optional<Path> output, String... words) {
        return run(new JobCommand(List.of(words), Optional.of(directory), output));
    }

    private CommandRun run(JobCommand command) {
        Inbox inbox = new Inbox() {
            @Override
            public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
                return events.add(event);
            }

            @Override
            public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
                asker.answer(
                        new Answer.Stat(new Statistics(
                                "/1",
                                "child",
                                0,
                                0,
                                Map.of(),
                                Map.of(),
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                0,
                                List.of(),
                                0,
                                MatchTimes.NONE,
                                0,
                                Optional.empty())),
                        List.of());
            }
        };
        return new CommandRun(own, command, inbox, new Address("127.0.0.1", 1), Duration.ofSeconds(1));
    }
}
