package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A graph made of an R document that says when its resources expire. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class ExpiringGraphTest {
    @TempDir
    private Path directory;

    private GraphFile expiring(long sec) throws Exception {
        return GraphFile.of(Files.writeString(directory.resolve("R.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0-1"}}],
                 "nodelist": ["node0"], "starttime": 0, "expiration": %d}}""".formatted(sec)));
    }

    @Test
    void thePlanOfItsInstanceEndsWhenTheResourcesExpire() throws Exception {
        assertThat(expiring(1_000).plan(100)).isEqualTo(new TimeWindow(100, 1_000));
        var named = new GraphFile(expiring(1_000).file(), Optional.of(GraphFormat.RV1EXEC), List.of());
        assertThat(named.plan(100)).isEqualTo(new TimeWindow(100, 1_000));
        assertThat(expiring(0).plan(100)).as("0 is no expiration").isEqualTo(GraphFile.horizon(100));
    }

    @Test
    void resourcesThatHaveExpiredAreRefused() throws Exception {
        GraphFile file = expiring(1_000);
        assertThatThrownBy(() -> file.plan(1_000))
                .isInstanceOf(GraphException.class)
                .hasMessage("The resources of %s expired at 1970-01-01T00:16:40Z (execution.expiration).", file.file());
    }

    @Test
    void aDaemonRefusesAJobThatWouldEndLaterAndSoDoesTheNextDaemon() throws Exception {
        Instant expiration =
                Instant.ofEpochSecond(Instant.now().getEpochSecond()).plus(Duration.ofDays(1));
        for (ResourceSource source : List.of(expiring(expiration.getEpochSecond()), new Founded())) {
            try (Daemon daemon =
                            Daemon.start(DaemonConfig.of(new StateDirectory(directory.resolve("state")), "top", source)
                                    .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                                    .build());
                    BanyanClient client = BanyanClient.ofStateDirectory(directory.resolve("state"))) {
                assertThat(daemon.isOver()).isFalse();
                assertThatThrownBy(() -> submit(client, Duration.ofDays(2)))
                        .isInstanceOf(ClientException.class)
                        .hasMessageContaining(
                                "cannot end at %s, when the resources of this instance expire", expiration);
            }
        }
    }

    private static void submit(BanyanClient client, Duration duration) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["true"], "slot": "s", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": %d}}}""".formatted(duration.toSeconds());
        var unused = client.queueing()
                .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", Submission.USUAL_URGENCY));
    }
}
