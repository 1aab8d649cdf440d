package io.banyan.instance.state;

import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The jobs for which a stop of other jobs would make no room. An entry is valid until a job that could not be stopped
 * for them ends or holds less, or until a booking of such a job ends by time. Stoppable jobs, and jobs that started
 * since, did not block them. A lost entry is found again, therefore a replay does not restore it. O(refused jobs) for
 * each change.
 */
public final class PreemptionRefusals {
    private final Map<Question, Refusal> refusals = new HashMap<>();
    private long looks;

    /**
     * The question of which jobs can be stopped to make room for a job.
     *
     * @param job the waiting job
     * @param these the jobs to stop for it; none for all jobs that may be stopped
     */
    public record Question(JobId job, Set<JobId> these) {
        public Question {
            these = Set.copyOf(these);
        }
    }

    private record Refusal(Set<JobId> irrelevant, long untilSec) {}

    /** Records that no set of jobs makes room. Replaces the earlier result of the job for other jobs to stop. */
    public void add(Question question, Set<JobId> stoppable, long untilSec) {
        refusals.keySet().removeIf(it -> it.job.equals(question.job) && it.these.isEmpty() == question.these.isEmpty());
        refusals.put(question, new Refusal(new HashSet<>(stoppable), untilSec));
    }

    /** Whether the question still has no other result. O(1). */
    public boolean hold(Question question, long nowSec) {
        Refusal refusal = refusals.get(question);
        return refusal != null && nowSec < refusal.untilSec;
    }

    /** Records that a job has taken free resources. */
    void started(JobId job) {
        if (refusals.isEmpty()) {
            return;
        }
        refusals.values().forEach(it -> it.irrelevant.add(job));
        forget(job);
    }

    /** Forgets the refusals that may no longer hold, because a job has ended and its resources are free. */
    void ended(JobId job) {
        if (refusals.isEmpty()) {
            return;
        }
        refusals.values().removeIf(it -> !it.irrelevant.remove(job));
        forget(job);
    }

    /** A job wants nothing any more, or something else. */
    void forget(JobId job) {
        if (refusals.isEmpty()) {
            return;
        }
        refusals.keySet().removeIf(it -> it.job.equals(job));
    }

    /** Anything else has happened. */
    public void clear() {
        refusals.clear();
    }

    /** A match was made. */
    public void looked() {
        looks++;
    }

    /** How many matches were made for this, for tests. */
    public long looks() {
        return looks;
    }
}
