package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Constraint;
import io.banyan.schedule.PoolSupply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A record of a traversal, for the reasons of a refusal: by demand, the greatest amount in one place, and the number of
 * refused vertices of the demanded type with the causes; and by slot, how near one place came to one more slot.
 * O(demands) memory.
 */
final class Tally implements Witness {

    private static final int MAX_CONSTRAINT = 100;

    private final List<Demand> demands;
    private final ResourceGraph graph;
    private final long[] best;
    private final boolean[] failed;
    /** By demand; null where nothing was turned away. */
    private final @Nullable EnumMap<Cause, Long>[] turnedAway;
    /** By demand: the amounts that were too small below vertices that it names; null where nothing was. */
    private final @Nullable Map<String, Long>[] lacking;
    /**
     * The amount of each demand that was found last, for the slot that is made next; -1 where nothing was found since.
     */
    private final long[] latest;
    /** By slot: the amounts of each kind in the best place for one more slot; null while there is none. */
    private final long[] @Nullable [] nearest;
    /** By demand: the shortage of the vertex with the greatest amount; null while none was turned away for that. */
    private final @Nullable Lack[] lacks;
    /** By slot: the vertices around its places that were turned away; null where none was. */
    private final @Nullable Map<Around, Long>[] around;

    /** By demand: the shape that its candidates must make. */
    private Map<Demand, String> shapes = Map.of();

    private final Map<String, Reason> unsupplied = new LinkedHashMap<>();
    /** By demand that found enough by itself, but not beside the others of its level: the most that they left of it. */
    private final Map<Demand, Long> besideOthers = new LinkedHashMap<>();

    /** The tallies of one each of several that are alike: counted in when reasons are wanted. */
    private final List<Tally> alike = new ArrayList<>(0);
    /** How many they are, in the same order. */
    private long[] counts = {};

    @SuppressWarnings({"unchecked", "rawtypes"})
    Tally(List<Demand> demands, ResourceGraph graph) {
        this.demands = demands;
        this.graph = graph;
        best = new long[demands.size()];
        failed = new boolean[demands.size()];
        latest = new long[demands.size()];
        Arrays.fill(latest, -1);
        nearest = new long[demands.size()][];
        lacks = new Lack[demands.size()];
        around = new Map[demands.size()];
        turnedAway = new EnumMap[demands.size()];
        lacking = new Map[demands.size()];
    }

    /** The amount that a vertex has of a type of which it has too little. */
    private record Lack(int vertexType, int type, long free) {}

    /** Vertices of a type that were turned away with all that is below them. */
    private record Around(int vertexType, Cause cause) {}

    private void count(int demand, Cause cause, long vertices) {
        EnumMap<Cause, Long> counts = turnedAway[demand];
        if (counts == null) {
            counts = new EnumMap<>(Cause.class);
            turnedAway[demand] = counts;
        }
        counts.merge(cause, vertices, Long::sum);
    }

    private void count(int demand, String lack, long vertices) {
        Map<String, Long> counts = lacking[demand];
        if (counts == null) {
            counts = new TreeMap<>();
            lacking[demand] = counts;
        }
        counts.merge(lack, vertices, Long::sum);
    }

    private Map<Cause, Long> turnedAway(int demand) {
        Map<Cause, Long> counts = turnedAway[demand];
        return counts == null ? Map.of() : counts;
    }

    private Map<String, Long> lacking(int demand) {
        Map<String, Long> counts = lacking[demand];
        return counts == null ? Map.of() : counts;
    }

    @Override
    public void turnedAway(int u, @Nullable Demand matched, Demand[] list, Cause cause) {
        if (matched != null) {
            count(matched.number, cause, 1);
            return;
        }
        for (Demand demand : list) {
            if (demand.slot && cause != Cause.TOO_LITTLE_BELOW) {
                count(demand.number, new Around(graph.typeId(u), cause), 1);
            }
        }
    }

