package io.banyan.sim.program;

/** The behaviour of a parallel program while it runs. Source: Linnert, De Rose, Heiss, table 1. */
public enum ProgramType {
    /** Independent processes from the beginning, which the first one gives their work and takes the results of. */
    MONTE_CARLO("monte-carlo"),
    /** A fixed number of processes, which exchange messages after each superstep. */
    BSP("bsp"),
    /** A fixed number of processes, each with a changing number of threads. */
    FEM("fem"),
    /** A changing number of processes. */
    ADAPTIVE_FEM("adaptive-fem");

    private final String word;

    ProgramType(String word) {
        this.word = word;
    }

    /** Returns the name for people. */
    public String word() {
        return word;
    }
}
