package io.banyan.workflow.run;

import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The progress of the blocks of a plan. A change of a task costs O(1). The situations of all blocks cost O(blocks +
 * their edges + tasks that are not over).
 */
final class RunProgress {
    /** The known tasks of a block. */
    private static final class BlockTasks {
        private final Map<String, TaskRecord> unfinished = new LinkedHashMap<>();
        private final Set<StepId> begunSteps = new LinkedHashSet<>();
        private final int steps;
        private boolean hasBegun;
        private long lastEndSec;

        BlockTasks(int steps) {
            this.steps = steps;
        }
    }

    private final Workflow workflow;
    private final TaskFlow flow;
    private final TaskStarts starts;
    private final OpenReservations reservations;
    private final Map<StepId, BlockTasks> byStep = new HashMap<>();
    private final Map<StepId, Set<String>> stepTasks = new LinkedHashMap<>();
    /** The times at which tasks came into the queue. */
    private final Map<String, Long> queuedSec = new HashMap<>();
    /** The tasks that wait in the queue for an earlier start than that of their reservations. */
    private final Set<String> hopeful = new HashSet<>();

    private final List<BlockTasks> blocks = new ArrayList<>();
    private BlockOrder order;

    RunProgress(Workflow workflow, TaskFlow flow, TaskStarts starts, OpenReservations reservations) {
        this.workflow = workflow;
        this.flow = flow;
        this.starts = starts;
        this.reservations = reservations;
        this.order = BlockOrder.of(workflow, List.of());
    }

    /** Takes the blocks of the first plan that is booked. A revision has the same blocks. O(edges). */
    void begin(RunPlan plan) {
        order = BlockOrder.of(workflow, plan.blocks());
        for (RunPlan.PlannedBlock block : plan.blocks()) {
            BlockTasks tasks = new BlockTasks(block.steps().size());
            blocks.add(tasks);
            block.steps().forEach(step -> byStep.put(new StepId(step), tasks));
        }
    }

    /** Takes the new state of a task. */
    void put(TaskRecord task) {
        String id = task.task().id();
        StepId step = task.task().step();
        stepTasks.computeIfAbsent(step, it -> new LinkedHashSet<>()).add(id);
        BlockTasks block = byStep.get(step);
        if (block == null) {
            return;
        }
        block.begunSteps.add(step);
        if (task.isOver()) {
            block.unfinished.remove(id);
            block.lastEndSec = Math.max(block.lastEndSec, task.endSec());
        } else {
            block.unfinished.put(id, task);
        }
        block.hasBegun |= task.isOver() || isBusy(task);
    }

    /** Notes that a job waits; in the queue, although its reservation has time enough for it, it is hopeful. */
    void submitted(TaskRecord task, RunEvent.Submitted event) {
        hopeful.remove(event.task());
        if (event.reservation().isEmpty()) {
            queuedSec.put(event.task(), event.atSec());
            if (starts.inside(task, event.atSec()).isPresent()) {
                hopeful.add(event.task());
            }
        }
    }

    /** Returns whether a task waits in the queue for an earlier start than that of its reservation. */
    boolean isHopeful(TaskRecord task) {
        return task.state() == TaskRecord.State.WAITING
                && hopeful.contains(task.task().id());
    }

    /** Returns whether a block needs its reservation no more, because all its tasks run outside of it. */
    boolean runsOutside(StepId step) {
        BlockTasks block = byStep.get(step);
        return block != null
                && !block.unfinished.isEmpty()
                && block.begunSteps.size() == block.steps
                && block.unfinished.values().stream()
                        .allMatch(task ->
                                task.startSec() > 0 && task.reservation().isEmpty());
    }

    /** Returns the number of known tasks of each step. O(steps). */
    Map<StepId, Integer> widths() {
        Map<StepId, Integer> widths = new LinkedHashMap<>();
        stepTasks.forEach((step, tasks) -> widths.put(step, tasks.size()));
        return widths;
    }

    /** Returns whether a task of a block has a job that runs, or that waits in the queue. */
    boolean isBusy(int block) {
        return blocks.get(block).unfinished.values().stream().anyMatch(this::isBusy);
    }

    private boolean isBusy(TaskRecord task) {
        boolean isInQueue = task.reservation().isEmpty() && !isHopeful(task);
        return task.state() == TaskRecord.State.ENDED || (task.hasJob() && (task.startSec() > 0 || isInQueue));
    }

    /** Returns the situations of the blocks, in the order of the plan. */
    List<BlockSituation> situations(RunPlan plan, long nowSec) {
        List<BlockSituation> all = new ArrayList<>();
        for (int i = 0; i < plan.blocks().size(); i++) {
            all.add(situation(plan, i, all, nowSec));
        }
        return all;
    }

