package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.schedule.Marks;
import io.banyan.schedule.Schedule;
import java.util.List;

/** Turns the choices of a traversal into a selection: adds the ancestors and everything below exclusive vertices. */
final class ChoiceMarker {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final Demand.Primed request;
    private final Marks marks;
    private final int nodeType;
    private final int dominant;

    ChoiceMarker(Schedule schedule, MatchPolicy policy, Demand.Primed request, Marks marks) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.policy = policy;
        this.request = request;
        this.marks = marks;
        this.nodeType = graph.types().id("node");
        this.dominant = schedule.aggregates().dominant();
    }

    /** O(selection). */
    Selection select(List<Candidate> chosen) {
        marks.clear();
        mark(chosen);
        return marks.select(schedule.aggregates().root());
    }

    private void mark(List<Candidate> chosen) {
        for (Candidate candidate : chosen) {
            int v = candidate.vertex();
            if (v < 0) {
                mark(candidate.chosen());
                continue;
            }
            if (candidate.granule() > 0) {
                marks.markPart(v, candidate.edge(), candidate.amount(), candidate.label());
            } else {
                marks.mark(v, candidate.edge(), candidate.amount(), candidate.exclusive(), candidate.label());
            }
            marks.draw(v, candidate.draws());
            markAbove(candidate.edge());
            mark(candidate.chosen());
            if (candidate.exclusive() && isGivenWhole(v)) {
                markBelow(v);
            }
        }
    }

    private boolean isGivenWhole(int v) {
        int type = graph.typeId(v);
        return request.exclusiveTypes.get(type) || (policy.nodeExclusive() && type == nodeType);
    }

    private void markBelow(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == dominant) {
                int child = graph.target(e);
                marks.mark(child, e, graph.size(child), true, null);
                markBelow(child);
            }
        }
    }

    private void markAbove(int edge) {
        int e = edge;
        while (e >= 0 && !marks.contains(graph.source(e))) {
            int u = graph.source(e);
            e = graph.inEdge(u, dominant);
            boolean whole = policy.nodeExclusive() && graph.typeId(u) == nodeType;
            marks.mark(u, e, graph.size(u), whole, null);
            if (whole) {
                markBelow(u);
            }
        }
    }
}
