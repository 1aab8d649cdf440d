package io.banyan.sim.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.banyan.sim.metric.OutcomeSummary.JobClass;
import io.banyan.sim.workload.JobRun;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Workload;
import io.banyan.sim.workload.WorkloadOutcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutcomeSummaryTest {
    private static JobRun run(String user, String queue, int size, long submit, long start, long end) {
        return new JobRun(new TraceJob("j", submit, end - start, 1000, size, user, queue), start, end);
    }

    private static OutcomeSummary summary(List<JobRun> runs, List<TraceJob> refused, int capacity) {
        var workload = new Workload("w", runs.stream().map(JobRun::job).toList(), List.of());
        return OutcomeSummary.of(new WorkloadOutcome(workload, runs, refused), capacity);
    }

    @Test
    void anOutcomeInNumbers() {
        // 12 processors from 10 to 110, then 6 of them until 160.
        OutcomeSummary summary = summary(
                List.of(run("a", "q", 12, 10, 10, 110), run("b", "q", 6, 10, 110, 160)),
                List.of(TraceJob.of(3, 20, 5, 60, 13)),
                12);
        assertThat(summary.jobs()).isEqualTo(2);
        assertThat(summary.refused()).isEqualTo(1);
        assertThat(summary.makespanSec()).isEqualTo(150);
        assertThat(summary.utilisation()).isEqualTo((100.0 + 25) / 150);
        // Weighted: 1200 processor seconds waited for 0 s, 300 for 100 s.
        assertThat(summary.all().waiting()).isEqualTo(new Spread(50, 20, 0, 100, 100, 100, 100));
        assertThat(summary.all().completion().mean()).isEqualTo((100 + 150) / 2.0);
        assertThat(summary.all().slowdown().mean()).isEqualTo((1 + 3) / 2.0);
    }

    @Test
    void anEmptyOutcomeIsAllZeros() {
        OutcomeSummary summary = summary(List.of(), List.of(), 4);
        assertThat(summary.utilisation()).isZero();
        assertThat(summary.all().waiting()).isEqualTo(new Spread(0, 0, 0, 0, 0, 0, 0));
        assertThat(summary.bySize()).isEmpty();
    }

    @Test
    void percentilesAreValuesThatThereAre() {
        double[] values = IntStream.rangeClosed(1, 200).mapToDouble(i -> i).toArray();
        Spread spread = Spread.of(values, values);
        assertThat(spread.p50()).isEqualTo(100);
        assertThat(spread.p90()).isEqualTo(180);
        assertThat(spread.p95()).isEqualTo(190);
        assertThat(spread.p99()).isEqualTo(198);
        assertThat(spread.max()).isEqualTo(200);
        assertThat(spread.mean()).isEqualTo(100.5);
        // The sum of the squares by the sum: (2n + 1) / 3.
        assertThat(spread.weighted()).isCloseTo(401 / 3.0, within(1e-9));
    }

    @Test
    void jobsAreTakenTogetherBySizeQueueAndUser() {
        OutcomeSummary summary = summary(
                List.of(
                        run("much", "long", 16, 0, 0, 100),
                        run("less", "long", 4, 0, 0, 100),
                        run("less", "", 2, 0, 0, 400),
                        run("little", "short", 1, 0, 0, 100),
                        run("", "short", 5, 0, 0, 10)),
                List.of(),
                32);
        assertThat(summary.bySize()).extracting(JobClass::name).containsExactly("1", "2-4", "5-16");
        assertThat(summary.bySize()).extracting(JobClass::jobs).containsExactly(1, 2, 2);
        assertThat(summary.byQueue()).extracting(JobClass::name).containsExactly("long", "none", "short");
        // Of 2900 processor seconds of people who are known 1600, 1200 and 100.
        assertThat(summary.byUser()).extracting(JobClass::name).containsExactly("heavy", "middle", "light", "unknown");
        assertThat(summary.byUser()).extracting(JobClass::jobs).containsExactly(1, 2, 1, 1);
    }

    @Test
    void aMeanHasAnInterval() {
        assertThat(MeanEstimate.of(new double[] {})).isEqualTo(new MeanEstimate(0, 0, 0));
        assertThat(MeanEstimate.of(new double[] {7})).isEqualTo(new MeanEstimate(7, 0, 1));
        MeanEstimate three = MeanEstimate.of(new double[] {1, 2, 3});
        assertThat(three.mean()).isEqualTo(2);
        assertThat(three.halfWidth()).isCloseTo(4.303 * 1 / Math.sqrt(3), within(1e-9));
        // From tables of Student's distribution.
        assertThat(MeanEstimate.student(40)).isCloseTo(2.0211, within(1e-3));
        assertThat(MeanEstimate.student(99)).isCloseTo(1.9842, within(1e-4));
        assertThat(MeanEstimate.student(1_000_000)).isCloseTo(1.95996, within(1e-4));
    }

    @Test
    void numbersAreShownWithTheirUnits() {
        assertThat(Metric.MAKESPAN.shown(1984.4)).isEqualTo("1984 s");
        assertThat(Metric.UTILISATION.shown(new MeanEstimate(49.25, 1.52, 9))).isEqualTo("49.3 ± 1.5 %");
        assertThat(Metric.MEAN_SLOWDOWN.shown(7)).isEqualTo("7.00");
        assertThat(Metric.MEAN_SLOWDOWN.shown(227.66)).isEqualTo("227.7");
    }
}
