package io.banyan.sim.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.workflow.format.yaml.WorkflowYaml;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IdealScheduleTest {
    private static TaskGraph graph(String steps, double error) throws DocumentException {
        var workflow = WorkflowYaml.read("{kind: workflow, steps: {" + steps + "}}", "w", "w");
        return TaskGraph.of(WorkflowReduction.of(workflow, Settings.PLANNING.reduction()), error, 5);
    }

    private static IdealSchedule schedule(String steps, int cores) throws DocumentException {
        return IdealSchedule.of(graph(steps, 1), Map.of("core", cores), TaskGraph.Task::statedMillis);
    }

    @Test
    void tasksRunSideBySideAsFarAsThereAreCores() throws DocumentException {
        String steps = "a: {time: 60s, cores: 2}, b: {time: 100s, cores: 3, scatter: 4, after: [a]}";
        assertThat(schedule(steps, 12)).isEqualTo(new IdealSchedule(160_000, new TreeMap<>(Map.of("core", 12))));
        assertThat(schedule(steps, 7)).isEqualTo(new IdealSchedule(260_000, new TreeMap<>(Map.of("core", 6))));
        assertThatThrownBy(() -> schedule(steps, 2))
                .hasMessage("task 'b[0]' needs 3 cores, and the machine has 2 cores");
    }

    @Test
    void tasksWaitForThoseBeforeAStepWithoutTasks() throws DocumentException {
        String steps = "a: {time: 60s, cores: 1, scatter: 2}, none: {time: 5s, cores: 1, scatter: 0, after: [a]},"
                + " b: {time: 30s, cores: 1, after: [none]}";
        TaskGraph graph = graph(steps, 1);
        assertThat(graph.tasks()).hasSize(3);
        assertThat(graph.task("b").before()).isEqualTo(List.of(0, 1));
        assertThat(schedule(steps, 9).millis()).isEqualTo(90_000);
    }

    @Test
    void anErrorMakesTasksShorterThanStated() throws DocumentException {
        TaskGraph graph = graph("a: {time: 1000s, cores: 2, scatter: 50}", 2);
        assertThat(graph.tasks())
                .allMatch(task -> task.ranMillis() >= 500_000
                        && task.ranMillis() <= task.statedMillis()
                        && task.ranMillis() % 1000 == 0);
        assertThat(graph.tasks().stream()
                        .map(TaskGraph.Task::ranMillis)
                        .distinct()
                        .count())
                .isGreaterThan(30);
        assertThat(graph.usedCoreMillis())
                .isEqualTo(graph.tasks().stream()
                        .mapToDouble(task -> 2.0 * task.ranMillis())
                        .sum());
    }
}
