package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The use of 64 pretended cores in 4 workers, beside the bound of a list schedule without messages. */
class FillBalanceTest {
    private static final int CORES = 64;
    private static final int WORKERS = 4;

    private static FillWorld run(long[] micros, boolean isStealing) {
        var world = new FillWorld(isStealing);
        world.isChecked = false;
        world.length = task -> micros[task.task()];
        for (int i = 0; i < WORKERS; i++) {
            world.addWorker(WorkerOffer.cores("n" + i, CORES / WORKERS));
        }
        world.submit(FillSet.of(1, micros.length, FillRequest.cores(1), FillProgram.of("true")));
        world.runToEnd();
        world.scheduler().checkInvariants();
        return world;
    }

    /** Returns the end of a schedule that gives each task in its order to the first free core. */
    private static long listSchedule(long[] micros) {
        var free = new PriorityQueue<Long>();
        for (int i = 0; i < CORES; i++) {
            free.add(0L);
        }
        long end = 0;
        for (long length : micros) {
            long one = free.remove() + length;
            free.add(one);
            end = Math.max(end, one);
        }
        return end;
    }

    private static double busyPercent(FillWorld world) {
        return 100.0 * world.busyMicros / (world.now * CORES);
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 64_000})
    void coresAreBusyWithTasksOfTenMilliseconds(int tasks) {
        long[] micros = new long[tasks];
        Arrays.fill(micros, 10_000);
        assertThat(busyPercent(run(micros, true))).isGreaterThan(95);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void skewedLengthsEndWithinFivePercentOfAListSchedule(long seed) {
        System.out.println("seed " + seed);
        long[] micros = pareto(new SplittableRandom(seed), 10_000);
        long bound = listSchedule(micros);
        FillWorld with = run(micros, true);
        FillWorld without = run(micros, false);
        assertThat((double) with.now / bound).as("span over bound").isLessThan(1.05);
        assertThat(with.now).isLessThanOrEqualTo(without.now);
    }

    @Test
    void recallsShareLongTasksThatWaitOnOneWorker() {
        long[] micros = new long[2_000];
        for (int i = 0; i < micros.length; i++) {
            micros[i] = i % 500 < 125 ? 200_000 : 2_000;
        }
        double bound = listSchedule(micros);
        // Without recalls, the last long tasks wait on a worker that got them together, and others are idle.
        assertThat(run(micros, true).now / bound).as("with recalls").isLessThan(1.1);
        assertThat(run(micros, false).now / bound).as("without").isGreaterThan(1.5);
    }

    /** Lengths of a Pareto distribution with exponent 1.5 and a mean of about 30 ms, at most 2 s. */
    private static long[] pareto(SplittableRandom random, int tasks) {
        long[] micros = new long[tasks];
        for (int i = 0; i < tasks; i++) {
            micros[i] = Math.min(2_000_000, (long) (10_000 * Math.pow(1 - random.nextDouble(), -1 / 1.5)));
        }
        return micros;
    }
}
