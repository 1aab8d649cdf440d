package io.banyan.match.explain;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.Availability;
import io.banyan.match.Chooser;
import io.banyan.match.Demand;
import io.banyan.match.Traversal;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Holdings;
import io.banyan.schedule.PoolSupply;
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
    private final Findings findings;
    private final Demand.Primed request;
    private final long[] fits;
    /** By vertex: the verdicts that say that it is in use. */
    private final Map<Integer, Set<CandidateVerdict>> inUse = new HashMap<>();

    CensusReport(Schedule schedule, Demand.Primed request, Availability availability, Findings findings) {
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.holdings = schedule.holdings();
        this.availability = availability;
        this.findings = findings;
        this.request = request;
        this.fits = new long[request.all.size()];
    }

    /** The levels of the request. O(V x demands + holds). */
    List<Explanation.Level> levels(TimeWindow window) {
        for (Demand demand : request.all) {
            findings.candidates(demand, (v, verdict, above) -> count(v, demand, verdict, above));
        }
        findings.slots().forEach(this::count);
        for (Demand demand : request.all) {
            findings.lostSlots(demand).forEach((verdict, count) -> lose(demand, verdict, count, -1));
        }
        nameHolders(window);
        return levels(request.top, List.of());
    }

    private void count(int v, Demand demand, CandidateVerdict verdict, int above) {
        long size = givable(v, demand, graph.size(v));
        if (!verdict.fits()) {
            take(verdict, size, above < 0 ? v : above, above);
            return;
        }
        long free = givable(v, demand, availability.free(v));
        fits[demand.number] += free;
        if (free < size) {
            take(findings.verdict(demand, Obstacle.BUSY, ""), size - free, v, -1);
        }
        Findings.Loss loss = findings.loss(v, demand);
        if (loss != null) {
            lose(demand, loss.verdict(), Math.min(free, loss.amount()), v);
        }
    }

    private void count(Findings.Slots slots) {
        Demand slot = slots.slot();
        fits[slot.number] += slots.made();
        take(findings.verdict(slot, Obstacle.TAKEN_BY_SIBLING, ""), slots.toSiblings(), slots.place(), -1);
        long others = slots.possible() - slots.made() - slots.toSiblings();
        take(
                slots.verdict(),
                others,
                slots.vertexAbove() < 0 ? slots.place() : slots.vertexAbove(),
                slots.vertexAbove());
    }

    /** Counts candidates as lost that fit alone, but cannot be granted. */
    private void lose(Demand demand, CandidateVerdict verdict, long amount, int origin) {
        long lost = Math.min(amount, fits[demand.number]);
        fits[demand.number] -= lost;
        take(verdict, lost, origin, -1);
    }

    /**
     * Returns how much of an amount can be given; a remainder of a divisible pool that is less than the least part is
     * not granted.
     */
    private long givable(int v, Demand demand, long amount) {
        long granule = Traversal.granule(graph, v, demand);
        return granule == 0 ? amount : amount - amount % granule;
    }

    private void take(CandidateVerdict verdict, long amount, int origin, int above) {
        if (amount > 0) {
            verdict.add(amount, above);
            if (verdict.why.obstacle() != null && verdict.why.obstacle().isUse()) {
                inUse.computeIfAbsent(origin, v -> new LinkedHashSet<>()).add(verdict);
            }
        }
    }

    private void nameHolders(TimeWindow window) {
        findings.scarce().forEach((supply, verdicts) -> nameDrawers(supply, verdicts, window));
        if (inUse.isEmpty()) {
            return;
        }
        for (Booking booking : holdings.bookings()) {
            boolean during = booking.window().overlaps(window);
            if (!during && booking.kind() != BookingKind.ALLOCATION) {
                continue;
            }
            for (int v : holdings.vertices(booking.job())) {
                for (CandidateVerdict verdict : inUse.getOrDefault(v, Set.of())) {
                    if (isInTheWay(booking, during, v, verdict)) {
                        verdict.heldBy(booking);
                    }
                }
            }
        }
    }

    private void nameDrawers(PoolSupply supply, List<CandidateVerdict> verdicts, TimeWindow window) {
        for (JobId job : supply.drawers()) {
            Booking booking = holdings.booking(job).orElseThrow();
            if (booking.window().overlaps(window) || booking.kind() == BookingKind.ALLOCATION) {
                verdicts.forEach(verdict -> verdict.heldBy(booking));
            }
        }
    }

    private boolean isInTheWay(Booking booking, boolean during, int v, CandidateVerdict verdict) {
        if (verdict.why.obstacle() == Obstacle.BUSY) {
            return holdings.holds(booking.job(), v);
        }
        if (verdict.why.obstacle() == Obstacle.NOT_EXCLUSIVE) {
            return true;
        }
        if (verdict.why.obstacle() != Obstacle.TOO_FEW_FREE) {
            return false;
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
            levels.add(level(demand, asked(demand, list), counted(demand, list, twins), twinsBelow(demand, list)));
        }
        return levels;
    }

    /**
     * Returns the demand that says how many are needed; of slots that stand in for each other, the last says how many
     * are needed of any of them.
     */
    private Demand asked(Demand demand, Demand[] list) {
        return demand.slot && !request.each ? Chooser.required(list).getLast() : demand;
    }

    /**
     * Returns the demand for which candidates were looked for; common members of alternative slots are searched once,
     * for one of them, as is a type that a list names twice.
     */
    private Demand counted(Demand demand, Demand[] list, List<Demand> twins) {
        if (demand.slot || request.each || hasCandidates(demand)) {
            return demand;
        }
        return Stream.concat(Arrays.stream(list), twins.stream())
                .filter(twin -> twin.typeId == demand.typeId && hasCandidates(twin))
                .findFirst()
                .orElse(demand);
    }

    private boolean hasCandidates(Demand demand) {
        return findings.verdictsOn(demand).iterator().hasNext();
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

    private Explanation.Level level(Demand demand, Demand asked, Demand counted, List<Demand> twinsBelow) {
        var taken = new ArrayList<Explanation.Taken>();
        long candidates = fits[counted.number];
        for (CandidateVerdict verdict : findings.verdictsOn(counted)) {
            Obstacle obstacle = verdict.why.obstacle();
            if (obstacle != null && verdict.count() > 0) {
                taken.add(verdict.taken(obstacle, graph));
                candidates += verdict.count();
            }
        }
        taken.sort(Comparator.comparing(Explanation.Taken::obstacle));
        return new Explanation.Level(
                demand.place,
                asked.count.toString(),
                asked.count.min(),
                candidates,
                fits[counted.number],
                findings.best(asked),
                taken,
                levels(demand.with, twinsBelow));
    }
}
