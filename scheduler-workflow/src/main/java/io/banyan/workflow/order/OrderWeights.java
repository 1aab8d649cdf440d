package io.banyan.workflow.order;

import java.util.stream.DoubleStream;

/**
 * The weights of the four criteria. A negative weight reverses a criterion.
 *
 * @param age the points for each hour since the submission; there is no highest age
 * @param size the points for 2<sup>20</sup> core seconds; a workflow twice as large has 1/20 of them more
 * @param priority the points for the highest priority
 * @param share the points of a project that has no part of the planned core seconds of all projects
 */
public record OrderWeights(double age, double size, double priority, double share) {
    /** By priority; of equal priorities by age, about a step of the priority for each two hours. */
    public static final OrderWeights USUAL = new OrderWeights(1, 0, 62, 10);

    private static final double MOST = 1e9;
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double DOUBLINGS = 20;

    /** Checks the ranges. */
    public OrderWeights {
        if (DoubleStream.of(age, size, priority, share).anyMatch(weight -> !(Math.abs(weight) <= MOST))) {
            throw new IllegalArgumentException("a weight must be a number from -1000000000 to 1000000000");
        }
    }

    /**
     * Returns the rank of a workflow; the highest rank is planned first.
     *
     * @param part the part of its project in the planned core seconds of all projects, 0 to 1
     */
    double rank(WaitingWorkflow workflow, double part, long nowSec) {
        double hours = Math.max(0, nowSec - workflow.arrivedSec()) / SECONDS_PER_HOUR;
        double doublings = Math.log1p(workflow.coreSeconds()) / Math.log(2);
        return age * hours
                + size * doublings / DOUBLINGS
                + priority * workflow.priority() / WaitingWorkflow.HIGHEST_PRIORITY
                + share * (1 - part);
    }
}
