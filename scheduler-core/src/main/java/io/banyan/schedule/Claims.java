package io.banyan.schedule;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.RExecution;
import io.banyan.prune.Aggregates;
import io.banyan.resource.Subsystem;
import io.banyan.rset.IdSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Turns earlier resources of a job, in JGF or R, into the corresponding selection of a schedule's graph. They can come
 * from a scheduler that walks another subsystem: a vertex outside the dominant subsystem is kept from others by its
 * nearest ancestor inside it; without one it needs no protection, because no match reaches it. Changes nothing: {@link
 * Schedule#commit} books the selection, or refuses it if a part is not free. For one use, by the thread that owns the
 * schedule.
 */
public final class Claims {
    /** More levels than any graph has; guards the recursion. */
    private static final int MAX_LEVELS = 1_000;

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Marks marks;
    private final int containment;
    /** The vertices that R lists by rank. */
    private final BitSet listed = new BitSet();

    private Claims(Schedule schedule) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.marks = new Marks(graph);
        this.containment = graph.subsystemId(Subsystem.CONTAINMENT);
        marks.clear();
    }

    /**
     * The vertices that a JGF document lists, exclusive ones as held and the others as shared. O(vertices x depth).
     *
     * @throws GraphException where a vertex is not in the graph or differs from it, or the root is missing
     */
    public static Selection ofSubgraph(Schedule schedule, Subgraph subgraph) throws GraphException {
        return new Claims(schedule).subgraph(subgraph, false);
    }

    /**
     * Returns the vertices that a document in JGF shorthand lists, where an exclusive vertex stands for everything
     * below it as well. O(holds).
     *
     * @throws GraphException as {@link #ofSubgraph}
     */
    public static Selection ofShorthand(Schedule schedule, Subgraph subgraph) throws GraphException {
        return new Claims(schedule).subgraph(subgraph, true);
    }

    /**
     * Returns the resources that R lists by rank; a host is exclusive where everything below it is listed. O(vertices
     * of these ranks).
     *
     * @throws GraphException where the graph has no such rank or no such resource there, or more than one of that id
     */
    public static Selection ofRanks(Schedule schedule, RExecution execution) throws GraphException {
        var claims = new Claims(schedule);
        for (RExecution.Host host : execution.hosts()) {
            claims.host(host);
        }
        return claims.selected();
    }

    private Selection subgraph(Subgraph subgraph, boolean whole) throws GraphException {
        boolean rooted = false;
        for (SubgraphVertex vertex : subgraph.vertices()) {
            int v = find(vertex);
            rooted = rooted || isRoot(v, vertex.paths().keySet());
            boolean isWalked = graph.isMember(v, aggregates.dominant());
            if (vertex.exclusive() && isWalked) {
                hold(v, graph.granule(v) > 0 ? vertex.size() : graph.size(v));
            } else if (vertex.exclusive()) {
                vertex.paths().keySet().forEach(subsystem -> holdAbove(v, graph.subsystemId(subsystem)));
            }
            if (isWalked) {
                marks.draw(v, vertex.draws());
            }
            if (vertex.exclusive() && isWalked && whole) {
                holdBelow(v, 1);
            }
        }
        if (!rooted) {
            throw new GraphException("The resources do not contain the root of the graph.");
        }
        return selected();
    }

    private boolean isRoot(int v, Set<Subsystem> subsystems) {
        return subsystems.stream().anyMatch(subsystem -> graph.root(subsystem) == v);
    }

    private Selection selected() throws GraphException {
        Selection selection = marks.select(aggregates.root());
        if (selection.isEmpty()) {
            Subsystem walked = graph.subsystems().get(aggregates.dominant());
            throw new GraphException("None of the resources is exclusive"
                    + (walked.equals(Subsystem.CONTAINMENT) ? "" : " and in the subsystem " + walked)
                    + ", so there is nothing to hold.");
        }
        return selection;
    }

    /**
     * The vertex of the graph at the paths of one of a document.
     *
     * @throws GraphException where there is none, or there are several
     */
    static int locate(ResourceGraph graph, SubgraphVertex vertex) throws GraphException {
        int v = -1;
        if (vertex.paths().isEmpty()) {
            throw new GraphException("The vertex with id " + vertex.id() + " has no path.");
        }
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            int found = graph.find(entry.getValue(), entry.getKey());
            if (found < 0) {
                throw new GraphException("There is no vertex " + entry.getValue() + " in the graph.");
            }
            if (v >= 0 && found != v) {
                throw new GraphException("The paths of the vertex with id " + vertex.id()
                        + " belong to different vertices of the graph: "
                        + String.join(" and ", vertex.paths().values()) + ".");
            }
            v = found;
        }
        return v;
    }

    /** The vertex of the graph that this is. */
    private int find(SubgraphVertex vertex) throws GraphException {
        int v = locate(graph, vertex);
        require(v, "type", graph.types().name(graph.typeId(v)), vertex.type().name());
        require(v, "basename", graph.basename(v), vertex.basename());
        require(v, "name", graph.name(v), vertex.name());
        require(v, "id", graph.number(v), vertex.number());
        require(v, "rank", graph.rank(v), vertex.rank());
        requireSize(v, vertex);
        return v;
    }

    /** Requires that the size of a vertex agrees; of a divisible pool a part may have been given. */
    private void requireSize(int v, SubgraphVertex vertex) throws GraphException {
        if (graph.granule(v) == 0 || !vertex.exclusive()) {
            require(v, "size", graph.size(v), vertex.size());
        } else if (vertex.size() < 1 || vertex.size() > graph.size(v)) {
            throw new GraphException(graph.path(v) + " has the size " + graph.size(v)
                    + " in the graph, which is less than the size " + vertex.size() + " in the resources.");
        }
    }

    private void require(int v, String what, Object present, Object said) throws GraphException {
        if (!present.equals(said)) {
            throw new GraphException(graph.path(v) + " has the " + what + " " + present + " in the graph, not " + said
                    + " in the resources.");
        }
    }

    private void require(int v, String what, long present, long said) throws GraphException {
        require(v, what, Long.valueOf(present), Long.valueOf(said));
    }

    /** Marks a vertex as held and the way to it as shared. */
    private void hold(int v) {
        hold(v, graph.size(v));
    }

    private void hold(int v, long amount) {
        marks.mark(v, schedule.inEdge(v), amount, true, null);
        for (int u = aggregates.parent(v); u >= 0 && !marks.contains(u); u = aggregates.parent(u)) {
            marks.mark(u, schedule.inEdge(u), graph.size(u), false, null);
        }
    }

    /** Holds the nearest vertex above in another subsystem that the dominant one has too. */
    private void holdAbove(int v, int subsystem) {
        int u = graph.parent(v, subsystem);
        while (u >= 0 && !graph.isMember(u, aggregates.dominant())) {
            u = graph.parent(u, subsystem);
        }
        if (u >= 0) {
            hold(u);
        }
    }

    private void holdBelow(int v, int level) {
        for (int e = graph.firstOut(v); e >= 0 && level < MAX_LEVELS; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == aggregates.dominant() && aggregates.parent(child) == v) {
                marks.mark(child, e, graph.size(child), true, null);
                holdBelow(child, level + 1);
            }
        }
    }

    private void host(RExecution.Host host) throws GraphException {
        int[] tops = graph.verticesOfRank(host.rank());
        if (tops.length != 1) {
            throw new GraphException(
                    "The graph has " + tops.length + " places where rank " + host.rank() + " begins; expected one.");
        }
        int top = tops[0];
        require(top, "name", graph.name(top), host.name());
        for (Map.Entry<String, IdSet> entry : host.children().entrySet()) {
            list(top, entry.getKey(), entry.getValue());
        }
        if (isAllListedBelow(top, 1)) {
            holdListed(top);
        }
    }

    /** Holds a vertex of the containment hierarchy, in which ranks are. */
    private void holdListed(int v) {
        listed.set(v);
        if (graph.isMember(v, aggregates.dominant())) {
            hold(v);
        } else {
            holdAbove(v, containment);
        }
    }

    private void list(int top, String type, IdSet ids) throws GraphException {
        Map<Long, Integer> present = new HashMap<>();
        collect(top, graph.types().id(type), present, 1);
        for (long id : ids.longs().toArray()) {
            int v = present.getOrDefault(id, -1);
            if (v < 0) {
                throw new GraphException(graph.path(top) + " has "
                        + (present.containsKey(id) ? "more than one " : "no ") + type + " with the id " + id + ".");
            }
            holdListed(v);
        }
    }

    /** The vertices of a type below another one, by logical id; -1 where there are several of one id. */
    private void collect(int v, int type, Map<Long, Integer> present, int level) {
        for (int e = graph.firstOut(v); e >= 0 && level < MAX_LEVELS; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) != containment || graph.parent(child) != v) {
                continue;
            }
            if (graph.typeId(child) == type) {
                present.merge(graph.number(child), child, (first, second) -> -1);
            }
            collect(child, type, present, level + 1);
        }
    }

    private boolean isAllListedBelow(int v, int level) {
        boolean isAll = true;
        for (int e = graph.firstOut(v); isAll && e >= 0 && level < MAX_LEVELS; e = graph.nextOut(e)) {
            int child = graph.target(e);
            boolean isBelow = graph.subsystem(e) == containment && graph.parent(child) == v;
            isAll = !isBelow || (listed.get(child) && isAllListedBelow(child, level + 1));
        }
        return isAll;
    }
}
