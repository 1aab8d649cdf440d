package io.banyan.instance.journal;

import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the decisions of a journal that are no longer needed: those on ended and forgotten jobs, on grants that were
 * returned to their sources, and on statuses and properties that were set again later. A replay of the other decisions,
 * in their order, leads to the same state as a replay of all, with one exception: it may not recognize a repeated grow
 * or return that was settled more than an hour before the end of the journal. For one thread: first every transaction
 * is noted, in order; then, in the same order, the remaining decisions of each are requested. O(decisions) of time and
 * memory.
 */
public final class JournalCompaction {
    private static final String QUEUE = "queue";
    private static final List<String> RANKS = List.of(QUEUE);
    private static final long REMEMBERED_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final long rememberedMillis;
    /** The group of every decision that is noted, in the order of the decisions. */
    private final List<DecisionGroup> groups = new ArrayList<>();

    private final AttachedDecisionGroups grants = new AttachedDecisionGroups();
    private final JobDecisionGroups jobs;
    private final ReservationDecisionGroups reservations;
    private final WantedDecisionGroups wanted;
    private final ReturnDecisionGroups returns;
    /** Where the last decision on a status or a property is. */
    private final Map<List<String>, Integer> settings = new HashMap<>();

    private long nowMillis = Long.MIN_VALUE;
    private boolean isWeighed;
    private int asked;
    /** How many processes have begun, and how many of them were met again. */
    private int begun;

    private int begunAgain;

    /**
     * Nothing is noted yet.
     *
     * @param remembered how many ended jobs an instance remembers ({@link InstanceLimits#maxEndedJobs})
     */
    public JournalCompaction(int remembered) {
        this(remembered, REMEMBERED_MILLIS);
    }

    /** For one that forgets grows and returns sooner, or later. */
    public JournalCompaction(int remembered, long rememberedMillis) {
        this.rememberedMillis = rememberedMillis;
        this.jobs = new JobDecisionGroups(remembered, grants);
        this.reservations = new ReservationDecisionGroups(jobs);
        this.wanted = new WantedDecisionGroups(jobs, grants);
        this.returns = new ReturnDecisionGroups(jobs, grants, wanted);
    }

    /** Notes the next transaction. */
    public void note(Transaction transaction) {
        if (isWeighed) {
            throw new IllegalStateException("no transaction can be added after the result was requested");
        }
        nowMillis = Math.max(nowMillis, transaction.atMillis());
        begun += isBeginning(transaction) ? 1 : 0;
        for (Decision decision : transaction.decisions()) {
            groups.add(groupOf(decision));
        }
    }

    private static boolean isBeginning(Transaction transaction) {
        return transaction.cause().filter(JournalCause.Begun.class::isInstance).isPresent();
    }

    private DecisionGroup groupOf(Decision decision) {
        return switch (decision) {
            case JobDecision it -> of(it);
            case RescaleDecision.Proposed it -> jobs.proposed(it);
            case RescaleDecision.Settled it -> jobs.of(it.job());
            case GrowDecision it -> returns.of(it);
            case ReturnDecision it -> returns.of(it, nowMillis);
            case RevokeDecision it -> wanted.of(it, nowMillis);
            case ReservationDecision it -> reservations.of(it, nowMillis);
            case EditDecision it -> of(it);
            case LevelDecision.ChildChanged it -> jobs.of(it.job());
            case LevelDecision.Joined it -> DecisionGroup.forEver();
            case LevelDecision.Leaving it -> DecisionGroup.forEver();
            case LevelDecision.Prolonged it -> DecisionGroup.forEver();
            case QueueDecision.QueueChanged it -> replaced(List.of(QUEUE, it.queue()));
            case QueueDecision.Ranked it -> ranked();
        };
    }

    private DecisionGroup of(JobDecision decision) {
        return switch (decision) {
            case JobDecision.JobGranted it -> jobs.granted(it);
            case JobDecision.JobSubmitted it -> jobs.submitted(it);
            case JobDecision.JobEnded it -> jobs.ended(it.job(), nowMillis);
            case JobDecision.JobEligible it -> jobs.eligible(it.job());
            case JobDecision.JobRequeued it -> jobs.of(it.job());
            case JobDecision.JobLimited it -> jobs.of(it.job());
            case JobDecision.JobUrged it -> jobs.of(it.job());
            case JobDecision.JobUnplanned it -> jobs.of(it.job());
            case JobDecision.JobStarted it -> jobs.of(it.job());
            case JobDecision.JobStopping it -> jobs.of(it.job());
            case JobDecision.PartlyCancelled it -> jobs.of(it.job());
            case JobDecision.JobHurt it -> jobs.of(it.job());
        };
    }

    private DecisionGroup of(EditDecision decision) {
        return switch (decision) {
            case EditDecision.StatusChanged it -> set(it.path(), List.of(it.path()));
            case EditDecision.StatusHeard it -> heard(it);
            case EditDecision.PropertyChanged it -> set(it.path(), List.of(it.path(), it.key()));
            case EditDecision.Attached it ->
                edited(it.subgraph().vertices().stream()
                        .map(SubgraphVertex::path)
                        .toList());
            case EditDecision.Removed it -> removed(it);
        };
    }

    private DecisionGroup ranked() {
        jobs.ranked();
        return replaced(RANKS);
    }

    /** Returns the group of a child's report, which matters as long as the child is there. */
    private DecisionGroup heard(EditDecision.StatusHeard heard) {
        DecisionGroup group =
                set(heard.path(), List.of(heard.child().map(JobId::toString).orElse(""), heard.path()));
        if (heard.child().isEmpty()) {
            return group;
        }
        return jobs.of(heard.child().get());
    }

    /** Replaces the earlier value, which is no longer needed. */
    private DecisionGroup set(String path, List<String> setting) {
        replaced(setting);
        return edited(List.of(path));
    }

    private DecisionGroup replaced(List<String> setting) {
        @Nullable Integer before = settings.put(setting, groups.size());
        if (before != null) {
            groups.set(before, DecisionGroup.over());
        }
        return DecisionGroup.forEver();
    }

    private DecisionGroup removed(EditDecision.Removed removed) {
        removed.released().forEach(release -> jobs.of(release.job()).keep());
        return edited(removed.paths());
    }

    private DecisionGroup edited(Collection<String> paths) {
        grants.edited(paths);
        return DecisionGroup.forEver();
    }

    private void weigh() {
        if (!isWeighed) {
            jobs.keep();
            DecisionGroup.weigh(groups, nowMillis - rememberedMillis);
            isWeighed = true;
        }
    }

    /** How many decisions would be left out; nothing more is noted then. O(decisions). */
    public long leftOut() {
        weigh();
        return groups.stream().filter(group -> !group.isKept()).count();
    }

    /** Whether at least half of the journal would go; nothing more is noted then. O(decisions). */
    public boolean isWorthIt() {
        long leftOut = leftOut();
        return leftOut > 0 && 2 * leftOut >= groups.size();
    }

    /**
     * Returns the remaining part of the next transaction, after all were noted; empty if none remains. Of the
     * beginnings of processes, only the last remains. Events are removed, because without the others they would lead to
     * other decisions.
     */
    public Optional<Transaction> left(Transaction transaction) {
        weigh();
        if (isBeginning(transaction)) {
            return ++begunAgain == begun ? Optional.of(transaction) : Optional.empty();
        }
        List<Decision> kept = new ArrayList<>();
        for (Decision decision : transaction.decisions()) {
            if (groups.get(asked++).isKept()) {
                kept.add(decision);
            }
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(new Transaction(transaction.atMillis(), kept));
    }
}
