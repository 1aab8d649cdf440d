package io.banyan.schedule;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.rset.IdSet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of what a job holds, as JGF or the ranks of R name it: found and checked as a whole, so that freeing it cannot fail half way.
 * The ancestors keep the job's mark as long as anything below them is still held. For one use, by the thread that owns the
 * schedule, before anything else changes.
 */
public final class PartialRelease {
    private final Schedule schedule;
    private final JobId job;
    private final int[] vertices;
    private final boolean subtrees;

    private PartialRelease(Schedule schedule, JobId job, int[] vertices, boolean subtrees) throws GraphException {
        this.schedule = schedule;
        this.job = job;
        this.vertices = vertices;
        this.subtrees = subtrees;
        if (vertices.length == 0) {
            throw new GraphException("Job " + job + " holds none of these resources.");
        }
    }

    /**
     * The vertices that a JGF document lists as exclusive, or all that it lists and the job holds where it says of none
     * that it is exclusive.
     *
     * @throws GraphException where a vertex is not in the graph, or the job does not hold one that is exclusive or any of
     *     the others
     */
    public static PartialRelease ofSubgraph(Schedule schedule, JobId job, Subgraph subgraph) throws GraphException {
        return new PartialRelease(schedule, job, held(schedule, job, subgraph), false);
    }

    /**
     * The same for JGF shorthand, where an exclusive vertex stands for everything below it as well.
     *
     * @throws GraphException as {@link #ofSubgraph}
     */
    public static PartialRelease ofShorthand(Schedule schedule, JobId job, Subgraph subgraph) throws GraphException {
        return new PartialRelease(schedule, job, held(schedule, job, subgraph), true);
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
        return new PartialRelease(schedule, job, tops.build().toArray(), true);
    }

    private static int[] held(Schedule schedule, JobId job, Subgraph subgraph) throws GraphException {
        List<SubgraphVertex> marked =
                subgraph.vertices().stream().filter(SubgraphVertex::exclusive).toList();
        IntStream.Builder held = IntStream.builder();
        for (SubgraphVertex vertex : marked.isEmpty() ? subgraph.vertices() : marked) {
            int v = schedule.graph().find(vertex.path());
            if (v < 0) {
                throw new GraphException("There is no vertex " + vertex.path() + " in the graph.");
            }
            boolean holds = schedule.holdings().holds(job, v);
            if (!holds && vertex.exclusive()) {
                throw new GraphException("Job " + job + " does not hold " + vertex.path() + ".");
            }
            if (holds) {
                held.add(v);
            }
        }
        return held.build().toArray();
    }

    /** The vertices that will be freed, of ranks and shorthand those at the top. */
    public int[] vertices() {
        return vertices.clone();
    }

    /** Whether what the job holds below these vertices is freed as well. */
    public boolean withSubtrees() {
        return subtrees;
    }

    /** Frees it. Returns whether the job still holds anything. */
    public boolean free() {
        return subtrees ? schedule.release(job, vertices) : schedule.releaseVertices(job, vertices);
    }
}
