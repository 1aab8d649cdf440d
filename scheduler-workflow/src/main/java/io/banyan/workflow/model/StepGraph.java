package io.banyan.workflow.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The order of the steps of a workflow as a graph of numbers. The number of a step is its position in the workflow.
 *
 * <p>Immutable. The construction takes O(steps + edges + files).
 */
public final class StepGraph {
    private final int[][] before;
    private final int[][] next;
    private final int[] order;

    private StepGraph(int[][] before, int[][] next, int[] order) {
        this.before = before;
        this.next = next;
        this.order = order;
    }

    /** Returns the graph of a workflow. */
    public static StepGraph of(Workflow workflow) {
        return of(workflow.steps());
    }

    /** Returns the graph of steps whose names exist; references to others are left out. */
    static StepGraph of(List<Step> steps) {
        Map<StepId, Integer> numbers = new HashMap<>();
        Map<String, Integer> writers = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            numbers.put(steps.get(i).id(), i);
            for (String file : steps.get(i).outputs()) {
                writers.put(file, i);
            }
        }
        int[][] before = new int[steps.size()][];
        for (int i = 0; i < steps.size(); i++) {
            before[i] = before(steps.get(i), numbers, writers);
        }
        int[][] next = reversed(before);
        return new StepGraph(before, next, order(before, next));
    }

    private static int[] before(Step step, Map<StepId, Integer> numbers, Map<String, Integer> writers) {
        List<Integer> found = new ArrayList<>();
        step.after().forEach(id -> Optional.ofNullable(numbers.get(id)).ifPresent(found::add));
        step.inputs().forEach(file -> Optional.ofNullable(writers.get(file)).ifPresent(found::add));
        return found.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
    }

    private static int[][] reversed(int[][] edges) {
        int[] counts = new int[edges.length];
        for (int[] ends : edges) {
            for (int end : ends) {
                counts[end]++;
            }
        }
        int[][] reversed = new int[edges.length][];
        for (int i = 0; i < edges.length; i++) {
            reversed[i] = new int[counts[i]];
        }
        int[] filled = new int[edges.length];
        for (int i = 0; i < edges.length; i++) {
            for (int end : edges[i]) {
                reversed[end][filled[end]++] = i;
            }
        }
        return reversed;
    }

    /** Returns the steps in an order that respects the edges; shorter than the graph where there is a cycle. */
    private static int[] order(int[][] before, int[][] next) {
        int[] left = new int[before.length];
        int[] order = new int[before.length];
        int end = 0;
        for (int i = 0; i < before.length; i++) {
            left[i] = before[i].length;
            if (left[i] == 0) {
                order[end++] = i;
            }
        }
        for (int begin = 0; begin < end; begin++) {
            for (int follower : next[order[begin]]) {
                if (--left[follower] == 0) {
                    order[end++] = follower;
                }
            }
        }
        return Arrays.copyOf(order, end);
    }

    /** Returns the number of steps. */
    public int size() {
        return before.length;
    }

    /** Returns the number of edges. O(steps). */
    public int edges() {
        return Arrays.stream(before).mapToInt(ends -> ends.length).sum();
    }

    /** Returns the steps that must end before a step starts, ascending. */
    public int[] before(int step) {
        return before[step].clone();
    }

    /** Returns the steps that wait for a step, ascending. */
    public int[] next(int step) {
        return next[step].clone();
    }

    /** Returns the steps in an order in which each comes after those that it waits for. */
    public int[] order() {
        return order.clone();
    }

    /** Returns whether each step can be reached in order; false for a graph with a cycle. */
    boolean isAcyclic() {
        return order.length == before.length;
    }

    /** Returns the level of each step: 0 without a step before, else one above the highest level before. O(size). */
    public int[] levels() {
        int[] levels = new int[size()];
        for (int step : order) {
            for (int earlier : before[step]) {
                levels[step] = Math.max(levels[step], levels[earlier] + 1);
            }
        }
        return levels;
    }

    /** Returns the steps of one cycle; empty for a graph without a cycle. O(size). */
    List<Integer> cycle() {
        boolean[] ordered = new boolean[size()];
        for (int step : order) {
            ordered[step] = true;
        }
        int step = 0;
        while (step < size() && ordered[step]) {
            step++;
        }
        return step == size() ? List.of() : cycleFrom(step, ordered);
    }

    /** Returns the cycle found by going back from a step; each step outside the order has one before it there. */
    private List<Integer> cycleFrom(int start, boolean[] ordered) {
        int[] position = new int[size()];
        List<Integer> way = new ArrayList<>();
        int step = start;
        while (position[step] == 0) {
            way.add(step);
            position[step] = way.size();
            step = Arrays.stream(before[step])
                    .filter(earlier -> !ordered[earlier])
                    .findFirst()
                    .orElseThrow();
        }
        return List.copyOf(way.subList(position[step] - 1, way.size()));
    }

    /**
     * Returns the groups of one cycle if the steps of a group count as one; empty if there is none. O(size + edges).
     *
     * @param group the group of each step: the number of one of its steps
     */
    List<Integer> cycleOfGroups(int[] group) {
        List<List<Integer>> earlier = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            earlier.add(new ArrayList<>());
        }
        for (int i = 0; i < size(); i++) {
            for (int step : before[i]) {
                earlier.get(group[i]).add(group[step]);
            }
        }
        int[][] groups = new int[size()][];
        for (int i = 0; i < size(); i++) {
            groups[i] = earlier.get(i).stream()
                    .mapToInt(Integer::intValue)
                    .sorted()
                    .distinct()
                    .toArray();
        }
        int[][] later = reversed(groups);
        return new StepGraph(groups, later, order(groups, later)).cycle();
    }
}
