package io.banyan.schedule;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of a job's resources, named by JGF or by the ranks of R: found and checked as a whole, so that freeing it
 * cannot fail half way. The ancestors keep the job's mark as long as anything below them is still held. For one use, by
 * the thread that owns the schedule, before anything else changes.
 */
public final class PartialRelease {
    private final Schedule schedule;
    private final JobId job;
    private final int[] vertices;
    /** The amount of each vertex; of a divisible pool it can be less than the job's amount. */
    private final long[] amounts;

    private final boolean subtrees;

    private PartialRelease(Schedule schedule, JobId job, int[] vertices, long[] amounts, boolean subtrees)
            throws GraphException {
        this.schedule = schedule;
        this.job = job;
        this.vertices = vertices;
        this.amounts = amounts;
        this.subtrees = subtrees;
        if (vertices.length == 0) {
            throw new GraphException("Job " + job + " holds none of these resources.");
        }
    }

    /**
     * The vertices that a JGF document lists as exclusive, or all that it lists and the job holds where it says of none
     * that it is exclusive. Of a divisible pool so much is freed as the document gives as its size.
     *
     * @throws GraphException where a vertex is not in the graph or has another rank or type there, the job does not
     *     hold one that is exclusive or any of the others, or the size of a divisible pool is no multiple of its
     *     granule
     */
    public static PartialRelease ofSubgraph(Schedule schedule, JobId job, Subgraph subgraph) throws GraphException {
        List<SubgraphVertex> held = held(schedule, job, subgraph);
        int[] vertices = vertices(schedule, held);
        for (int i = 0; i < vertices.length; i++) {
            SubgraphVertex vertex = held.get(i);
            long granule = schedule.graph().granule(vertices[i]);
            if (granule > 0 && vertex.size() % granule != 0 && vertex.size() < amountOf(schedule, job, vertices[i])) {
                throw new GraphException(vertex.label() + " can be released only in multiples of " + granule + ", not "
                        + vertex.size() + ".");
            }
        }
        long[] amounts = held.stream().mapToLong(SubgraphVertex::size).toArray();
        return new PartialRelease(schedule, job, vertices, amounts, false);
    }

    private static long amountOf(Schedule schedule, JobId job, int v) {
        Hold hold = schedule.holdings().require(job).at(v);
        return hold == null ? schedule.graph().size(v) : hold.amount;
    }

    /**
     * Returns the release of the vertices that a document in JGF shorthand lists, where an exclusive vertex stands for
     * everything below it as well.
     *
     * @throws GraphException as {@link #ofSubgraph}
     */
    public static PartialRelease ofShorthand(Schedule schedule, JobId job, Subgraph subgraph) throws GraphException {
        return new PartialRelease(schedule, job, vertices(schedule, held(schedule, job, subgraph)), new long[0], true);
    }

    /**
     * Everything that the job holds at these ranks; ranks at which it holds nothing are passed over.
     *
     * @throws GraphException where the graph has no such rank, or the job holds nothing at any of them
     */
    public static PartialRelease ofRanks(Schedule schedule, JobId job, IdSet ranks) throws GraphException {
        IntStream.Builder tops = IntStream.builder();
        for (long rank : ranks.longs().toArray()) {
            int[] beginnings =
                    rank > Integer.MAX_VALUE ? new int[0] : schedule.graph().verticesOfRank((int) rank);
            if (beginnings.length == 0) {
                throw new GraphException("No vertex of the graph has the rank " + rank + ".");
            }
            Arrays.stream(beginnings)
                    .filter(top -> schedule.holdings().hasWithin(job, top))
                    .forEach(tops);
        }
        return new PartialRelease(schedule, job, tops.build().toArray(), new long[0], true);
    }

    /**
     * Returns the release of everything that the job holds of these vertices and below them.
     *
     * @param paths the paths of vertices, or the names of nodes
     * @throws GraphException where the graph has no such vertex or several, or the job holds nothing there
     */
    public static PartialRelease ofPaths(Schedule schedule, JobId job, List<String> paths) throws GraphException {
        var tops = new int[paths.size()];
        for (int i = 0; i < tops.length; i++) {
            String path = paths.get(i);
            int[] named = path.startsWith("/")
                    ? new int[] {schedule.graph().find(path)}
                    : schedule.graph().nodesNamed(path);
            if (named.length == 0 || named[0] < 0) {
                throw new GraphException("The graph has no vertex '" + path + "'.");
            }
            if (named.length > 1) {
                throw new GraphException("Several nodes have the name '" + path + "'; give the path of one.");
            }
            if (!schedule.holdings().hasWithin(job, named[0])) {
                throw new GraphException("Job " + job + " does not hold " + path + ".");
            }
            tops[i] = named[0];
        }
        return new PartialRelease(schedule, job, Arrays.stream(tops).distinct().toArray(), new long[0], true);
    }

    private static int[] vertices(Schedule schedule, List<SubgraphVertex> held) throws GraphException {
        var vertices = new int[held.size()];
        for (int i = 0; i < vertices.length; i++) {
            vertices[i] = Claims.locate(schedule.graph(), held.get(i));
        }
        return vertices;
    }

    private static List<SubgraphVertex> held(Schedule schedule, JobId job, Subgraph subgraph) throws GraphException {
        List<SubgraphVertex> marked =
                subgraph.vertices().stream().filter(SubgraphVertex::exclusive).toList();
        List<SubgraphVertex> held = new ArrayList<>();
        for (SubgraphVertex vertex : marked.isEmpty() ? subgraph.vertices() : marked) {
            int v = Claims.locate(schedule.graph(), vertex);
            requireSame(schedule.graph(), v, vertex);
            boolean holds = schedule.holdings().holds(job, v);
            if (!holds && vertex.exclusive()) {
                throw new GraphException("Job " + job + " does not hold " + vertex.label() + ".");
            }
            if (holds) {
                held.add(vertex);
            }
        }
        return held;
    }

    /** A document with another rank or type at a path was made of another graph: its meaning here is unknown. */
    private static void requireSame(ResourceGraph graph, int v, SubgraphVertex vertex) throws GraphException {
        requireSame(graph.anyPath(v), "rank", graph.rank(v), vertex.rank());
        requireSame(
                graph.path(v),
                "type",
                graph.types().name(graph.typeId(v)),
                vertex.type().name());
    }

    private static void requireSame(String path, String what, Object present, Object said) throws GraphException {
        if (!present.equals(said)) {
            throw new GraphException(
                    path + " has the " + what + " " + present + " in the graph, not " + said + " as in the document.");
        }
    }

    /** The vertices that will be freed, of ranks and shorthand those at the top. */
    public int[] vertices() {
        return vertices.clone();
    }

    /** How much of each vertex is freed; empty where everything below is freed as well. */
    public List<Long> amounts() {
        return Arrays.stream(amounts).boxed().toList();
    }

    /** Whether the job's holds below these vertices are freed as well. */
    public boolean withSubtrees() {
        return subtrees;
    }

    /** Frees it. Returns whether the job still holds anything. */
    public boolean free() {
        return subtrees ? schedule.release(job, vertices) : schedule.releaseAmounts(job, vertices, amounts);
    }
}
