package io.banyan.instance.state;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.jobspec.Resource;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The slots that a malleable job holds: their number, and the resources of some of them. O(the job's holds x depth)
 * each.
 */
public final class SlotParts {
    private static final ResourceType NODE = new ResourceType("node");

    private final Schedule schedule;
    private final ResourceGraph graph;

    public SlotParts(Resources resources) {
        this.schedule = resources.schedule();
        this.graph = resources.graph();
    }

    /** How many whole slots there are in a job's holds. */
    long count(JobId job, Resource slot) {
        Selection held = schedule.holdings().selection(job);
        return slot.with().stream()
                .mapToLong(part -> count(held, part, 0, held.size()))
                .min()
                .orElse(0);
    }

    /**
     * Returns the number of these slot parts between two positions. A vertex with less than the requested contents does
     * not count.
     */
    private long count(Selection held, Resource part, int from, int to) {
        return candidates(held, part, from, to)
                        .filter(i -> part.with().stream().allMatch(inner -> count(held, inner, first(held, i), i) > 0))
                        .mapToLong(held::amount)
                        .sum()
                / part.count().min();
    }

    /** Returns the first position of the contents of the vertex at a position: children come before their parents. */
    private static int first(Selection held, int i) {
        int first = i;
        while (first > 0 && held.level(first - 1) > held.level(i)) {
            first--;
        }
        return first;
    }

    /**
     * Returns the amounts of each type in a number of slots of a child instance, in terms of its grant: of a shared
     * node, only its contents.
     */
    public Map<String, Long> worth(JobId job, Resource slot, long slots) {
        Map<String, Long> amounts = new TreeMap<>();
        Selection held = schedule.holdings().selection(job);
        slot.with().forEach(part -> add(held, part, slots, amounts));
        return amounts;
    }

    private void add(Selection held, Resource part, long times, Map<String, Long> amounts) {
        long amount = times * part.count().min();
        boolean isGranted = candidates(held, part).anyMatch(held::exclusive);
        if (isGranted || part.with().isEmpty()) {
            amounts.merge(part.type().name(), amount, Long::sum);
        } else {
            part.with().forEach(inner -> add(held, inner, amount, amounts));
        }
    }

    /**
     * Returns the positions in a selection that are this part of a slot. A vertex with requested contents can itself be
     * shared.
     */
    private IntStream candidates(Selection held, Resource part) {
        return candidates(held, part, 0, held.size());
    }

    private IntStream candidates(Selection held, Resource part, int from, int to) {
        int type = graph.types().id(part.type());
        boolean isContainer = !part.with().isEmpty();
        return IntStream.range(from, to)
                .filter(i -> graph.typeId(held.vertex(i)) == type && (held.exclusive(i) || isContainer));
    }

    /**
     * Returns the parts that a job releases to have this many slots fewer: first parts that are not up, then those of
     * the hosts with the fewest slots, so that the job stays together, and last those of its first host, where its
     * first process is. Empty if its holds cannot be divided so.
     */
    public List<HeldPart> leastMissed(JobId job, Resource slot, long fewer) {
        Selection held = schedule.holdings().selection(job);
        Map<Integer, Long> onHost = new HashMap<>();
        candidates(held, slot.with().getFirst())
                .forEach(i -> onHost.merge(host(held.vertex(i)), held.amount(i), Long::sum));
        int first = onHost.keySet().stream().mapToInt(Integer::intValue).min().orElse(-1);
        List<HeldPart> parts = new ArrayList<>();
        for (Resource part : slot.with()) {
            List<Integer> order = candidates(held, part)
                    .boxed()
                    .sorted(Comparator.comparing(
                                    (Integer i) -> schedule.statuses().isUp(held.vertex(i)))
                            .thenComparing(i -> host(held.vertex(i)) == first)
                            .thenComparing(i -> onHost.getOrDefault(host(held.vertex(i)), 0L))
                            .thenComparing(i -> host(held.vertex(i)), Comparator.reverseOrder())
                            .thenComparing(held::vertex, Comparator.reverseOrder()))
                    .toList();
            if (!take(held, order, part.count().min() * fewer, parts)) {
                return List.of();
            }
        }
        return parts;
    }

    /** Returns whether there was as much as that. */
    private boolean take(Selection held, List<Integer> order, long amount, List<HeldPart> parts) {
        Subsystem subsystem = graph.subsystems().get(schedule.aggregates().dominant());
        long left = amount;
        for (int i : order) {
            int v = held.vertex(i);
            long had = held.amount(i);
            boolean isDivisible = graph.granule(v) > 0 && left % graph.granule(v) == 0;
            if (left > 0 && (had <= left || isDivisible)) {
                long given = Math.min(had, left);
                parts.add(new HeldPart(graph.path(v, subsystem).orElseThrow(), given, given == had, Map.of()));
                left -= given;
            }
        }
        return left == 0;
    }

    /** The node that a vertex is on, or is; if there is none, the vertex that contains it. */
    private int host(int v) {
        int node = graph.types().id(NODE);
        for (int up = v; up >= 0; up = graph.parent(up)) {
            if (graph.typeId(up) == node) {
                return up;
            }
        }
        return Math.max(0, graph.parent(v));
    }

    /** Returns a selection without these parts, and without ancestors that only led to them. O(its size). */
    public Selection without(Selection held, List<HeldPart> parts) {
        Map<Integer, HeldPart> given = new HashMap<>();
        Subsystem subsystem = graph.subsystems().get(schedule.aggregates().dominant());
        parts.forEach(part -> given.put(graph.find(part.path(), subsystem), part));
        long[] left = new long[held.size()];
        int impliedBelow = Integer.MAX_VALUE;
        for (int i = held.size() - 1; i >= 0; i--) {
            boolean isImplied = held.level(i) > impliedBelow;
            if (!isImplied) {
                HeldPart part = given.get(held.vertex(i));
                impliedBelow = part != null && part.whole() ? held.level(i) : Integer.MAX_VALUE;
                left[i] = held.amount(i) - (part == null ? 0 : part.amount());
            }
        }
        var builder = new Selection.Builder();
        boolean[] isAbove = new boolean[held.size() + 2];
        for (int i = 0; i < held.size(); i++) {
            int level = held.level(i);
            boolean isKept = left[i] > 0 && (held.exclusive(i) || isAbove[level + 1]);
            isAbove[level + 1] = false;
            if (isKept) {
                isAbove[level] = true;
                builder.add(held.vertex(i), left[i], held.exclusive(i), level, held.inEdge(i))
                        .draws(held.draws(i));
            }
        }
        return builder.build();
    }

    /** Frees these parts of a job. Parts that it no longer holds are skipped. */
    void release(JobId job, List<HeldPart> parts) {
        Subsystem subsystem = graph.subsystems().get(schedule.aggregates().dominant());
        for (HeldPart part : parts) {
            int v = graph.find(part.path(), subsystem);
            if (v >= 0 && part.whole()) {
                schedule.release(job, new int[] {v});
            } else if (v >= 0 && part.amount() > 0) {
                schedule.releaseAmounts(job, new int[] {v}, new long[] {part.amount()});
            }
        }
    }

    /** Whether a job still holds all of these parts. */
    public boolean holds(JobId job, List<HeldPart> parts) {
        Subsystem subsystem = graph.subsystems().get(schedule.aggregates().dominant());
        return parts.stream().allMatch(part -> {
            int v = graph.find(part.path(), subsystem);
            return v >= 0 && schedule.holdings().hasWithin(job, v);
        });
    }
}
