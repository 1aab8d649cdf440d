package io.banyan.mapping;

/**
 * A job whose profile is known. All times are in seconds.
 *
 * @param number identifies the job
 * @param earliestSec the earliest start: the submission, or the begin that the job requests
 * @param runSec the requested run time
 * @param deadlineSec the latest end
 * @param profile the declared processes
 */
public record ForesightJob(long number, long earliestSec, long runSec, long deadlineSec, ProcessProfile profile) {
    /** The slack of a job above which it is much, in run times. */
    private static final double MUCH_SLACK = 1;
    /** The part of its slack that a job with much slack waits before it can start early. */
    private static final double WAIT_SHARE = 0.1;
    /** The time between the booked end of a job and its deadline if it has that much slack, in run times. */
    private static final double MARGIN = 0.25;

    /** The latest start from which the job ends by its deadline. */
    public long lastStartSec() {
        return deadlineSec - runSec;
    }

    private long slackSec() {
        return lastStartSec() - earliestSec;
    }

    /** Whether the job leaves a reserve for other jobs, and waits for them. */
    public boolean hasMuchSlack() {
        return slackSec() > MUCH_SLACK * runSec;
    }

    /** The latest start with which a job still has little slack. */
    long lastUrgentStartSec() {
        return earliestSec + (long) (MUCH_SLACK * runSec);
    }

    /** The earliest start before the booked one. */
    public long readySec() {
        return earliestSec + (hasMuchSlack() ? (long) (WAIT_SHARE * slackSec()) : 0);
    }

    /** The latest start that leaves a margin before the deadline, as far as there is time. */
    long safeStartSec(long nowSec) {
        return Math.max(nowSec, lastStartSec() - (long) (MARGIN * runSec));
    }
}
