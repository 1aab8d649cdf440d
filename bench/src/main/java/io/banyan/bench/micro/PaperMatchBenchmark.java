package io.banyan.bench.micro;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.GraphFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * One request on the paper's cluster of 128 nodes, matched, and matched with booking and cancelling; parsing is not
 * included. Run from the project's root: graphs and jobspecs are read from there.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PaperMatchBenchmark {

    private static final TimeWindow HORIZON = new TimeWindow(0, 3_153_600_000L);
    private static final JobId JOB = new JobId(1);

    /** The match policy. */
    @Param({"first", "low", "lonodex"})
    public String policy = "first";

    /** The jobspec: the paper's T1 (64 nodes) to T8 (one socket). */
    @Param({"t1", "t4", "t7", "t8"})
    public String request = "t1";

    private Schedule schedule = empty();
    private Matcher matcher = new Matcher(schedule, MatchPolicy.FIRST);
    private Jobspec jobspec = parse("t1");

    /** Loads the graph and parses the request. */
    @Setup
    public void load() {
        schedule = empty();
        matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        jobspec = parse(request);
    }

    private static Schedule empty() {
        try {
            return new Schedule(
                    GraphFiles.load(Path.of("resource-graphs", "l0.graphml")), PruneFilters.parse("ALL:core"), HORIZON);
        } catch (GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Jobspec parse(String name) {
        try {
            Path file = Path.of("jobspecs", name + ".yaml");
            return JobspecReader.read(Files.readString(file), file.toString());
        } catch (IOException | JobspecException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Finds resources and leaves them. */
    @Benchmark
    public MatchResult match() throws JobspecException {
        return matcher.match(jobspec, MatchOperation.ALLOCATE, 0);
    }

    /** Finds resources, books them and frees them again. */
    @Benchmark
    public MatchResult matchBookCancel() throws JobspecException {
        MatchResult result = matcher.match(jobspec, MatchOperation.ALLOCATE, 0);
        if (result instanceof MatchResult.Allocated allocated) {
            schedule.commit(JOB, BookingKind.ALLOCATION, allocated.window(), allocated.selection());
            schedule.cancel(JOB);
        }
        return result;
    }
}
