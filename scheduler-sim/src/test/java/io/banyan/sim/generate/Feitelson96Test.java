package io.banyan.sim.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.sim.workload.TraceJob;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class Feitelson96Test {
    private static List<TraceJob> jobs(String settings, long seed) {
        return Generator.parse("feitelson96:" + settings).trace(seed).workload().jobs();
    }

    @Test
    void theSameSeedGivesTheSameJobs() {
        assertThat(jobs("jobs=500", 7))
                .hasSize(500)
                .isEqualTo(jobs("jobs=500", 7))
                .isNotEqualTo(jobs("jobs=500", 8));
    }

    @Test
    void jobsAreOrderedAndFitTheMachine() {
        List<TraceJob> jobs = jobs("jobs=2000,nodes=100", 1);
        assertThat(jobs).isSortedAccordingTo(Comparator.comparingLong(TraceJob::submitSec));
        assertThat(jobs).allMatch(job -> job.size() <= 100 && job.runSec() >= 1);
        assertThat(jobs("nodes=1,jobs=10", 1)).allMatch(job -> job.size() == 1);
    }

    @Test
    void powersOfTwoAndSmallSizesAreFrequent() {
        List<TraceJob> jobs = jobs("jobs=5000", 1);
        double powers =
                jobs.stream().filter(job -> Integer.bitCount(job.size()) == 1).count();
        double small = jobs.stream().filter(job -> job.size() <= 8).count();
        assertThat(powers / jobs.size()).isGreaterThan(0.7);
        assertThat(small / jobs.size()).isBetween(0.6, 0.99);
    }

    @Test
    void largeJobsRunLongerAndTheGapIsTheMeanTimeBetweenFirstSubmissions() {
        List<TraceJob> jobs = jobs("jobs=20000,gap=100", 1);
        double small = mean(jobs.stream().filter(job -> job.size() == 1).toList());
        double large = mean(jobs.stream().filter(job -> job.size() >= 64).toList());
        assertThat(large).isGreaterThan(1.5 * small);
        List<TraceJob> rare = jobs("jobs=20000,gap=1000000", 1);
        // Some jobs are repetitions.
        assertThat(rare.getLast().submitSec() / 1_000_000.0).isBetween(10_000.0, 20_000.0);
    }

    private static double mean(List<TraceJob> jobs) {
        return jobs.stream().mapToLong(TraceJob::runSec).average().orElseThrow();
    }

    @Test
    void aWrongSettingIsRefused() {
        assertThatThrownBy(() -> Generator.parse("feitelson96:gap=0"))
                .hasMessage("gap of feitelson96 must be a number from 1 to 1000000, found '0'");
    }
}
