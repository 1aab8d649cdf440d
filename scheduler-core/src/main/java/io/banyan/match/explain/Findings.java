package io.banyan.match.explain;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.Demand;
import io.banyan.schedule.PoolSupply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of a census: by requirement and vertex, the verdict on the candidate; by requirement and place, the
 * verdict on the slots there. O(vertices) memory where no two requirements name a type, else O(vertices x
 * requirements).
 */
final class Findings {

    /**
     * The outcome for the slots of one place: some could be made, of the others siblings took the parts of some, and
     * the obstacle took the rest.
     */
    record Slots(
            int place,
            Demand slot,
            long possible,
            long made,
            long toSiblings,
            CandidateVerdict verdict,
            int vertexAbove) {}

    /** The loss from a candidate that fits: how much of it cannot be had after all, and why. */
    record Loss(CandidateVerdict verdict, long amount) {}

    /** The receiver of the verdict on each candidate. */
    interface Visitor {
        /**
         * One of them.
         *
         * @param above the vertex by way of which it was taken, or -1
         */
        void candidate(int v, CandidateVerdict verdict, int above);
    }

    private final ResourceGraph graph;
    private final List<Demand> demands;
    /** By vertex: its position among those of its type. */
    private final int[] ordinal;
    /** By type. */
    private final int[] counts;
    /** By demand and the vertex's ordinal; nothing where the demand has no candidates. */
    private final @Nullable CandidateVerdict[] @Nullable [] verdicts;
    /** The vertex above, by demand and the vertex's ordinal: the one above by way of which it was taken, or -1. */
    private final int[] @Nullable [] above;
    /** By place and slot; the slots made at a place replace its earlier verdict. */
    private final Map<Long, Slots> slots = new LinkedHashMap<>();
    /** By vertex and demand. */
    private final Map<Long, Loss> losses = new HashMap<>();
    /** By demand, of slots. */
    private final List<Map<CandidateVerdict, Long>> lostSlots;
    /** By demand. */
    private final List<Map<CandidateVerdict.Why, CandidateVerdict>> known;
    /** By demand: the amount in the best place. */
    private final long[] best;

    private final Map<PoolSupply, List<CandidateVerdict>> scarce = new LinkedHashMap<>();

    Findings(ResourceGraph graph, List<Demand> demands) {
        this.graph = graph;
        this.demands = demands;
        this.ordinal = new int[graph.vertexBound()];
        this.counts = new int[graph.types().size()];
        for (int v = 0; v < ordinal.length; v++) {
            ordinal[v] = graph.contains(v) ? counts[graph.typeId(v)]++ : -1;
        }
        this.verdicts = new CandidateVerdict[demands.size()][];
        this.above = new int[demands.size()][];
        this.known = demands.stream()
                .<Map<CandidateVerdict.Why, CandidateVerdict>>map(demand -> new LinkedHashMap<>())
                .toList();
        this.lostSlots = demands.stream()
                .<Map<CandidateVerdict, Long>>map(demand -> new LinkedHashMap<>())
                .toList();
        this.best = new long[demands.size()];
    }

    // ---- taking down ----------------------------------------------------------------------------------------------

    /** The verdict on a demand's candidates that says this; of those that say the same there is one. */
    CandidateVerdict verdict(Demand demand, Obstacle obstacle, String about) {
        return known.get(demand.number)
                .computeIfAbsent(new CandidateVerdict.Why(obstacle, about), CandidateVerdict::new);
    }

    CandidateVerdict fitting(Demand demand) {
        return known.get(demand.number).computeIfAbsent(CandidateVerdict.Why.FITS, CandidateVerdict::new);
    }

    /**
     * A vertex with several parents may be met by several ways: the first verdict counts, unless it fits by another
     * way.
     */
    void record(int v, Demand demand, CandidateVerdict verdict, int vertexAbove) {
        @Nullable CandidateVerdict[] of = verdicts[demand.number];
        int[] by = above[demand.number];
        if (of == null || by == null) {
            of = new CandidateVerdict[counts[demand.typeId]];
            by = new int[counts[demand.typeId]];
            verdicts[demand.number] = of;
            above[demand.number] = by;
        }
        if (of[ordinal[v]] == null || verdict.fits()) {
            of[ordinal[v]] = verdict;
            by[ordinal[v]] = vertexAbove;
        }
    }

    void record(Slots made) {
        slots.put(key(made.place(), made.slot()), made);
    }

    void recordFirst(Slots turnedAway) {
        slots.putIfAbsent(key(turnedAway.place(), turnedAway.slot()), turnedAway);
    }

    void found(Demand demand, long amount) {
        best[demand.number] = Math.max(best[demand.number], amount);
    }

    /** So much of a candidate that fits cannot be had after all. */
    void lost(int v, Demand demand, CandidateVerdict verdict, long amount) {
        losses.put(key(v, candidateOf(v, demand)), new Loss(verdict, amount));
    }

    /** So many of the slots that were made cannot be had after all. */
    void lostSlots(Demand slot, CandidateVerdict verdict, long count) {
        lostSlots.get(slot.number).merge(verdict, count, Long::sum);
    }

    /** The verdict came of this supply. */
    void scarce(PoolSupply supply, CandidateVerdict verdict) {
        List<CandidateVerdict> of = scarce.computeIfAbsent(supply, unused -> new ArrayList<>());
        if (!of.contains(verdict)) {
            of.add(verdict);
        }
    }

    /** Returns the demand for which the vertex was looked at, among alternatives that name one type. */
    private Demand candidateOf(int v, Demand demand) {
        return of(v, demand) != null
                ? demand
                : demands.stream()
                        .filter(other -> other.typeId == demand.typeId && of(v, other) != null)
                        .findFirst()
                        .orElse(demand);
    }

    private @Nullable CandidateVerdict of(int v, Demand demand) {
        @Nullable CandidateVerdict[] of = verdicts[demand.number];
        return of == null ? null : of[ordinal[v]];
    }

    private static long key(int vertex, Demand demand) {
        return ((long) vertex << Integer.SIZE) | demand.number;
    }

    // ---- what was taken down --------------------------------------------------------------------------------------

    /** All candidates of a demand that are vertices. */
    void candidates(Demand demand, Visitor visitor) {
        @Nullable CandidateVerdict[] of = verdicts[demand.number];
        int[] by = above[demand.number];
        for (int v = 0; of != null && by != null && v < ordinal.length; v++) {
            CandidateVerdict verdict = ordinal[v] < 0 || graph.typeId(v) != demand.typeId ? null : of[ordinal[v]];
            if (verdict != null) {
                visitor.candidate(v, verdict, by[ordinal[v]]);
            }
        }
    }

    @Nullable Loss loss(int v, Demand demand) {
        return losses.get(key(v, demand));
    }

    Map<CandidateVerdict, Long> lostSlots(Demand slot) {
        return lostSlots.get(slot.number);
    }

    Iterable<Slots> slots() {
        return slots.values();
    }

    long best(Demand demand) {
        return best[demand.number];
    }

    /** All verdicts on candidates of a demand, in the order in which they were first given. */
    Iterable<CandidateVerdict> verdictsOn(Demand demand) {
        return known.get(demand.number).values();
    }

    Map<PoolSupply, List<CandidateVerdict>> scarce() {
        return scarce;
    }
}
