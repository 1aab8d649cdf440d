package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The treatment of jobs that lose resources because these are lost or removed: each job continues, shrinks or is
 * requeued, as its jobspec or else the instance's configuration states. A job that holds nothing any more fails. A
 * child instance is notified and decides for its own jobs. A child instance that came through the queue cannot continue
 * without its first node, on which its tasks run.
 */
public final class LostResources {
    private final InstanceState state;
    private final ResourceReturn resourceReturn;
    private final JobCompletion completion;
    private final MatchRequests matches;
    private final QueueHandlers queueing;
    private final Rescales rescales;

    public LostResources(
            InstanceState state,
            ResourceReturn resourceReturn,
            JobCompletion completion,
            MatchRequests matches,
            QueueHandlers queueing,
            Rescales rescales) {
        this.state = state;
        this.resourceReturn = resourceReturn;
        this.completion = completion;
        this.matches = matches;
        this.queueing = queueing;
        this.rescales = rescales;
    }

    /**
     * The process is a new one. The earlier one has dealt with all that was lost, but an older version could leave a
     * job that runs without resources. O(active jobs).
     */
    public void restarted(Transition transition) {
        if (state.isJoined()) {
            state.transients().unseen().takeLost();
            state.jobs().active().stream()
                    .filter(job -> job.submission().isPresent() && job.state() == JobState.RUNNING)
                    .forEach(job -> endIfEmpty(transition, job, "all its resources were removed"));
        }
    }

    /** Deals with all that was lost in this transition. O(lost resources x the jobs that hold it). */
    public void act(Transition transition) {
        if (!state.isJoined()) {
            return;
        }
        hurtUsersOfLost(transition);
        transition
                .takeReduced()
                .forEach(id -> state.jobs()
                        .active(id)
                        .ifPresent(job -> endIfEmpty(transition, job, "none of its resources are left")));
    }

    private void hurtUsersOfLost(Transition transition) {
        Map<JobId, List<String>> lostBy = new TreeMap<>();
        for (String path : Paths.outermost(state.transients().unseen().takeLost())) {
            for (JobId job : state.resources().users(state.resources().index(path))) {
                lostBy.computeIfAbsent(job, it -> new ArrayList<>()).add(path);
            }
        }
        lostBy.forEach((id, paths) -> state.jobs()
                .active(id)
                .filter(job -> !job.isInstance() || hasLostItsFirstNode(job, paths))
                .ifPresent(job -> hurt(transition, job, paths)));
    }

    /** O(the instance's resources). */
    private boolean hasLostItsFirstNode(JobRecord job, List<String> lost) {
        return job.isQueuedInstance()
                && state.childGrants().spawned(job.id()).vertices().stream()
                        .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                        .findFirst()
                        .filter(node -> Paths.isWithinAny(node.path(), Set.copyOf(lost)))
                        .isPresent();
    }

    private void hurt(Transition transition, JobRecord job, List<String> paths) {
        if (job.state() == JobState.RESERVED && job.submission().isPresent()) {
            completion.unplan(transition, job.id());
            return;
        }
        transition.decide(new JobDecision.JobHurt(job.id(), paths));
        switch (job.ifLost()) {
            case IfLost.Keep it -> {
                // It was marked, and its owner decides.
            }
            case IfLost.Shrink it
            when job.isInstance() -> fail(transition, job, FirstItems.of(paths) + ", where its tasks run, was lost");
            case IfLost.Shrink it -> {
                long slots = rescales.slotsOf(job.id());
                shrink(transition, job, paths);
                goOnWithRest(transition, job, slots);
            }
            case IfLost.Requeue it -> requeue(transition, job, it.jobspec(), FirstItems.of(paths) + " was lost");
        }
    }

