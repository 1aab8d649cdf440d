package io.banyan.cli.priority;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.rpc.execute.ExecutionConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The places of waiting jobs, as people and programs see them. */
@Timeout(120)
class PriorityCommandTest {
    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon over(String weights, String... queues) throws Exception {
        Queues all = new Queues(
                QueuePolicy.EASY,
                Stream.of(queues).map(QueueText::queue).toList(),
                QueueLimits.NONE,
                QueueText.priority(weights, List.of()));
        return RunningDaemon.in(
                directory, config -> config.executing(ExecutionConfig.MOCK).queueing(all));
    }

    private static void submit(RunningDaemon site, String... words) {
        Run run = site.banyan(
                "submit",
                Stream.concat(Stream.of(words), Stream.of("-t", "1h", "--", "work"))
                        .toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isZero();
    }

    @Test
    void withoutWeightsUrgencyAndTimeMakeThePlace() throws Exception {
        try (RunningDaemon site = over("")) {
            assertThat(site.banyan("priority").out()).isEqualTo("No pending jobs.\n");
            submit(site, "-N", "8");
            submit(site, "-N", "2", "--name", "usual");
            submit(site, "-N", "8", "--urgency", "20", "--name", "urgent");
            assertThat(site.banyan("priority").out()).matches("""
                            place  job  name    user   urgency  submitted
                                1    3  urgent  owner       20  20.*
                                2    2  usual   owner       16  20.*
                            """);
            assertThat(site.banyan("priority", "2").out()).matches("""
                            job 2 usual: 2nd of 2
                            submitted 20.*
                            factor   value      weight  points
                            urgency     16  before all
                            """);
        }
    }

    @Test
    void weightsMakePointsOfFactors() throws Exception {
        try (RunningDaemon site = over("size=100,fairshare=200", "batch", "debug,priority=10")) {
            submit(site, "-N", "8");
            submit(site, "-N", "4", "--name", "large");
            submit(site, "-N", "1", "-q", "debug");
            submit(site, "-N", "8", "--name", "larger");
            assertThat(site.banyan("priority", "--limit", "2").out()).matches("""
                            place  job  name    user   queue  in queue  queue priority  urgency  size  fairshare  priority  submitted
                                1    3          owner  debug    1 of 1              10       16 +\\S+ +\\S+ +\\S+  20.*
                                2    4  larger  owner  batch    1 of 2               0       16  15.0      200.0     215.0  20.*
                            more jobs are pending; use --limit to list them
                            age and fair share as of 20.*
                            """);
            assertThat(site.banyan("priority", "2").out()).matches("""
                            job 2 large: 2nd of 2 in queue batch, 3rd of 3 in all queues
                            submitted 20.*
                            factor     value      weight  points
                            queue          0  before all
                            urgency       16  before all
                            size       0.100         100    10.0
                            fairshare  1.000         200   200.0
                            priority                       210.0
                            age and fair share as of 20.*
                            """);
        }
    }

    @Test
    void programsGetTheNumbers() throws Exception {
        try (RunningDaemon site = over("size=100", "batch")) {
            submit(site, "-N", "8");
            submit(site, "-N", "4", "--name", "large");
            JsonNode one = new ObjectMapper()
                    .readTree(site.banyan("priority", "2", "-o", "json").out());
            assertThat(one.get("place").asLong()).isEqualTo(1);
            assertThat(one.get("of").asLong()).isEqualTo(1);
            assertThat(one.get("queue").asText()).isEqualTo("batch");
            assertThat(one.get("priority").asDouble()).isEqualTo(10.0);
            assertThat(one.get("factors").get(0).get("factor").asText()).isEqualTo("size");
            assertThat(one.get("reason").isNull()).isTrue();
            JsonNode all = new ObjectMapper()
                    .readTree(site.banyan("priority", "-o", "json").out());
            assertThat(all).hasSize(1);
            assertThat(all.get(0)).isEqualTo(one);
        }
    }

    @Test
    void aJobWithoutAPlaceSaysWhy() throws Exception {
        try (RunningDaemon site = over("")) {
            submit(site, "-N", "8");
            submit(site, "-N", "8", "--hold");
            Run held = site.banyan("priority", "2");
            assertThat(held.status()).isZero();
            assertThat(held.out())
                    .isEqualTo("job 2 has no position in a queue: held; 'banyan release' makes it eligible to start\n");
            JsonNode data = new ObjectMapper()
                    .readTree(site.banyan("priority", "2", "-o", "json").out());
            assertThat(data.get("place").isNull()).isTrue();
            assertThat(data.get("reason").asText()).startsWith("held;");

            Run running = site.banyan("priority", "1");
            assertThat(running.status()).isEqualTo(ExitStatus.NO);
            assertThat(running.err()).isEqualTo("banyan: Job 1 is not waiting: it is running.\n");
            site.banyan("cancel", "1");
            assertThat(site.banyan("priority", "1").err())
                    .isEqualTo("banyan: Job 1 is not waiting: it is cancelled.\n");
            assertThat(site.banyan("priority", "7").err()).isEqualTo("banyan: There is no job 7 here.\n");
            assertThat(site.banyan("priority", "--limit", "0").status()).isEqualTo(ExitStatus.WRONG_USE);
        }
    }
}
