package io.banyan.sim.deadline;

import io.banyan.sim.network.TrafficPattern;
import io.banyan.sim.program.ParallelProgram;
import io.banyan.sim.program.Phase;
import io.banyan.sim.program.ProgramType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Jobs whose numbers of processes by phase are given. */
final class DeclaredPrograms {
    private static final long MILLIS = 1000;

    private DeclaredPrograms() {}

    /** A job that is submitted at 0 s, with phases of one duration. */
    static RunningProgram job(long number, long deadlineSec, long phaseSec, int... processes) {
        return submitted(0, number, deadlineSec, phaseSec, processes);
    }

    /** A job that is submitted at an instant. */
    static RunningProgram submitted(long submitSec, long number, long deadlineSec, long phaseSec, int... processes) {
        List<Phase> phases = new ArrayList<>();
        int most = 1;
        for (int count : processes) {
            List<Phase.Task> tasks = new ArrayList<>();
            for (int process = 0; process < count; process++) {
                tasks.add(new Phase.Task(process, process == 0 ? -1 : 0, phaseSec, false));
            }
            phases.add(new Phase(tasks, List.of(), TrafficPattern.ALL_PAIRS, 0));
            most = Math.max(most, count);
        }
        return new RunningProgram(
                new DeadlineJob(number, most, submitSec, phaseSec * processes.length, deadlineSec),
                new ParallelProgram(ProgramType.ADAPTIVE_FEM, phases),
                deadlineSec * MILLIS,
                Optional.empty());
    }
}
