package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.rpc.execute.ExecutionConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The output of sacct for jobs that the instance has forgotten. */
@Timeout(120)
class ForgottenJobsAccountingTest {
    private static final int REMEMBERED = 2;
    private static final InstanceLimits FORGETFUL = new InstanceLimits(
            InstanceLimits.DEFAULT.maxHops(),
            InstanceLimits.DEFAULT.maxPendingGrows(),
            InstanceLimits.DEFAULT.maxGrantVertices(),
            REMEMBERED,
            InstanceLimits.DEFAULT.growMillis(),
            InstanceLimits.DEFAULT.leaseMillis(),
            InstanceLimits.DEFAULT.heartbeatMillis(),
            InstanceLimits.DEFAULT.newsMillis(),
            InstanceLimits.DEFAULT.startMillis(),
            InstanceLimits.DEFAULT.stopMillis());

    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon site;

    @BeforeEach
    final void begin() throws Exception {
        site = RunningDaemon.in(
                directory, config -> config.executing(ExecutionConfig.MOCK).within(FORGETFUL, 4_096));
    }

    @AfterEach
    final void end() {
        site.close();
    }

    private String sacct(String jobs) {
        return Run.banyan(
                        "slurm",
                        "--state",
                        site.state().toString(),
                        "sacct",
                        "-n",
                        "-P",
                        "-o",
                        "JobID,JobIDRaw,State,NCPUS,Timelimit",
                        "-j",
                        jobs)
                .out();
    }

    @Test
    void theyAreInTheHistoryWithWhatTheyHad() {
        site.banyan("submit", "-n", "3", "-t", "1h", "--array", "0-4", "--", "work");
        site.banyan("cancel", "1-5");
        assertThat(site.banyan("info", "1").err()).contains("There is no job 1 here");
        assertThat(sacct("1_0")).isEqualTo("1_0|1|CANCELLED|3|01:00:00\n");
        assertThat(sacct("1")).isEqualTo("""
                        1_0|1|CANCELLED|3|01:00:00
                        1_1|2|CANCELLED|3|01:00:00
                        1_2|3|CANCELLED|3|01:00:00
                        1_3|4|CANCELLED|3|01:00:00
                        1_4|5|CANCELLED|3|01:00:00
                        """);
        assertThat(sacct("5")).isEqualTo("1_4|5|CANCELLED|3|01:00:00\n");
        assertThat(sacct("9")).isEmpty();
    }
}
