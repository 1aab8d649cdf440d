package io.banyan.instance.state;

import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Amounts;
import io.banyan.queue.Claim;
import io.banyan.queue.DecayedUsage;
import io.banyan.queue.DecayedUsage.Payer;
import io.banyan.queue.FairShare;
import io.banyan.queue.Limit;
import io.banyan.queue.NamedQueue;
import io.banyan.queue.Priority;
import io.banyan.queue.Queues;
import io.banyan.queue.Standing;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The state of the queues beside the jobs that wait in them: which take jobs and start them, the number of submitted
 * jobs and the usage of each user. A replay restores it.
 */
public final class QueueBook {
    private final Queues queues;
    private final SortedMap<String, QueueDecision.QueueChanged> changed = new TreeMap<>();
    /** Only for limited amounts. */
    private final SortedMap<String, Long> submitted = new TreeMap<>();

    private final boolean countsSubmitted;
    private final DecayedUsage usage;
    /** The payers of the running jobs, and the costs of these jobs. */
    private final Map<JobId, Cost> using = new HashMap<>();

    private Standing standing;
    private long rankedMillis = Long.MIN_VALUE;

    private record Cost(Payer payer, double perSec) {}

    QueueBook(Queues queues) {
        this.queues = queues;
        this.countsSubmitted = Stream.concat(
                        Stream.of(queues.limits()), queues.named().stream().map(NamedQueue::limits))
                .flatMap(it -> it.all().stream())
                .anyMatch(limit -> limit.what().equals(Limit.SUBMITTED));
        this.usage = new DecayedUsage(queues.priority().fairShare());
        this.standing = new Standing(queues.priority().fairShare(), new TreeMap<>());
    }

    public Queues queues() {
        return queues;
    }

    void change(QueueDecision.QueueChanged change) {
        changed.put(change.queue(), change);
    }

    /** Returns the last decision on the queue. */
    public QueueDecision.QueueChanged of(String queue) {
        return changed.getOrDefault(queue, new QueueDecision.QueueChanged(queue, true, true, ""));
    }

    // ---- how many were submitted ----------------------------------------------------------------------------------

    /** A job was submitted, or is over. O(limits). */
    void count(Jobspec jobspec, String owner, int change) {
        if (!countsSubmitted) {
            return;
        }
        for (Limit limit : queues.submitted(queues.queueOf(jobspec), owner, Queues.accountOf(jobspec))) {
            submitted.compute(key(limit), (key, count) -> {
                long sum = (count == null ? 0 : count) + change;
                return sum == 0 ? null : sum;
            });
        }
    }

    /** Returns the number of unfinished jobs that this limits. */
    public long submitted(Limit limit) {
        return submitted.getOrDefault(key(limit), 0L);
    }

    private static String key(Limit limit) {
        return limit.queue() + " " + limit.of() + " " + limit.name();
    }

    // ---- in which order they stand --------------------------------------------------------------------------------

    /** The job's place in the queue, as those stand that wait already. */
    public WaitingJob placed(JobId job, Jobspec jobspec, String owner, Submission submission) {
        return WaitingJob.of(
                job,
                jobspec,
                rank(jobspec, owner, submission),
                submission.atMillis(),
                claim(jobspec, owner, submission.array()));
    }

    private Claim claim(Jobspec jobspec, String owner, Optional<ArrayPlace> array) {
        return array.filter(it -> it.atOnce() > 0)
                .map(it -> queues.claim(jobspec, owner, it.first().toString(), it.atOnce()))
                .orElseGet(() -> queues.claim(jobspec, owner));
    }

    double rank(Jobspec jobspec, String owner, Submission submission) {
        return queues.rank(
                jobspec, owner, submission.urgency(), submission.atMillis(), standing, Math.max(0, rankedMillis));
    }

    /** Returns the values that make up the rank of a job. */
    public Priority.Candidate candidate(Jobspec jobspec, String owner, Submission submission) {
        return queues.candidate(jobspec, owner, submission.urgency(), submission.atMillis(), standing);
    }

    /** When it was last looked at in which order they stand; empty where it never was. */
    public OptionalLong rankedMillis() {
        return rankedMillis == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(rankedMillis);
    }

    /** When it is to be looked at again in which order they stand; never, where that does not change by itself. */
    public long nextRanking() {
        if (!queues.priority().isMoving()) {
            return Deadlines.NEVER;
        }
        return rankedMillis == Long.MIN_VALUE
                ? 0
                : rankedMillis + queues.priority().everySec() * 1000;
    }

    /** Applies a ranking, after which the jobs stand in another order. */
    void rank(QueueDecision.Ranked ranked, long nowMillis) {
        usage.set(ranked.used(), nowMillis);
        standing = new Standing(queues.priority().fairShare(), ranked.used());
        rankedMillis = nowMillis;
    }

    /** Returns the counted usage of each payer. */
    public SortedMap<Payer, Double> used(long nowMillis) {
        return usage.at(nowMillis);
    }

    /** Returns how much each payer had when the jobs were last ranked. */
    Standing standing() {
        return standing;
    }

    /** Whether usage is counted. O(1). */
    boolean countsUse() {
        return queues.priority().countsUse();
    }

    /** Whether a job is counted for something. O(1). */
    boolean isUsing(JobId job) {
        return using.containsKey(job);
    }

    /**
     * Charges a job for the minimum of this request from now on, in place of the earlier charge. O(log users + what it
     * asks for).
     */
    void uses(JobId job, Jobspec jobspec, String owner, long nowMillis) {
        FairShare fairShare = queues.priority().fairShare();
        Payer payer = fairShare.payer(Queues.accountOf(jobspec), owner);
        var cost = new Cost(payer, fairShare.cost(Amounts.of(jobspec)));
        Cost before = using.put(job, cost);
        usage.change(payer, cost.perSec - (before == null ? 0 : before.perSec), nowMillis);
    }

    /** A job is counted for nothing any more. */
    void usesNothing(JobId job, long nowMillis) {
        Cost before = using.remove(job);
        if (before != null) {
            usage.change(before.payer, -before.perSec, nowMillis);
        }
    }

    @Override
    public String toString() {
        return changed + " " + submitted + " " + usage + " " + new TreeMap<>(using) + " " + standing + " "
                + rankedMillis;
    }
}
