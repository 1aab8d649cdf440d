package io.banyan.instance.jobs;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.Criteria;
import io.banyan.schedule.Finder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The resources that a reservation can have at a time, and the jobs that are in its way. Nothing changes. */
final class ReservationRoom {
    private final InstanceState state;
    private final Plans plans;

    /** The result of a search for room. */
    sealed interface Found {}

    /**
     * A selection for a reservation.
     *
     * @param planned the jobs for which a part of it is only planned
     * @param inTheWay the other jobs that hold a part of it then
     */
    record Room(TimeWindow window, Selection selection, List<JobId> planned, List<JobId> inTheWay) implements Found {}

    /** Nothing that could be had. */
    record NoRoom(boolean never, List<Reason> reasons) implements Found {}

    ReservationRoom(InstanceState state) {
        this.state = state;
        this.plans = new Plans(state);
    }

    /**
     * Names that it asks for and nothing here has: a slip would leave something out of a maintenance. O(V), where it
     * names any.
     */
    List<String> unknown(Reservation reservation) {
        boolean isNamed = reservation.target() instanceof ReservationTarget.Where where
                && Criteria.parse(where.criteria()) instanceof Criteria.Named;
        if (!isNamed) {
            return List.of();
        }
        var named = (Criteria.Named) Criteria.parse(((ReservationTarget.Where) reservation.target()).criteria());
        ResourceGraph graph = state.resources().graph();
        Set<String> there = Finder.vertices(state.schedule(), named).stream()
                .mapToObj(graph::name)
                .collect(Collectors.toSet());
        return there.isEmpty()
                ? List.of()
                : named.names().stream().filter(name -> !there.contains(name)).toList();
    }

    /**
     * O(reserved resources x jobs) and, for a jobspec, a match.
     *
     * @throws JobspecException where the jobspec contradicts itself
     */
    Found find(Reservation reservation, TimeWindow window, long nowSec) throws JobspecException {
        return switch (reservation.target()) {
            case ReservationTarget.All it ->
                named(window, tops(List.of(state.resources().graph().root())));
            case ReservationTarget.Where(String criteria) ->
                named(
                        window,
                        tops(Finder.vertices(state.schedule(), Criteria.parse(criteria)).stream()
                                .boxed()
                                .toList()));
            case ReservationTarget.Fitting(Jobspec jobspec) -> fitting(jobspec, window, nowSec);
        };
    }

    /** Returns these vertices with all below them; for a vertex with another owner, only its descendants. */
    private Selection tops(List<Integer> vertices) {
        ResourceGraph graph = state.resources().graph();
        List<HeldPart> parts = new ArrayList<>();
        vertices.forEach(v -> addOwned(graph, v, parts));
        return state.resources().held().selectionOf(parts);
    }

    /**
     * Adds a vertex whole, or the parts below it where something is shared; recurses as deep as the graph, which has a
     * limit.
     */
    private void addOwned(ResourceGraph graph, int v, List<HeldPart> parts) {
        boolean isShared = state.schedule().isShared(v);
        if (!isShared && !state.schedule().hasSharedBelow(v)) {
            parts.add(new HeldPart(graph.path(v), graph.size(v), true, Map.of()));
            return;
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == state.schedule().aggregates().dominant()
                    && state.schedule().aggregates().parent(child) == v) {
                addOwned(graph, child, parts);
            }
        }
    }

    private Found named(TimeWindow window, Selection selection) {
        if (selection.isEmpty()) {
            return new NoRoom(true, List.of(Reason.said("nothing here matches it")));
        }
        Room room = room(window, selection);
        List<JobId> all = new ArrayList<>(room.planned());
        all.addAll(room.inTheWay());
        return plans.wouldBeFree(window, selection, all)
                ? room
                : new NoRoom(false, List.of(Reason.said("some of the resources leave this instance before that")));
    }

    private Room room(TimeWindow window, Selection selection) {
        List<JobId> planned = new ArrayList<>();
        List<JobId> inTheWay = new ArrayList<>();
        for (Booking booking : state.resources().bookings()) {
            if (booking.window().overlaps(window) && state.schedule().holdings().hasOf(booking.job(), selection)) {
                boolean yields = state.submitted().queue().isReserved(booking.job())
                        && !state.submitted().queue().isBooked(booking.job());
                (yields ? planned : inTheWay).add(booking.job());
            }
        }
        return new Room(window, selection, planned, inTheWay);
    }

    /**
     * Returns the selection with everything below each vertex whose contents the request does not name: a reservation
     * of nodes includes their cores. O(selection).
     */
    private Selection whole(Selection found) {
        List<HeldPart> parts = state.resources().held().of(found);
        List<HeldPart> all = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            HeldPart part = parts.get(i);
            boolean isLast = i + 1 == parts.size() || !parts.get(i + 1).path().startsWith(part.path() + "/");
            all.add(part.amount() > 0 && isLast ? new HeldPart(part.path(), part.amount(), true, part.draws()) : part);
        }
        return state.resources().held().selectionOf(all);
    }

    private Found fitting(Jobspec jobspec, TimeWindow window, long nowSec) throws JobspecException {
        Jobspec asked = jobspec.lasting(window.durationSec());
        List<JobId> planned = state.submitted().queue().movable().stream()
                .filter(job -> state.schedule()
                        .holdings()
                        .booking(job)
                        .orElseThrow()
                        .window()
                        .overlaps(window))
                .toList();
        MatchResult result = plans.without(
                planned,
                () -> window.startSec() > nowSec
                        ? state.resources().matcher().matchAt(asked, window.startSec())
                        : state.resources()
                                .matcher()
                                .match(asked, MatchOperation.ALLOCATE_WITH_SATISFIABILITY, nowSec));
        return switch (result) {
            case MatchResult.Allocated found -> room(window, whole(found.selection()));
            case MatchResult.Reserved found -> room(window, whole(found.selection()));
            case MatchResult.Busy busy -> new NoRoom(false, busy.reasons());
            case MatchResult.Unsatisfiable never -> new NoRoom(true, never.reasons());
            case MatchResult.Matched it -> throw new IllegalStateException("a reservation is no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a reservation asks for resources");
        };
    }
}
