package io.banyan.sim.deadline;

/**
 * The result of a run of programs.
 *
 * @param jobs the number of submitted jobs
 * @param accepted the number of accepted jobs
 * @param refusedByShape the number of jobs for which enough nodes were free in time, but not in the shape
 * @param freeAtRefusal the mean of the most nodes that were free for such a job; 0 without any
 * @param largestAtRefusal the mean of the most of these nodes that were in the shape together: in the longest run of
 *     the curve, or in the largest region
 * @param acceptedNodeSec their nodes times their run times
 * @param completed the number of jobs that ended by their latest end
 * @param cancelled the number of accepted jobs that did not
 * @param completedNodeSec the nodes of the completed jobs times their run times
 * @param lastEndSec when the last job ended
 * @param usedNodeSec the time of nodes with processes
 * @param heldNodeSec the time of nodes that were booked or had processes
 * @param usedShare the mean share of the nodes that have processes, from 0 to 1
 * @param workSec the time of processes that computed, each on a core of its own
 * @param sharingSlowdown the time of computation, divided by that without shared cores
 * @param messageSlowdown the time of messages, divided by that on compact partitions of the empty machine
 * @param distance the mean number of links that a message passed
 * @param leastDistance the same on compact partitions of the empty machine
 */
public record ExecutionOutcome(
        int jobs,
        int accepted,
        int refusedByShape,
        double freeAtRefusal,
        double largestAtRefusal,
        double acceptedNodeSec,
        int completed,
        int cancelled,
        double completedNodeSec,
        double lastEndSec,
        double usedNodeSec,
        double heldNodeSec,
        double usedShare,
        double workSec,
        double sharingSlowdown,
        double messageSlowdown,
        double distance,
        double leastDistance) {
    /** The share of the accepted jobs that were cancelled; 0 without accepted jobs. */
    public double cancelledShare() {
        return accepted == 0 ? 0 : (double) cancelled / accepted;
    }
}
