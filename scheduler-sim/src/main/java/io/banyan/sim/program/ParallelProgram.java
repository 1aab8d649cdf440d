package io.banyan.sim.program;

import java.util.List;

/**
 * A parallel program.
 *
 * @param phases one after the other
 */
public record ParallelProgram(ProgramType type, List<Phase> phases) {
    /** Copies the list. */
    public ParallelProgram {
        phases = List.copyOf(phases);
    }

    /** The time on a compact partition of the empty machine, in seconds. */
    public double runSec() {
        return phases.stream()
                .mapToDouble(phase -> phase.computeSec() + phase.messageSec())
                .sum();
    }

    /** The largest number of processes at a time. */
    public int processes() {
        return phases.stream().mapToInt(phase -> phase.processes().size()).max().orElse(0);
    }
}