    private void count(int slot, Around turnedAway, long vertices) {
        Map<Around, Long> counts = around[slot];
        if (counts == null) {
            counts = new LinkedHashMap<>();
            around[slot] = counts;
        }
        counts.merge(turnedAway, vertices, Long::sum);
    }

    private Map<Around, Long> around(int slot) {
        Map<Around, Long> counts = around[slot];
        return counts == null ? Map.of() : counts;
    }

    @Override
    public void tooLittle(int u, Demand demand, int typeId, long free) {
        lack(demand.number, new Lack(graph.typeId(u), typeId, free));
    }

    private void lack(int demand, @Nullable Lack lack) {
        Lack before = lacks[demand];
        if (lack != null && (before == null || lack.free >= before.free)) {
            lacks[demand] = lack;
        }
    }

    /** Keeps, for each type, the supply that had most left. */
    @Override
    public void unsupplied(Reason reason, @Nullable PoolSupply supply) {
        unsupplied.merge(reason.requirement(), reason, (a, b) -> b.available() > a.available() ? b : a);
    }

    @Override
    public void found(Demand demand, long qualified, boolean enough) {
        best[demand.number] = Math.max(best[demand.number], qualified);
        failed[demand.number] |= !enough;
        latest[demand.number] = qualified;
    }

    @Override
    public void shaped(Demand demand, String requirement) {
        if (shapes.isEmpty()) {
            shapes = new LinkedHashMap<>();
        }
        shapes.put(demand, requirement);
    }

    @Override
    public void chose(Siblings siblings) {
        siblings.lackingFound().ifPresent(left -> besideOthers.merge(siblings.lacking(), left, Math::max));
    }

    @Override
    public void lacks(int u, Demand matched, Demand lacks) {
        count(matched.number, lacks.name(), 1);
    }

    @Override
    public void made(int u, Demand slot, long slots, boolean alternatives) {
        var left = new long[slot.with.length];
        boolean counted = !alternatives;
        for (int i = 0; i < left.length; i++) {
            Demand kind = slot.with[i];
            long least = kind.count.min();
            counted &= latest[kind.number] >= 0;
            left[i] = Math.clamp(latest[kind.number] - slots * least, 0, least);
            latest[kind.number] = -1;
        }
        long[] before = nearest[slot.number];
        double missing = missing(slot, left);
        if (counted && missing > 0 && (before == null || missing < missing(slot, before))) {
            nearest[slot.number] = left;
        }
    }

    @Override
    public void alike(Tally seen, long parcels) {
        int last = alike.size() - 1;
        if (last >= 0 && alike.get(last) == seen) {
            counts[last] += parcels;
            return;
        }
        if (last + 1 == counts.length) {
            counts = Arrays.copyOf(counts, 2 * last + 4);
        }
        alike.add(seen);
        counts[last + 1] = parcels;
    }

    /**
     * How much was found of a demand where there was too little of it; -1 where it was not looked for, or there was
     * enough.
     */
    long tooLittleOf(Demand demand) {
        return failed[demand.number] && alike.isEmpty() ? best[demand.number] : -1;
    }

    private void countIn(Tally seen, long parcels) {
        for (Demand demand : demands) {
            int i = demand.number;
            best[i] = Math.max(best[i], seen.best[i]);
            failed[i] |= seen.failed[i];
            seen.turnedAway(i).forEach((cause, count) -> count(i, cause, count * parcels));
            seen.lacking(i).forEach((type, count) -> count(i, type, count * parcels));
            seen.around(i).forEach((turned, count) -> count(i, turned, count * parcels));
            lack(i, seen.lacks[i]);
            long[] near = seen.nearest[i];
            long[] before = nearest[i];
            if (near != null && (before == null || missing(demand, near) < missing(demand, before))) {
                nearest[i] = near;
            }
        }
    }

