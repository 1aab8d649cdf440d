package io.banyan.workflow.fill;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The comparison of the books of a scheduler with each other. */
final class FillCheck {
    private final FillState state;
    private final GangBooks gangs;

    FillCheck(FillState state, GangBooks gangs) {
        this.state = state;
        this.gangs = gangs;
    }

    /** Throws if two books differ. O(tasks + workers). */
    void run() {
        Map<WorkerBook, Map<SetBook, int[]>> held = new HashMap<>();
        for (SetBook set : state.sets().values()) {
            checkSet(set, held);
        }
        for (WorkerBook worker : state.workers().values()) {
            checkWorker(worker, held.getOrDefault(worker, Map.of()));
        }
        long open = state.sets().values().stream().filter(set -> !set.isOver()).count();
        require(open == state.openSets(), "open sets are counted", state.openSets(), open);
        checkOrders();
        checkGangs();
    }

    private void checkSet(SetBook set, Map<WorkerBook, Map<SetBook, int[]>> held) {
        int[] counts = new int[TaskPhase.count()];
        for (int task = 0; task < set.set.tasks(); task++) {
            TaskPhase phase = set.phase(task);
            counts[phase.code()]++;
            if (phase.isHeld()) {
                WorkerBook worker = state.workers().get(set.worker(task));
                require(worker != null, "a worker has the task", set.set.number(), task);
                held.computeIfAbsent(worker, any -> new HashMap<>())
                        .computeIfAbsent(set, any -> new int[2])[phase == TaskPhase.QUEUED ? 0 : 1]++;
            }
            if (phase == TaskPhase.READY) {
                require(!set.isOpen(task) && set.openSets == 0, "a ready task waits for none", set.set.number(), task);
                require(!set.isCancelled(task), "a cancelled task is not ready", set.set.number(), task);
            }
        }
        for (TaskPhase phase : TaskPhase.values()) {
            require(counts[phase.code()] == set.count(phase), "tasks are counted", set.set.number(), phase);
        }
        require(set.isOver() == set.isReported, "a set that is over is reported", set.set.number(), "");
        boolean isReady = set.count(TaskPhase.READY) > 0;
        require(set.needs.ready().contains(set) == isReady, "a set is among the ready", set.set.number(), isReady);
        require(!isReady || state.open().contains(set.needs), "its class is open", set.set.number(), "");
    }

    private static void checkWorker(WorkerBook worker, Map<SetBook, int[]> held) {
        long[] needed = new long[worker.needed().length];
        int queued = 0;
        for (var entry : held.entrySet()) {
            int[] counts = entry.getValue();
            WorkerBook.Held tasks = worker.of(entry.getKey());
            require(tasks.queued == counts[0] && tasks.running == counts[1], "tasks of a worker", worker.number, "");
            long[] demand = entry.getKey().needs.demand(worker.shape);
            for (int i = 0; i < demand.length; i++) {
                needed[i] += demand[i] * (counts[0] + counts[1]);
            }
            queued += counts[0];
        }
        require(worker.held.keySet().equals(held.keySet()), "sets of a worker", worker.number, "");
        require(queued == worker.queued(), "the queue of a worker", worker.number, queued);
        require(Arrays.equals(needed, worker.needed()), "the needs of its tasks", worker.number, "");
    }

    private void checkOrders() {
        Set<WorkerBook> placed = new LinkedHashSet<>();
        for (WorkerShape shape : state.shapes()) {
            for (WorkerBook worker : shape.workers()) {
                require(worker.shape == shape && placed.add(worker), "a worker is in one order", worker.number, "");
            }
        }
        for (WorkerBook worker : state.workers().values()) {
            boolean isFree = worker.gang == null;
            require(placed.remove(worker) == isFree, "a worker is free or held", worker.number, isFree);
            boolean isVictim = isFree && worker.queued() > 0 && worker.recalls == 0 && !worker.isBarren;
            require(state.victims().contains(worker) == isVictim, "a worker has a queue", worker.number, isVictim);
            boolean isDry = isFree && worker.queued() == 0 && worker.load() < WorkerBook.FULL;
            require(state.dry().contains(worker) == isDry, "a worker is dry", worker.number, isDry);
        }
        require(placed.isEmpty(), "workers in the orders exist", placed.size(), "");
    }

    private void checkGangs() {
        Set<WorkerBook> members = new LinkedHashSet<>();
        for (GangBook gang : gangs.all()) {
            for (WorkerBook member : gang.members) {
                boolean isThere = state.workers().get(member.number) == member;
                require(isThere || gang.isLost, "a member of a gang exists", member.number, "");
                require(!isThere || (member.gang == gang && members.add(member)), "one gang", member.number, "");
                boolean isRoot = gang.isStarted() && gang.root() == member;
                require(!gang.isStarted() || isRoot || member.isEmpty(), "only the first runs", member.number, "");
            }
        }
        for (WorkerBook worker : state.workers().values()) {
            require(worker.gang == null || members.contains(worker), "a held worker has a gang", worker.number, "");
        }
    }

    private static void require(boolean holds, String rule, int number, Object detail) {
        if (!holds) {
            throw new IllegalStateException("books differ: " + rule + ": " + number + " " + detail);
        }
    }
}
