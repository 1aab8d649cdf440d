package io.banyan.bench.micro;

import io.banyan.bench.graphs.BenchSystem;
import io.banyan.bench.graphs.Fill;
import io.banyan.bench.graphs.SystemShape;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchPolicy;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
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

/** One request in systems of many kinds, matched, and matched with booking and cancelling; parsing is not included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class MatchBenchmark {
    private static final JobId JOB = new JobId(Long.MAX_VALUE / 2);

    /** The match policy. */
    @Param({"first", "low", "high", "lonode", "firstnodex", "locality"})
    public String policy = "first";

    /** How many nodes there are. */
    @Param({"128", "1000", "10000"})
    public int nodes = 128;

    /** The kind of the system. */
    @Param
    public SystemShape shape = SystemShape.UNIFORM;

    /** How much of it is in use. */
    @Param({"EMPTY", "HALF", "NEARLY_FULL"})
    public Fill fill = Fill.EMPTY;

    private BenchSystem system = BenchSystem.of(SystemShape.UNIFORM, 2, Fill.EMPTY);
    private Matcher matcher = new Matcher(system.schedule(), MatchPolicy.FIRST);

    /** Makes the system. */
    @Setup
    public void make() {
        system = BenchSystem.of(shape, nodes, fill);
        matcher = new Matcher(system.schedule(), MatchPolicy.parse(policy));
    }

    /** Finds resources and leaves them. */
    @Benchmark
    public MatchResult match() throws JobspecException {
        return matcher.match(system.request(), MatchOperation.ALLOCATE, 0);
    }

    /** Finds resources, books them and frees them again. */
    @Benchmark
    public MatchResult matchBookCancel() throws JobspecException {
        MatchResult result = matcher.match(system.request(), MatchOperation.ALLOCATE, 0);
        if (result instanceof MatchResult.Allocated allocated) {
            system.schedule().commit(JOB, BookingKind.ALLOCATION, allocated.window(), allocated.selection());
            system.schedule().cancel(JOB);
        }
        return result;
    }
}
