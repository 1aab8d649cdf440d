package io.banyan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class LoadRunTest {
    private static final double PER_SECOND = 1_000;
    private static final long MILLI = 1_000_000;

    @Test
    void arrivalsComeAsOftenAsTheyShould() {
        var arrivals = new PoissonArrivals(PER_SECOND, new Random(1));
        long last = 0;
        for (int i = 0; i < 100_000; i++) {
            long next = arrivals.nextNanos();
            assertThat(next).isGreaterThanOrEqualTo(last);
            last = next;
        }
        // The standard error of the mean is a third of a percent.
        assertThat(last / 1e9).isCloseTo(100, within(2.0));
    }

    @Test
    void aRateMustBeAboveZero() {
        assertThatThrownBy(() -> new PoissonArrivals(0, new Random(1))).hasMessageContaining("above 0");
    }

    @Test
    void latenciesAreFromTheArrivalAndNotFromTheSending() {
        var latencies = new Latencies();
        latencies.record(0, 90 * MILLI, 100 * MILLI, LoadTarget.Reply.DONE);
        latencies.record(0, 0, 1, LoadTarget.Reply.FAILED);
        latencies.record(0, 0, MILLI, LoadTarget.Reply.NO);
        assertThat(latencies.millis(100)).isCloseTo(100, within(0.2));
        assertThat(latencies.millisFromSending(100)).isCloseTo(10, within(0.02));
        assertThat(latencies.count()).isEqualTo(2);
        assertThat(latencies.refused()).isEqualTo(1);
        assertThat(latencies.failed()).isEqualTo(1);
    }

    @Test
    void requestsArriveAlsoWhileTheTargetDoesNotAnswer() throws InterruptedException {
        var target = new StallingTarget();
        var run = new LoadRun(target, Mix.parse("match=1"), 1);
        LoadRun.Result result = run.run(500, 0.4);
        // The first request keeps all others waiting for 200 ms, in which some hundred arrive; a tenth of them or more
        // wait long.
        assertThat(result.notSent()).isZero();
        assertThat(result.all().count()).isGreaterThan(100);
        assertThat(result.all().millis(70)).isGreaterThan(50);
    }

    /** Takes 200 ms for the first request, with all others behind it. */
    private static final class StallingTarget implements LoadTarget {
        private final ReentrantLock one = new ReentrantLock();
        private boolean stalled;

        @Override
        public Operation possible(Operation wanted) {
            return wanted;
        }

        @Override
        @SuppressWarnings("ThreadSleep")
        public Reply call(Operation operation) {
            one.lock();
            try {
                if (!stalled) {
                    stalled = true;
                    Thread.sleep(200);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                one.unlock();
            }
            return Reply.DONE;
        }
    }

    @Test
    void theSearchEndsJustBelowWhatIsTooMuch() throws InterruptedException {
        List<Double> tried = new ArrayList<>();
        double highest = RateSearch.highest(100, rate -> {
            tried.add(rate);
            return rate <= 700;
        });
        // 100, 200, 400, 800 too many; 600, 700, 750 too many, 725 too many.
        assertThat(tried).containsExactly(100.0, 200.0, 400.0, 800.0, 600.0, 700.0, 750.0, 725.0);
        assertThat(highest).isEqualTo(700);
    }

    @Test
    void theSearchFindsNothingWhereTheFirstRateIsTooMuch() throws InterruptedException {
        assertThat(RateSearch.highest(100, rate -> false)).isZero();
    }
}
