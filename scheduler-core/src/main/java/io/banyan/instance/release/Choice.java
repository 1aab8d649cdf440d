package io.banyan.instance.release;

import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The first phase of a release: which resources a request names, and which jobs use them. */
final class Choice {
    private final InstanceState state;
    private final Victims victims;

    Choice(InstanceState state) {
        this.state = state;
        this.victims = new Victims(state);
    }

    /** An exception for named resources that cannot be given back. It is control flow among the first steps. */
    static final class NothingToShrink extends Exception {
        private static final long serialVersionUID = 1;

        final ErrorCode code;
        final String sentence;

        NothingToShrink(ErrorCode code, String sentence) {
            super(sentence, null, false, false);
            this.code = code;
            this.sentence = sentence;
        }
    }

    /**
     * The users of a vertex, or of something below it.
     *
     * @param owner the job for which it was grown, where that holds it and may lose it
     * @param others all others
     */
    record Use(Optional<JobId> owner, SortedSet<JobId> others) {}

    /**
     * The resources that were chosen, by the grants with which they came; the jobs that let go of something with them;
     * and the jobs that are in the way.
     */
    final class Chosen {
        private final Map<String, List<String>> byGrant = new LinkedHashMap<>();
        private final Map<JobId, List<String>> released = new LinkedHashMap<>();
        private final SortedSet<JobId> users = new TreeSet<>();

        void add(String grantId, String path) {
            byGrant.computeIfAbsent(grantId, it -> new ArrayList<>()).add(path);
            Use use = use(grantId, path);
            users.addAll(use.others());
            use.owner().ifPresent(job -> letGo(job, path));
        }

        private void letGo(JobId job, String path) {
            released.computeIfAbsent(job, it -> new ArrayList<>()).add(path);
        }

        boolean isEmpty() {
            return byGrant.isEmpty();
        }

        List<JobId> users() {
            return List.copyOf(users);
        }

        List<Parcel> parcels() {
            return Parcel.ofEach(byGrant);
        }

