package io.banyan.instance.release;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;

/**
 * The ends of jobs that use resources of a release. An interface, because a release ends jobs, and the end of a job
 * begins a release of the resources that were grown for it.
 */
public interface JobStopper {
    /** Ends a job; one in which something runs when that has ended. */
    void stop(Transition transition, JobRecord job, JobState then, String why);

    /** Ends an instance's job when nothing runs any more in it or below it. */
    void stopInstance(Transition transition, JobRecord job, JobState then, String why);

    /**
     * Notifies the waiting calls that the end of an instance's job takes long, if that is known. Returns whether it is.
     */
    boolean takesLong(Transition transition, String waiting, JobId id);

    /** Replies to a call that the end of an instance's job takes long, if that is known. Returns whether it is. */
    boolean isToldThatItTakesLong(Transition transition, String call, JobId id);
}
