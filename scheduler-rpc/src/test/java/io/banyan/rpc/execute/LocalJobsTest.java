package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonException;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.wire.client.InputMessages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Jobs that are submitted to a daemon, which runs them as processes of this machine. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class LocalJobsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private StateDirectory state;
    private @Nullable Daemon daemon;
    private @Nullable BanyanClient client;
    private ExecutionConfig execution = ExecutionConfig.LOCAL;

    @BeforeEach
    void start() throws Exception {
        state = new StateDirectory(directory.resolve("state"));
        open();
    }

    private void open() throws Exception {
        daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .executing(execution)
                        .build());
        client = BanyanClient.ofStateDirectory(state.path());
    }

    /** Closes the daemon as a crash would: what runs goes on. */
    private void crash() {
        client().close();
        Objects.requireNonNull(daemon).close();
    }

    @AfterEach
    void stop() {
        client().close();
        Objects.requireNonNull(daemon).stop();
    }

    private BanyanClient client() {
        return Objects.requireNonNull(client);
    }

    private JobId submit(String count, int durationSec, String... command) throws Exception {
        return submitWith("", count, durationSec, command);
    }

    /** So many tasks in two slots of two cores. */
    private JobId submitWith(String system, String count, int durationSec, String... command) throws Exception {
        String words = Stream.of(command).map(word -> "\"" + word + "\"").collect(Collectors.joining(", "));
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 2, "with": [{"type": "core", "count": 2}]}],
                 "tasks": [{"command": [%s], "slot": "s", "count": {%s}}],
                 "attributes": {"system": {"duration": %d, "cwd": "%s"%s, "environment": {"SAID": "it's"}}}}""".formatted(words, count, durationSec, directory, system);
        RequestOutcome<JobAnswer.Submitted> outcome =
                client().queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private JobRecord job(JobId id) throws Exception {
        return client().info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)).job();
    }

    private JobRecord awaitEnd(JobId id) throws Exception {
        await().atMost(PATIENCE).until(() -> job(id).state().isOver());
        return job(id);
    }

    private List<String> output(JobId id) throws Exception {
        try (Stream<String> lines = Files.lines(JobDirectory.of(state, id).output())) {
            return lines.sorted().toList();
        }
    }

    @Test
    void eachProcessKnowsItsPlaceAndTheGreatestStatusIsTheJobs() throws Exception {
        JobId id = submit(
                "\"per_slot\": 2",
                0,
                "sh",
                "-c",
                "echo $BANYAN_RANK/$BANYAN_SIZE $BANYAN_JOB_ID $BANYAN_HOST $BANYAN_NNODES $SAID $(pwd -P); test -s $BANYAN_R; exit $BANYAN_RANK");
        JobRecord ended = awaitEnd(id);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.exitStatus()).hasValue(3);
        assertThat(output(id)).hasSize(4).first().asString().startsWith("0/4 " + id + " node");
        String here = directory.toRealPath().toString();
        assertThat(output(id)).allMatch(line -> line.endsWith(" 1 it's " + here));
    }

    @Test
    void whatDidAllOfItIsCompletedAndItsResourcesAreFree() throws Exception {
        JobId id = submit("\"total\": 1", 3_600, "true");
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(client().stat().amounts().get("core").free())
                .isEqualTo(client().stat().amounts().get("core").total());
    }

    @Test
    void whatItWritesGoesWhereItsJobspecSays() throws Exception {
        String shell =
                ", \"shell\": {\"options\": {\"output\": {\"stdout\": {\"type\": \"file\", \"path\": \"out.{{id}}\"}}}}";
        JobId id = submitWith(shell, "\"total\": 1", 0, "echo", "here");
        awaitEnd(id);
        assertThat(directory.resolve("out." + id)).hasContent("here\n");
    }

    @Test
    void whatAJobKeepsIsThereWhenItGoesOnAndGoneWhenItIsOver() throws Exception {
        String program = "trap 'sleep 1; echo 42 > $BANYAN_CHECKPOINT_DIR/at; exit 1' TERM; "
                + "if [ -s $BANYAN_CHECKPOINT_DIR/at ]; then "
                + "touch again; while [ ! -e go ]; do sleep 0.05; done; exec cat $BANYAN_CHECKPOINT_DIR/at; fi; "
                + "touch begun; while :; do sleep 0.05; done";
        String checkpoint = ", \"banyan\": {\"checkpoint\": {\"within\": 30}}";
        JobId id = submitWith(checkpoint, "\"total\": 1", 3_600, "sh", "-c", program);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("begun")));
        client().queueing().requeue(new JobRequest.Requeue(id));
        Path kept = JobDirectory.of(state, id).checkpoint();
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("again")));
        assertThat(kept.resolve("at")).exists();
        crash();
        open();
        Files.createFile(directory.resolve("go"));
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(output(id)).containsExactly("42");
        await().atMost(PATIENCE).until(() -> !Files.exists(kept));
    }

    private JobId reading(String... command) throws Exception {
        String service = ", \"shell\": {\"options\": {\"input\": {\"stdin\": {\"type\": \"service\"}}}}";
        return submitWith(service, "\"total\": 1", 0, command);
    }

    private InputMessages.Taken give(JobId id, long offset, String text, boolean isEnd) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return client().queueing().input(InputMessages.Piece.of(id, offset, bytes, bytes.length, isEnd));
    }

    @Test
    void aJobWhoseInputWasGivenToAnEarlierStartFailsWithThatReason() throws Exception {
        JobId id = reading("sh", "-c", "read line; touch begun; while :; do sleep 0.05; done");
        await().atMost(PATIENCE).until(() -> give(id, 0, "a\n", false).accepted() == 2);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("begun")));
        client().queueing().requeue(new JobRequest.Requeue(id));
        JobRecord ended = awaitEnd(id);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.detail()).contains("an earlier start consumed its standard input");
    }

    @Test
    void aJobThatWasGivenNothingYetIsGivenAllAtItsNextStart() throws Exception {
        JobId id = reading("sh", "-c", "if [ -e begun ]; then cat; else touch begun; sleep 1000; fi");
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("begun")));
        client().queueing().requeue(new JobRequest.Requeue(id));
        await().atMost(PATIENCE).until(() -> give(id, 0, "a\n", true).accepted() == 2);
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(output(id)).containsExactly("a");
    }

    @Test
    void onlyAJobWithAnEndIsToldOfIt() throws Exception {
        String[] command = {"sh", "-c", "echo ${BANYAN_JOB_END:+set}"};
        JobId endless = submit("\"total\": 1", 0, command);
        assertThat(awaitEnd(endless).state()).isEqualTo(JobState.COMPLETED);
        assertThat(output(endless)).containsExactly("");
        JobId bounded = submit("\"total\": 1", 60, command);
        assertThat(awaitEnd(bounded).state()).isEqualTo(JobState.COMPLETED);
        assertThat(output(bounded)).containsExactly("set");
    }

    @Test
    void inputThatARestartCutsOffIsNotTakenForInputThatTheJobClosed() throws Exception {
        JobId id = reading("sh", "-c", "read line; touch begun; while [ ! -e go ]; do sleep 0.05; done");
        await().atMost(PATIENCE).until(() -> give(id, 0, "a\n", false).accepted() == 2);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("begun")));
        crash();
        open();
        await().atMost(PATIENCE).until(() -> give(id, 2, "b\n", false).isCutOff());
        Files.createFile(directory.resolve("go"));
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(give(id, 2, "b\n", false).isCutOff())
                .as("also where the job ends before its submitter asks")
                .isTrue();
    }

    @Test
    void aCancelEndsAllThatItStartedAlsoWhatLeftItsSession() throws Exception {
        Path begun = directory.resolve("begun");
        JobId id = submit(
                "\"total\": 1",
                0,
                "sh",
                "-c",
                "trap '' TERM; setsid sleep 301 & sleep 302 & touch " + begun + "; while true; do sleep 1; done");
        await().atMost(PATIENCE).until(() -> Files.exists(begun));
        assertThat(processes(id)).isGreaterThanOrEqualTo(3);
        client().cancel(new JobRequest.Cancel(id));
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.CANCELLED);
        assertThat(processes(id)).isZero();
    }

    @Test
    void whatHasClearedItsEnvironmentEndsWithItsSession() throws Exception {
        Path number = directory.resolve("number");
        JobId id = submit(
                "\"total\": 1",
                0,
                "sh",
                "-c",
                "env -i sleep 303 & echo $! > " + number + ".new; mv " + number + ".new " + number);
        awaitEnd(id);
        long pid = Long.parseLong(Files.readString(number).strip());
        assertThat(ProcessHandle.of(pid).filter(CommandSession::runs)).isEmpty();
    }

    /**
     * The job's first process ends at the signal at once, and the others need longer than is given to what a job leaves
     * behind.
     */
    @Test
    void aCancelledJobHasItsGraceToSaveWhatItHas() throws Exception {
        Path begun = directory.resolve("begun");
        Path saved = directory.resolve("saved");
        JobId id = submit(
                "\"total\": 1",
                0,
                "sh",
                "-c",
                "trap 'sleep 4; touch " + saved + "; exit' TERM; touch " + begun + "; while true; do sleep 0.1; done");
        await().atMost(PATIENCE).until(() -> Files.exists(begun));
        client().cancel(new JobRequest.Cancel(id));
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.CANCELLED);
        assertThat(saved).exists();
        assertThat(processes(id)).isZero();
    }

    /** Returns the number of processes with the job's mark. */
    private long processes(JobId id) {
        String mark = "BANYAN_COMMAND_OF=" + JobDirectory.of(state, id).path();
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    try {
                        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"))
                                .contains(mark + "\0");
                    } catch (Exception gone) {
                        return false;
                    }
                })
                .count();
    }

    @Test
    void itsTimeIsKept() throws Exception {
        JobRecord ended = awaitEnd(submit("\"total\": 1", 1, "sleep", "300"));
        assertThat(ended.state()).isEqualTo(JobState.EXPIRED);
        assertThat(ended.detail()).isEqualTo("it reached its time limit");
    }

    @Test
    void whatIsNoProgramFailsAsAShellSays() throws Exception {
        JobId id = submit("\"total\": 1", 0, "no-such-program-anywhere");
        assertThat(awaitEnd(id).exitStatus()).hasValue(127);
        assertThat(output(id)).first().asString().contains("not found");
    }

    @Test
    void aDaemonAfterACrashGoesOnWithWhatRunsAndKnowsHowTheRestEnded() throws Exception {
        Path go = directory.resolve("go");
        JobId ends = submit("\"total\": 1", 0, "sh", "-c", "while ! test -e " + go + "; do sleep 0.05; done; exit 4");
        JobId goesOn =
                submit("\"total\": 1", 0, "sh", "-c", "while ! test -e " + go + "2; do sleep 0.05; done; exit 5");
        await().atMost(PATIENCE).until(() -> processes(ends) > 0 && processes(goesOn) > 0);
        crash();
        Files.createFile(go);
        await().atMost(PATIENCE).until(() -> processes(ends) == 0);
        open();
        assertThat(awaitEnd(ends).exitStatus()).hasValue(4);
        assertThat(job(goesOn).state()).isEqualTo(JobState.RUNNING);
        Files.createFile(directory.resolve("go2"));
        assertThat(awaitEnd(goesOn).exitStatus()).hasValue(5);
    }

    /**
     * The daemon finds files of an earlier run, from before the job waited again: it was killed just before it started
     * the job again.
     */
    @Test
    void whatIsLeftOfAnEarlierStartIsNotTakenForThisOne() throws Exception {
        Path log = directory.resolve("log");
        Path go = directory.resolve("go");
        JobId id = submit(
                "\"total\": 1",
                3_600,
                "sh",
                "-c",
                "echo begun >> " + log + "; while [ ! -e " + go + " ]; do sleep 0.05; done");
        await().atMost(PATIENCE).until(() -> Files.exists(log));
        crash();
        Files.createFile(go);
        await().atMost(PATIENCE).until(() -> processes(id) == 0);
        Files.delete(go);
        Files.writeString(JobDirectory.of(state, id).began(), "1");
        open();
        await().atMost(PATIENCE).until(() -> Files.readAllLines(log).size() == 2);
        Files.createFile(go);
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void whoseEndNobodySawHasFailed() throws Exception {
        JobId id = submit("\"total\": 1", 0, "sleep", "300");
        await().atMost(PATIENCE).until(() -> processes(id) > 1);
        crash();
        ProcessHandle leader = ProcessHandle.of(Long.parseLong(
                        Files.readString(JobDirectory.of(state, id).pid()).strip()))
                .orElseThrow();
        leader.destroyForcibly();
        await().atMost(PATIENCE).until(() -> !leader.isAlive());
        open();
        JobRecord ended = awaitEnd(id);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.detail()).contains("nobody saw how");
        assertThat(processes(id)).isZero();
    }

    @Test
    void aSiteRunsSomethingBeforeAndAfterAndWhereTheFirstFailsNothingBegins() throws Exception {
        Path log = directory.resolve("log");
        Path prolog = program("prolog", "echo before $BANYAN_JOB_ID >> " + log + "; test $BANYAN_JOB_ID = 1");
        Path epilog = program("epilog", "echo after $BANYAN_JOB_ID >> " + log);
        crash();
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.of(prolog), Optional.of(epilog)));
        open();
        assertThat(awaitEnd(submit("\"total\": 1", 0, "sh", "-c", "echo in >> " + log))
                        .state())
                .isEqualTo(JobState.COMPLETED);
        JobRecord refused = awaitEnd(submit("\"total\": 1", 0, "sh", "-c", "echo in >> " + log));
        assertThat(refused.detail())
                .isEqualTo("its command could not be started: the prolog " + prolog + " ended with status 1");
        assertThat(log).hasContent("before 1\nin\nafter 1\nbefore 2\n");
    }

    @Test
    void aPrologThatIsNotThereIsNoticedAtTheStart() throws Exception {
        stop();
        Path nothing = directory.resolve("nothing");
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.of(nothing), Optional.empty()));
        assertThatThrownBy(this::open)
                .isInstanceOf(DaemonException.class)
                .hasMessage("execution.prolog: " + nothing + " is not a program that this daemon can run");
        execution = ExecutionConfig.LOCAL;
        open();
    }

    @Test
    void aPrologThatWentAwayIsNamed() throws Exception {
        Path prolog = program("prolog", "true");
        crash();
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.of(prolog), Optional.empty()));
        open();
        Files.delete(prolog);
        assertThat(awaitEnd(submit("\"total\": 1", 0, "true")).detail())
                .isEqualTo("its command could not be started: the prolog " + prolog
                        + " could not be started: no such file");
    }

    @Test
    void aCancelEndsAProlog() throws Exception {
        Path log = directory.resolve("log");
        Path prolog = program("prolog", "echo before >> " + log + "; sleep 304");
        Path epilog = program("epilog", "echo after >> " + log);
        crash();
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.of(prolog), Optional.of(epilog)));
        open();
        JobId id = submit("\"total\": 1", 0, "sh", "-c", "echo in >> " + log);
        await().atMost(PATIENCE).until(() -> Files.exists(log));
        client().cancel(new JobRequest.Cancel(id));
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.CANCELLED);
        assertThat(log).hasContent("before\nafter\n");
    }

    @Test
    void whatCannotBeStartedHasItsEpilogAndSaysWhy() throws Exception {
        Path log = directory.resolve("log");
        Path epilog = program("epilog", "echo after >> " + log);
        crash();
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.empty(), Optional.of(epilog)));
        open();
        String shell =
                ", \"shell\": {\"options\": {\"output\": {\"stdout\": {\"type\": \"file\", \"path\": \"none/out\"}}}}";
        JobRecord ended = awaitEnd(submitWith(shell, "\"total\": 1", 0, "true"));
        assertThat(ended.detail())
                .isEqualTo("its command could not be started: its output file " + directory.resolve("none/out")
                        + " cannot be created: no such directory");
        assertThat(log).hasContent("after\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryThatTakesNoFilesIsNotSaidToBeMissing() throws Exception {
        String shell =
                ", \"shell\": {\"options\": {\"output\": {\"stdout\": {\"type\": \"file\", \"path\": \"/proc/banyan-out\"}}}}";
        JobRecord ended = awaitEnd(submitWith(shell, "\"total\": 1", 0, "true"));
        assertThat(ended.detail())
                .isEqualTo(
                        "its command could not be started: its output file /proc/banyan-out cannot be created: /proc does not accept new files");
    }

    @Test
    void eachProcessIsStartedByTheCommandOfTheSite() throws Exception {
        crash();
        Path remote = program(
                "remote", "test \"$BANYAN_HOST\" = \"$1\" || exit 9; shift; echo by remote; exec env -i sh -c \"$*\"");
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse(remote + " {host} {shell-start}"));
        open();
        JobId id = submit("\"per_slot\": 1", 0, "sh", "-c", "echo $BANYAN_RANK of $BANYAN_SIZE, $SAID in $(pwd -P)");
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        String here = directory.toRealPath().toString();
        assertThat(output(id))
                .containsExactly("0 of 2, it's in " + here, "1 of 2, it's in " + here, "by remote", "by remote");
        // What runs here is the command alone.
        assertThat(job(id).usage()).isEmpty();
    }

    /** The program that the job's first process executes last does not find room then. */
    @Test
    void aJobWithoutRoomForTheMeasureKeepsItsStatus() throws Exception {
        String limit = ", \"shell\": {\"options\": {\"rlimit\": {\"as\": 6000000}}}";
        JobId id = submitWith(limit, "\"total\": 1", 0, "/bin/sh", "-c", "exit 3");
        JobRecord ended = awaitEnd(id);
        assertThat(ended.exitStatus()).hasValue(3);
        assertThat(ended.usage()).isEmpty();
    }

    private static final String CARRIES = """
            , "files": {"it's": {"mode": 33216, "data": "#!/bin/sh\\necho $# $0; cat \\"$1\\"; stat -c %a \\"$0\\"; exit 7\\n"}, "data": {"encoding": "base64", "data": "w6kK"}}""";

    @Test
    void filesOfTheJobspecAreThereForItsCommand() throws Exception {
        JobId id = submitWith(CARRIES, "\"total\": 1", 0, "{{tmpdir}}/it's", "{{tmpdir}}/data", "b c");
        assertThat(awaitEnd(id).exitStatus()).hasValue(7);
        Path files = JobDirectory.of(state, id).files();
        assertThat(output(id)).containsExactlyInAnyOrder("2 " + files + "/it's", "\u00E9", "700");
        assertThat(Files.getPosixFilePermissions(files)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void filesOfTheJobspecAreSentToAnotherMachineAndDeletedThere() throws Exception {
        crash();
        Path temporary = Files.createDirectory(directory.resolve("far"));
        Path remote = program("remote", "exec env -i TMPDIR=" + temporary + " sh -c \"$*\"");
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse(remote + " {shell-start}"));
        open();
        JobId id = submitWith(CARRIES, "\"total\": 1", 0, "{{tmpdir}}/it's", "{{tmpdir}}/data", "{{tmpdir}}{{tmpdir}}");
        assertThat(awaitEnd(id).exitStatus()).hasValue(7);
        assertThat(output(id))
                .contains("\u00E9", "700")
                .anyMatch(line -> line.startsWith("2 " + temporary + "/banyan."));
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void standardOutputAndStandardErrorGoToTheirFilesWhichAreEmptiedWhereThatIsSaid() throws Exception {
        Files.writeString(directory.resolve("e-1"), "old\n");
        String shell = """
                , "job": {"name": "named"}, "shell": {"options": {"output": {"stderr": {"path": "e-%j"}, "stdout": {"path": "o-{{name}}"}, "mode": "truncate"}}}""";
        JobId id = submitWith(shell, "\"total\": 1", 0, "sh", "-c", "echo out; echo err >&2");
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(directory.resolve("o-named")).hasContent("out\n");
        assertThat(directory.resolve("e-" + id)).hasContent("err\n");
        assertThat(job(id).name()).isEqualTo("named");
        assertThatThrownBy(() -> submitWith(
                        ", \"shell\": {\"options\": {\"output\": {\"stdout\": {\"path\": \"o-%J\"}}}}",
                        "\"total\": 1", 0, "true"))
                .hasMessageContaining("nknown placeholder '%J'");
    }

    private void give(JobId id, String text, boolean isEnd) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        await().atMost(PATIENCE).until(() -> {
            InputMessages.Taken taken =
                    client().queueing().input(InputMessages.Piece.of(id, 0, bytes, bytes.length, isEnd));
            return !taken.isWaiting() && taken.accepted() == bytes.length;
        });
    }

    private static final String READS = ", \"shell\": {\"options\": {\"input\": {\"stdin\": {\"ranks\": \"1\"}}}}";

    @Test
    void aTaskOnAnotherHostReadsItsEnvironmentAndThenItsInput() throws Exception {
        crash();
        Path remote = program("remote", "exec env -i sh -c \"$*\"");
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse(remote + " {shell-start}"));
        open();
        JobId id = submitWith(READS, "\"per_slot\": 1", 0, "sh", "-c", "sed s/^/$SAID/; echo $BANYAN_RANK ends");
        give(id, "a\n", true);
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(output(id)).containsExactly("0 ends", "1 ends", "it'sa");
    }

    /**
     * The input that was sent arrives, and there is no more: the daemon after that one cannot write to what it has not
     * opened.
     */
    @Test
    void theInputOfAJobEndsWithItsDaemon() throws Exception {
        JobId id = submitWith(READS, "\"per_slot\": 1", 0, "sh", "-c", "cat; echo $BANYAN_RANK ends; sleep 5");
        give(id, "a\n", false);
        await().atMost(PATIENCE).ignoreExceptions().until(() -> output(id).contains("a"));
        crash();
        open();
        await().atMost(PATIENCE)
                .until(() -> client().queueing()
                        .input(InputMessages.Piece.of(id, 2, new byte[0], 0, false))
                        .isClosed());
        assertThat(awaitEnd(id).state()).isIn(JobState.COMPLETED, JobState.FAILED);
    }

    /** Arguments can be read by everybody on a machine. */
    @Test
    void noVariableOfAJobIsAmongTheArgumentsOfWhatStartsIt() throws Exception {
        crash();
        Path remote =
                program("remote", "echo \"$*\" >> " + directory.resolve("arguments") + "; exec env -i sh -c \"$*\"");
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse(remote + " {shell-start}"));
        open();
        JobId id = submit("\"per_slot\": 1", 0, "sh", "-c", "echo $SAID; cat");
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(output(id)).containsExactly("it's", "it's");
        assertThat(directory.resolve("arguments"))
                .content()
                .contains("BANYAN_RANK")
                .doesNotContain("SAID=", "it's");
    }

    @Test
    void aLaunchCommandThatPassesNoStandardInputOnFailsTheJobWithAReason() throws Exception {
        crash();
        Path remote = program("remote", "exec sh -c \"$*\" < /dev/null");
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse(remote + " {shell-start}"));
        open();
        JobId id = submit("\"total\": 1", 0, "echo", "ran");
        assertThat(awaitEnd(id).exitStatus()).hasValue(126);
        assertThat(output(id))
                .containsExactly(
                        "banyan: the launch command does not pass standard input on, which has the environment of the job");
    }

    /** The variables of the outer job reach it where it submits another one. */
    @Test
    void aJobIsNotFoundByTheMarkOfAnotherThatItsEnvironmentHas() throws Exception {
        JobId outer = submit("\"total\": 1", 0, "sleep", "1000");
        String mark = CommandSession.real(JobDirectory.of(state, outer).path()).toString();
        await().atMost(PATIENCE).until(() -> job(outer).state() == JobState.RUNNING);
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sleep", "2"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"environment": {"%s": "%s"}}}}""".formatted(CommandSession.MARK, mark);
        JobId inner = ((RequestOutcome.Done<JobAnswer.Submitted>)
                        client().queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16)))
                .answer()
                .job()
                .id();
        await().atMost(PATIENCE).until(() -> job(inner).state() == JobState.RUNNING);
        var unused = client().cancel(new JobRequest.Cancel(outer));
        assertThat(awaitEnd(inner).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void ofManyJobsThatAreOverTheLastOnesAreKeptWithTheirInstances() throws Exception {
        var children = new ChildPlaces(state, ChildPlaces.Notes.NONE);
        var directories = new JobDirectories(state, children, 2);
        for (int job = 1; job <= 4; job++) {
            Files.createDirectories(directories.of(new JobId(job)).path());
            Files.createDirectories(state.child(new JobId(job)).path());
        }
        for (int job = 1; job <= 3; job++) {
            directories.ended(new JobId(job));
        }
        assertThat(kept()).containsExactly("2", "3", "4");
        assertThat(state.childDirectories().keySet().stream().map(JobId::value)).containsExactly(2L, 3L, 4L);
        var next = new JobDirectories(state, children, 2);
        var unused = next.of(new JobId(4));
        next.ended(new JobId(5));
        assertThat(kept()).containsExactly("3", "4");
    }

    private List<String> kept() throws Exception {
        try (Stream<Path> all = Files.list(state.jobs())) {
            return all.map(one -> one.getFileName().toString()).sorted().toList();
        }
    }

    private Path program(String name, String text) throws Exception {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void whatHasNothingToRunHoldsWhatItHasUntilItIsCancelled() throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 2}]}],
                 "tasks": [], "attributes": {"system": {"duration": 0}}}""";
        var outcome = client().queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        JobId id = ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
        assertThat(job(id).state()).isEqualTo(JobState.RUNNING);
        client().cancel(new JobRequest.Cancel(id));
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.CANCELLED);
    }

    /** The job's time is over, and more than that, before there is a daemon again. */
    @Test
    void whatEndedInTimeWhileNobodyWasThereIsNotSaidToHaveTakenTooLong() throws Exception {
        Path begun = directory.resolve("begun");
        JobId id = submit("\"total\": 1", 3, "sh", "-c", "touch " + begun + "; sleep 0.5; exit 7");
        await().atMost(PATIENCE).until(() -> Files.exists(begun));
        long end = job(id).window().endSec();
        crash();
        await().atMost(PATIENCE).until(() -> System.currentTimeMillis() / 1000 > end);
        open();
        JobRecord ended = awaitEnd(id);
        assertThat(ended.state()).isEqualTo(JobState.FAILED);
        assertThat(ended.exitStatus()).hasValue(7);
    }

    @Test
    void anEpilogForWhichThereIsNoTimeLeftChangesNothingOfWhatTheCommandDid() throws Exception {
        crash();
        Path go = directory.resolve("go");
        Path epilog = program("epilog", "while [ ! -e " + go + " ]; do sleep 0.05; done");
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.empty(), Optional.of(epilog)));
        open();
        JobId limited = submit("\"total\": 1", 2, "true");
        await().atMost(PATIENCE).until(() -> job(limited).state() == JobState.STOPPING);
        Files.createFile(go);
        assertThat(awaitEnd(limited).state()).isEqualTo(JobState.COMPLETED);
        assertThat(awaitEnd(limited).exitStatus()).hasValue(0);
    }

    @Test
    void aCancelDuringTheEpilogIsRefusedAndSaysWhy() throws Exception {
        crash();
        Path began = directory.resolve("began");
        Path go = directory.resolve("go");
        Path epilog = program("epilog", "touch " + began + "; while [ ! -e " + go + " ]; do sleep 0.05; done");
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.empty(), Optional.of(epilog)));
        open();
        JobId id = submit("\"total\": 1", 0, "true");
        for (int start = 0; start < 2; start++) {
            await().atMost(PATIENCE).until(() -> Files.exists(began));
            assertThatThrownBy(() -> client().cancel(new JobRequest.Cancel(id)))
                    .hasMessageContaining(
                            "can no longer be cancelled: its command has ended and its epilog is running");
            if (start == 0) {
                crash();
                Files.delete(began);
                open();
            }
        }
        Files.createFile(go);
        assertThat(awaitEnd(id).state()).isEqualTo(JobState.COMPLETED);
    }

    /** A command that a signal has ended has not ended by itself, whatever its status says. */
    @Test
    void whatACommandDidStandsAlsoWhereTheDaemonIsKilledDuringTheEpilog() throws Exception {
        crash();
        Path go = directory.resolve("go");
        Path epilog = program("epilog", "while [ ! -e " + go + " ]; do sleep 0.05; done");
        execution = ExecutionConfig.LOCAL.with(new Hooks(Optional.empty(), Optional.of(epilog)));
        open();
        JobId ended = submit("\"total\": 1", 2, "sh", "-c", "exit 5");
        JobId cut = submit("\"total\": 1", 2, "sh", "-c", "trap 'exit 0' TERM; sleep 300 & wait");
        for (JobId id : List.of(ended, cut)) {
            await().atMost(PATIENCE).until(() -> job(id).state() == JobState.STOPPING);
        }
        crash();
        Files.createFile(go);
        open();
        assertThat(awaitEnd(ended).state()).isEqualTo(JobState.FAILED);
        assertThat(awaitEnd(ended).exitStatus()).hasValue(5);
        assertThat(awaitEnd(cut).state()).isEqualTo(JobState.EXPIRED);
    }
}
