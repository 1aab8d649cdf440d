package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The reasons why stopping jobs have not ended yet, as far as they were reported. A restart clears them; they are
 * reported again afterwards.
 */
final class UnendedJobs {
    private final PendingCalls pendingCalls;
    private final Map<JobId, String> reasons = new HashMap<>();
    /** The jobs whose epilog runs, so that there is nothing left to cancel. */
    private final Set<JobId> inEpilog = new HashSet<>();

    UnendedJobs(PendingCalls pendingCalls) {
        this.pendingCalls = pendingCalls;
    }

    boolean isInEpilog(JobId id) {
        return inEpilog.contains(id);
    }

    void epilogStarted(JobId id) {
        inEpilog.add(id);
    }

    void forgetEpilog(JobId id) {
        inEpilog.remove(id);
    }

    /** Forgets why the end of a job takes long. */
    void forget(JobId id) {
        reasons.remove(id);
    }

    /** Records why the end of a job takes longer than clients that cancel it should wait, and replies to them. */
    void add(Transition transition, JobId id, String why) {
        reasons.put(id, why);
        var unused = tellWaiting(transition, PendingCalls.cancel(id), id);
    }

    /** Fails the calls that wait for the end of a job if the reason for its delay is known. Returns whether it is. */
    boolean tellWaiting(Transition transition, String waiting, JobId id) {
        boolean isKnown = reasons.containsKey(id);
        if (isKnown) {
            pendingCalls.take(waiting).forEach(call -> tell(transition, call, id));
        }
        return isKnown;
    }

    /** Fails a call that requests the end of a job if the reason for its delay is known. Returns whether it is. */
    boolean tell(Transition transition, String call, JobId id) {
        Optional<String> why = Optional.ofNullable(reasons.get(id));
        why.ifPresent(it -> transition.fail(
                call,
                ErrorCode.WRONG_STATE,
                "job " + id + " is ending but has not ended yet, because " + it + "; the release is retried"));
        return why.isPresent();
    }
}
