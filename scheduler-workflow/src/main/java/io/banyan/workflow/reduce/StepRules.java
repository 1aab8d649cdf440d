package io.banyan.workflow.reduce;

import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.Workflow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The rules of steps for each other, in both directions: a step has those that other steps state about it. */
final class StepRules {
    private final Map<StepId, Set<StepId>> together = new HashMap<>();
    private final Map<StepId, Set<StepId>> sameNode = new HashMap<>();

    private StepRules() {}

    /** Returns the rules of a workflow. O(steps + rules). */
    static StepRules of(Workflow workflow) {
        var rules = new StepRules();
        for (Step step : workflow.steps()) {
            step.placement().together().forEach(other -> join(rules.together, step.id(), other));
            step.placement().sameNode().forEach(other -> join(rules.sameNode, step.id(), other));
        }
        return rules;
    }

    private static void join(Map<StepId, Set<StepId>> rules, StepId one, StepId other) {
        rules.computeIfAbsent(one, it -> new HashSet<>()).add(other);
        rules.computeIfAbsent(other, it -> new HashSet<>()).add(one);
    }

    /** Returns the placement of a step with the rules that others state about it. */
    StepPlacement placement(Step step) {
        StepPlacement own = step.placement();
        return new StepPlacement(
                own.where(),
                together.getOrDefault(step.id(), Set.of()),
                sameNode.getOrDefault(step.id(), Set.of()),
                own.segments());
    }
}
