package io.banyan.bench.micro;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import io.banyan.sim.workload.Machines;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import java.util.List;
import java.util.Random;
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
 * The earliest booking of nodes on a square grid, among bookings of other jobs, by shape and by the order of scores
 * ({@code low}); a booking takes an eighth of the nodes, or a tenth on large grids.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class PartitionBenchmark {
    private static final long SEED = 20_261_129;
    private static final int LARGE = 1_000;
    private static final int LAST_START_SEC = 10 * 24 * 3_600;

    /** The match policy. */
    @Param({"low", "hilbert", "manhattan-median", "median-centred"})
    public String policy = "low";

    /** How many nodes there are: 128 are a grid of 16 by 8. */
    @Param({"128", "10000"})
    public int nodes = 128;

    /** How many bookings are tried at random times; those without room are left out. */
    @Param("1000")
    public int bookings = 1;

    private Matcher matcher = new Matcher(empty(2), MatchPolicy.FIRST);
    private Jobspec jobspec = request(1, 1);

    private static Schedule empty(int nodes) {
        ResourceGraph graph = Machines.cluster(nodes, 4);
        int width = nodes == 128 ? 16 : (int) Math.sqrt(nodes);
        NetworkMap.write(graph, graph.root(), Grid.of(width, nodes / width));
        return new Schedule(graph, PruneFilters.DEFAULT, new TimeWindow(0, 1L << 32));
    }

    private static Jobspec request(int nodes, long durationSec) {
        Resource slots = Resource.slot("task", Count.exactly(nodes), Resource.of("node", Count.exactly(1)));
        return new Jobspec(1, List.of(slots), List.of(), Attributes.lasting(durationSec));
    }

    /** Makes the bookings, by the policy. */
    @Setup
    public void make() throws JobspecException {
        Schedule schedule = empty(nodes);
        matcher = new Matcher(schedule, MatchPolicy.parse(policy).withNodeExclusive(true));
        Random random = new Random(SEED);
        for (int i = 1; i <= bookings; i++) {
            int most = Math.min(nodes / 4, 64);
            Jobspec next = request(1 + random.nextInt(most), 60L * (1 + random.nextInt(600)));
            long startSec = 1L + random.nextInt(LAST_START_SEC);
            if (matcher.findAt(next, startSec) instanceof MatchResult.Reserved found) {
                schedule.commit(new JobId(i), BookingKind.RESERVATION, found.window(), found.selection());
            }
        }
        jobspec = request(nodes >= LARGE ? nodes / 10 : nodes / 8, 3_600);
    }

    /** Finds the earliest booking and leaves it. */
    @Benchmark
    public MatchResult earliest() throws JobspecException {
        return matcher.find(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
    }
}
