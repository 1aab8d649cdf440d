package io.banyan.workflow.batch;

/** A failed call to a batch scheduler. The message is one sentence for the user. */
public final class BatchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isRefusal;
    private final boolean isForbidden;

    private BatchException(String message, boolean isRefusal, boolean isForbidden) {
        super(message);
        this.isRefusal = isRefusal;
        this.isForbidden = isForbidden;
    }

    /** Returns the failure of a call that the scheduler refuses; the same call fails again. */
    public static BatchException refused(String sentence) {
        return new BatchException(sentence, true, false);
    }

    /** Returns the refusal of a call that the user has no permission for; a similar call at another time fails too. */
    public static BatchException forbidden(String sentence) {
        return new BatchException(sentence, true, true);
    }

    /** Returns the failure of a call without an answer; its effect is unknown, and it may be repeated. */
    public static BatchException noAnswer(String sentence) {
        return new BatchException(sentence, false, false);
    }

    /** Returns whether the user has no permission for the call. */
    public boolean isForbidden() {
        return isForbidden;
    }

    /** Returns whether the scheduler refused the call, so that it changed nothing. */
    public boolean isRefusal() {
        return isRefusal;
    }
}
