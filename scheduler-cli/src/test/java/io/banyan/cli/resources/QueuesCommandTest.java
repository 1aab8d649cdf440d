package io.banyan.cli.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.rpc.execute.ExecutionConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several queues, as people see them, over gRPC to a daemon of this process that runs nothing. */
@Timeout(120)
class QueuesCommandTest extends WithDaemon {
    QueuesCommandTest() {
        super(config -> config.executing(ExecutionConfig.MOCK)
                .queueing(new Queues(
                        QueuePolicy.EASY,
                        List.of(
                                QueueText.queue("batch,policy=conservative"),
                                QueueText.queue("debug,priority=10,max-time=30m,user.jobs=1"),
                                QueueText.queue("gpu,requires=fast+^old")),
                        new QueueLimits(List.of(QueueLimits.parse("account.node=2"))),
                        QueueText.priority("fairshare=10", List.of(QueueText.account("physics"))))));
    }

    @Test
    void aReasonIsOneLineAndGoesWithSomething() {
        Run two = banyan("queues", "stop", "batch", "--reason", "a\nb");
        assertThat(two.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(two.err()).contains("reason must be 1 to 1000 printable characters");
        assertThat(banyan("queues", "--reason", "x").err()).contains("--reason requires stop or disable");
        assertThat(banyan("queues").out()).doesNotContain("stopped");
    }

    @Test
    void aRequestCanBeForTheNodesOfAQueue() {
        for (String command : List.of("match allocate", "grow", "spawn", "submit", "run", "explain")) {
            List<String> words =
                    new ArrayList<>(List.of("--dry-run", "--requires-queue", "gpu", "-n", "1", "-C", "big"));
            if (command.equals("submit") || command.equals("run")) {
                words.addAll(List.of("--", "true"));
            }
            Run run = banyan(command, words.toArray(String[]::new));
            assertThat(run.out())
                    .as(command + run.err())
                    .contains("constraints:\n      properties:\n      - big\n      - fast\n      - ^old\n");
        }
        Run never = banyan("match satisfiability", "--requires-queue", "gpu", "-n", "1");
        assertThat(never.err()).contains("8 nodes not meeting the constraint fast");
        assertThat(banyan("match satisfiability", "--requires-queue", "batch", "-n", "1")
                        .status())
                .isZero();
        assertThat(banyan("match satisfiability", "--requires-queue", "none", "-n", "1")
                        .err())
                .isEqualTo("banyan: There is no queue 'none' here; the named queues are: batch, debug, gpu.\n");
    }

    @Test
    void pastJobsAreInTheSameQueuesAsOthers() {
        banyan("submit", "-n", "1", "-t", "1h", "--", "work");
        banyan("submit", "-q", "debug", "-n", "1", "-t", "5m", "--", "work");
        assertThat(banyan("match allocate", "../jobspecs/hello.yaml").status()).isZero();
        assertThat(banyan("jobs", "--queue", "batch").out()).contains("running").hasLineCount(2);
        banyan("cancel", "1-9");
        Run past = banyan("jobs", "--since", "2000-01-01", "--queue", "batch", "-o", "json");
        assertThat(past.out().split("\"id\"", -1)).hasSize(2);
        assertThat(past.out()).contains("\"id\" : 1,");
    }

    @Test
    void jobsAreInQueuesWithinLimits() {
        assertThat(banyan("submit", "-q", "debug", "-n", "1", "-t", "5m", "--", "work")
                        .out())
                .isEqualTo("job 1: running\n");
        assertThat(banyan("submit", "-q", "debug", "-n", "1", "-t", "5m", "--", "work")
                        .out())
                .isEqualTo("job 2: pending\n");
        banyan("submit", "-N", "2", "--account", "physics", "-t", "1h", "--", "work");
        banyan("submit", "-N", "1", "--account", "physics", "-t", "1h", "--", "work");
        Run jobs = banyan("jobs");
        assertThat(jobs.out())
                .contains("job  name  user   queue  account  state")
                .contains("user owner has 1 job in queue debug that runs or has a reservation, and the limit is 1")
                .contains("account physics has 2 of node here, this job requests 1, and the limit is 2")
                .contains("expected to start");
        assertThat(banyan("info", "2").out()).contains("and the limit is 1");
        assertThat(banyan("queues", "--shares").out())
                .containsPattern("account +user +used +factor")
                .containsPattern("physics +owner +0[.]0\\d h +0[.]\\d+");
        assertThat(banyan("jobs", "-o", "json").out()).contains("\"account\" : \"physics\"");
    }

    @Test
    void whatAQueueDoesNotTakeIsRefusedWithTheReason() {
        assertThat(banyan("submit", "-q", "debug", "-n", "1", "-t", "1h", "--", "work")
                        .err())
                .isEqualTo("banyan: Jobs in queue debug run for 1800 s at most, but this job requests 3600 s.\n");
        Run unknown = banyan("submit", "-q", "fast", "-n", "1", "--", "work");
        assertThat(unknown.status()).isNotEqualTo(ExitStatus.DONE);
        assertThat(unknown.err()).isEqualTo("banyan: There is no queue 'fast' here; there are batch, debug, gpu.\n");
    }

    @Test
    void queuesAreListedStoppedAndStarted() {
        assertThat(banyan("queues").out()).isEqualTo("""
                        queue  policy        priority  waiting  running  state    limits
                        batch  conservative         0        0        0  started
                        debug  easy                10        0        0  started  max-time=1800s user.jobs=1
                        gpu    easy                 0        0        0  started

                        all queues together: account.node=2
                        """);
        assertThat(banyan("queues", "stop", "batch", "--reason", "the file system is down")
                        .out())
                .contains("stopped: the file system is down");
        assertThat(banyan("submit", "-n", "1", "-t", "1h", "--", "work").out()).isEqualTo("job 1: pending\n");
        assertThat(banyan("info", "1").out()).contains("queue batch is stopped: the file system is down");
        banyan("queues", "start", "batch");
        assertThat(banyan("info", "1").out()).startsWith("job 1: running");
        banyan("queues", "disable", "debug");
        assertThat(banyan("submit", "-q", "debug", "-n", "1", "-t", "1m", "--", "work")
                        .err())
                .isEqualTo("banyan: Queue debug does not accept jobs now.\n");
        assertThat(banyan("queues", "-o", "json").out()).contains("\"takes\" : false");
        assertThat(banyan("queues", "stop").err())
                .isEqualTo("banyan: No queue was specified; the queues are batch, debug, gpu.\n");
        assertThat(banyan("queues", "halt", "batch").status()).isEqualTo(ExitStatus.WRONG_USE);
    }
}
