package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Schedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes down what becomes of each candidate of a request during one traversal: each gets one verdict, by the first obstacle
 * on the way to it. Where the traversal turns a vertex away, the candidates below it are found by a walk of their own, so
 * that each vertex is looked at about once: O(V x demands).
 */
final class Census implements Witness {

    /** What became of the slots of one place: some could be made, the obstacle took the others. */
    record Slots(int place, Demand slot, long possible, long made, Verdict verdict, int vertexAbove) {}

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Availability availability;
    private final Pruning pruning;
    private final Conditions conditions;
    private final Steps steps;
    private final VertexSet walked = new VertexSet();
    /** By vertex. */
    private final @Nullable Verdict[] verdicts;
    /** By vertex: the one above by way of which it was taken, or -1. */
    private final int[] vertexAbove;
    /** By vertex: the number of the demand whose candidate it is. */
    private final int[] demandOf;
    /** By place and slot; what a place got made overrules what was said of it before. */
    private final Map<Long, Slots> slots = new LinkedHashMap<>();
    /** By demand. */
    private final List<Map<Verdict.Why, Verdict>> known;
    /** By demand: what was found in the best place, and in the last. */
    private final long[] best;

    private final long[] latest;

    Census(
            Schedule schedule,
            Demand.Primed request,
            Availability availability,
            Pruning pruning,
            Conditions conditions) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.availability = availability;
        this.pruning = pruning;
        this.conditions = conditions;
        this.steps = new Steps(graph, aggregates.dominant());
        this.verdicts = new Verdict[graph.vertexBound()];
        this.vertexAbove = new int[graph.vertexBound()];
        this.demandOf = new int[graph.vertexBound()];
        this.known = request.all.stream()
                .<Map<Verdict.Why, Verdict>>map(demand -> new LinkedHashMap<>())
                .toList();
        this.best = new long[request.all.size()];
        this.latest = new long[request.all.size()];
        walked.clear();
    }

    // ---- what the traversal tells ---------------------------------------------------------------------------------

    @Override
    public void turnedAway(int u, @Nullable Demand matched, Demand[] list, Cause cause) {
        if (matched != null) {
            record(u, matched, verdict(matched, u, list, cause), -1);
        } else {
            walk(u, list, u, demand -> verdict(demand, u, list, cause));
        }
    }

    @Override
    public void outOfPlace(int u, Demand[] list) {
        Demand named = steps.named(u, list);
        if (named != null) {
            record(u, named, verdict(named, Obstacle.ASKED_TWICE, ""), -1);
        } else {
            String between = graph.types().name(graph.typeId(u));
            walk(u, list, -1, demand -> verdict(demand, Obstacle.OUT_OF_PLACE, between));
        }
    }

    @Override
    public void fits(int u, Demand demand) {
        record(u, demand, verdict(demand, Verdict.Why.FITS), -1);
    }

    @Override
    public void lacks(int u, Demand demand, Demand lacking) {
        record(u, demand, verdict(demand, Obstacle.LACKING, lacking.type()), -1);
    }

    @Override
    public void found(Demand demand, long qualified, boolean enough) {
        best[demand.number] = Math.max(best[demand.number], qualified);
        latest[demand.number] = qualified;
    }

    @Override
    public void made(int u, Demand slot, long count, boolean alternatives) {
        Demand scarcest = slot.with[0];
        for (Demand demand : slot.with) {
            scarcest = bundles(demand) < bundles(scarcest) ? demand : scarcest;
        }
        Verdict verdict = alternatives && count < bundles(scarcest)
                ? verdict(slot, Obstacle.NOT_NEEDED, "")
                : verdict(slot, Obstacle.LACKING, scarcest.type());
        slots.put(key(u, slot), new Slots(u, slot, Math.max(count, possible(u, slot)), count, verdict, -1));
    }

    /** How many slots what was found last of a demand would do for. */
    private long bundles(Demand demand) {
        return latest[demand.number] / demand.count.min();
    }

    // ---- what was taken down --------------------------------------------------------------------------------------

    /** What became of a vertex, or null where it is nobody's candidate. */
    @Nullable Verdict verdict(int v) {
        return verdicts[v];
    }

    /** The vertex above by way of which a candidate was taken, or -1. */
    int vertexAbove(int v) {
        return vertexAbove[v];
    }

    /** The number of the demand whose candidate the vertex is. */
    int demandOf(int v) {
        return demandOf[v];
    }

    Iterable<Slots> slots() {
        return slots.values();
    }

    long best(Demand demand) {
        return best[demand.number];
    }

    /** All verdicts on candidates of a demand, in the order in which they were first given. */
    Iterable<Verdict> verdictsOn(Demand demand) {
        return known.get(demand.number).values();
    }

    /** The verdict that others have what is taken of a vertex that fits. */
    Verdict partlyBusy(int demandNumber) {
        return verdict(demandNumber, new Verdict.Why(Obstacle.BUSY, ""));
    }

    // ---- verdicts -------------------------------------------------------------------------------------------------

    private interface Judge {
        Verdict of(Demand demand);
    }

    /** Gives the candidates in a subtree that the traversal does not enter their verdict. */
    private void walk(int u, Demand[] list, int above, Judge judge) {
        if (list.length == 0 || walked.contains(u)) {
            return;
        }
        walked.add(u);
        List<Demand> here = steps.slotsAt(u, list);
        for (Demand slot : here) {
            slots.putIfAbsent(key(u, slot), new Slots(u, slot, possible(u, slot), 0, judge.of(slot), above));
        }
        for (int e = graph.firstOut(u); here.isEmpty() && e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                int child = graph.target(e);
                Demand named = steps.named(child, list);
                if (named != null) {
                    record(child, named, judge.of(named), above);
                } else {
                    walk(child, list, above, judge);
                }
            }
        }
    }

    /** A vertex with several parents may be met by several ways: the first verdict counts, unless it fits by another way. */
    private void record(int v, Demand demand, Verdict verdict, int above) {
        if (verdicts[v] == null || verdict.why.obstacle() == null) {
            verdicts[v] = verdict;
            vertexAbove[v] = above;
            demandOf[v] = demand.number;
        }
    }

    private Verdict verdict(Demand demand, int u, Demand[] list, Cause cause) {
        return switch (cause) {
            case DOWN -> verdict(demand, Obstacle.DOWN, "");
            case CONSTRAINT -> verdict(demand, Obstacle.CONSTRAINT, conditions.firstUnmet(pruning.target(u)));
            case BUSY, HELD_IN_PART -> verdict(demand, Obstacle.BUSY, "");
            case REQUIRES ->
                verdict(
                        demand,
                        Obstacle.CONSTRAINT,
                        Conditions.of(demand.requires).firstUnmet(pruning.target(u)));
            case NOT_EXCLUSIVE -> verdict(demand, schedule.isShared(u) ? Obstacle.SHARED : Obstacle.NOT_EXCLUSIVE, "");
            case TOO_LITTLE_BELOW -> tooLittle(demand, u, list);
            case UNSUPPLIED -> verdict(demand, Obstacle.UNSUPPLIED, drawnBy(demand));
        };
    }

    private static String drawnBy(Demand demand) {
        return String.join(
                ", ", demand.draws.keySet().stream().map(ResourceType::name).toList());
    }

    private Verdict tooLittle(Demand candidate, int u, Demand[] list) {
        for (Demand demand : list) {
            boolean asks = demand.slot || demand.typeId == graph.typeId(u);
            int position = asks ? pruning.lacking(u, demand) : -1;
            if (position >= 0) {
                int type = aggregates.trackedTypes(u)[position];
                long needed = demand.surelyBelow[type];
                long total = aggregates.total(u, position);
                Obstacle obstacle = total < needed ? Obstacle.TOO_FEW_EVER : Obstacle.TOO_FEW_FREE;
                Verdict verdict = verdict(candidate, obstacle, graph.types().name(type));
                verdict.lacking(needed, total < needed ? total : availability.freeBelow(u, position));
                return verdict;
            }
        }
        throw new IllegalStateException(
                graph.path(u) + " was turned away for having too little below, but has enough.");
    }

    private Verdict verdict(Demand demand, Obstacle obstacle, String about) {
        return verdict(demand, new Verdict.Why(obstacle, about));
    }

    private Verdict verdict(Demand demand, Verdict.Why why) {
        return verdict(demand.number, why);
    }

    private Verdict verdict(int demandNumber, Verdict.Why why) {
        return known.get(demandNumber).computeIfAbsent(why, Verdict::new);
    }

    /** How many slots could be made of what is directly below the vertex, if all of it were free; no more than are asked for. */
    private long possible(int u, Demand slot) {
        long possible = slot.most;
        for (Demand demand : slot.with) {
            long there = 0;
            for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
                int child = graph.target(e);
                there += graph.subsystem(e) == aggregates.dominant() && graph.typeId(child) == demand.typeId
                        ? graph.size(child)
                        : 0;
            }
            possible = Math.min(possible, there / demand.count.min());
        }
        return possible;
    }

    private static long key(int place, Demand slot) {
        return ((long) place << Integer.SIZE) | slot.number;
    }
}
