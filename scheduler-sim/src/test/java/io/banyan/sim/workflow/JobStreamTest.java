package io.banyan.sim.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.sim.generate.Generator;
import io.banyan.sim.workload.TraceJob;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobStreamTest {
    private static final List<TraceJob> JOBS =
            Generator.parse("lublin:jobs=400,nodes=64").trace(1).workload().jobs();

    private static double load(JobStream stream, int processors) {
        double work = stream.jobs().stream()
                .mapToDouble(job -> (double) job.size() * job.ranSec())
                .sum();
        return work / processors / stream.lastSec();
    }

    @Test
    void aStreamHasTheOfferedLoad() {
        for (double load : List.of(0.5, 0.95)) {
            JobStream stream = JobStream.of(JOBS, new JobStream.Settings(200, load, 1), 64, 7);
            assertThat(stream.jobs()).hasSize(200);
            assertThat(load(stream, 64)).isBetween(0.999 * load, 1.001 * load);
        }
    }

    @Test
    void theInjectionIsInTheMiddleOfTheStream() {
        for (long seed = 1; seed <= 50; seed++) {
            JobStream stream = JobStream.of(JOBS, new JobStream.Settings(100, 0, 1), 64, seed);
            assertThat(stream.jobs().getFirst().submitSec()).isZero();
            assertThat(stream.injectSec())
                    .as("seed " + seed)
                    .isBetween(
                            stream.jobs().get(40).submitSec(),
                            stream.jobs().get(60).submitSec());
        }
    }

    @Test
    void seedsDifferAndTheSameSeedIsTheSameStream() {
        var settings = new JobStream.Settings(100, 0.8, 3);
        JobStream one = JobStream.of(JOBS, settings, 64, 1);
        assertThat(JobStream.of(JOBS, settings, 64, 1)).isEqualTo(one);
        assertThat(JobStream.of(JOBS, settings, 64, 2)).isNotEqualTo(one);
        assertThat(one.jobs())
                .allMatch(job -> job.limitSec() >= job.ranSec() && job.limitSec() <= 3 * job.ranSec() + 1);
    }

    @Test
    void jobsThatAreLargerThanTheMachineAreLeftOut() {
        JobStream stream = JobStream.of(JOBS, new JobStream.Settings(400, 0, 1), 4, 1);
        assertThat(stream.jobs()).hasSizeBetween(1, 399).allMatch(job -> job.size() <= 4);
        List<TraceJob> large = List.of(TraceJob.of(1, 0, 1, 1, 8));
        assertThatThrownBy(() -> JobStream.of(large, new JobStream.Settings(1, 0, 1), 4, 1))
                .hasMessage("a stream needs at least 1 job that fits on the machine");
    }
}
