package io.banyan.workflow.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlannedStartsTest {
    private static final Workflow WORKFLOW = Workflow.of(
            "w",
            List.of(
                    Step.of("a", Needs.ofCores(2), 60_000),
                    Step.of("b", Needs.ofCores(2), 60_000),
                    Step.of("c", Needs.ofCores(2), 60_000),
                    Step.of("late", Needs.ofCores(1), 60_000)));

    /** A block of two lanes from 100 on, which starts c before a and b, and a block from 700 on. */
    private static final PlannedStarts STARTS = new PlannedStarts(
            WORKFLOW,
            new RunPlan(
                    100,
                    1300,
                    100,
                    600,
                    List.of(block("c", List.of("c", "a", "b"), 100, 5), block("late", List.of("late"), 700, 1)),
                    List.of(),
                    1,
                    "test",
                    true,
                    0,
                    List.of()));

    private static RunPlan.PlannedBlock block(String name, List<String> steps, long startSec, int cores) {
        return new RunPlan.PlannedBlock(
                name, steps, startSec, startSec + 600, List.of("n0"), new TreeMap<>(Map.of("core", cores)), "r", 600);
    }

    private static TaskRecord task(String id) {
        Step step = WORKFLOW.steps().stream()
                .filter(it -> it.id().path().equals(id))
                .findFirst()
                .orElseThrow();
        return TaskRecord.ready(new RunTask.OfStep(id, step, 0, 1));
    }

    private static RunEffect.Start start(String id, String reservation) {
        Optional<String> inside = reservation.isEmpty() ? Optional.empty() : Optional.of(reservation);
        return new RunEffect.Start(
                task(id), inside, inside.isEmpty() ? OptionalLong.of(60) : OptionalLong.empty(), OptionalLong.empty());
    }

    private static List<String> due(List<RunEffect.Start> ready, List<TaskRecord> withJob, long nowSec) {
        return STARTS.due(ready, withJob, nowSec).stream()
                .map(start -> start.task().task().id())
                .toList();
    }

    @Test
    void aTaskWaitsForTheStartOfItsBlock() {
        List<RunEffect.Start> ready = List.of(start("late", "r"), start("a", "r"));
        assertThat(due(ready, List.of(), 99)).isEmpty();
        assertThat(STARTS.nextSec(ready, 99)).hasValue(100);
        assertThat(due(ready, List.of(), 100)).containsExactly("a");
        assertThat(STARTS.nextSec(ready, 100)).hasValue(700);
        assertThat(due(ready, List.of(), 700)).containsExactly("a", "late");
        assertThat(STARTS.nextSec(ready, 700)).isEmpty();
    }

    @Test
    void tasksStartInTheOrderOfTheirBlockInItsLanes() {
        List<RunEffect.Start> ready = List.of(start("a", "r"), start("b", "r"), start("c", "r"));
        assertThat(due(ready, List.of(), 100)).containsExactly("c", "a");
        assertThat(due(List.of(start("b", "r")), List.of(task("c").submitted("1", "r")), 100))
                .containsExactly("b");
        assertThat(due(
                        List.of(start("b", "r")),
                        List.of(task("c").submitted("1", "r"), task("a").submitted("2", "r")),
                        100))
                .isEmpty();
    }

    @Test
    void aTaskOfTheQueueStartsAtOnceAndUsesNoLane() {
        assertThat(due(List.of(start("late", "")), List.of(), 0)).containsExactly("late");
        assertThat(STARTS.nextSec(List.of(start("late", "")), 0)).isEmpty();
        assertThat(due(
                        List.of(start("b", "r")),
                        List.of(task("c").submitted("1", ""), task("a").submitted("2", "r")),
                        100))
                .containsExactly("b");
    }
}
