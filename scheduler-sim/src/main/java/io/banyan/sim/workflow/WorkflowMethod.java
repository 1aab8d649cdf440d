package io.banyan.sim.workflow;

import java.util.Locale;

/** The methods to run a workflow on a machine with other jobs. */
public enum WorkflowMethod {
    /** Each task is submitted to the queue at once, with dependencies ({@code afterok}) on the tasks before it. */
    PLAIN,
    /** The whole workflow is one job of its largest width and its ideal length. */
    ONEJOB,
    /** The workflow is planned behind all jobs of the schedule, and booked gently. */
    BEHIND,
    /** The workflow is planned in any free time, around the jobs of the schedule, and booked gently. */
    AROUND;

    /** Returns the word for the method, such as {@code plain}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the method of a word.
     *
     * @throws IllegalArgumentException with one sentence, if there is none
     */
    public static WorkflowMethod parse(String word) {
        for (WorkflowMethod method : values()) {
            if (method.toString().equals(word)) {
                return method;
            }
        }
        throw new IllegalArgumentException("a method must be plain, onejob, behind or around, found '" + word + "'");
    }
}
