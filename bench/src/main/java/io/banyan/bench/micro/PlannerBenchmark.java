package io.banyan.bench.micro;

import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The questions that a match and a booking ask of one planner, on which many jobs follow one another. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class PlannerBenchmark {
    private static final long CORES = 64;
    private static final long HOUR = 3_600;

    /** How many jobs are planned: every second takes all, the others all but one core. */
    @Param({"0", "10", "1000"})
    public int spans = 10;

    private final long[] all = {CORES};
    private final long[] most = {CORES - 1};
    private final long[] one = {1};
    private Planner planner = new Planner(CORES);
    private TimeWindow first = new TimeWindow(0, HOUR);
    private TimeWindow behind = new TimeWindow(0, HOUR);
    private long end;

    /** Plans the jobs. */
    @Setup
    public void plan() {
        planner = new Planner(CORES);
        for (int i = 0; i < spans; i++) {
            planner.add(new TimeWindow(i * HOUR, (i + 1) * HOUR), i % 2 == 0 ? all : most);
        }
        end = spans * HOUR;
        first = new TimeWindow(0, HOUR);
        behind = new TimeWindow(end, end + HOUR);
    }

    /** Whether a core is free for the next hour. */
    @Benchmark
    public boolean fits() {
        return planner.fits(first, one);
    }

    /** How much is free from now to the end of all jobs. */
    @Benchmark
    public long freeDuring() {
        return planner.freeDuring(0, new TimeWindow(0, end + 1));
    }

    /** When all cores are free for an hour: behind all jobs. */
    @Benchmark
    public long earliest() {
        return planner.earliest(0, HOUR, Long.MAX_VALUE, all);
    }

    /** A job behind all others comes and goes. */
    @Benchmark
    public int addAndRemove() {
        planner.add(behind, all);
        planner.remove(behind, all);
        return planner.points();
    }
}
