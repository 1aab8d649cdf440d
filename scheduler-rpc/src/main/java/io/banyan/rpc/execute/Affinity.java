package io.banyan.rpc.execute;

/** Whether the processes of a job are kept on what it has of this machine. */
public enum Affinity {
    /** Processes run where the machine lets them. */
    NONE,
    /** On the cores that it has of a node with this machine's name. */
    CORES
}
