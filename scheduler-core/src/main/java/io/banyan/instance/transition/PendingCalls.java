package io.banyan.instance.transition;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.resource.JobId;
import io.banyan.schedule.CancelVisits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls that are answered when something has happened. Lost in a restart, as the calls are. */
public final class PendingCalls {
    private final Map<String, List<String>> calls = new HashMap<>();
    /** The visits that Fluxion would have made, for cancels that request them. */
    private final Map<String, CancelVisits> visits = new HashMap<>();

    /** Until this child has joined, or will never. */
    public static String spawn(JobId job) {
        return "spawn " + job;
    }

    /** Until this job has ended. */
    public static String cancel(JobId job) {
        return "cancel " + job;
    }

    /** The wait until the resources of a cancelled job from elsewhere have been returned. */
    public static String cancelled(JobId job) {
        return "cancelled " + job;
    }

    /** Until this return is through. */
    public static String shrink(String returnId) {
        return "shrink " + returnId;
    }

    /** The wait until a child has returned its resources. */
    public static String reclaim(String revokeId) {
        return "reclaim " + revokeId;
    }

    public void add(String key, String call) {
        calls.computeIfAbsent(key, it -> new ArrayList<>()).add(call);
    }

    /** Whether a call waits for this. */
    public boolean isAwaited(String key) {
        return calls.containsKey(key);
    }

    /** The calls that waited for this, which is over now. */
    public List<String> take(String key) {
        List<String> waiting = calls.remove(key);
        return waiting == null ? List.of() : waiting;
    }

    /** The answer to this cancel is to say so. */
    public void count(String call, CancelVisits counted) {
        visits.put(call, counted);
    }

    /** The answer to a cancel. */
    public Answer cancelled(String call, JobId job, List<Unreleased> unreleased) {
        return new JobAnswer.Cancelled(job, Optional.ofNullable(visits.remove(call)), unreleased);
    }
}
