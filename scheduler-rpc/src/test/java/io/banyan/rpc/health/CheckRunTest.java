package io.banyan.rpc.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.rpc.health.CheckResult.Failed;
import io.banyan.rpc.health.CheckResult.NotRun;
import io.banyan.rpc.health.CheckResult.Passed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** One check on one node, by real processes of this machine. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Execution(ExecutionMode.CONCURRENT)
class CheckRunTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final CheckedNode NODE = new CheckedNode("/cluster0/node7", "node7", false);

    @TempDir
    private Path directory;

    private static CheckResult run(String check, Duration timeout) throws InterruptedException {
        return CheckRun.of(new CheckCommand(Optional.empty()).words(NODE, check, timeout), timeout);
    }

    private static CheckResult run(String check) throws InterruptedException {
        return run(check, LONG);
    }

    @Test
    void aCheckThatEndsWithStatusZeroHasPassedWhateverItPrints() throws Exception {
        assertThat(run("true")).isEqualTo(new Passed());
        assertThat(run("echo all is well; echo really >&2")).isEqualTo(new Passed());
    }

    @Test
    void theReasonIsTheFirstLineOfStandardOutputOrStandardError() throws Exception {
        assertThat(run("echo; echo ' no /scratch '; echo more; exit 3")).isEqualTo(new Failed("no /scratch"));
        assertThat(run("echo its disk >&2; exit 1")).isEqualTo(new Failed("its disk"));
        assertThat(run("exit 9")).isEqualTo(new Failed("the check ended with status 9"));
        assertThat(run("printf 'no line end'; exit 1")).isEqualTo(new Failed("no line end"));
    }

    @Test
    void aReasonIsOnePrintableLineOfBoundedLength() throws Exception {
        assertThat(run("printf 'a\\033[31mb\\tc\\377'; exit 1")).isEqualTo(new Failed("a [31mb c\uFFFD"));
        assertThat(run("printf '%4000d' 7; exit 1")).isEqualTo(new Failed("7"));
        assertThat(run("printf '%0400d' 7; exit 1")).isEqualTo(new Failed("0".repeat(300)));
    }

    @Test
    void aCheckKnowsItsNodeAndReadsNothing() throws Exception {
        assertThat(run("echo \"$BANYAN_NODE $(cat)\"; exit 1")).isEqualTo(new Failed("node7"));
    }

    @Test
    void aCheckThatIsNotThereIsNotRun() throws Exception {
        assertThat(run("/no/such/check")).isInstanceOf(NotRun.class);
        Path plain = Files.writeString(directory.resolve("plain"), "#!/bin/sh\n");
        assertThat(run(plain.toString())).isInstanceOf(NotRun.class);
        assertThat(CheckRun.of(List.of("/no/such/ssh", "node7"), LONG)).isInstanceOf(NotRun.class);
    }

    @Test
    void aCheckThatHangsFailsAndIsEndedWithAllThatItHasStarted() throws Exception {
        Path pids = directory.resolve("pids");
        String check = "echo stuck; sleep 1000 & echo $! > " + pids + "; echo $$ >> " + pids + "; wait";
        assertThat(run(check, Duration.ofSeconds(5))).isEqualTo(new Failed("the check did not end within 5 s: stuck"));
        List<String> numbers = Files.readAllLines(pids);
        assertThat(numbers).hasSize(2);
        await().atMost(LONG)
                .until(() -> numbers.stream()
                        .noneMatch(pid -> ProcessHandle.of(Long.parseLong(pid))
                                .filter(ProcessHandle::isAlive)
                                .isPresent()));
    }

    @Test
    void aCheckThatPrintsALotPassesOrFailsAsOthersDo() throws Exception {
        String lot = "head -c 20000000 /dev/zero | tr '\\0' 'x' | fold -w 100";
        assertThat(run("echo first; " + lot + "; exit 0")).isEqualTo(new Passed());
        assertThat(run("echo first; " + lot + "; exit 1")).isEqualTo(new Failed("first"));
    }

    @Test
    void aCheckThatPrintsForeverFails() throws Exception {
        assertThat(run("yes", Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        Failed.class,
                        failed -> assertThat(failed.reason()).startsWith("the check did not end within 1 s"));
    }

    @Test
    void aCheckIsNotWaitedForOnceItHasEndedWhateverItLeavesInTheBackground() throws Exception {
        Path pid = directory.resolve("pid");
        assertThat(run("(echo $$ >/dev/null; exec sleep 1000) & echo $! > " + pid + "; exit 0"))
                .isEqualTo(new Passed());
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void aNodeEndsACheckByItselfWhereTheDaemonIsGone() throws Exception {
        List<String> words = new CheckCommand(Optional.empty()).words(NODE, "sleep 1000", Duration.ofMillis(100));
        Process alone = new ProcessBuilder(words).start();
        assertThat(alone.waitFor()).isNotZero();
    }
}