    /** How far this is from one slot: kinds first, then how much of them. */
    private static double missing(Demand slot, long[] left) {
        double missing = 0;
        for (int i = 0; i < left.length; i++) {
            double needed = slot.with[i].count.min();
            missing += left[i] < needed ? 1 + (needed - left[i]) / needed : 0;
        }
        return missing;
    }

    /**
     * Returns the reasons: the draws that failed, and the demands that failed, outermost first, each with the best
     * found amount.
     *
     * @param constraint which nodes the request accepts
     * @param ever whether the empty system was asked
     */
    List<Reason> reasons(Constraint constraint, boolean ever) {
        for (int i = 0; i < alike.size(); i++) {
            countIn(alike.get(i), counts[i]);
        }
        alike.clear();
        var reasons = new ArrayList<>(unsupplied.values());
        for (Demand demand : demands) {
            boolean rejected = !turnedAway(demand.number).isEmpty();
            if ((failed[demand.number] || rejected) && best[demand.number] < demand.count.min()) {
                reasons.add(new Reason(
                        demand.place,
                        demand.count.min(),
                        best[demand.number],
                        shapes.getOrDefault(demand, "found in one place") + causes(demand, constraint, ever)));
            }
        }
        if (reasons.isEmpty()) {
            besideOthers.forEach((demand, left) -> reasons.add(
                    new Reason(demand.place, demand.count.min(), left, "left by the other requirements of its level")));
        }
        return reasons;
    }

    private String causes(Demand demand, Constraint constraint, boolean ever) {
        var parts = new ArrayList<String>();
        Lack lack = lacks[demand.number];
        if (lack != null && best[demand.number] == 0) {
            parts.add(text(demand, lack, ever));
        }
        String together = together(demand);
        if (!together.isEmpty()) {
            parts.add((best[demand.number] > 0 ? "for one more, at best " : "at best ") + together);
        }
        turnedAway(demand.number).forEach((cause, count) -> parts.add(count + " " + words(cause, demand, constraint)));
        around(demand.number)
                .forEach((turned, count) ->
                        parts.add(amount(count, turned.vertexType) + " " + words(turned.cause, demand, constraint)));
        lacking(demand.number).forEach((type, count) -> parts.add(count + " without enough " + type));
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    private static String words(Cause cause, Demand demand, Constraint constraint) {
        return switch (cause) {
            case REQUIRES -> "not meeting " + shortened(ConstraintConditions.text(demand.requires));
            case CONSTRAINT -> cause.words + " " + shortened(ConstraintConditions.text(constraint));
            case DOWN, BUSY, HELD_IN_PART, NOT_EXCLUSIVE, TOO_LITTLE_BELOW, UNSUPPLIED -> cause.words;
        };
    }

    private static String shortened(String text) {
        return text.length() <= MAX_CONSTRAINT ? text : text.substring(0, MAX_CONSTRAINT) + "...";
    }

    private String text(Demand demand, Lack lack, boolean ever) {
        String needed = amount(demand.surelyBelow[lack.type], lack.type);
        String no = "no " + graph.types().name(lack.vertexType) + " has " + needed;
        return ever ? no + "; the largest has " + lack.free : no + " free; at most " + lack.free;
    }

    /** Such as {@code 8 cores}; memory and the like are not counted one by one. */
    private String amount(long count, int type) {
        String name = graph.types().name(type);
        return count + " " + name + (count == 1 || name.endsWith("y") ? "" : "s");
    }

    /**
     * Returns the amounts of the place that came nearest to one more slot; empty where the only kind is a reason by
     * itself.
     */
    private String together(Demand slot) {
        long[] left = nearest[slot.number];
        if (left == null || (left.length == 1 && best[slot.with[0].number] < slot.with[0].count.min())) {
            return "";
        }
        var kinds = new ArrayList<String>();
        for (int i = 0; i < left.length; i++) {
            kinds.add(left[i] + " of " + slot.with[i].count.min() + " " + slot.with[i].name());
        }
        return String.join(" with ", kinds);
    }
}
