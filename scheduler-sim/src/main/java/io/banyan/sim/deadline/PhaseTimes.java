package io.banyan.sim.deadline;

import io.banyan.sim.program.Phase;
import io.banyan.sim.program.Phase.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When the processes of a phase have computed. Processes on one slot run in turn at equal shares: the one with the
 * least work is done first, and the others then run faster.
 */
final class PhaseTimes {
    private final Map<Integer, Double> doneSec = new HashMap<>();
    private final int cores;
    private double lastSec;

    private PhaseTimes(int cores) {
        this.cores = cores;
    }

    /**
     * Computes the times. O(processes x log processes).
     *
     * @param cores the processes that run on one slot at full speed
     */
    static PhaseTimes of(RunningProgram run, Phase phase, int cores) {
        Map<Integer, List<Task>> bySlot = new HashMap<>();
        for (Task task : phase.processes()) {
            bySlot.computeIfAbsent(run.slot(task.process()), slot -> new ArrayList<>())
                    .add(task);
        }
        var times = new PhaseTimes(cores);
        bySlot.values().forEach(times::add);
        return times;
    }

    private void add(List<Task> sharing) {
        sharing.sort(Comparator.comparingDouble(Task::computeSec));
        double at = 0;
        double done = 0;
        int left = sharing.size();
        for (Task task : sharing) {
            at += Math.max(1, (double) left / cores) * (task.computeSec() - done);
            done = task.computeSec();
            left--;
            doneSec.put(task.process(), at);
        }
        lastSec = Math.max(lastSec, at);
    }

    /** The time of a process since the phase began. */
    double doneSec(int process) {
        return doneSec.getOrDefault(process, 0.0);
    }

    /** The time of the last process. */
    double lastSec() {
        return lastSec;
    }
}
