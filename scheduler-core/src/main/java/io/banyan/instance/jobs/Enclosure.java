package io.banyan.instance.jobs;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Resources;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The reserved resources, as seen by an instance that has nothing else: a graph and a schedule of its own, in which the
 * jobs of the reservation hold their resources until they must end. For one search; its bookings exist nowhere else.
 */
final class Enclosure {
    private final InstanceState state;
    private final Selection whole;
    private final Resources within;

    private Enclosure(InstanceState state, Selection whole, Resources within) {
        this.state = state;
        this.whole = whole;
        this.within = within;
    }

    /** That of one time of a reservation. O(reserved resources). */
    static Enclosure of(InstanceState state, JobId time) {
        Selection whole = state.reservations().whole(time);
        TimeWindow window = state.jobs().active(time).orElseThrow().window();
        try {
            Resources within = Resources.ofGranted(state.resources().subgraphOf(whole), state.config(), window);
            within.schedule().at(Math.max(window.startSec(), state.nowSec()));
            Enclosure enclosure = new Enclosure(state, whole, within);
            enclosure.hearStatuses();
            state.reservations().inside(time).forEach(enclosure::hold);
            return enclosure;
        } catch (GraphException e) {
            throw new IllegalStateException("the reserved resources do not form a graph", e);
        }
    }

    private void hearStatuses() {
        Schedule outside = state.schedule();
        for (int v : outside.statuses().notUp()) {
            int here = within.graph().find(outside.graph().path(v));
            if (here >= 0) {
                within.schedule().setStatus(here, outside.statuses().of(v));
            }
        }
    }

    /** A running job keeps its resources. */
    private void hold(JobId job) {
        Selection held = state.schedule().holdings().selection(job);
        List<HeldPart> parts = parts(state.resources().graph(), held, Map.of()).stream()
                .filter(part -> within.graph().find(part.path()) >= 0)
                .toList();
        TimeWindow window = state.jobs().active(job).orElseThrow().window();
        commit(job, BookingKind.ALLOCATION, window, within.held().selectionOf(parts));
    }

    /** Returns the selected parts, vertex by vertex. */
    private static List<HeldPart> parts(
            ResourceGraph graph, Selection selection, Map<Integer, Map<ResourceType, Long>> draws) {
        List<HeldPart> parts = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i)) {
                parts.add(new HeldPart(
                        graph.path(selection.vertex(i)), selection.amount(i), false, draws.getOrDefault(i, Map.of())));
            }
        }
        return parts;
    }

    /** Whether there is room here, now or later, beside all that is booked here. */
    MatchResult match(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        return within.matcher().match(jobspec, operation, nowSec);
    }

    /** From now on that is booked here, and nowhere else. */
    void commit(JobId job, BookingKind kind, TimeWindow window, Selection selection) {
        within.schedule().commit(job, kind, window, selection);
    }

    /**
     * Converts a selection here to one of the instance's own graph. Draws for the whole reservation are draws for each
     * job that has a part of it. O(reserved resources).
     */
    Selection outside(Selection selection) {
        ResourceGraph graph = state.resources().graph();
        Map<String, Map<ResourceType, Long>> drawn = new HashMap<>();
        for (int i = 0; i < whole.size() && whole.hasDraws(); i++) {
            drawn.put(graph.path(whole.vertex(i)), whole.draws(i));
        }
        Map<Integer, Map<ResourceType, Long>> draws = new HashMap<>();
        for (int i = 0; i < selection.size() && whole.hasDraws(); i++) {
            draws.put(i, drawn.getOrDefault(within.graph().path(selection.vertex(i)), Map.of()));
        }
        return state.resources().held().selectionOf(parts(within.graph(), selection, draws));
    }
}
