package io.banyan.instance;

import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What becomes of the jobs that hold something that is lost: each as its jobspec, or else the instance, has it. A child instance is told, and
 * sees to its own jobs.
 */
final class Losses {
    private final InstanceState state;
    private final Returning returning;
    private final Endings endings;
    private final Matches matches;
    private final Queueing queueing;
    private final Rescales rescales;

    Losses(
            InstanceState state,
            Returning returning,
            Endings endings,
            Matches matches,
            Queueing queueing,
            Rescales rescales) {
        this.state = state;
        this.returning = returning;
        this.endings = endings;
        this.matches = matches;
        this.queueing = queueing;
        this.rescales = rescales;
    }

    /** What an earlier process saw to is over. */
    void restarted() {
        if (state.isJoined()) {
            state.statuses().takeLost();
        }
    }

    /** Sees to all that was lost in this turn. O(what was lost x who has it). */
    void act(Turn turn) {
        if (!state.isJoined()) {
            return;
        }
        Map<JobId, List<String>> lostBy = new TreeMap<>();
        for (String path : Paths.outermost(state.statuses().takeLost())) {
            for (JobId job : state.resources().users(state.resources().index(path))) {
                lostBy.computeIfAbsent(job, it -> new ArrayList<>()).add(path);
            }
        }
        lostBy.forEach((id, paths) ->
                state.jobs().active(id).filter(job -> !job.isInstance()).ifPresent(job -> hurt(turn, job, paths)));
    }

    private void hurt(Turn turn, JobRecord job, List<String> paths) {
        if (job.state() == JobState.RESERVED && job.submission().isPresent()) {
            endings.unplan(turn, job.id());
            return;
        }
        turn.decide(new JobDecision.JobHurt(job.id(), paths));
        switch (job.ifLost()) {
            case IfLost.Keep it -> {
                // It was marked, and its owner decides.
            }
            case IfLost.Shrink it -> {
                long slots = rescales.slotsOf(job.id());
                shrink(turn, job, paths);
                rescales.lost(turn, job.id(), slots).ifPresent(why -> endings.stop(turn, job, JobState.PENDING, why));
            }
            case IfLost.Requeue it -> {
                if (job.state() == JobState.STOPPING) {
                    return;
                }
                endings.stop(turn, job, JobState.FAILED, Few.of(paths) + " was lost; it is started anew");
                if (job.submission().isPresent()) {
                    queueing.again(turn, job, job.submission().get(), it.jobspec());
                } else {
                    matches.again(turn, job, it.jobspec());
                }
            }
        }
    }

    private void shrink(Turn turn, JobRecord job, List<String> paths) {
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
            turn.decide(new JobDecision.PartlyCancelled(job.id(), here, List.of(), true, List.of()));
        }
        if (!byGrant.isEmpty()) {
            List<String> parts = byGrant.values().stream().flatMap(List::stream).toList();
            String id = idOfLoss(turn, job.id());
            var release = new ReturnDecision.Release(job.id(), parts);
            returning.begin(turn, id, Optional.empty(), List.of(), List.of(release), Returning.parcels(byGrant));
        }
        if (!state.resources().holdsAnything(job.id())) {
            endings.stop(turn, job, JobState.FAILED, "all that it held was lost");
        }
    }

    /** The id of the return of what a job has lost; a job can lose something twice in a millisecond, and a clock can be set back. */
    private String idOfLoss(Turn turn, JobId job) {
        return returning.unusedId(state.path() + "!lost" + turn.nowMillis() + "!" + job);
    }

    /** What came here for the job of what is lost. */
    private List<String> grown(JobId job, String path) {
        List<String> parts = state.origins().of(path).isPresent()
                ? List.of(path)
                : state.origins().topsBelow(path);
        return parts.stream()
                .filter(part -> state.origins()
                        .of(part)
                        .filter(origin -> origin.job().equals(Optional.of(job)))
                        .isPresent())
                .toList();
    }
}