        List<ReturnDecision.Release> released() {
            return released.entrySet().stream()
                    .map(entry -> new ReturnDecision.Release(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }

    /** These parcels; of one without paths nothing is left. */
    Chosen of(List<Parcel> parcels) {
        Chosen chosen = new Chosen();
        for (Parcel parcel : parcels) {
            chosen.byGrant.computeIfAbsent(parcel.grantId(), it -> new ArrayList<>());
            parcel.paths().forEach(path -> chosen.add(parcel.grantId(), path));
        }
        return chosen;
    }

    /**
     * Returns the users of a vertex that came with a grant. Resources of the own graph stay there, whichever other job
     * has a part of them: only the job of the grant releases them. O(jobs).
     */
    Use use(String grantId, String path) {
        Optional<GrantOrigin> origin = state.origins().find(grantId);
        Optional<JobId> owner = origin.flatMap(it -> it.jobOf(path)).flatMap(this::mayLose);
        if (origin.filter(it -> it.arrival() == GrowRoute.LOCAL).isPresent()) {
            return new Use(owner, new TreeSet<>());
        }
        TreeSet<JobId> others = new TreeSet<>(state.users(state.resources().index(path)));
        return new Use(owner.filter(others::remove), others);
    }

    /** A job that may lose something this way: one that is no instance. */
    private Optional<JobId> mayLose(JobId job) {
        return state.jobs().active(job).filter(it -> !it.isInstance()).map(JobRecord::id);
    }

    /** The origin of a vertex that is here and came from elsewhere. */
    Optional<GrantOrigin> originOf(String path) {
        return state.resources().graph().find(path) < 0
                ? Optional.empty()
                : state.origins().of(path);
    }

    /** Returns the parts of these paths that are here and came from the parent. */
    List<String> fromParent(List<String> paths) {
        return Paths.outermost(paths.stream()
                .filter(path -> state.resources().graph().find(path) >= 0)
                .flatMap(path -> state.origins().partsOf(path).stream())
                .filter(part -> state.origins().of(part).orElseThrow().arrival() == GrowRoute.PARENT)
                .toList());
    }

    /** Returns the resources that a client names. */
    Chosen named(ShrinkTarget target, long nowMillis) throws NothingToShrink {
        return switch (target) {
            case ShrinkTarget.ByGrow byGrow -> withLocal(byGrow.growId(), of(ofGrow(byGrow.growId())));
            case ShrinkTarget.ByPaths byPaths -> of(ofPaths(byPaths.paths()));
            case ShrinkTarget.ByJob byJob -> of(ofJob(byJob.job()));
            case ShrinkTarget.ByCount byCount -> ofCount(byCount.counts());
            case ShrinkTarget.ByIdle byIdle -> of(ofTops(idleTops(nowMillis, byIdle.idleMillis())));
            case ShrinkTarget.Unreleased it -> new Chosen();
            case ShrinkTarget.Undo it -> new Chosen();
        };
    }

    /** Also releases the resources that a job got from here with the grow. */
    private Chosen withLocal(String growId, Chosen chosen) {
        state.origins()
                .find(growId)
                .ifPresent(origin -> origin.job()
                        .flatMap(this::mayLose)
                        .ifPresent(owner -> origin.local().stream()
                                .filter(path -> state.resources().isHeldBy(owner, path))
                                .forEach(path -> chosen.letGo(owner, path))));
        return chosen;
    }

    /** Returns these amounts of idle resources. If there is less, all users of the types are reported as obstacles. */
    private Chosen ofCount(RevokeTarget.ByCounts wanted) throws NothingToShrink {
        List<String> chosen = new ArrayList<>();
        for (String type : victims.outerFirst(wanted.counts().keySet())) {
            long count = wanted.counts().getOrDefault(type, 0L);
            long all = victims.foreign(type);
            if (all < count) {
                throw new NothingToShrink(
                        ErrorCode.WRONG_STATE,
                        "of the " + count + " " + type + " to return, only " + all
                                + " came from a parent or a provider");
            }
            long missing = count - victims.amount(chosen, type);
            chosen.addAll(victims.free(false, type, Math.max(0, missing), chosen));
        }
        List<Parcel> parcels = ofTops(chosen);
        Chosen all = of(parcels);
        boolean isEnough = wanted.counts().entrySet().stream()
                .allMatch(each -> victims.amount(pathsOf(parcels), each.getKey()) >= each.getValue());
        if (!isEnough) {
            all.users.addAll(victims.users(wanted.counts().keySet()));
        }
        return all;
    }

    static List<String> pathsOf(List<Parcel> parcels) {
        return parcels.stream().flatMap(parcel -> parcel.paths().stream()).toList();
    }

    private List<String> idleTops(long nowMillis, long idleMillis) {
        List<String> tops = new ArrayList<>();
        for (GrantOrigin origin : state.origins().all()) {
            for (String top : origin.arrival() == GrowRoute.LOCAL ? List.<String>of() : origin.tops()) {
                int v = state.resources().graph().find(top);
                boolean isIdle = v != state.resources().graph().root()
                        && !state.isUsed(v)
                        && nowMillis - state.idle().since(v, nowMillis) >= idleMillis;
                if (isIdle) {
                    tops.add(top);
                }
            }
        }
        return tops;
    }

    private List<Parcel> ofGrow(String growId) throws NothingToShrink {
        Optional<GrantOrigin> origin = state.origins().find(growId);
        Optional<JobId> child = state.childGrants().holder(growId);
        if (child.isPresent()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "grow " + growId + " was for instance " + state.childPath(child.get()) + "; shrink that instance");
        }
        if (origin.isPresent()) {
            return List.of(new Parcel(growId, origin.get().tops()));
        }
        Optional<String> releasing = state.returns().releasing(growId);
        if (releasing.isPresent()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    releasing.get() + " is currently taking back the resources that it supplied for " + growId);
        }
        if (state.origins().isSpent(growId)) {
            return List.of();
        }
        throw new NothingToShrink(
                ErrorCode.NOT_FOUND,
                "no resources were added here by a grow " + growId
                        + ": either there is no such grow, or the instance's own graph satisfied it");
    }

    private List<Parcel> ofJob(JobId job) throws NothingToShrink {
        if (state.jobs().active(job).filter(JobRecord::isInstance).isPresent()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "job " + job + " is an instance; shrink that instance, at " + state.childPath(job));
        }
        if (state.origins().grownFor(job).isEmpty()) {
            throw new NothingToShrink(ErrorCode.NOT_FOUND, "nothing was grown for job " + job);
        }
        return state.origins().parcelsOf(job);
    }

    private List<Parcel> ofPaths(List<String> paths) throws NothingToShrink {
        TreeSet<String> tops = new TreeSet<>();
        for (String path : paths) {
            if (state.resources().graph().find(path) < 0) {
                throw new NothingToShrink(ErrorCode.NOT_FOUND, "there is no vertex " + path + " here");
            }
            List<String> parts = state.origins().partsOf(path);
            if (parts.isEmpty()) {
                throw new NothingToShrink(
                        ErrorCode.WRONG_STATE,
                        path + " belongs to this instance: it came neither from a parent nor from a provider");
            }
            tops.addAll(parts);
        }
        return ofTops(tops);
    }

    private List<Parcel> ofTops(Collection<String> tops) {
        return state.origins().parcels(Paths.outermost(tops));
    }
}
