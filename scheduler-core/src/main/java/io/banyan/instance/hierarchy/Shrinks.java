package io.banyan.instance.hierarchy;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.OpenReleases;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.instance.state.PendingReturns;
import io.banyan.instance.turn.PendingCalls;
import io.banyan.instance.turn.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** A client wants the instance to give something back: what exactly that is, and whether somebody still uses it. */
public final class Shrinks {
    private final InstanceState state;
    private final ResourceReturn returning;
    private final Eviction clearance;
    private final PendingCalls waiters;
    private final ResourceUsers uses;
    private final Victims victims;

    public Shrinks(InstanceState state, ResourceReturn returning, Eviction clearance, PendingCalls waiters) {
        this.state = state;
        this.returning = returning;
        this.clearance = clearance;
        this.waiters = waiters;
        this.uses = new ResourceUsers(state);
        this.victims = new Victims(state);
    }

    /** Asked again with the same id, the answer is the same. */
    public void clientAsked(Transition turn, String call, Request.Shrink request) {
        String id = request.requestId();
        if (request.target() instanceof ShrinkTarget.Undo(String shrinkId)) {
            undo(turn, call, shrinkId);
            return;
        }
        if (isTaken(turn.asker(), request)) {
            turn.fail(call, ErrorCode.INVALID, "The request id " + id + " was used for another shrink.");
            return;
        }
        Optional<PendingReturns.Settled> settled = state.returns().settled(id);
        if (settled.isPresent()) {
            turn.reply(call, settled.get().answer(id));
            return;
        }
        Optional<PendingEvictions.Settled> cleared = state.clearings().settled(id);
        if (cleared.isPresent()) {
            turn.reply(call, cleared.get().answer());
            return;
        }
        if (state.returns().isPending(id) || state.clearings().pending(id).isPresent()) {
            waiters.add(PendingCalls.shrink(id), call);
            clearance.wake();
            return;
        }
        try {
            List<String> open = openOf(request.target());
            if (request.retain()) {
                retain(turn, call, request, resolve(turn, request));
            } else if (open.isEmpty()) {
                shrink(turn, call, request);
            } else {
                begin(turn, request);
                waiters.add(PendingCalls.shrink(id), call);
                returning.again(turn, id, Optional.empty(), open);
            }
        } catch (NothingToShrink e) {
            turn.fail(call, e.code, e.sentence);
        }
    }

    /** The answer is that of the shrink, whose own callers get it as well. */
    private void undo(Transition turn, String call, String shrinkId) {
        if (clearance.takeBack(turn, shrinkId)) {
            turn.reply(call, state.clearings().settled(shrinkId).orElseThrow().answer());
        } else {
            turn.fail(call, ErrorCode.NOT_FOUND, "no shrink " + shrinkId + " waits for jobs here");
        }
    }

    /** Whether the id serves another request, or another principal's. */
    private boolean isTaken(Principal asker, Request.Shrink request) {
        return state.shrinks()
                .find(request.requestId())
                .filter(begun -> !begun.isAskedBy(asker, request))
                .isPresent();
    }

    /** From now on its id is taken. */
    private static void begin(Transition turn, Request.Shrink request) {
        turn.decide(new ReturnDecision.ShrinkBegun(turn.asker().name(), request));
    }

    /** The grows of which nothing is here any more, but a provider has not taken it back; it is asked again. */
    private List<String> openOf(ShrinkTarget target) throws NothingToShrink {
        OpenReleases open = state.returns().open();
        List<String> found = switch (target) {
            case ShrinkTarget.Undo it -> List.of();
            case ShrinkTarget.Unreleased it -> open.requestIds();
            case ShrinkTarget.ByGrow(String id) ->
                open.requestIds().contains(id) && state.origins().find(id).isEmpty() ? List.of(id) : List.of();
            case ShrinkTarget.ByPaths it -> List.of();
            case ShrinkTarget.ByJob it -> List.of();
            case ShrinkTarget.ByCount it -> List.of();
            case ShrinkTarget.ByIdle it -> List.of();
        };
        for (String id : found) {
            if (state.provisions().containsKey(id)) {
                throw new NothingToShrink(
                        ErrorCode.WRONG_STATE,
                        state.provisions().get(id) + " is processing grow " + id + " now");
            }
        }
        return found;
    }

