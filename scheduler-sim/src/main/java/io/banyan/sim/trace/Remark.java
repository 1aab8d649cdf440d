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
    NOT_OVER("job", "left out: not over when the trace was written"),
    PART("line", "left out: a part of a job that is on a line of its own as a whole"),
    PARTS_ONLY("job", "left out: the trace has only parts of it (status 2 to 4), and no line for the whole"),
    STEP("line", "left out: a step of a job"),
    UNSORTED("job", "submitted before the one on the line above; sorted"),
    OVERRUN("job", "ran for longer than requested; ended at that limit"),
    LONG_LIMIT("job", "asked for more than " + TraceJobs.MOST_SEC + " s; taken as for so many"),
    TOO_LARGE("job", "asked for more processors than the header says that there were"),
    TOO_LONG("job", "ran for longer than the header says that any did"),
    SAME_NAME("job", "with the number of an earlier one; taken for another one"),
    FURTHER_RUN("further run", "of a job that was requeued or changed its size; taken for a job of its own"),
    FOLLOWER("job", "said to follow another one; submitted when the trace says, whatever became of that"),
    FEEDBACK("job", "submitted once the one before is over, after the think time that the trace says"),
    NOT_PRECEDED("job", "said to follow one that is not on a line before; submitted when the trace says"),
    FAILED("job", "failed; run for as long as it did"),
    CANCELLED("job", "cancelled while running; run for as long as it did"),
    UNKNOWN_STATUS("job", "with a status that the format does not know; run for as long as it did"),
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
