package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Holdings;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Adds up a census: by demand how many candidates each obstacle took, and by obstacle whose jobs are in the way. */
final class CensusReport {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Holdings holdings;
    private final Availability availability;
    private final Census census;
    private final Demand.Primed request;
    private final long[] fits;
    /** By vertex: the verdicts that say that it is in use. */
    private final Map<Integer, Set<Verdict>> inUse = new HashMap<>();

    CensusReport(Schedule schedule, Demand.Primed request, Availability availability, Census census) {
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.holdings = schedule.holdings();
        this.availability = availability;
        this.census = census;
        this.request = request;
        this.fits = new long[request.all.size()];
    }

    /** The levels of the request. O(V + holds). */
    List<Explanation.Level> levels(TimeWindow window) {
        for (int v = 0; v < graph.vertexBound(); v++) {
            Verdict verdict = census.verdict(v);
            if (verdict != null) {
                count(v, verdict);
            }
        }
        for (Census.Slots slots : census.slots()) {
            fits[slots.slot().number] += slots.made();
            int origin = slots.vertexAbove() < 0 ? slots.place() : slots.vertexAbove();
            take(slots.verdict(), slots.possible() - slots.made(), origin, slots.vertexAbove());
        }
        nameHolders(window);
        return levels(request.top, List.of());
    }

    private void count(int v, Verdict verdict) {
        Demand demand = request.all.get(census.demandOf(v));
        long size = givable(v, demand, graph.size(v));
        int above = census.vertexAbove(v);
        if (verdict.why.obstacle() == null) {
            long free = givable(v, demand, availability.free(v));
            fits[demand.number] += free;
            if (free < size) {
                take(census.partlyBusy(demand.number), size - free, v, -1);
            }
        } else {
            take(verdict, size, above < 0 ? v : above, above);
        }
    }

    /** Of a pool that is given in parts, what is less than the least part is given to nobody. */
    private long givable(int v, Demand demand, long amount) {
        long granule = Traverser.granule(graph, v, demand);
        return granule == 0 ? amount : amount - amount % granule;
    }

    private void take(Verdict verdict, long amount, int origin, int above) {
        if (amount > 0) {
            verdict.add(amount, above);
            if (verdict.why.obstacle() != null && verdict.why.obstacle().isUse()) {
                inUse.computeIfAbsent(origin, v -> new LinkedHashSet<>()).add(verdict);
            }
        }
    }

    private void nameHolders(TimeWindow window) {
        if (inUse.isEmpty()) {
            return;
        }
        for (Booking booking : holdings.bookings()) {
            boolean during = booking.window().overlaps(window);
            if (!during && booking.kind() != BookingKind.ALLOCATION) {
                continue;
            }
            for (int v : holdings.vertices(booking.job())) {
                for (Verdict verdict : inUse.getOrDefault(v, Set.of())) {
                    if (isInTheWay(booking, during, v, verdict)) {
                        verdict.heldBy(booking);
                    }
                }
            }
        }
    }

    private boolean isInTheWay(Booking booking, boolean during, int v, Verdict verdict) {
        if (verdict.why.obstacle() == Obstacle.BUSY) {
            return holdings.holds(booking.job(), v);
        }
        if (verdict.why.obstacle() != Obstacle.TOO_FEW_FREE) {
            return true;
        }
        int[] types = aggregates.trackedTypes(v);
        long[] held = holdings.heldBelow(booking.job(), v);
        for (int i = 0; i < types.length; i++) {
            if (held[i] > 0 && graph.types().name(types[i]).equals(verdict.why.about())) {
                return during;
            }
        }
        return false;
    }

    private List<Explanation.Level> levels(Demand[] list, List<Demand> twins) {
        var levels = new ArrayList<Explanation.Level>();
        for (Demand demand : list) {
            levels.add(level(demand, counted(demand, list, twins), twinsBelow(demand, list)));
        }
        return levels;
    }

    /** What alternative slots have in common is looked for once, for one of them, as is a type that a list names twice. */
    private Demand counted(Demand demand, Demand[] list, List<Demand> twins) {
        if (demand.slot || hasCandidates(demand)) {
            return demand;
        }
        return Stream.concat(Arrays.stream(list), twins.stream())
                .filter(twin -> twin.typeId == demand.typeId && hasCandidates(twin))
                .findFirst()
                .orElse(demand);
    }

    private boolean hasCandidates(Demand demand) {
        return census.verdictsOn(demand).iterator().hasNext();
    }

    private static List<Demand> twinsBelow(Demand demand, Demand[] list) {
        if (!demand.slot) {
            return List.of();
        }
        return Arrays.stream(list)
                .filter(other -> other.slot && other != demand)
                .flatMap(other -> Arrays.stream(other.with))
                .toList();
    }

    private Explanation.Level level(Demand demand, Demand counted, List<Demand> twinsBelow) {
        var taken = new ArrayList<Explanation.Taken>();
        long candidates = fits[counted.number];
        for (Verdict verdict : census.verdictsOn(counted)) {
            Obstacle obstacle = verdict.why.obstacle();
            if (obstacle != null && verdict.count() > 0) {
                taken.add(verdict.taken(obstacle, graph));
                candidates += verdict.count();
            }
        }
        taken.sort(Comparator.comparing(Explanation.Taken::obstacle));
        return new Explanation.Level(
                demand.place,
                demand.count.toString(),
                demand.count.min(),
                candidates,
                fits[counted.number],
                census.best(demand),
                taken,
                levels(demand.with, twinsBelow));
    }
}
