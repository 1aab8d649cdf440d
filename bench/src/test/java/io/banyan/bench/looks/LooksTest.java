package io.banyan.bench.looks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.execute.ExecutionConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The small form of {@code bench/looks}: a daemon of this process, and jobs that pass through it. */
@Timeout(300)
class LooksTest {
    private static final int NODES = 8;
    private static final int JOBS = 1_000;
    private static final int LOOKS = 25;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void noLookFailsOrContradictsItselfWhileJobsPass() throws Exception {
        Path state = directory.resolve("state");
        GraphFile graph = GraphFile.of(Path.of("..", "resource-graphs", "small.graphml"));
        Daemon daemon = Daemon.start(DaemonConfig.of(new StateDirectory(state), "site", graph)
                .executing(ExecutionConfig.MOCK)
                .build());
        try (PassingJobs passing = PassingJobs.begin(state, JOBS, 0.01)) {
            var lookers = new Lookers(state, NODES);
            assertThat(lookers.look(LOOKS, passing::isGoingOn)).isEmpty();
            assertThat(lookers.looks()).isGreaterThanOrEqualTo(LOOKS);
            assertThat(passing.submitted()).isGreaterThanOrEqualTo(JOBS);
        } finally {
            daemon.stop();
        }
    }

    @Test
    void aJobThatIsCountedTwiceOrInNoStateIsAFault() throws Exception {
        var check = new LookCheck(NODES);
        var json = new ObjectMapper();
        assertThat(check.faults("jobs", json.readTree("""
                                [{"id": 1, "state": "running", "detail": ""}, {"id": 1, "state": "pending", "detail": ""},
                                 {"id": 2, "state": "over", "detail": ""}]""")))
                .containsExactly(
                        "job 1 is there twice",
                        "a job in no such state: {\"id\":2,\"state\":\"over\",\"detail\":\"\"}",
                        "no reason of {\"id\":1,\"state\":\"pending\",\"detail\":\"\"}");
        assertThat(check.faults("top", json.readTree("""
                                {"running": [{"job": 1, "state": "running"}], "waiting": [], "jobsRunning": 0,
                                 "jobsWaiting": 0, "cores": 32, "coresUsed": 4}""")))
                .isEqualTo(List.of("1 rows of jobs that run, and 0 are counted", "0 jobs run, and 4 cores are used"));
    }
}
