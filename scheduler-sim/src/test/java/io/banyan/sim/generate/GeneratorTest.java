package io.banyan.sim.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.banyan.sim.workload.TraceJob;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorTest {
    /**
     * Mean and variance of a gamma distribution are shape x scale and shape x scale squared; a mean of n has a
     * deviation of sqrt(variance / n).
     */
    @ParameterizedTest
    @CsvSource({"0.5, 2", "4.2, 0.94", "312, 0.03"})
    void whatIsDrawnHasTheMeanAndVarianceOfItsDistribution(double shape, double scale) {
        var random = new SplittableRandom(5);
        var gamma = new GammaDistribution(shape, scale);
        int n = 100_000;
        double[] drawn = new double[n];
        double sum = 0;
        int below = 0;
        for (int i = 0; i < n; i++) {
            drawn[i] = gamma.draw(random);
            sum += drawn[i];
            below += drawn[i] <= shape * scale ? 1 : 0;
        }
        double mean = sum / n;
        double squares = 0;
        for (double x : drawn) {
            squares += (x - mean) * (x - mean);
        }
        double deviation = Math.sqrt(shape) * scale;
        assertThat(mean).isCloseTo(shape * scale, within(5 * deviation / Math.sqrt(n)));
        assertThat(squares / n).isCloseTo(deviation * deviation, within(0.05 * deviation * deviation));
        assertThat(gamma.upTo(shape * scale)).isCloseTo((double) below / n, within(0.01));
    }

    /** The gamma distribution of shape 1 is the exponential one. */
    @Test
    void theProbabilityIsThatOfTheExponentialDistribution() {
        var exponential = new GammaDistribution(1, 3);
        assertThat(exponential.upTo(0)).isZero();
        for (double x : new double[] {0.1, 1, 3, 10, 50}) {
            assertThat(exponential.upTo(x)).isCloseTo(1 - Math.exp(-x / 3), within(1e-9));
        }
    }

    @Test
    void jobsAreThoseOfTheModel() {
        var trace = Generator.parse("lublin:jobs=20000,nodes=256").trace(3);
        List<TraceJob> jobs = trace.workload().jobs();
        assertThat(jobs).hasSize(20_000);
        assertThat(trace.processors()).isEqualTo(256);
        assertThat(jobs).allMatch(job -> job.size() <= 256 && job.runSec() <= Math.exp(12));
        // Those that are drawn as 2 to the power of a number below 1 are few, and made 2; the fractions are the model's
        // own.
        assertThat(part(jobs, job -> job.size() == 1)).isCloseTo(0.244, within(0.02));
        assertThat(part(jobs, job -> job.size() > 1 && Integer.bitCount(job.size()) == 1))
                .isBetween(0.576, 0.70);
        // By day there are more than at night.
        assertThat(part(jobs, job -> hour(job) >= 10 && hour(job) < 18))
                .isGreaterThan(2 * part(jobs, job -> hour(job) < 8));
    }

    private static long hour(TraceJob job) {
        return job.submitSec() / 3600 % 24;
    }

    private static double part(List<TraceJob> jobs, Predicate<TraceJob> which) {
        return (double) jobs.stream().filter(which).count() / jobs.size();
    }

    @Test
    void aSeedIsAWorkload() {
        var generator = Generator.parse("lublin:seed=9,jobs=50");
        assertThat(generator.seed()).isEqualTo(9);
        assertThat(generator.trace(9).workload()).isEqualTo(generator.trace(9).workload());
        assertThat(generator.trace(9).workload().jobs())
                .isNotEqualTo(generator.trace(10).workload().jobs());
        // What a seed gives stays as it is: results of others are compared with it.
        assertThat(generator.trace(9).workload().jobs().subList(0, 2))
                .containsExactly(TraceJob.of(1, 1076, 856, 856, 2), TraceJob.of(2, 1518, 177, 177, 1));
    }

    /** The bounds are 2-8, 4-16, 8-32 and 16-64. */
    @Test
    void malleableJobsAreDrawnWithTheLeastOrTheMostOfEach() {
        List<TraceJob> most =
                Generator.parse("elastic:gap=90,jobs=200").trace(5).workload().jobs();
        List<TraceJob> least = Generator.parse("elastic:gap=90,jobs=200,replicas=min")
                .trace(5)
                .workload()
                .jobs();
        assertThat(most).extracting(TraceJob::size).containsOnly(8, 16, 32, 64);
        assertThat(least).extracting(TraceJob::size).containsOnly(2, 4, 8, 16);
        assertThat(most).extracting(TraceJob::queue).contains("priority-1", "priority-5");
        for (int i = 0; i < 200; i++) {
            assertThat(most.get(i).size()).isEqualTo(4 * least.get(i).size());
            assertThat(most.get(i).submitSec()).isEqualTo(90L * i);
            assertThat(most.get(i).runSec()).isLessThan(least.get(i).runSec());
        }
        assertThat(Generator.parse("elastic").trace(1).processors()).isEqualTo(64);
    }

    @Test
    void whatIsNoModelIsNamed() {
        assertWrong("feitelson", "expected " + Generator.WRITTEN + ", found 'feitelson'");
        assertWrong("lublin:nods=3", "expected for lublin one of jobs=, nodes=, seed=, found 'nods=3'");
        assertWrong("lublin:jobs=0", "jobs of lublin must be a number from 1 to 1000000, found '0'");
        assertWrong("elastic:replicas=9", "replicas of elastic must be one of min, max, found '9'");
        assertWrong("lublin:jobs=1,jobs=2", "lublin has jobs twice");
    }

    private static void assertWrong(String words, String message) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Generator.parse(words))
                .withMessage(message);
    }
}
