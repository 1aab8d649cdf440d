package io.banyan.sim.trace;

/** A fault in a line of a trace and its treatment, in the order of the report. */
enum Remark {
    NO_SUBMISSION("job", "left out: no time of submission"),
    NEGATIVE_SUBMISSION("job", "left out: a negative time of submission"),
    NO_PROCESSORS("job", "left out: no number of processors"),
    TOO_MANY("job", "left out: more than " + TraceJobs.MOST_PROCESSORS + " processors"),
    NO_RUN_TIME("job", "left out: no run time"),
    NEGATIVE_RUN_TIME("job", "left out: a negative run time"),
    TOO_LATE("job", "left out: submitted more than " + TraceJobs.MOST_SEC + " s after the beginning"),
    TOO_LASTING("job", "left out: ran for more than " + TraceJobs.MOST_SEC + " s"),
    NEVER_STARTED("job", "left out: cancelled before it could start"),
    REVOKED("job", "left out: it ran on another cluster"),
    NOT_OVER("job", "left out: had not ended when the trace was written"),
    PART("line", "left out: a part of a job that also has a line for the whole job"),
    PARTS_ONLY("job", "left out: the trace has only parts of the job (status 2 to 4), and no line for the whole job"),
    STEP("line", "left out: a step of a job"),
    UNSORTED("job", "submitted before the one on the line above; sorted"),
    OVERRUN("job", "ran for longer than requested; ended at that limit"),
    LONG_LIMIT("job", "requested more than " + TraceJobs.MOST_SEC + " s; limited to that"),
    TOO_LARGE("job", "requested more processors than the header states"),
    TOO_LONG("job", "ran longer than the maximum in the header"),
    SAME_NAME("job", "with the number of an earlier job; treated as a different job"),
    FURTHER_RUN("further run", "of a job that was requeued or resized; treated as a separate job"),
    FOLLOWER("job", "with a predecessor; submitted at the time in the trace"),
    FEEDBACK("job", "submitted after the end of the predecessor and the think time"),
    NOT_PRECEDED("job", "with a predecessor that is not on an earlier line; submitted at the time in the trace"),
    FAILED("job", "failed; run for the recorded time"),
    CANCELLED("job", "cancelled while running; run for the recorded time"),
    UNKNOWN_STATUS("job", "with an unknown status; run for the recorded time"),
    SHORT_LINE("job", "on a line with fewer fields than the format has; the others count as unknown"),
    LONG_LINE("job", "on a line with more fields than the format has; the others are ignored");

    private final String noun;
    private final String words;

    Remark(String noun, String words) {
        this.noun = noun;
        this.words = words;
    }

    String text(int count) {
        return count + " " + noun + (count == 1 ? " " : "s ") + words;
    }
}
