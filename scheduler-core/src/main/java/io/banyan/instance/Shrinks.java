package io.banyan.instance;

import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** A client wants the instance to give something back: what exactly that is, and whether somebody still uses it. */
final class Shrinks {
    private final InstanceState state;
    private final Returning returning;
    private final Waiters waiters;

    Shrinks(InstanceState state, Returning returning, Waiters waiters) {
        this.state = state;
        this.returning = returning;
        this.waiters = waiters;
    }

    /** Asked again with the same id, the answer is the same. */
    void clientAsked(Turn turn, String call, Request.Shrink request) {
        String id = request.requestId();
        Optional<Returns.Settled> settled = state.returns().settled(id);
        if (settled.isPresent()) {
            turn.reply(call, settled.get().answer(id));
            return;
        }
        if (state.returns().isPending(id)) {
            waiters.add(Waiters.shrink(id), call);
            return;
        }
        try {
            List<String> open = openOf(request.target());
            if (open.isEmpty()) {
                shrink(turn, call, id, resolve(request.target()));
            } else {
                waiters.add(Waiters.shrink(id), call);
                returning.again(turn, id, Optional.empty(), open);
            }
        } catch (NothingToShrink e) {
            turn.fail(call, e.code, e.sentence);
        }
    }

    /** The grows of which nothing is here any more, but a provider has not taken it back; it is asked again. */
    private List<String> openOf(ShrinkTarget target) throws NothingToShrink {
        OpenReleases open = state.returns().open();
        List<String> found = switch (target) {
            case ShrinkTarget.Unreleased it -> open.requestIds();
            case ShrinkTarget.ByGrow(String id) ->
                open.requestIds().contains(id) && state.origins().find(id).isEmpty() ? List.of(id) : List.of();
            case ShrinkTarget.ByPaths it -> List.of();
            case ShrinkTarget.ByJob it -> List.of();
        };
        for (String id : found) {
            if (state.provisions().containsKey(id)) {
                throw new NothingToShrink(
                        ErrorCode.WRONG_STATE, "the provider is being asked for grow " + id + " at this moment");
            }
        }
        return found;
    }

    private List<Parcel> resolve(ShrinkTarget target) throws NothingToShrink {
        return switch (target) {
            case ShrinkTarget.ByGrow byGrow -> ofGrow(byGrow.growId());
            case ShrinkTarget.ByPaths byPaths -> ofPaths(byPaths.paths());
            case ShrinkTarget.ByJob byJob -> ofJob(byJob.job());
            case ShrinkTarget.Unreleased it -> List.of();
        };
    }

    private List<Parcel> ofGrow(String growId) throws NothingToShrink {
        Optional<Origin> origin = state.origins().find(growId);
        Optional<JobId> child = state.childGrants().holder(growId);
        if (child.isPresent()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "grow " + growId + " was for instance " + state.childPath(child.get()) + "; shrink that instance");
        }
        if (origin.isPresent()) {
            return List.of(new Parcel(growId, origin.get().tops()));
        }
        if (state.returns().isReleasing(growId)) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE, "the provider is taking back at this moment what it brought for " + growId);
        }
        if (state.origins().isSpent(growId)) {
            return List.of();
        }
        throw new NothingToShrink(ErrorCode.NOT_FOUND, "there is no grow " + growId + " here");
    }

    private List<Parcel> ofJob(JobId job) throws NothingToShrink {
        if (state.jobs().active(job).filter(JobRecord::isInstance).isPresent()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "job " + job + " is an instance; shrink that instance, at " + state.childPath(job));
        }
        List<Origin> grown = state.origins().grownFor(job);
        if (grown.isEmpty()) {
            throw new NothingToShrink(ErrorCode.NOT_FOUND, "nothing was grown for job " + job);
        }
        return grown.stream()
                .map(origin -> new Parcel(origin.id(), origin.tops()))
                .toList();
    }

    private List<Parcel> ofPaths(List<String> paths) throws NothingToShrink {
        TreeSet<String> tops = new TreeSet<>();
        for (String path : paths) {
            if (state.resources().graph().find(path) < 0) {
                throw new NothingToShrink(ErrorCode.NOT_FOUND, "there is no vertex " + path + " here");
            }
            boolean isPart = state.origins().of(path).isPresent();
            List<String> parts = isPart ? List.of(path) : state.origins().topsBelow(path);
            if (parts.isEmpty()) {
                throw new NothingToShrink(
                        ErrorCode.WRONG_STATE,
                        path + " is this instance's own: it came neither from a parent nor from a provider");
            }
            tops.addAll(parts);
        }
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        for (String top : Paths.outermost(tops)) {
            Origin origin = state.origins().of(top).orElseThrow();
            byGrant.computeIfAbsent(origin.id(), it -> new ArrayList<>()).add(top);
        }
        return Returning.parcels(byGrant);
    }

    private void shrink(Turn turn, String call, String id, List<Parcel> parcels) {
        TreeSet<JobId> users = new TreeSet<>();
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        for (Parcel parcel : parcels) {
            Optional<JobId> owner = ownerOf(parcel.grantId());
            for (String path : parcel.paths()) {
                int v = state.resources().indices(List.of(path))[0];
                for (JobId job : usersOf(parcel, v)) {
                    if (owner.equals(Optional.of(job))) {
                        released.computeIfAbsent(job, it -> new ArrayList<>()).add(path);
                    } else {
                        users.add(job);
                    }
                }
            }
        }
        if (!users.isEmpty()) {
            List<String> jobs =
                    users.stream().map(job -> described(turn.asker(), job)).toList();
            turn.reply(call, new Answer.InUse(id, List.copyOf(users), "in use by " + Few.of(jobs)));
            return;
        }
        waiters.add(Waiters.shrink(id), call);
        List<Decision.Release> releases = released.entrySet().stream()
                .map(entry -> new Decision.Release(entry.getKey(), entry.getValue()))
                .toList();
        returning.begin(turn, id, Optional.empty(), List.of(), releases, parcels);
    }

    /** What was found in the own graph stays there, whoever else has a part of it: only its job lets go of it. */
    private Iterable<JobId> usersOf(Parcel parcel, int v) {
        boolean staysHere = state.origins()
                .find(parcel.grantId())
                .filter(origin -> origin.arrival() == Arrival.LOCAL)
                .isPresent();
        return staysHere
                ? ownerOf(parcel.grantId()).stream().toList()
                : state.resources().users(v);
    }

    /** The job whose grow it was, if it is one that may lose it this way. */
    private Optional<JobId> ownerOf(String grantId) {
        return state.origins()
                .find(grantId)
                .flatMap(Origin::job)
                .flatMap(state.jobs()::active)
                .filter(job -> !job.isInstance())
                .map(JobRecord::id);
    }

    private String described(Principal asker, JobId id) {
        Optional<JobRecord> job = state.jobs().find(id).filter(asker::isMasterOf);
        String what = job.filter(JobRecord::isInstance).isPresent() ? "instance" : "job";
        String name = job.map(JobRecord::name)
                .filter(it -> !it.isEmpty())
                .map(it -> " (" + it + ")")
                .orElse("");
        return what + " " + id + name;
    }

    /** What was named cannot be given back. Control flow within this class. */
    private static final class NothingToShrink extends Exception {
        private static final long serialVersionUID = 1;

        private final ErrorCode code;
        private final String sentence;

        NothingToShrink(ErrorCode code, String sentence) {
            super(sentence, null, false, false);
            this.code = code;
            this.sentence = sentence;
        }
    }
}
