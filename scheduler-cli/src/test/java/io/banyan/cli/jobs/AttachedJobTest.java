package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.resource.JobId;
import io.banyan.rpc.daemon.SecurityConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever stays with a job, and what has happened to it. */
@Timeout(120)
class AttachedJobTest extends WithDaemon {
    AttachedJobTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    @Test
    void whatAJobWritesIsPrintedToItsEndAndItsStatusIsTheCommands() {
        banyan("submit", "-n", "1", "--", "sh", "-c", "echo one; sleep 0.5; echo two; exit 7");
        for (String[] words : List.of(new String[] {"1"}, new String[] {"--read-only", "1"})) {
            Run attached = banyan("attach", words);
            assertThat(attached.out()).isEqualTo("one\ntwo\n");
            assertThat(attached.status()).isEqualTo(7);
        }
    }

    @Test
    void whatMakesNoSenseIsSaid() {
        assertThat(banyan("attach", "9").err()).isEqualTo("banyan: There is no job 9 here.\n");
        assertThat(banyan("attach", "--read-only", "nothing.json").status()).isEqualTo(ExitStatus.WRONG_USE);
        banyan("submit", "-n", "1", "--hold", "--", "true");
        banyan("cancel", "1");
        Run cancelled = banyan("attach", "1");
        assertThat(cancelled.err()).isEqualTo("banyan: Job 1 is cancelled.\n");
        assertThat(cancelled.status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void aSecondInterruptSoonAfterTheFirstCancelsOnce() {
        List<String> told = new ArrayList<>();
        List<String> done = new ArrayList<>();
        var question = new CancelQuestion(new JobId(3), told::add, () -> done.add("cancel"));
        question.interrupted(10_000);
        question.interrupted(12_001);
        assertThat(done).isEmpty();
        assertThat(told).containsOnly("job 3 continues. Interrupt again within two seconds to cancel it");
        question.interrupted(14_000);
        question.interrupted(14_001);
        assertThat(done).containsExactly("cancel");
        assertThat(told).hasSize(4).last().isEqualTo("job 3 is being cancelled");
    }

    @Test
    void whatHasHappenedIsToldAndGoneOnWith() {
        banyan("submit", "-n", "1", "-t", "1h", "--hold", "--", "true");
        banyan("update", "-t", "2h", "1");
        banyan("submit", "-n", "1", "--after", "afterany:1", "--", "true");
        banyan("cancel", "1");
        banyan("wait", "2");
        List<String> lines = banyan("events").out().lines().toList();
        assertThat(lines.get(0)).contains("  job submitted").endsWith("    1");
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).contains("job limited").endsWith("  1  7200 s"))
                .anySatisfy(line -> assertThat(line).contains("job eligible").endsWith("     2"));
        String cursor = lines.get(1).substring(0, lines.get(1).indexOf(' '));
        assertThat(banyan("events", "--since", cursor).out().lines().toList())
                .isEqualTo(lines.subList(2, lines.size()));
        assertThat(banyan("events", "--job", "1", "-o", "json").out().lines())
                .allSatisfy(line -> assertThat(line).contains("\"job\":1"));
        assertThat(banyan("events", "--since", "x").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(banyan("events", "--since", "x-1").err()).contains("no longer kept");
    }
}