    private BlockSituation situation(RunPlan plan, int index, List<BlockSituation> earlier, long nowSec) {
        RunPlan.PlannedBlock block = plan.blocks().get(index);
        BlockTasks tasks = blocks.get(index);
        if (isOver(block, tasks)) {
            return new BlockSituation(block, BlockSituation.Stage.OVER, tasks.lastEndSec, true, "");
        }
        if (tasks.hasBegun) {
            return begun(block, tasks, nowSec);
        }
        Optional<BlockSituation> last = order.before(index).stream()
                .map(earlier::get)
                .filter(one -> one.stage() != BlockSituation.Stage.OVER)
                .reduce((one, other) -> other.untilSec() > one.untilSec() ? other : one);
        boolean willRun = last.isPresent() || !tasks.unfinished.isEmpty();
        long from = Math.max(
                nowSec,
                Math.max(block.startSec(), last.map(BlockSituation::untilSec).orElse(0L)));
        boolean isLate = block.endSec() <= from + TaskStarts.least(block.runSeconds());
        boolean isLost = !reservations.isOpen(block.reservation());
        if (willRun && (isLate || isLost)) {
            String reason = isLost ? "reservation " + block.reservation() + " was lost" : late(block, index, earlier);
            long until = Math.max(block.endSec(), from + block.runSeconds());
            return new BlockSituation(block, BlockSituation.Stage.DISPLACED, until, false, reason);
        }
        boolean isNear = block.startSec() <= nowSec + plan.slotSeconds();
        return new BlockSituation(
                block,
                isNear ? BlockSituation.Stage.HELD : BlockSituation.Stage.MOVABLE,
                Math.max(block.endSec(), nowSec),
                false,
                "");
    }

    /** Returns the reason of a delay: the block before that ends last, or ended last. */
    private String late(RunPlan.PlannedBlock block, int index, List<BlockSituation> earlier) {
        return order.before(index).stream()
                .map(earlier::get)
                .filter(one -> one.untilSec() > block.startSec())
                .reduce((one, other) -> other.untilSec() > one.untilSec() ? other : one)
                .map(one ->
                        "step " + one.name() + (one.stage() == BlockSituation.Stage.OVER ? " ended late" : " is late"))
                .orElse("step " + block.name() + " is late");
    }

    private boolean isOver(RunPlan.PlannedBlock block, BlockTasks tasks) {
        return tasks.unfinished.isEmpty()
                && block.steps().stream()
                        .map(StepId::new)
                        .allMatch(step -> tasks.begunSteps.contains(step) || flow.isComplete(step));
    }

    private BlockSituation begun(RunPlan.PlannedBlock block, BlockTasks tasks, long nowSec) {
        boolean isOutside = runsOutside(new StepId(block.steps().getFirst()));
        long until = isOutside ? nowSec : Math.max(nowSec, block.endSec());
        Optional<TaskRecord> homeless = Optional.empty();
        boolean isBusy = false;
        for (TaskRecord task : tasks.unfinished.values()) {
            isBusy |= task.hasJob() || task.state() == TaskRecord.State.ENDED;
            boolean isReady = task.state() == TaskRecord.State.READY;
            boolean hasRoom = isReady && starts.inside(task, nowSec).isPresent();
            if (isReady && task.isPlanned() && !hasRoom && homeless.isEmpty()) {
                homeless = Optional.of(task);
            }
            if (isReady ? !hasRoom : task.reservation().isEmpty() && !isHopeful(task)) {
                until = Math.max(until, endInQueue(task, nowSec));
            }
        }
        boolean isDisplaced = homeless.isPresent() && !isBusy;
        return new BlockSituation(
                block,
                isDisplaced ? BlockSituation.Stage.DISPLACED : BlockSituation.Stage.HELD,
                isDisplaced ? Math.max(until, nowSec + block.runSeconds()) : until,
                true,
                isDisplaced ? homeless(homeless.get()) : "");
    }

    private static String homeless(TaskRecord task) {
        String what = "task " + task.task().id();
        return task.failures() > 0 ? what + " failed, and its retry does not fit" : what + " is late";
    }

    /** Returns the time at which a task in the queue ends: a task that waits is expected to wait as long again. */
    private long endInQueue(TaskRecord task, long nowSec) {
        long seconds = starts.seconds(task.task().step());
        if (task.startSec() > 0) {
            return Math.max(nowSec, task.startSec() + seconds);
        }
        return nowSec + seconds + nowSec - queuedSec.getOrDefault(task.task().id(), nowSec);
    }

    /**
     * Returns the facts that may make the plan better: blocks that ended a slot before their planned end or sooner, and
     * steps with another number of tasks than planned. O(blocks + steps).
     */
    List<String> chances(RunPlan plan, Map<StepId, Integer> plannedWidths) {
        List<String> chances = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            RunPlan.PlannedBlock block = plan.blocks().get(i);
            BlockTasks tasks = blocks.get(i);
            if (tasks.lastEndSec > 0
                    && isOver(block, tasks)
                    && block.endSec() - tasks.lastEndSec >= plan.slotSeconds()) {
                chances.add("step " + block.name() + " ended early");
            }
        }
        stepTasks.forEach((step, tasks) -> {
            int planned = plannedWidths.getOrDefault(step, tasks.size());
            if (planned != tasks.size()) {
                chances.add("step " + step + " has " + tasks.size() + " tasks instead of " + planned);
            }
        });
        return chances;
    }
}
