package io.banyan.instance.state;

import io.banyan.queue.JobQueue;

/**
 * The state that an instance forgets when its process ends: the job ids that requests took, changes that no handler has
 * looked at, and searches that found nothing. Handlers change it without a decision. They change no other part of
 * {@link InstanceState} that way.
 */
public final class Transients {
    private final JobQueue queue;
    private final JobNumbers numbers;
    private final UnseenChanges unseen = new UnseenChanges();
    private final PreemptionRefusals refusals = new PreemptionRefusals();
    private long startedMillis;

    Transients(Jobs jobs, JobQueue queue) {
        this.queue = queue;
        this.numbers = new JobNumbers(jobs);
    }

    /** The job ids for requests. */
    public JobNumbers numbers() {
        return numbers;
    }

    /** Changes that no handler has looked at yet. */
    public UnseenChanges unseen() {
        return unseen;
    }

    /** The jobs for which no running job can be stopped. */
    public PreemptionRefusals refusals() {
        return refusals;
    }

    /** Forgets for which waiting jobs the queue, or preemption, found nothing. */
    public void forgetFailures() {
        queue.forgetFailures();
        refusals.clear();
    }

    /** Makes the next pass look for starts of jobs whose resources are booked by their number. */
    public void mayStart() {
        queue.freed();
    }

    /** Marks all jobs of the queue as looked at, since all that follows from the decisions so far is among them. */
    public void settled() {
        unseen.takeLess();
        queue.seen();
        refusals.clear();
    }

    /** Marks this time as the start of the process. */
    public void started(long nowMillis) {
        startedMillis = nowMillis;
    }

    /** When this process started; 0 in the first process of an instance. */
    public long startedMillis() {
        return startedMillis;
    }
}
