package io.banyan.instance.journal;

import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Dependency;
import io.banyan.resource.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jobs in a journal while it is read. All decisions on a job are needed while the job exists, is remembered, or
 * counts in a user's usage. O(1) for a decision besides the job's holds.
 */
final class JobDecisionGroups {
    private final int remembered;
    private final AttachedDecisionGroups grants;
    private final Map<JobId, DecisionGroup> jobs = new HashMap<>();
    private final Map<JobId, List<AttachedDecisionGroups.Granted>> local = new HashMap<>();
    private final Queue<JobId> ended = new ArrayDeque<>();
    /** The jobs that have ended since the use of all jobs was last recorded, and those of them that were forgotten. */
    private final Set<JobId> endedSince = new HashSet<>();

    private final List<JobId> unsaid = new ArrayList<>();
    private boolean isUseSaid;
    /** The dependencies of the jobs for which one of several dependencies is enough. */
    private final Map<JobId, List<Dependency>> anyOf = new HashMap<>();

    private JobId highest = new JobId(1);

    /**
     * None yet.
     *
     * @param remembered how many ended jobs are remembered
     */
    JobDecisionGroups(int remembered, AttachedDecisionGroups grants) {
        this.remembered = remembered;
        this.grants = grants;
    }

    /**
     * Returns the group of a job with a further decision; the group is kept for ever if the journal does not contain
     * the job's beginning.
     */
    DecisionGroup of(JobId job) {
        return jobs.computeIfAbsent(job, it -> DecisionGroup.forEver());
    }

    DecisionGroup submitted(JobDecision.JobSubmitted submitted) {
        JobId job = submitted.job();
        List<Dependency> any = Conditions.of(submitted.jobspec()).dependencies().stream()
                .filter(Dependency::any)
                .toList();
        if (!any.isEmpty()) {
            anyOf.put(job, any);
        }
        return begun(job);
    }

    /** All that it waited for has come. */
    DecisionGroup eligible(JobId job) {
        anyOf.remove(job);
        return of(job);
    }

    private DecisionGroup begun(JobId job) {
        highest = job.compareTo(highest) > 0 ? job : highest;
        return jobs.computeIfAbsent(job, it -> DecisionGroup.opened(1));
    }

    DecisionGroup granted(JobDecision.JobGranted grant) {
        return holding(begun(grant.job()), grant.held());
    }

    DecisionGroup proposed(RescaleDecision.Proposed proposed) {
        return holding(of(proposed.job()), proposed.held());
    }

    private DecisionGroup holding(DecisionGroup group, List<HeldPart> held) {
        for (HeldPart part : held) {
            grants.touched(part.path()).forEach(group::needs);
        }
        return group;
    }

    /** Records a grow of a job from the own graph. */
    void grewHere(JobId job, AttachedDecisionGroups.Granted granted) {
        local.computeIfAbsent(job, it -> new ArrayList<>()).add(granted);
    }

    DecisionGroup ended(JobId job, long atMillis) {
        anyOf.remove(job);
        DecisionGroup group = of(job);
        for (AttachedDecisionGroups.Granted grant : local.getOrDefault(job, List.of())) {
            if (!grant.isSpent()) {
                group.merge(grant.group());
                grants.end(grant, atMillis);
            }
        }
        local.remove(job);
        ended.add(job);
        if (isUseSaid) {
            endedSince.add(job);
        }
        if (ended.size() > remembered) {
            forgotten(ended.remove());
        }
        return group;
    }

    /**
     * Closes the group of a forgotten job, except where the job has ended since the use of all jobs was last recorded,
     * so that its use is recorded nowhere else.
     */
    private void forgotten(JobId job) {
        if (endedSince.contains(job)) {
            unsaid.add(job);
        } else {
            of(job).close(Long.MIN_VALUE);
        }
    }

    /** Notes that the use of all jobs is recorded. */
    void ranked() {
        unsaid.forEach(job -> of(job).close(Long.MIN_VALUE));
        unsaid.clear();
        endedSince.clear();
        isUseSaid = true;
    }

    /**
     * The next number that a job gets follows the highest, which is kept for that. Where one of several jobs is enough
     * for a job that still waits, all of them are kept: replay takes a job that is left out for one that has ended as
     * it was to.
     */
    void keep() {
        of(highest).keep();
        anyOf.forEach((job, dependencies) -> {
            DecisionGroup waiting = of(job);
            for (Dependency dependency : dependencies) {
                dependency.jobs().forEach(other -> {
                    @Nullable DecisionGroup named = jobs.get(new JobId(other));
                    if (named != null) {
                        waiting.needs(named);
                    }
                });
            }
        });
    }
}
