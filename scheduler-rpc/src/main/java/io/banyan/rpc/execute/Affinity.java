package io.banyan.rpc.execute;

/** The confinement of the processes of a job to its processors. */
public enum Affinity {
    /** Processes run where the machine lets them. */
    NONE,
    /** On the cores that it has of a node with this machine's name. */
    CORES
}
