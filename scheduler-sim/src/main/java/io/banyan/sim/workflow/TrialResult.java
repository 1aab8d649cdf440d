package io.banyan.sim.workflow;

/**
 * The result of one workflow in one stream by one method.
 *
 * @param problem why the workflow did not run to its end; empty if it did
 * @param turnaroundSec the time from the injection to the end of the last task
 * @param makespanSec the time from the start of the first task to the end of the last one
 * @param stretch the turnaround divided by the length of the ideal schedule on the empty machine
 * @param heldCoreHours the core hours that were kept for the workflow
 * @param unusedCoreHours those of them that no task used
 * @param utilisation the part of all cores that jobs used from the injection to the last submission, in percent; the
 *     cores of a job of {@code onejob} count as used
 * @param promises the number of waiting jobs with a promised start
 * @param broken the number of jobs that started later than promised
 * @param brokenSec the seconds by which they started later, in total
 * @param delaySec the mean delay of the jobs that were submitted after the workflow, compared with the stream without
 *     it; negative if they started earlier
 * @param refusedPlans the number of plans that were not booked
 */
public record TrialResult(
        String problem,
        double turnaroundSec,
        double makespanSec,
        double stretch,
        double heldCoreHours,
        double unusedCoreHours,
        double utilisation,
        int promises,
        int broken,
        long brokenSec,
        double delaySec,
        int refusedPlans) {
    /** Returns whether the workflow ran to its end. */
    public boolean isComplete() {
        return problem.isEmpty();
    }
}
