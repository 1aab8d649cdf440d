package io.banyan.cli.quickstart;

/**
 * The prediction of the paper for a grow that climbs five levels: the linear fits of Milroy et al., <i>A Dynamic,
 * Hierarchical Resource Model for Converged Computing</i>, section 6, for communication and for adding and updating.
 * Their levels ran on two machines, so that one hop is between machines and three are within one; four levels add the
 * grant.
 */
public final class PaperModel {
    private static final int HOPS_BETWEEN_MACHINES = 1;
    private static final double BETWEEN_MACHINES_SEC_PER_ELEMENT = 1.58e-5;
    private static final double BETWEEN_MACHINES_SEC = 0.00210;

    private static final int HOPS_WITHIN_A_MACHINE = 3;
    private static final double WITHIN_A_MACHINE_SEC_PER_ELEMENT = 9.08e-6;
    private static final double WITHIN_A_MACHINE_SEC = 0.000632;

    private static final int LEVELS_THAT_ADD = 4;
    private static final double ADD_AND_UPDATE_SEC_PER_ELEMENT = 3.46e-5;

    private PaperModel() {}

    /** How long the paper's grow of this many vertices and edges takes, without its matches. */
    public static double millis(int elements) {
        double between = BETWEEN_MACHINES_SEC_PER_ELEMENT * elements + BETWEEN_MACHINES_SEC;
        double within = WITHIN_A_MACHINE_SEC_PER_ELEMENT * elements + WITHIN_A_MACHINE_SEC;
        double add = ADD_AND_UPDATE_SEC_PER_ELEMENT * elements;
        return 1000 * (HOPS_BETWEEN_MACHINES * between + HOPS_WITHIN_A_MACHINE * within + LEVELS_THAT_ADD * add);
    }
}
