package io.banyan.instance;

import io.banyan.schedule.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Which decisions of a journal matter no more: those on jobs that have ended and been forgotten, in which no instance ran and for which nothing
 * was grown or removed. A replay of the others, in their order, leads to the same state as one of all. For one thread: every transaction is
 * noted, in order; then each can be asked for what is left of it. O(decisions), and a set of the jobs.
 */
public final class Shortening {
    /** A job that is forgotten leaves two records or more, so that at least half of such a journal goes. */
    private static final int WORTH_SHORTENING = 4;

    private final int remembered;
    private final Set<JobId> granted = new HashSet<>();
    /** Jobs of which other decisions tell than those that can be left out. */
    private final Set<JobId> bound = new HashSet<>();

    private final Queue<JobId> ended = new ArrayDeque<>();
    private final Set<JobId> forgotten = new HashSet<>();
    private JobId highest = new JobId(1);
    private long noted;

    /**
     * Nothing is noted yet.
     *
     * @param remembered how many ended jobs an instance remembers ({@link InstanceLimits#maxEndedJobs})
     */
    public Shortening(int remembered) {
        this.remembered = remembered;
    }

    /** Notes the next transaction. */
    public void note(Transaction transaction) {
        noted++;
        transaction.decisions().forEach(this::note);
    }

    private void note(Decision decision) {
        switch (decision) {
            case Decision.JobGranted it -> granted(it);
            case Decision.JobEnded it -> ended(it.job());
            case Decision.JobStopping it -> bound.add(it.job());
            case Decision.ChildChanged it -> bound.add(it.job());
            case Decision.Grown it -> it.job().ifPresent(bound::add);
            case Decision.GaveBack it -> {
                it.child().ifPresent(bound::add);
                it.released().forEach(release -> bound.add(release.job()));
            }
            case Decision.Removed it -> it.released().forEach(release -> bound.add(release.job()));
            case Decision.JobStarted it -> {
                // Goes with its job.
            }
            case Decision.PartlyCancelled it -> {
                // Goes with its job.
            }
            case Decision.Joined it -> {
                // Of no job, as are those that follow.
            }
            case Decision.ProvisionAsked it -> {}
            case Decision.ProvisionRefused it -> {}
            case Decision.Freed it -> {}
            case Decision.Leaving it -> {}
            case Decision.StatusChanged it -> {}
            case Decision.Attached it -> {}
            case Decision.PropertyChanged it -> {}
        }
    }

    private void granted(Decision.JobGranted grant) {
        JobId job = grant.job();
        boolean isAgain = !granted.add(job);
        if (isAgain || grant.childPath().isPresent()) {
            bound.add(job);
        }
        highest = job.compareTo(highest) > 0 ? job : highest;
    }

    private void ended(JobId job) {
        ended.add(job);
        if (ended.size() > remembered) {
            forgotten.add(ended.remove());
        }
    }

    /** How many transactions are noted. */
    public long noted() {
        return noted;
    }

    /** How many of the jobs that are noted would be left out. O(jobs). */
    public long jobsLeftOut() {
        return forgotten.stream().filter(this::isLeftOut).count();
    }

    /** Whether at least half of the journal would go. O(jobs). */
    public boolean isWorthIt() {
        long leftOut = jobsLeftOut();
        return leftOut > 0 && leftOut >= noted / WORTH_SHORTENING;
    }

    private boolean isLeftOut(JobId job) {
        // The next number that a job gets follows the highest.
        return forgotten.contains(job) && !bound.contains(job) && !job.equals(highest);
    }

    /** What is left of a transaction, once all are noted; empty where nothing is. */
    public Optional<Transaction> left(Transaction transaction) {
        List<Decision> kept = new ArrayList<>();
        for (Decision decision : transaction.decisions()) {
            boolean isOfGone = switch (decision) {
                case Decision.JobGranted it -> isLeftOut(it.job());
                case Decision.JobStarted it -> isLeftOut(it.job());
                case Decision.PartlyCancelled it -> isLeftOut(it.job());
                case Decision.JobEnded it -> isLeftOut(it.job());
                case Decision other -> false;
            };
            if (!isOfGone) {
                kept.add(decision);
            }
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(new Transaction(transaction.atMillis(), kept));
    }
}
