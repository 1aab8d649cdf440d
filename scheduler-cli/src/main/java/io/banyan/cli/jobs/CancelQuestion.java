package io.banyan.cli.jobs;

import io.banyan.resource.JobId;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The handling of interrupts of a command that is attached to a job: the first interrupt asks for confirmation, and a
 * second one soon after it cancels the job, once. Any thread may call.
 */
final class CancelQuestion {
    /** How soon. */
    static final long SOON_MILLIS = 2_000;

    private final JobId job;
    private final Consumer<String> told;
    private final Runnable cancel;
    private OptionalLong asked = OptionalLong.empty();
    private boolean isCancelled;

    /**
     * Creates the question for a job.
     *
     * @param told receives the messages about it
     * @param cancel cancels it
     */
    CancelQuestion(JobId job, Consumer<String> told, Runnable cancel) {
        this.job = job;
        this.told = told;
        this.cancel = cancel;
    }

    /** There was an interrupt. */
    synchronized void interrupted(long nowMillis) {
        if (isCancelled) {
            told.accept("job " + job + " is being cancelled");
        } else if (asked.isPresent() && nowMillis - asked.getAsLong() <= SOON_MILLIS) {
            isCancelled = true;
            told.accept("job " + job + " is being cancelled");
            cancel.run();
        } else {
            asked = OptionalLong.of(nowMillis);
            told.accept("job " + job + " continues. Interrupt again within two seconds to cancel it");
        }
    }
}
