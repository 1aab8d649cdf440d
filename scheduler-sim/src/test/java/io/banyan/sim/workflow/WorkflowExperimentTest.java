package io.banyan.sim.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.banyan.queue.QueuePolicy;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.workflow.WorkflowExperiment.Cell;
import io.banyan.sim.workflow.WorkflowExperiment.StreamResult;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkflowExperimentTest {
    private static final Workflow CHAIN = BuiltInWorkflows.find("chain").orElseThrow();

    private static TrialResult result(String problem, double makespanSec, int broken) {
        return new TrialResult(problem, 2 * makespanSec, makespanSec, 2, 10, 1, 50, 4, broken, 7, 0, 0);
    }

    private static Cell cell(WorkflowMethod method, TrialResult... results) {
        List<StreamResult> without = new ArrayList<>();
        for (int i = 0; i < results.length; i++) {
            without.add(new StreamResult(40, 1, 3));
        }
        return new Cell(QueuePolicy.EASY, 0.8, CHAIN, method, List.of(results), without);
    }

    @Test
    void seedsWhoseWorkflowDidNotEndAreLeftOutOfMeans() {
        Cell plain = cell(WorkflowMethod.PLAIN, result("", 100, 0), result("", 200, 0), result("", 600, 0));
        Cell around = cell(WorkflowMethod.AROUND, result("", 90, 1), result("failed", 9999, 3), result("", 110, 2));
        assertThat(around.incomplete()).isEqualTo(1);
        assertThat(around.estimate(WorkflowMetric.MAKESPAN).mean()).isEqualTo(100);
        assertThat(around.estimate(WorkflowMetric.MAKESPAN).count()).isEqualTo(2);
        // Of the first and the third seed: 90 - 100 and 110 - 600.
        assertThat(around.difference(plain, WorkflowMetric.MAKESPAN).mean()).isEqualTo(-250);
        assertThat(around.makespanDeviationSec()).isCloseTo(Math.sqrt(200), within(1e-9));
        // Broken promises count in every seed: 1, 3 and 2, each beside 1 without the workflow.
        assertThat(around.added((with, without) -> with.broken() - without.broken())
                        .mean())
                .isEqualTo(1);
    }

    @Test
    void thereIsACellForEachPolicyLoadWorkflowAndMethod() {
        var machine = StreamMachine.of(32, 16, 2);
        var experiment = new WorkflowExperiment(
                seed -> Generator.parse("lublin:jobs=20,nodes=32")
                        .trace(seed)
                        .workload()
                        .jobs(),
                machine,
                new JobStream.Settings(20, 0, 1),
                Settings.PLANNING,
                1,
                3,
                2);
        var plan = new WorkflowExperiment.Plan(
                List.of(QueuePolicy.EASY, QueuePolicy.HYBRID),
                List.of(0.5, 0.9),
                List.of(CHAIN),
                List.of(WorkflowMethod.PLAIN, WorkflowMethod.BEHIND));
        List<Long> progress = new ArrayList<>();
        List<Cell> cells = experiment.run(plan, progress::add);
        assertThat(cells)
                .extracting(one -> one.policy().name() + " " + one.load() + " " + one.method())
                .containsExactly(
                        "easy 0.5 plain",
                        "easy 0.5 behind",
                        "easy 0.9 plain",
                        "easy 0.9 behind",
                        "hybrid 0.5 plain",
                        "hybrid 0.5 behind",
                        "hybrid 0.9 plain",
                        "hybrid 0.9 behind");
        assertThat(cells)
                .allMatch(one -> one.results().size() == 2 && one.without().size() == 2);
        // Two policies, two loads and two seeds, each without the workflow and with two methods.
        assertThat(progress).hasSize(24).endsWith(24L);
        assertThat(experiment.runs(plan)).isEqualTo(24);
    }
}
