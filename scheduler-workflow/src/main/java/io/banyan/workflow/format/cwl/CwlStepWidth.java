package io.banyan.workflow.format.cwl;

import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.format.cwl.CwlRequirement.BanyanResources;
import io.banyan.workflow.model.Width;
import java.util.Map;
import java.util.Optional;

/** The number of tasks of a step: that of its own scatter, times those of the workflows around it. */
final class CwlStepWidth {
    private CwlStepWidth() {}

    /** Returns the number of tasks of a scattered step; 1 for another one, empty if it is not known. */
    static Optional<Integer> tasks(CwlStep step, Map<String, CwlFlow> linked) throws ExpressionException {
        long tasks = 1;
        for (int i = 0; i < step.scatter().size(); i++) {
            String id = step.scatter().get(i);
            CwlFlow flow = linked.getOrDefault(id, CwlFlow.unknown());
            if (flow.value().isPresent() && !flow.value().get().isArray()) {
                throw new ExpressionException(
                        "step '" + step.id() + "' scatters input '" + id + "', which is not a list");
            }
            if (flow.items().isEmpty()) {
                return Optional.empty();
            }
            int items = flow.items().get();
            if (step.method() == CwlStep.Method.DOTPRODUCT && i > 0 && items != tasks) {
                throw new ExpressionException("step '" + step.id() + "' scatters lists of " + tasks + " and " + items
                        + " items by dotproduct, expected lists of the same length");
            }
            tasks = step.method() == CwlStep.Method.DOTPRODUCT ? items : tasks * items;
            if (tasks > Width.MAX) {
                throw tooMany(step);
            }
        }
        return Optional.of((int) tasks);
    }

    /** Returns the number of tasks in all runs of the workflow around the step; {@code tasks} is that in one run. */
    static Width width(Width outer, Optional<Integer> tasks, CwlStep step, CwlRequirements requirements)
            throws ExpressionException {
        if (step.scatter().isEmpty()) {
            return outer;
        }
        int expected = tasks.orElseGet(() -> requirements
                .get(BanyanResources.class)
                .flatMap(BanyanResources::width)
                .orElse(1));
        long all = (long) outer.planned(1) * expected;
        if (all > Width.MAX) {
            throw tooMany(step);
        }
        boolean exact = outer instanceof Width.Exactly && tasks.isPresent();
        return exact ? new Width.Exactly((int) all) : new Width.Expected(Math.max(1, (int) all));
    }

    private static ExpressionException tooMany(CwlStep step) {
        return new ExpressionException("step '" + step.id() + "' has more than " + Width.MAX + " tasks");
    }
}
