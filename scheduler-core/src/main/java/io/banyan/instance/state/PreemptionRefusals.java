package io.banyan.instance.state;

import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * For which jobs it would make no room to stop others, as long as that stays so: until somebody ends who could not be
 * stopped for them, or has less, or may have; or until the time comes for which such a one was to have something. Those
 * that could be stopped, and those that have started since, had nothing that was in the way. What is forgotten is found
 * out again, so that it is no part of what a replay brings back. O(jobs that were refused) for each change.
 */
public final class PreemptionRefusals {
    private final Map<Question, Refusal> refusals = new HashMap<>();
    private long looks;

    /**
     * The question of which jobs can be stopped to make room for a job.
     *
     * @param job for which
     * @param these who were to be stopped for it; nobody for anybody who may be
     */
    public record Question(JobId job, Set<JobId> these) {
        public Question {
            these = Set.copyOf(these);
        }
    }

    private record Refusal(Set<JobId> irrelevant, long untilSec) {}

    /** Nobody was found who makes room. What was found for others of whom some were to be stopped is forgotten. */
    public void add(Question question, Set<JobId> stoppable, long untilSec) {
        refusals.keySet().removeIf(it -> it.job.equals(question.job) && it.these.isEmpty() == question.these.isEmpty());
        refusals.put(question, new Refusal(new HashSet<>(stoppable), untilSec));
    }

    /** Whether nobody would be found now either. O(1). */
    public boolean hold(Question question, long nowSec) {
        Refusal refusal = refusals.get(question);
        return refusal != null && nowSec < refusal.untilSec;
    }

    /** A job has what was free. */
    void started(JobId job) {
        if (refusals.isEmpty()) {
            return;
        }
        refusals.values().forEach(it -> it.irrelevant.add(job));
        forget(job);
    }

    /** Forgets the refusals that may no longer hold, since a job has ended and what it had is free. */
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
