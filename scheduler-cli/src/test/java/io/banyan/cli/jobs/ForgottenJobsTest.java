package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.rpc.execute.ExecutionConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs that end, and are forgotten by the instance, while others are waited for. */
@Timeout(120)
class ForgottenJobsTest extends WithDaemon {
    private static final InstanceLimits FORGETFUL = new InstanceLimits(
            InstanceLimits.DEFAULT.maxHops(),
            InstanceLimits.DEFAULT.maxPendingGrows(),
            InstanceLimits.DEFAULT.maxGrantVertices(),
            2,
            InstanceLimits.DEFAULT.growMillis(),
            InstanceLimits.DEFAULT.leaseMillis(),
            InstanceLimits.DEFAULT.heartbeatMillis(),
            InstanceLimits.DEFAULT.newsMillis(),
            InstanceLimits.DEFAULT.startMillis(),
            InstanceLimits.DEFAULT.stopMillis());

    ForgottenJobsTest() {
        super(config -> config.executing(ExecutionConfig.MOCK).within(FORGETFUL, 4_096));
    }

    private Path lasting(String time) throws IOException {
        return Files.writeString(directory().resolve("job-" + time + ".yaml"), """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
                tasks: [{command: [work], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 3600, exec: {test: {run_duration: %s}}}}
                """.formatted(time));
    }

    /** The instance remembers two jobs that are over, and all twenty end within a moment. */
    @Test
    void whoWaitsForManyIsToldHowAllOfThemEnded() throws Exception {
        banyan("submit", "--array", "0-19", lasting("2s").toString());
        Run waited = banyan("wait", "1-20");
        assertThat(waited.err()).isEmpty();
        assertThat(waited.status()).isEqualTo(ExitStatus.DONE);
        assertThat(waited.out().lines()).hasSize(20).allMatch(line -> line.endsWith(": completed"));
        assertThat(waited.out().lines().distinct()).hasSize(20);
        assertThat(banyan("info", "1").err()).isEqualTo("banyan: There is no job 1 here.\n");
    }
}
