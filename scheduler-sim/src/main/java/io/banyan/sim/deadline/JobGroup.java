package io.banyan.sim.deadline;

/**
 * The jobs of a run that have a property in common, such as the type of their programs.
 *
 * @param name of the property, such as {@code bsp}, or {@code 5-8} for a number of nodes
 * @param submitted the number of submitted jobs
 * @param accepted the number of accepted jobs
 * @param completed the number of accepted jobs that ended by their latest end
 */
public record JobGroup(String name, int submitted, int accepted, int completed) {
    /** The number of accepted jobs that did not end by their latest end. */
    public int cancelled() {
        return accepted - completed;
    }
}
