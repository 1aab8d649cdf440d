package io.banyan.bench.graphs;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * A system whose nodes are partly in use, and a request for it. Each node in use belongs to a separate job, as in a
 * busy system.
 *
 * @param schedule with all the jobs, and default pruning filters
 * @param request the request for a system of this shape
 */
public record BenchSystem(Schedule schedule, Jobspec request) {
    /** A hundred years. */
    public static final TimeWindow HORIZON = new TimeWindow(0, 3_153_600_000L);

    private static final int NODES_OF_A_RACK = 50;
    private static final int SOCKETS = 2;
    private static final int CORES = 4;
    private static final int KINDS = 3;
    private static final int RARE = 1_000;
    private static final long SEED = 42;
    private static final ResourceType GPU = new ResourceType("gpu");

    /** A system of this shape with so many nodes, at least two, so far in use. O(V + jobs). */
    public static BenchSystem of(SystemShape shape, int nodes, Fill fill) {
        try {
            var schedule = new Schedule(graph(shape, nodes), PruneFilters.parse("ALL:core,ALL:node,ALL:gpu"), HORIZON);
            fill(schedule, shape, nodes, fill.of(nodes));
            return new BenchSystem(schedule, JobspecReader.read(shape.request(), shape.name()));
        } catch (GraphException | JobspecException e) {
            throw new IllegalStateException("The system cannot be created: " + e.getMessage(), e);
        }
    }

    /** The graph alone. O(V). */
    public static ResourceGraph graph(SystemShape shape, int nodes) throws GraphException {
        var builder = new GraphBuilder();
        int cluster = builder.addRoot(Subsystem.CONTAINMENT, template("cluster"), 0, -1);
        int above = cluster;
        for (int i = 0; i < nodes; i++) {
            if (shape == SystemShape.RACKS && i % NODES_OF_A_RACK == 0) {
                above = child(builder, cluster, "rack", i / NODES_OF_A_RACK, -1);
            }
            int node = child(builder, above, "node", i, i);
            int kind = shape == SystemShape.MIXED ? Math.floorMod(i - nodes / 2, KINDS) : 1;
            // Kind 0 is the special node's.
            int cores = kind == 2 ? 2 * CORES : CORES;
            int gpus = kind == 2 ? 0 : kind == 0 ? 2 : 1;
            for (int s = 0; s < SOCKETS; s++) {
                int socket = child(builder, node, "socket", s, i);
                for (int c = 0; c < cores; c++) {
                    child(builder, socket, "core", s * cores + c, i);
                }
                for (int g = 0; g < gpus; g++) {
                    child(builder, socket, "gpu", s * gpus + g, i);
                }
            }
            if (shape == SystemShape.RARE && (i - nodes / 2) % RARE == 0) {
                builder.setProperty(node, "rare", "");
            }
        }
        return builder.build();
    }

    private static int child(GraphBuilder builder, int parent, String type, int number, int rank)
            throws GraphException {
        return builder.addChild(parent, Subsystem.CONTAINMENT, template(type), number, rank);
    }

    private static GraphBuilder.Template template(String type) {
        return new GraphBuilder.Template(new ResourceType(type), type, 1, "");
    }

    /** Takes nodes at random, the special one last. */
    private static void fill(Schedule schedule, SystemShape shape, int nodes, int taken) {
        int[] order = shuffled(nodes);
        ResourceGraph graph = schedule.graph();
        int core = graph.types().id(ResourceType.CORE);
        int gpu = graph.types().id(GPU);
        for (int i = 0; i < taken; i++) {
            int node = graph.verticesOfRank(order[i])[0];
            int kept = order[i] % 2 == 0 ? core : gpu;
            IntPredicate takes = shape == SystemShape.INTERLEAVED ? v -> graph.typeId(v) == kept : v -> true;
            var selection = new Selection.Builder();
            below(graph, node, takes, selection);
            for (int up = graph.parent(node); up >= 0; up = graph.parent(up)) {
                add(graph, up, false, selection);
            }
            schedule.commit(new JobId(i + 1L), BookingKind.ALLOCATION, HORIZON, selection.build());
        }
    }

    /** In post-order: a vertex is for the job alone where it is taken, else it is on the way only. */
    private static boolean below(ResourceGraph graph, int v, IntPredicate takes, Selection.Builder into) {
        boolean any = false;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            any |= below(graph, graph.target(e), takes, into);
        }
        boolean isTaken = takes.test(v);
        if (any || isTaken) {
            add(graph, v, isTaken, into);
        }
        return any || isTaken;
    }

    private static void add(ResourceGraph graph, int v, boolean exclusive, Selection.Builder into) {
        int containment = graph.subsystemId(Subsystem.CONTAINMENT);
        into.add(v, graph.size(v), exclusive, graph.depth(v) + 1, graph.inEdge(v, containment));
    }

    private static int[] shuffled(int nodes) {
        var random = new Random(SEED);
        int special = nodes / 2;
        int[] order = new int[nodes];
        for (int i = 0; i < nodes - 1; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i < special ? i : i + 1;
        }
        order[nodes - 1] = special;
        return order;
    }
}
