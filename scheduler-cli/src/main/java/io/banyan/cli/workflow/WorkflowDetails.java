package io.banyan.cli.workflow;

import io.banyan.cli.output.Table;
import io.banyan.engine.store.StoredBlock;
import io.banyan.engine.store.StoredRevision;
import io.banyan.engine.store.StoredStep;
import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.rset.HostList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A workflow with its steps. Times are in seconds since the epoch.
 *
 * @param hasEngine whether a process executes it
 */
record WorkflowDetails(
        WorkflowList.Line workflow,
        boolean hasEngine,
        List<StepLine> steps,
        List<TaskLine> tasks,
        List<RevisionLine> revisions) {
    private static final long MINUTE_SEC = 60;

    /**
     * One change of the plan.
     *
     * @param moved the number of blocks that moved
     * @param blocks the number of blocks that had not begun, or needed another place
     * @param lateSec the seconds by which the plan ends later than the first one; negative if it ends sooner
     */
    record RevisionLine(long atSec, String reason, int moved, int blocks, long lateSec) {
        static RevisionLine of(StoredRevision revision) {
            return new RevisionLine(
                    revision.atSec(), revision.reason(), revision.moved(), revision.blocks(), revision.lateSec());
        }

        String text() {
            return delay() + ": " + reason + "; " + moved + " of " + blocks + " blocks moved";
        }

        private String delay() {
            long amount = Math.abs(lateSec);
            if (amount == 0) {
                return "on time";
            }
            String words = amount < MINUTE_SEC ? amount + " s" : Math.ceilDiv(amount, MINUTE_SEC) + " min";
            return words + (lateSec > 0 ? " late" : " early");
        }
    }

    /**
     * One step.
     *
     * @param state the state of its tasks: waiting, running, succeeded, failed, cancelled, or skipped if the run is
     *     over without them
     * @param plannedStartSec the start of its block; null without a plan or a block
     * @param startSec the start of its first task
     * @param endSec the end of its last task, if all are over
     * @param nodes the nodes of its tasks
     */
    record StepLine(
            String step,
            String state,
            long succeeded,
            long tasks,
            @Nullable Long plannedStartSec,
            @Nullable Long plannedEndSec,
            @Nullable Long startSec,
            @Nullable Long endSec,
            List<String> nodes) {}

    /**
     * One task that has begun or is ready.
     *
     * @param reservation the reservation of its job; null for the queue
     * @param exitCode the exit code of its program; null while it has not ended
     */
    record TaskLine(
            String task,
            String step,
            int attempt,
            String state,
            @Nullable String job,
            @Nullable String reservation,
            @Nullable Long startSec,
            @Nullable Long endSec,
            List<String> nodes,
            @Nullable Integer exitCode,
            String detail) {
        static TaskLine of(StoredTask task) {
            return new TaskLine(
                    task.name(),
                    task.step(),
                    task.attempt(),
                    task.state(),
                    task.job().isEmpty() ? null : task.job(),
                    task.reservation().isEmpty() ? null : task.reservation(),
                    task.startSec() == 0 ? null : task.startSec(),
                    task.endSec() == 0 ? null : task.endSec(),
                    task.nodes().isEmpty() ? List.of() : List.of(task.nodes().split(" ", -1)),
                    task.exitCode() < 0 ? null : task.exitCode(),
                    task.detail());
        }
    }

    static WorkflowDetails of(WorkflowStore store, long id) throws IOException {
        Map<String, StoredBlock> blocks = new HashMap<>();
        for (StoredBlock block : store.blocks(id)) {
            block.steps().forEach(step -> blocks.put(step, block));
        }
        Map<String, List<StoredTask>> tasks = new HashMap<>();
        List<StoredTask> all = store.tasks(id);
        all.forEach(task ->
                tasks.computeIfAbsent(task.step(), it -> new ArrayList<>()).add(task));
        boolean isOver = WorkflowDirectory.required(store, id).phase().isOver();
        List<StepLine> steps = new ArrayList<>();
        for (StoredStep step : store.steps(id)) {
            steps.add(line(step, blocks.get(step.name()), tasks.getOrDefault(step.name(), List.of()), isOver));
        }
        return new WorkflowDetails(
                WorkflowList.Line.of(WorkflowDirectory.required(store, id)),
                !isOver
                        && EngineLock.isTaken(
                                store.directory(), store.submission(id).batch()),
                List.copyOf(steps),
                all.stream().map(TaskLine::of).toList(),
                store.revisions(id).stream().map(RevisionLine::of).toList());
    }

    private static StepLine line(
            StoredStep step, @Nullable StoredBlock block, List<StoredTask> tasks, boolean isRunOver) {
        TreeSet<String> nodes = new TreeSet<>();
        tasks.stream()
                .filter(task -> !task.nodes().isEmpty())
                .forEach(task -> nodes.addAll(List.of(task.nodes().split(" ", -1))));
        boolean isOver = !tasks.isEmpty() && tasks.stream().allMatch(StoredTask::isOver);
        return new StepLine(
                step.name(),
                state(tasks, isRunOver),
                tasks.stream().filter(task -> task.state().equals("succeeded")).count(),
                Math.max(step.plannedTasks(), tasks.size()),
                block == null ? null : block.startSec(),
                block == null ? null : block.endSec(),
                tasks.stream()
                        .map(StoredTask::startSec)
                        .filter(sec -> sec > 0)
                        .min(Long::compare)
                        .orElse(null),
                isOver
                        ? tasks.stream()
                                .map(StoredTask::endSec)
                                .max(Long::compare)
                                .orElse(null)
                        : null,
                List.copyOf(nodes));
    }

    private static String state(List<StoredTask> tasks, boolean isRunOver) {
        for (String state : List.of("running", "failed", "cancelled")) {
            if (tasks.stream().anyMatch(task -> task.state().equals(state))) {
                return state;
            }
        }
        boolean isDone =
                !tasks.isEmpty() && tasks.stream().allMatch(task -> task.state().equals("succeeded"));
        if (isDone) {
            return "succeeded";
        }
        return isRunOver ? "skipped" : "waiting";
    }

    String text() {
        StringBuilder text = new StringBuilder()
                .append("workflow ")
                .append(workflow.id())
                .append(", ")
                .append(workflow.name())
                .append(": ")
                .append(workflow.state())
                .append('\n');
        if (!workflow.problem().isEmpty()) {
            text.append(workflow.problem()).append('\n');
        }
        if (!hasEngine && workflow.endedSec() == null) {
            text.append("No engine runs it; 'banyan workflow serve' continues it.\n");
        }
        if (!revisions.isEmpty()) {
            text.append(revisions.getLast().text()).append('\n');
        }
        Table table = new Table()
                .left("step")
                .left("state")
                .right("tasks")
                .left("planned start")
                .left("planned end")
                .left("start")
                .left("end")
                .left("nodes");
        for (StepLine step : steps) {
            table.row(
                    step.step(),
                    step.state(),
                    step.succeeded() + "/" + step.tasks(),
                    WorkflowList.time(step.plannedStartSec()),
                    WorkflowList.time(step.plannedEndSec()),
                    WorkflowList.time(step.startSec()),
                    WorkflowList.time(step.endSec()),
                    step.nodes().isEmpty() ? "-" : HostList.of(step.nodes()));
        }
        return text.append(table).toString();
    }
}
