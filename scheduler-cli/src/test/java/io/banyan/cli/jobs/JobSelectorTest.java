package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.execute.ExecutionConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One way to say which jobs are meant, for all commands that are about jobs. */
@Timeout(120)
class JobSelectorTest extends WithDaemon {
    /** Jobs 1 to 4 are an array that is held, 5 runs, 6 waits behind it; all are called by their kind. */
    @BeforeEach
    void submit() {
        banyan("submit", "--hold", "--array", "0-3", "--name", "part", "-n", "1", "-t", "1h", "--", "work");
        banyan("submit", "-N", "8", "-t", "1h", "--name", "big", "--", "work");
        banyan("submit", "-N", "8", "-t", "1h", "--name", "next", "--", "work");
    }

    private long[] ids(String... words) {
        return banyan(
                        "jobs",
                        Stream.concat(Stream.of("--array"), Stream.of(words)).toArray(String[]::new))
                .out()
                .lines()
                .skip(1)
                .mapToLong(line -> Long.parseLong(line.strip().split(" ", 2)[0]))
                .toArray();
    }

    @Test
    void jobsListsTheSelected() {
        assertThat(ids()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(ids("2-3,5")).containsExactly(2, 3, 5);
        assertThat(ids("1_2")).containsExactly(3);
        assertThat(ids("1_[1-2]", "big")).containsExactly(2, 3, 5);
        assertThat(ids("--name", "next,big")).containsExactly(5, 6);
        assertThat(ids("--status", "running")).containsExactly(5);
        assertThat(ids("--user", "owner", "--status", "reserved")).containsExactly(6);
        assertThat(banyan("jobs", "--user", "nobody").out()).isEqualTo("no job matches --user nobody\n");
        Run missing = banyan("jobs", "5", "99");
        assertThat(missing.out()).contains("big");
        assertThat(missing.err()).isEqualTo("banyan: There is no job 99 here.\n");
        assertThat(missing.status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void cancelSaysOfEachWhatBecameOfIt() {
        Run some = banyan("cancel", "1_[0-1]", "6-9");
        assertThat(some.out()).isEqualTo("job 1 cancelled\njob 2 cancelled\njob 6 cancelled\n");
        assertThat(some.status()).isEqualTo(ExitStatus.DONE);
        Run none = banyan("cancel", "--status", "reserved");
        assertThat(none.err()).isEqualTo("banyan: No active job matches --status reserved.\n");
        assertThat(none.status()).isEqualTo(ExitStatus.NO);
        Run named = banyan("cancel", "99", "4");
        assertThat(named.out()).isEqualTo("job 4 cancelled\n");
        assertThat(named.err()).isEqualTo("banyan: There is no job 99 here.\n");
        assertThat(ids("-a", "--status", "cancelled")).containsExactly(1, 2, 4, 6);
        assertThat(banyan("cancel").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void holdAndReleaseTakeSelections() {
        assertThat(banyan("hold", "next").out()).isEqualTo("job 6 held: pending\n");
        assertThat(banyan("release", "--name", "part", "1-3").out())
                .contains("job 1 released", "job 2 released", "job 3 released")
                .contains("job 4 released");
        // Of a set only those are released that are held; who is not keeps his urgency.
        assertThat(banyan("release", "--user", "owner").out()).matches("job 6 released: \\w+\n");
        Run late = banyan("hold", "5", "6");
        assertThat(late.out()).isEqualTo("job 6 held: pending\n");
        assertThat(late.err()).isEqualTo("banyan: Job 5 is not waiting: it is running.\n");
    }

    @Test
    void requeueAndInfoTakeSelections() {
        assertThat(banyan("requeue", "--status", "running").out()).startsWith("job 5 requeued: ");
        Run two = banyan("info", "1-2", "-o", "json");
        assertThat(two.out()).startsWith("[ {").contains("\"id\" : 1,").contains("\"id\" : 2,");
        assertThat(banyan("info", "--name", "part").out()).contains("job 1 part: pending", "job 4 part: pending");
        assertThat(banyan("info", "1", "-o", "json").out()).startsWith("{\n");
        assertThat(banyan("info", "99").err()).isEqualTo("banyan: There is no job 99 here.\n");
    }

    @Test
    void waitTakesSelections() {
        banyan("cancel", "5");
        banyan("update", "-t", "5s", "6");
        Run waited = banyan("wait", "next", "5");
        assertThat(waited.out()).contains("job 5: cancelled", "job 6: expired");
        assertThat(waited.status()).isEqualTo(ExitStatus.NO);
        Run none = banyan("wait", "--name", "nobody");
        assertThat(none.err()).isEqualTo("banyan: No active job matches --name nobody.\n");
        assertThat(none.status()).isEqualTo(ExitStatus.DONE);
    }

    @Test
    void waitCountsNumberedJobsThatHadEnded() {
        banyan("cancel", "1-3");
        Run waited = banyan("wait", "1-2", "1_2");
        assertThat(waited.out().lines()).hasSize(3).allMatch(line -> line.contains(": cancelled"));
        assertThat(waited.status()).isEqualTo(ExitStatus.NO);
        Run unknown = banyan("wait", "3,98-99");
        assertThat(unknown.err()).isEqualTo("banyan: There is no job 98 here.\nbanyan: There is no job 99 here.\n");
        assertThat(unknown.status()).isEqualTo(ExitStatus.NO);
        assertThat(banyan("wait", "--status", "cancelled").out()).contains("job 1: ", "job 2: ", "job 3: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1-2", "--status=cancelled"})
    void waitWaitsForADaemonThatIsAway(String word) throws Exception {
        banyan("cancel", "1-2");
        site().crash();
        var err = new StringWriter();
        var ended = new CompletableFuture<Run>();
        String[] words = site().words("wait", word);
        Thread.ofVirtual().start(() -> ended.complete(Run.banyanTelling(err, words)));
        await().atMost(Duration.ofMinutes(1)).until(() -> !err.toString().isEmpty());
        assertThat(err.toString()).endsWith("it has no file 'address'. Retrying until the daemon answers.\n");
        try (var next = RunningDaemon.in(directory(), config -> config.executing(ExecutionConfig.MOCK))) {
            assertThat(next.state()).isEqualTo(site().state());
            assertThat(ended.get().out()).startsWith("job 1: cancelled");
        }
    }

    @Test
    void aNameSelectsTheCallersOwnJobs() {
        Path token = directory().resolve("alice");
        Run added = banyan("token add", "alice", "--role", "user", "--to", token.toString());
        assertThat(added.status()).as(added.err()).isZero();
        // The daemon reads new tokens after a moment.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                banyan("jobs", "--token-file", token.toString()).err())
                        .isEmpty());
        banyan("submit", "--token-file", token.toString(), "-N", "1", "-t", "1h", "--name", "part", "--", "work");
        assertThat(banyan("cancel", "part").out().lines()).hasSize(4).noneMatch(line -> line.contains("job 7"));
        assertThat(banyan("wait", "part").err()).isEqualTo("banyan: No active job matches part.\n");
        Run cancelled = banyan("cancel", "part", "--user", "alice");
        assertThat(cancelled.out()).as(cancelled.err()).isEqualTo("job 7 cancelled\n");
    }

    @Test
    void aStateThatIsTakenForADirectoryIsExplained() {
        Run wrong = Run.banyan("jobs", "--state", "pending");
        assertThat(wrong.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(wrong.err()).contains("to select jobs by state, use --status pending");
    }

    /** Without a time limit a job has no end: none in the year in which the plan of the instance is over. */
    @Test
    void aTimeWithoutAnEndIsADashOrNull() throws IOException {
        Path endless = Files.writeString(directory().resolve("endless.yaml"), """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
                tasks: []
                attributes: {system: {duration: 0}}
                """);
        banyan("cancel", "1-6");
        assertThat(banyan("match allocate", endless.toString(), "-o", "json").out())
                .contains("\"endSec\" : null");
        for (String command : new String[] {"jobs", "schedule"}) {
            assertThat(banyan(command, "-o", "json").out())
                    .contains("\"endSec\" : null")
                    .doesNotContain("\"endSec\" : 49");
            String[] shown = command.equals("jobs") ? new String[] {"--format", "start,end"} : new String[0];
            assertThat(banyan(command, shown).out())
                    .containsPattern(":\\d\\d  -")
                    .doesNotContainPattern(" 21[0-9][0-9]-");
        }
    }
}
