package io.banyan.instance.state;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.prune.Aggregates;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.Marks;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of selections to and from their form in the journal. A selection is read in O(size), and a path is made
 * only for the top of a whole hold, such as a node.
 */
public final class HeldParts {
    private static final int USUAL_LEVELS = 16;
    /** A power of two. */
    private static final int MOST_PATHS = 2_048;

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Marks marks;
    /**
     * By level: how many fully granted vertices there are in the finished subtrees of that level; zeros between two
     * readings.
     */
    private int[] granted = new int[USUAL_LEVELS];
    /** Paths that were made of late, by vertex; good as long as no vertex has come or gone. */
    private final @Nullable String[] paths = new String[MOST_PATHS];

    private final int[] pathsOf = new int[MOST_PATHS];
    private long pathsThen;

    HeldParts(Schedule schedule) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.marks = new Marks(graph);
    }

    /** Returns the granted parts, children before parents. */
    public List<HeldPart> of(Selection proposal) {
        Selection selection = schedule.asBooked(proposal);
        BitSet whole = whole(selection);
        Subsystem subsystem = graph.subsystems().get(aggregates.dominant());
        List<HeldPart> parts = new ArrayList<>();
        int impliedBelow = Integer.MAX_VALUE;
        for (int i = selection.size() - 1; i >= 0; i--) {
            boolean isImplied = selection.level(i) > impliedBelow;
            if (!isImplied) {
                impliedBelow = whole.get(i) ? selection.level(i) : Integer.MAX_VALUE;
            }
            boolean isGranted = selection.exclusive(i) && !isImplied;
            if (isGranted || !selection.draws(i).isEmpty()) {
                parts.add(new HeldPart(
                        path(selection.vertex(i), subsystem),
                        isGranted ? selection.amount(i) : 0,
                        whole.get(i),
                        selection.draws(i)));
            }
        }
        Collections.reverse(parts);
        return parts;
    }

    /** Small graphs have few paths, and those of a large one that come again come soon. */
    private String path(int v, Subsystem subsystem) {
        if (pathsThen != graph.touched()) {
            Arrays.fill(paths, null);
            pathsThen = graph.touched();
        }
        int at = v & (MOST_PATHS - 1);
        String known = paths[at];
        if (known != null && pathsOf[at] == v) {
            return known;
        }
        String path = graph.path(v, subsystem).orElseThrow();
        paths[at] = path;
        pathsOf[at] = v;
        return path;
    }

    /** The positions of the vertices that were granted with all that is below them. */
    private BitSet whole(Selection selection) {
        var whole = new BitSet();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            int level = selection.level(i);
            if (level + 1 >= granted.length) {
                granted = Arrays.copyOf(granted, 2 * level + 2);
            }
            boolean isFull = selection.exclusive(i) && selection.amount(i) == graph.size(v);
            int count = granted[level + 1] + (isFull ? 1 : 0);
            whole.set(i, isFull && count == aggregates.subtreeSize(v));
            granted[level] += count;
            granted[level + 1] = 0;
        }
        Arrays.fill(granted, 0);
        return whole;
    }

    /**
     * The selection, of vertices that are all here.
     *
     * @throws IllegalStateException where one is not
     */
    public Selection selectionOf(List<HeldPart> parts) {
        Subsystem subsystem = graph.subsystems().get(aggregates.dominant());
        marks.clear();
        for (HeldPart part : parts) {
            int v = graph.find(part.path(), subsystem);
            if (v < 0) {
                throw new IllegalStateException(part.path() + " is not here.");
            }
            boolean isGranted = part.amount() > 0;
            mark(v, isGranted ? part.amount() : graph.size(v), isGranted);
            marks.draw(v, part.draws());
            if (part.whole()) {
                markBelow(v);
            }
            for (int u = aggregates.parent(v); u >= 0 && !marks.contains(u); u = aggregates.parent(u)) {
                mark(u, graph.size(u), false);
            }
        }
        return marks.select(aggregates.root());
    }

    private void mark(int v, long amount, boolean isExclusive) {
        marks.mark(v, graph.inEdge(v, aggregates.dominant()), amount, isExclusive, null);
    }

    /** Marks everything below a vertex; recurses as deep as the graph, which has a limit. */
    private void markBelow(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == aggregates.dominant() && aggregates.parent(child) == v) {
                mark(child, graph.size(child), true);
                markBelow(child);
            }
        }
    }
}
