package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.prune.Aggregates;
import java.util.Map;

/** Makes selections from holdings, and bookable selections from others: along the paths, without held vertices. */
final class Selections {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Ledger ledger;
    private final Marks marks;

    Selections(ResourceGraph graph, Aggregates aggregates, Ledger ledger) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.ledger = ledger;
        this.marks = new Marks(graph);
    }

    /** Everything of a holding, implied descendants and shared ancestors included, in the graph's order. */
    Selection of(Holding holding) {
        marks.clear();
        for (Hold hold : holding.holds()) {
            long amount = hold.amount > 0 ? hold.amount : graph.size(hold.vertex);
            marks.mark(hold.vertex, inEdge(hold.vertex), amount, hold.amount > 0, null);
            if (hold.whole) {
                markBelow(hold.vertex);
            }
        }
        holding.draws().forEach(draw -> marks.draw(draw.vertex(), Map.of(draw.type(), draw.amount())));
        return marks.select(aggregates.root());
    }

    private void markBelow(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == aggregates.dominant() && aggregates.parent(child) == v) {
                marks.mark(child, e, graph.size(child), true, null);
                markBelow(child);
            }
        }
    }

    /**
     * Returns the same selection, with every vertex below the parent on its path: a vertex with several parents is
     * booked there, whichever way the match took to it.
     */
    Selection alongPaths(Selection selection) {
        boolean along = true;
        for (int i = 0; i < selection.size(); i++) {
            along &= selection.inEdge(i) == inEdge(selection.vertex(i));
        }
        if (along) {
            return selection;
        }
        marks.clear();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            if (selection.exclusive(i)) {
                marks.mark(v, inEdge(v), selection.amount(i), true, selection.label(i));
                marks.draw(v, selection.draws(i));
                for (int u = aggregates.parent(v); u >= 0 && !marks.contains(u); u = aggregates.parent(u)) {
                    marks.mark(u, inEdge(u), graph.size(u), false, null);
                }
            }
        }
        return marks.select(aggregates.root());
    }

    /** The part of a selection that the job does not hold yet, with the ancestors that lead there. */
    Selection withoutHeld(Holding holding, Selection selection) {
        marks.clear();
        int fresh = 0;
        int exclusive = 0;
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            exclusive += selection.exclusive(i) ? 1 : 0;
            if (selection.exclusive(i) && !ledger.has(holding, v)) {
                fresh++;
                marks.mark(v, inEdge(v), selection.amount(i), true, selection.label(i));
            }
        }
        if (fresh == exclusive) {
            return selection;
        }
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            marks.mark(v, inEdge(v), graph.size(v), false, null);
        }
        return marks.select(aggregates.root());
    }

    /** The edge that the vertex's path goes through, or -1 for the root. */
    int inEdge(int v) {
        return graph.inEdge(v, aggregates.dominant());
    }
}