    /**
     * Removes resources from the graph, and deals with the jobs that held some of them as if these were lost.
     *
     * @param held the paths of the removed resources, by the jobs that hold them
     * @param removal the decision that takes them away
     * @param rules under Fluxion's rules a matched job stays, even where it holds nothing any more
     */
    public void remove(
            Transition transition, Map<JobId, List<String>> held, EditDecision.Removed removal, MatchRules rules) {
        Map<JobId, Long> slots = new TreeMap<>();
        held.keySet().forEach(job -> slots.put(job, rescales.slotsOf(job)));
        transition.decide(removal);
        held.forEach((id, paths) -> state.jobs()
                .active(id)
                .filter(job -> !job.isInstance()
                        && state.reservations().bookedUnder(id).isEmpty())
                .ifPresent(job -> {
                    transition.decide(new JobDecision.JobHurt(id, paths));
                    switch (job.ifLost()) {
                        case IfLost.Keep it -> {
                            // It was marked, and its owner decides.
                        }
                        case IfLost.Shrink it -> goOnWithRest(transition, job, slots.getOrDefault(id, 0L));
                        case IfLost.Requeue it ->
                            requeue(transition, job, it.jobspec(), FirstItems.of(paths) + " was removed");
                    }
                }));
        for (JobId id : transition.takeReduced()) {
            state.jobs()
                    .active(id)
                    .filter(job ->
                            rules == MatchRules.BANYAN || job.submission().isPresent())
                    .ifPresent(job -> endIfEmpty(transition, job, "all its resources were removed"));
        }
    }

    private void goOnWithRest(Transition transition, JobRecord job, long slots) {
        rescales.lost(transition, job.id(), slots)
                .ifPresent(why -> completion.stop(transition, job, JobState.PENDING, why));
    }

    private void requeue(Transition transition, JobRecord job, Jobspec jobspec, String why) {
        if (job.state() == JobState.STOPPING || completion.isInEpilog(job.id())) {
            return;
        }
        completion.stop(transition, job, JobState.FAILED, why + "; the job is restarted");
        if (job.submission().isPresent()) {
            queueing.again(transition, job, job.submission().get(), jobspec);
        } else {
            matches.again(transition, job, jobspec);
        }
    }

    /**
     * Ends a job that holds nothing any more. An instance can grow again; the parts of a reservation can be with the
     * jobs that run in it.
     */
    private void endIfEmpty(Transition transition, JobRecord job, String why) {
        boolean isInUse = state.reservations().bookedUnder(job.id()).isPresent()
                && state.reservations().whole(job.id()).size() > 0;
        boolean isEmpty = !job.isInstance()
                && !isInUse
                && state.schedule().holdings().isEmpty(job.id())
                && !state.resources().leftTags().keep(job.id());
        if (isEmpty) {
            fail(transition, job, why);
        }
    }

    /**
     * Fails a job that holds nothing any more. A job that is already stopping ends, or waits again, as its stop
     * requested.
     */
    private void fail(Transition transition, JobRecord job, String why) {
        if (job.state() != JobState.STOPPING) {
            completion.stop(transition, job, JobState.FAILED, why);
        }
    }

    private void shrink(Transition transition, JobRecord job, List<String> paths) {
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        List<String> here = new ArrayList<>();
        for (String path : paths) {
            List<String> grown = grown(job.id(), path);
            for (String part : grown) {
                String grant = state.origins().of(part).orElseThrow().id();
                byGrant.computeIfAbsent(grant, it -> new ArrayList<>()).add(part);
            }
            if (!grown.contains(path)) {
                here.add(path);
            }
        }
        if (!here.isEmpty()) {
            transition.decide(new JobDecision.PartlyCancelled(job.id(), here, List.of(), true, List.of()));
        }
        if (!byGrant.isEmpty()) {
            List<String> parts = byGrant.values().stream().flatMap(List::stream).toList();
            String id = idOfLoss(transition, job.id());
            var release = new ReturnDecision.Release(job.id(), parts);
            resourceReturn.begin(transition, id, Optional.empty(), List.of(), List.of(release), Parcel.ofEach(byGrant));
        }
        if (!state.resources().holdsAnything(job.id())) {
            fail(transition, job, "all its resources were lost");
        }
    }

    /**
     * Returns the id of the return of a job's lost resources; a job can lose something twice in a millisecond, and a
     * clock can be set back.
     */
    private String idOfLoss(Transition transition, JobId job) {
        return resourceReturn.unusedId(state.path() + "!lost" + transition.nowMillis() + "!" + job);
    }

    /** Returns the parts of the lost resources that came here for the job, and were not retained for the instance. */
    private List<String> grown(JobId job, String path) {
        List<String> parts = state.origins().of(path).isPresent()
                ? List.of(path)
                : state.origins().topsBelow(path);
        return parts.stream()
                .filter(part -> state.origins()
                        .of(part)
                        .filter(origin -> origin.jobOf(part).equals(Optional.of(job)))
                        .isPresent())
                .toList();
    }
}
