package io.banyan.bench.start;

import io.banyan.bench.statistics.ValueSummary;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchPolicy;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.nio.file.Path;

/**
 * The cost of a graph.
 *
 * @param vertices of the graph
 * @param seconds to load it in a warm process, until the first match is possible
 * @param graphBytes of heap a vertex, the graph alone
 * @param allBytes of heap a vertex, with a schedule that has given a node to a job
 */
record LoadCost(int vertices, double seconds, double graphBytes, double allBytes) {
    private static final TimeWindow HORIZON = new TimeWindow(0, 3_153_600_000L);
    private static final String NODE = """
            {"version": 1, "resources": [{"type": "slot", "count": 1, "label": "x", "with":
            [{"type": "node", "count": 1}]}], "tasks": [{"command": ["app"], "slot": "x", "count": {"per_slot": 1}}], "attributes": {}}""";

    private static final int WARM_ROUNDS = 3;

    /** Loads the file some times. */
    static LoadCost of(Path file, int rounds) throws GraphException {
        double[] seconds = new double[rounds];
        for (int i = -WARM_ROUNDS; i < rounds; i++) {
            long begin = System.nanoTime();
            Schedule schedule = schedule(GraphFiles.load(file));
            if (i >= 0) {
                seconds[i] = (System.nanoTime() - begin) / 1e9;
            }
            requireLoaded(schedule);
        }
        long before = used();
        ResourceGraph graph = GraphFiles.load(file);
        double graphBytes = used() - before;
        Schedule schedule = schedule(graph);
        give(schedule);
        double allBytes = used() - before;
        int vertices = requireLoaded(schedule);
        return new LoadCost(vertices, ValueSummary.of(seconds).median(), graphBytes / vertices, allBytes / vertices);
    }

    private static Schedule schedule(ResourceGraph graph) {
        return new Schedule(graph, PruneFilters.DEFAULT, HORIZON);
    }

    private static int requireLoaded(Schedule schedule) throws GraphException {
        int vertices = schedule.graph().vertexCount();
        if (vertices == 0) {
            throw new GraphException("the graph is empty");
        }
        return vertices;
    }

    private static void give(Schedule schedule) {
        try {
            Jobspec node = JobspecReader.read(NODE, "a node");
            if (new Matcher(schedule, MatchPolicy.FIRST).match(node, MatchOperation.ALLOCATE, 0)
                    instanceof MatchResult.Allocated allocated) {
                schedule.commit(new JobId(1), BookingKind.ALLOCATION, allocated.window(), allocated.selection());
            }
        } catch (JobspecException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