    private List<Parcel> resolve(Transition turn, Request.Shrink request) throws NothingToShrink {
        return switch (request.target()) {
            case ShrinkTarget.ByGrow byGrow -> ofGrow(byGrow.growId());
            case ShrinkTarget.ByPaths byPaths -> ofPaths(byPaths.paths());
            case ShrinkTarget.ByJob byJob -> ofJob(byJob.job());
            case ShrinkTarget.ByCount byCount -> ofCount(byCount.counts());
            case ShrinkTarget.ByIdle byIdle -> ofTops(idleTops(turn.nowMillis(), byIdle.idleMillis()));
            case ShrinkTarget.Unreleased it -> List.of();
            case ShrinkTarget.Undo it -> List.of();
        };
    }

    /** Returns the parcels of these amounts that nobody uses; less where there is less. */
    private List<Parcel> ofCount(RevokeTarget.ByCounts wanted) throws NothingToShrink {
        List<String> chosen = new ArrayList<>();
        for (Map.Entry<String, Long> each : victims.outerFirst(wanted.counts())) {
            String type = each.getKey();
            long all = victims.foreign(type);
            if (all < each.getValue()) {
                throw new NothingToShrink(
                        ErrorCode.WRONG_STATE,
                        "of the " + each.getValue() + " " + type + " to return, only " + all + " came from a parent or a provider");
            }
            long missing = each.getValue() - victims.amount(chosen, type);
            chosen.addAll(victims.free(false, type, Math.max(0, missing), chosen));
        }
        return ofTops(chosen);
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
                "no resources were added here by a grow " + growId + ": either there is no such grow, or the instance's own graph satisfied it");
    }

    private List<Parcel> ofJob(JobId job) throws NothingToShrink {
        if (state.jobs().active(job).filter(JobRecord::isInstance).isPresent()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "job " + job + " is an instance; shrink that instance, at " + state.childPath(job));
        }
        List<GrantOrigin> grown = state.origins().grownFor(job);
        if (grown.isEmpty()) {
            throw new NothingToShrink(ErrorCode.NOT_FOUND, "nothing was grown for job " + job);
        }
        return grown.stream()
                .map(origin -> new Parcel(origin.id(), origin.topsOfJob()))
                .filter(parcel -> !parcel.paths().isEmpty())
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
                        path + " belongs to this instance: it came neither from a parent nor from a provider");
            }
            tops.addAll(parts);
        }
        return ofTops(tops);
    }

    private List<Parcel> ofTops(Collection<String> tops) {
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        for (String top : Paths.outermost(tops)) {
            GrantOrigin origin = state.origins().of(top).orElseThrow();
            byGrant.computeIfAbsent(origin.id(), it -> new ArrayList<>()).add(top);
        }
        return Parcel.ofEach(byGrant);
    }

    private void shrink(Transition turn, String call, Request.Shrink request) throws NothingToShrink {
        String id = request.requestId();
        List<Parcel> parcels = resolve(turn, request);
        TreeSet<JobId> users = new TreeSet<>();
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        for (Parcel parcel : parcels) {
            for (String path : parcel.paths()) {
                ResourceUsers.Use use = useOf(parcel, path);
                users.addAll(use.others());
                use.owner()
                        .ifPresent(job -> released.computeIfAbsent(job, it -> new ArrayList<>())
                                .add(path));
            }
        }
        Optional<RevokeTarget.ByCounts> missing = missing(request.target(), parcels);
        missing.ifPresent(counts -> users.addAll(victims.users(counts.counts().keySet())));
        if (request.target() instanceof ShrinkTarget.ByGrow(String growId)) {
            letGoOfLocal(growId, released);
        }
        if (users.isEmpty()) {
            begin(turn, request);
            waiters.add(PendingCalls.shrink(id), call);
            returning.begin(turn, id, Optional.empty(), List.of(), releases(released), parcels);
        } else if (request.rule() == UseRule.SPARE) {
            List<String> jobs =
                    users.stream().map(job -> described(turn.asker(), job)).toList();
            turn.reply(call, new Answer.InUse(id, List.copyOf(users), "in use by " + FirstItems.of(jobs)));
        } else {
            clear(turn, request, parcels);
            waiters.add(PendingCalls.shrink(id), call);
        }
    }

    /** Lets go of what a job got from here together with what is to go. */
    private void letGoOfLocal(String growId, Map<JobId, List<String>> released) {
        Optional<GrantOrigin> origin = state.origins().find(growId);
        Optional<JobId> owner = origin.flatMap(GrantOrigin::job)
                .flatMap(state.jobs()::active)
                .filter(job -> !job.isInstance())
                .map(JobRecord::id);
        if (owner.isPresent()) {
            origin.get().local().stream()
                    .filter(path -> state.resources().isHeldBy(owner.get(), path))
                    .forEach(path -> released.computeIfAbsent(owner.get(), it -> new ArrayList<>())
                            .add(path));
        }
    }

    /** The amounts of which less than was wanted is free. */
    private Optional<RevokeTarget.ByCounts> missing(ShrinkTarget target, List<Parcel> parcels) {
        if (!(target instanceof ShrinkTarget.ByCount(RevokeTarget.ByCounts wanted))) {
            return Optional.empty();
        }
        List<String> paths =
                parcels.stream().flatMap(parcel -> parcel.paths().stream()).toList();
        boolean isEnough = wanted.counts().entrySet().stream()
                .allMatch(each -> victims.amount(paths, each.getKey()) >= each.getValue());
        return isEnough ? Optional.empty() : Optional.of(wanted);
    }

    private ResourceUsers.Use useOf(Parcel parcel, String path) {
        return uses.of(parcel.grantId(), state.resources().indices(List.of(path))[0]);
    }

    private static List<ReturnDecision.Release> releases(Map<JobId, List<String>> released) {
        return released.entrySet().stream()
                .map(entry -> new ReturnDecision.Release(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Gets the resources that are in use out of use first. What was found here for a job stays here anyway, and is let
     * go of at once.
     */
    private void clear(Transition turn, Request.Shrink request, List<Parcel> parcels) throws NothingToShrink {
        String id = request.requestId();
        long until = request.waitMillis() == 0 ? 0 : Deadlines.after(turn.nowMillis(), request.waitMillis());
        if (request.target() instanceof ShrinkTarget.ByCount(RevokeTarget.ByCounts counts)) {
            begin(turn, request);
            clearance.begin(turn, new RevokeDecision.ClearingBegun(id, false, counts, request.rule(), until));
            return;
        }
        List<String> paths = new ArrayList<>();
        List<Parcel> local = new ArrayList<>();
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        for (Parcel parcel : parcels) {
            boolean isLocal =
                    state.origins().find(parcel.grantId()).orElseThrow().arrival() == GrowRoute.LOCAL;
            if (isLocal) {
                local.add(parcel);
                parcel.paths()
                        .forEach(path -> useOf(parcel, path)
                                .owner()
                                .ifPresent(job -> released.computeIfAbsent(job, it -> new ArrayList<>())
                                        .add(path)));
            } else {
                paths.addAll(parcel.paths());
            }
        }
        if (paths.size() > RevokeTarget.MOST) {
            throw new NothingToShrink(
                    ErrorCode.LIMIT, "at most " + RevokeTarget.MOST + " vertices can be drained at once");
        }
        var target = new RevokeTarget.ByPaths(paths);
        begin(turn, request);
        clearance.begin(turn, new RevokeDecision.ClearingBegun(id, false, target, request.rule(), until));
        if (!local.isEmpty()) {
            String first = id + ValueChecks.MADE_HERE + "local";
            returning.begin(turn, first, Optional.empty(), List.of(), releases(released), local);
        }
        clearance.choose(turn, id, paths, true);
    }

    /** Takes resources from the jobs for which they were grown, and does nothing more. */
    private void retain(Transition turn, String call, Request.Shrink request, List<Parcel> parcels)
            throws NothingToShrink {
        String id = request.requestId();
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        List<Parcel> kept = new ArrayList<>();
        for (Parcel parcel : parcels) {
            GrantOrigin origin = state.origins().find(parcel.grantId()).orElseThrow();
            List<String> tops = parcel.paths().stream()
                    .filter(origin.topsOfJob()::contains)
                    .filter(path -> useOf(parcel, path).owner().isPresent())
                    .toList();
            if (!tops.isEmpty()) {
                kept.add(new Parcel(parcel.grantId(), tops));
                released.computeIfAbsent(origin.job().orElseThrow(), it -> new ArrayList<>())
                        .addAll(tops);
            }
        }
        if (kept.isEmpty()) {
            throw new NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "none of the resources were grown for a job that still holds them, so there is nothing to retain");
        }
        begin(turn, request);
        turn.decide(new ReturnDecision.Retained(id, releases(released), kept));
        turn.reply(call, state.returns().settled(id).orElseThrow().answer(id));
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

    /** An exception for named resources that cannot be given back. Control flow within this class. */
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
