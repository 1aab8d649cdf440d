package io.banyan.sim.workflow;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The schedule of a workflow that has a number of resources for itself: each task starts as soon as the tasks before it
 * have ended and enough resources are free, the first in the order of the graph first. Nodes do not matter.
 *
 * @param millis its length
 * @param peak the most resources in use at a time, by type
 */
record IdealSchedule(long millis, SortedMap<String, Integer> peak) {
    private record End(long atMillis, TaskGraph.Task task) {}

    /**
     * Returns the schedule. O(tasks x (edges of one + log(tasks) + waiting tasks)).
     *
     * @param capacity the resources by type
     * @param time the run time of a task
     * @throws IllegalArgumentException if a task needs more than there is
     */
    static IdealSchedule of(TaskGraph graph, Map<String, Integer> capacity, ToLongFunction<TaskGraph.Task> time) {
        List<List<Integer>> next = new ArrayList<>();
        int[] missing = new int[graph.tasks().size()];
        var ready = new TreeSet<Integer>();
        for (TaskGraph.Task task : graph.tasks()) {
            next.add(new ArrayList<>());
            missing[task.number()] = task.before().size();
            task.before().forEach(before -> next.get(before).add(task.number()));
            if (task.before().isEmpty()) {
                ready.add(task.number());
            }
        }
        var use = new Use(capacity);
        var ends = new PriorityQueue<End>(
                Comparator.comparingLong(End::atMillis).thenComparingInt(end -> end.task.number()));
        long now = 0;
        while (true) {
            for (int number : List.copyOf(ready)) {
                TaskGraph.Task task = graph.tasks().get(number);
                if (use.take(task.needs())) {
                    ready.remove(number);
                    ends.add(new End(now + time.applyAsLong(task), task));
                }
            }
            End end = ends.poll();
            if (end == null) {
                requireDone(graph, ready, capacity);
                return new IdealSchedule(now, use.peak);
            }
            now = end.atMillis;
            use.give(end.task.needs());
            for (int later : next.get(end.task.number())) {
                if (--missing[later] == 0) {
                    ready.add(later);
                }
            }
        }
    }

    private static void requireDone(TaskGraph graph, TreeSet<Integer> ready, Map<String, Integer> capacity) {
        if (!ready.isEmpty()) {
            TaskGraph.Task task = graph.tasks().get(ready.first());
            throw new IllegalArgumentException("task '" + task.id() + "' needs " + words(amounts(task.needs()))
                    + ", and the machine has " + words(capacity));
        }
    }

    private static String words(Map<String, Integer> amounts) {
        return amounts.entrySet().stream()
                .map(one -> one.getValue() + " " + one.getKey() + (one.getValue() == 1 ? "" : "s"))
                .collect(Collectors.joining(" and "));
    }

    /** Returns the resources of a task on all of its nodes together, by type. */
    static SortedMap<String, Integer> amounts(Needs needs) {
        SortedMap<String, Integer> amounts = new TreeMap<>();
        needs.accelerators().forEach((type, count) -> amounts.put(type, count * needs.nodes()));
        if (needs.cores() > 0 || amounts.isEmpty()) {
            amounts.put(SlotProfile.CORE, Math.max(1, needs.cores()) * needs.nodes());
        }
        return amounts;
    }

    /** The resources in use. */
    private static final class Use {
        private final Map<String, Integer> capacity;
        private final SortedMap<String, Integer> used = new TreeMap<>();
        private final SortedMap<String, Integer> peak = new TreeMap<>();

        Use(Map<String, Integer> capacity) {
            this.capacity = capacity;
        }

        boolean take(Needs needs) {
            SortedMap<String, Integer> amounts = amounts(needs);
            boolean fits = amounts.entrySet().stream()
                    .allMatch(one -> used.getOrDefault(one.getKey(), 0) + one.getValue()
                            <= capacity.getOrDefault(one.getKey(), 0));
            if (fits) {
                amounts.forEach((type, count) -> peak.merge(type, used.merge(type, count, Integer::sum), Math::max));
            }
            return fits;
        }

        void give(Needs needs) {
            amounts(needs).forEach((type, count) -> used.merge(type, -count, Integer::sum));
        }
    }
}
