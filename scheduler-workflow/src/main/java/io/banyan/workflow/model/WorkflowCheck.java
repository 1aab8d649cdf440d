package io.banyan.workflow.model;

import io.banyan.workflow.model.WorkflowFault.Contradiction;
import io.banyan.workflow.model.WorkflowFault.Cycle;
import io.banyan.workflow.model.WorkflowFault.SameName;
import io.banyan.workflow.model.WorkflowFault.TwoWriters;
import io.banyan.workflow.model.WorkflowFault.UnknownStep;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the first reason why a list of steps is no workflow. */
public final class WorkflowCheck {
    private final List<Step> steps;
    private final Map<StepId, Integer> numbers = new HashMap<>();

    private WorkflowCheck(List<Step> steps) {
        this.steps = steps;
    }

    /** Returns the first fault of the steps; empty if there is none. O(steps + edges), and as much for each rule. */
    public static Optional<WorkflowFault> fault(List<Step> steps) {
        var check = new WorkflowCheck(steps);
        return check.names()
                .or(check::references)
                .or(check::writers)
                .or(check::cycles)
                .or(check::contradictions);
    }

    private Optional<WorkflowFault> names() {
        for (int i = 0; i < steps.size(); i++) {
            if (numbers.putIfAbsent(steps.get(i).id(), i) != null) {
                return Optional.of(new SameName(steps.get(i).id()));
            }
        }
        return Optional.empty();
    }

    private Optional<WorkflowFault> references() {
        for (Step step : steps) {
            for (var named : List.of(
                    step.after(), step.placement().together(), step.placement().sameNode())) {
                for (StepId id : named.stream().sorted().toList()) {
                    if (!numbers.containsKey(id)) {
                        return Optional.of(new UnknownStep(step.id(), id));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<WorkflowFault> writers() {
        Map<String, StepId> writers = new HashMap<>();
        for (Step step : steps) {
            for (String file : step.outputs()) {
                StepId other = writers.putIfAbsent(file, step.id());
                if (other != null) {
                    return Optional.of(new TwoWriters(step.id(), other, file));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<WorkflowFault> cycles() {
        StepGraph graph = StepGraph.of(steps);
        return graph.isAcyclic()
                ? Optional.empty()
                : Optional.of(new Cycle(
                        graph.cycle().stream().map(i -> steps.get(i).id()).toList()));
    }

    /** Steps that start together count as one step: a cycle of such groups has no plan. */
    private Optional<WorkflowFault> contradictions() {
        int[] group = new int[steps.size()];
        Arrays.setAll(group, i -> i);
        for (int i = 0; i < steps.size(); i++) {
            for (StepId other : steps.get(i).placement().together()) {
                group[root(group, i)] = root(group, numbers.getOrDefault(other, i));
            }
        }
        Arrays.setAll(group, i -> root(group, i));
        List<Integer> cycle = StepGraph.of(steps).cycleOfGroups(group);
        return steps.stream()
                .filter(step -> !step.placement().together().isEmpty())
                .filter(step -> cycle.contains(group[numbers.getOrDefault(step.id(), 0)]))
                .findFirst()
                .map(step -> new Contradiction(
                        step.id(), Collections.min(step.placement().together())));
    }

    private static int root(int[] parents, int step) {
        int root = step;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }
}
