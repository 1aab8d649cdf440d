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
import java.util.Optional;
import java.util.OptionalLong;
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
     * Names and paths that it asks for and nothing here has: a slip would leave something out of a maintenance. O(V),
     * where it names any; O(parts x depth) for parts.
     */
    List<String> unknown(Reservation reservation) {
        if (reservation.target() instanceof ReservationTarget.Parts(List<HeldPart> parts)) {
            return parts.stream()
                    .map(HeldPart::path)
                    .filter(path -> vertex(path) < 0)
                    .toList();
        }
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
        Found found = selected(reservation.target(), window, nowSec, planned(window));
        return found instanceof Room room && !(reservation.target() instanceof ReservationTarget.Fitting)
                ? named(window, room.selection())
                : found;
    }

    /**
     * Returns the selection of a reservation beside everything that is booked, or assumed for a question: the plans of
     * waiting jobs do not yield. The room names no jobs. Resources that the reservation names may be busy in the
     * window; a match finds only those that are not. O(reserved resources) and, for a jobspec, a match.
     *
     * @throws JobspecException where the jobspec contradicts itself
     */
    Found beside(Reservation reservation, TimeWindow window, long nowSec) throws JobspecException {
        Found found = selected(reservation.target(), window, nowSec, List.of());
        return found instanceof Room room ? unnamed(window, room.selection()) : found;
    }

    private Found selected(ReservationTarget target, TimeWindow window, long nowSec, List<JobId> planned)
            throws JobspecException {
        return switch (target) {
            case ReservationTarget.All it ->
                unnamed(window, tops(List.of(state.resources().graph().root())));
            case ReservationTarget.Where(String criteria) -> unnamed(window, tops(meeting(criteria)));
            case ReservationTarget.Parts(List<HeldPart> parts) -> {
                Optional<NoRoom> obstacle = obstacle(parts);
                yield obstacle.isPresent()
                        ? obstacle.get()
                        : unnamed(window, state.resources().held().selectionOf(parts));
            }
            case ReservationTarget.Fitting(Jobspec jobspec) -> fitting(jobspec, window, nowSec, planned);
        };
    }

    /**
     * Returns the first start of a reservation for a jobspec beside everything that is booked or assumed, from its
     * window on; empty for another target, and if there is none. A match.
     *
     * @throws JobspecException where the jobspec contradicts itself
     */
    OptionalLong firstFit(Reservation reservation, TimeWindow window, long nowSec) throws JobspecException {
        if (!(reservation.target() instanceof ReservationTarget.Fitting(Jobspec jobspec))) {
            return OptionalLong.empty();
        }
        MatchResult result = state.resources()
                .matcher()
                .findFrom(jobspec.lasting(window.durationSec()), Math.max(window.startSec(), nowSec + 1));
        return result instanceof MatchResult.Reserved(Selection unused, TimeWindow found)
                ? OptionalLong.of(found.startSec())
                : OptionalLong.empty();
    }

    private static Found unnamed(TimeWindow window, Selection selection) {
        return selection.isEmpty()
                ? new NoRoom(true, List.of(Reason.said("nothing here matches it")))
                : new Room(window, selection, List.of(), List.of());
    }

    private List<Integer> meeting(String criteria) {
        return Finder.vertices(state.schedule(), Criteria.parse(criteria)).stream()
                .boxed()
                .toList();
    }

    /** The vertex of a path in the subsystem of matches; -1 if there is none. */
    private int vertex(String path) {
        ResourceGraph graph = state.resources().graph();
        return graph.find(
                path, graph.subsystems().get(state.schedule().aggregates().dominant()));
    }

    /** Why parts can never be reserved; empty where they can. O(parts x depth). */
    private Optional<NoRoom> obstacle(List<HeldPart> parts) {
        return parts.stream().flatMap(part -> obstacle(part).stream()).findFirst();
    }

    private Optional<NoRoom> obstacle(HeldPart part) {
        int v = vertex(part.path());
        if (v < 0) {
            return Optional.of(never("there is no " + part.path() + " here"));
        }
        long size = state.resources().graph().size(v);
        if (part.amount() > size) {
            return Optional.of(never(part.path() + " has " + size + " and not " + part.amount()));
        }
        if (part.whole() && part.amount() < size) {
            return Optional.of(never(
                    part.path() + " is to be reserved whole, but its amount is " + part.amount() + " of " + size));
        }
        boolean isShared = state.schedule().isShared(v)
                || (part.whole() && state.schedule().hasSharedBelow(v));
        return isShared
                ? Optional.of(never(part.path()
                        + " belongs to the parent of this instance as well; reserve vertices below it instead"))
                : Optional.empty();
    }

    private static NoRoom never(String why) {
        return new NoRoom(true, List.of(Reason.said(why)));
    }

    /** The jobs in whose way a window is only a plan. */
    private List<JobId> planned(TimeWindow window) {
        return state.submitted().queue().movable().stream()
                .filter(job -> state.schedule()
                        .holdings()
                        .booking(job)
                        .orElseThrow()
                        .window()
                        .overlaps(window))
                .toList();
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
        Selection busy = busy(window, selection);
        for (Booking booking : state.resources().bookings()) {
            if (booking.window().overlaps(window) && state.schedule().holdings().hasOf(booking.job(), busy)) {
                boolean yields = state.submitted().queue().isReserved(booking.job())
                        && !state.submitted().queue().isBooked(booking.job());
                (yields ? planned : inTheWay).add(booking.job());
            }
        }
        return new Room(window, selection, planned, inTheWay);
    }

    /**
     * Returns those parts of a selection that are not free in a window; empty if all are. Of a pool that several jobs
     * share, the rest may be free. O(parts x depth).
     */
    Selection busy(TimeWindow window, Selection selection) {
        List<HeldPart> busy = state.resources().held().of(selection).stream()
                .filter(part ->
                        !plans.wouldBeFree(window, state.resources().held().selectionOf(List.of(part)), List.of()))
                .toList();
        return state.resources().held().selectionOf(busy);
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

    private Found fitting(Jobspec jobspec, TimeWindow window, long nowSec, List<JobId> planned)
            throws JobspecException {
        Jobspec asked = jobspec.lasting(window.durationSec());
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
