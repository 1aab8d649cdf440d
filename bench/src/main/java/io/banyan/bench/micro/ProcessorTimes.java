package io.banyan.bench.micro;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
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
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The processor time of the paper's requests on one graph, for machines with other work, where the elapsed time that
 * JMH measures is not meaningful: {@code ProcessorTimes GRAPH [POLICY...]}. Run from the project's root. Each figure is
 * the median of five rounds, after a second of warming up.
 */
public final class ProcessorTimes {

    private static final TimeWindow HORIZON = new TimeWindow(0, 3_153_600_000L);
    private static final JobId JOB = new JobId(1);
    private static final List<String> REQUESTS = List.of("t1", "t4", "t7", "t8");
    private static final long WARM_NANOS = 1_000_000_000L;
    private static final long ROUND_NANOS = 100_000_000L;
    private static final int ROUNDS = 5;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ResourceGraph graph;
    private final Schedule schedule;

    private ProcessorTimes(Path file) throws GraphException {
        graph = GraphFiles.load(file);
        schedule = new Schedule(graph, PruneFilters.parse("ALL:core"), HORIZON);
        schedule.holdings().free("core");
    }

    /** Prints a line for each policy and request, and one for attaching and detaching a node. */
    public static void main(String[] args) throws Exception {
        var times = new ProcessorTimes(Path.of(args[0]));
        System.out.printf("%s: %,d vertices%n", args[0], times.graph.vertexCount());
        List<String> policies = args.length > 1 ? Arrays.asList(args).subList(1, args.length) : List.of("first", "low");
        for (String policy : policies) {
            for (String request : REQUESTS) {
                times.request(policy, request);
            }
        }
        times.attach();
    }

    private void request(String policy, String request) throws IOException, JobspecException, GraphException {
        Path file = Path.of("jobspecs", request + ".yaml");
        Jobspec jobspec = JobspecReader.read(Files.readString(file), file.toString());
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        double match = micros(() -> matcher.match(jobspec, MatchOperation.ALLOCATE, 0));
        double booked = micros(() -> {
            if (matcher.match(jobspec, MatchOperation.ALLOCATE, 0)
                    instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
                schedule.commit(JOB, BookingKind.ALLOCATION, window, selection);
                schedule.cancel(JOB);
            }
        });
        System.out.printf(
                "%-10s %-3s match %,10.1f us   with booking and cancel %,10.1f us%n", policy, request, match, booked);
    }

    /** A node leaves the graph and comes back, over and over. */
    private void attach() throws Exception {
        int[] node = {graph.find("/cluster0/node0")};
        if (node[0] < 0) {
            return;
        }
        Subgraph part = part();
        double both = micros(() -> {
            node[0] = graph.find("/cluster0/node0");
            schedule.detach(node);
            schedule.attach(part);
        });
        System.out.printf(
                "detach and attach a node of %d vertices %,10.1f us%n",
                part.vertices().size() - 1, both);
    }

    /** The node with all below it, and the way to it. */
    private Subgraph part() throws JobspecException {
        String whole = """
                {"version": 1, "resources": [{"type": "slot", "count": 1, "label": "x", "with":
                [{"type": "node", "count": 1, "exclusive": true}]}], "tasks": [], "attributes": {}}""";
        var found = (MatchResult.Allocated) new Matcher(schedule, MatchPolicy.parse("low"))
                .match(JobspecReader.read(whole, "a node"), MatchOperation.ALLOCATE, 0);
        return found.selection().toSubgraph(graph);
    }

    /** Something to measure. */
    @FunctionalInterface
    private interface Work {
        void run() throws JobspecException, GraphException;
    }

    private static double micros(Work work) throws JobspecException, GraphException {
        nanosOfOne(work, WARM_NANOS);
        var rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = nanosOfOne(work, ROUND_NANOS);
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2] / 1_000;
    }

    private static double nanosOfOne(Work work, long atLeast) throws JobspecException, GraphException {
        long from = THREADS.getCurrentThreadCpuTime();
        long spent = 0;
        int count = 0;
        while (spent < atLeast) {
            work.run();
            count++;
            spent = THREADS.getCurrentThreadCpuTime() - from;
        }
        return (double) spent / count;
    }
}
