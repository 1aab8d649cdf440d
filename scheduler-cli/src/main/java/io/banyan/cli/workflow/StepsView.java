package io.banyan.cli.workflow;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.ALWAYS;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.cli.output.Table;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A workflow with its steps, in an order that respects their edges. */
record StepsView(String name, int edges, List<StepView> steps) {
    /**
     * A step.
     *
     * @param level 0 for a step without a step before, else one more than the highest level before
     * @param after the steps that must end before it starts
     * @param tasks the number of its tasks
     * @param needs the resources of one task
     * @param time the run time of one task
     */
    record StepView(
            String step,
            int level,
            String tasks,
            String needs,
            String time,
            @JsonInclude(ALWAYS) List<String> after) {}

    static StepsView of(Workflow workflow) {
        StepGraph graph = StepGraph.of(workflow);
        int[] levels = graph.levels();
        List<StepView> steps = new ArrayList<>();
        for (int i : graph.order()) {
            Step step = workflow.steps().get(i);
            List<String> after = Arrays.stream(graph.before(i))
                    .mapToObj(earlier -> workflow.steps().get(earlier).id().path())
                    .toList();
            steps.add(new StepView(
                    step.id().path(),
                    levels[i],
                    StepText.width(step.width()),
                    StepText.needs(step.needs()),
                    StepText.time(step.time()),
                    after));
        }
        return new StepsView(workflow.name(), graph.edges(), steps);
    }

    String text() {
        Table table = new Table()
                .left("step")
                .right("level")
                .right("tasks")
                .left("a task needs")
                .right("time")
                .left("after");
        for (StepView step : steps) {
            table.row(step.step(), step.level(), step.tasks(), step.needs(), step.time(), StepText.names(step.after()));
        }
        return name + ": " + StepText.counted(steps.size(), "step") + ", " + StepText.counted(edges, "edge") + "\n"
                + table;
    }
}
