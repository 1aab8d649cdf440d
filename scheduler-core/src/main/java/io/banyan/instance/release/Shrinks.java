package io.banyan.instance.release;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shrinks at the request of a client. Idle resources are returned at once ({@link ResourceReturn}); for others the
 * client's rule decides whether the jobs that use them are spared, or the resources are cleared first ({@link
 * Draining}).
 */
public final class Shrinks {
    private final InstanceState state;
    private final ResourceReturn resourceReturn;
    private final Draining draining;
    private final PendingCalls pendingCalls;
    private final ReleaseAnswers answers;
    private final Choice choice;

    public Shrinks(InstanceState state, ResourceReturn resourceReturn, Draining draining, PendingCalls pendingCalls) {
        this.state = state;
        this.resourceReturn = resourceReturn;
        this.draining = draining;
        this.pendingCalls = pendingCalls;
        this.answers = new ReleaseAnswers(state, pendingCalls);
        this.choice = new Choice(state);
    }

    /** Asked again with the same id, the answer is the same. */
    public void clientAsked(Transition transition, String call, Request.Shrink request) {
        String id = request.requestId();
        if (request.target() instanceof ShrinkTarget.Undo(String shrinkId)) {
            undo(transition, call, shrinkId);
            return;
        }
        if (isTaken(transition.asker(), request)) {
            transition.fail(call, ErrorCode.INVALID, "The request id " + id + " was used for another shrink.");
            return;
        }
        Optional<Answer.Shrunk> settled = answers.answer(id);
        if (settled.isPresent()) {
            transition.reply(call, settled.get());
            return;
        }
        if (state.returns().isPending(id) || state.clearings().pending(id).isPresent()) {
            pendingCalls.add(PendingCalls.shrink(id), call);
            draining.wake();
            return;
        }
        try {
            List<String> open = openOf(request.target());
            if (request.retain()) {
                retain(transition, call, request);
            } else if (open.isEmpty()) {
                shrink(transition, call, request);
            } else {
                begin(transition, call, request);
                resourceReturn.again(transition, id, Optional.empty(), open);
            }
        } catch (Choice.NothingToShrink e) {
            transition.fail(call, e.code, e.sentence);
        }
    }

    /** The answer is that of the shrink, whose own callers get it as well. */
    private void undo(Transition transition, String call, String shrinkId) {
        if (draining.takeBack(transition, shrinkId)) {
            transition.reply(
                    call, state.clearings().settled(shrinkId).orElseThrow().answer());
        } else {
            transition.fail(call, ErrorCode.NOT_FOUND, "no shrink " + shrinkId + " waits for jobs here");
        }
    }

    /** Whether the id serves another request, or another principal's. */
    private boolean isTaken(Principal asker, Request.Shrink request) {
        return state.shrinks()
                .find(request.requestId())
                .filter(begun -> !begun.isAskedBy(asker, request))
                .isPresent();
    }

    /** From now on its id is taken, and its caller waits. */
    private void begin(Transition transition, String call, Request.Shrink request) {
        transition.decide(new ReturnDecision.ShrinkBegun(transition.asker().name(), request));
        pendingCalls.add(PendingCalls.shrink(request.requestId()), call);
    }

    /** The grows of which nothing is here any more, but a provider has not taken it back; it is asked again. */
    private List<String> openOf(ShrinkTarget target) throws Choice.NothingToShrink {
        List<String> open = state.returns().open().requestIds();
        List<String> found = switch (target) {
            case ShrinkTarget.Unreleased it -> open;
            case ShrinkTarget.ByGrow(String id) ->
                open.contains(id) && state.origins().find(id).isEmpty() ? List.of(id) : List.of();
            case ShrinkTarget other -> List.of();
        };
        for (String id : found) {
            if (state.provisions().containsKey(id)) {
                throw new Choice.NothingToShrink(
                        ErrorCode.WRONG_STATE, state.provisions().get(id) + " is processing grow " + id + " now");
            }
        }
        return found;
    }

    private void shrink(Transition transition, String call, Request.Shrink request) throws Choice.NothingToShrink {
        String id = request.requestId();
        Choice.Chosen chosen = choice.named(request.target(), transition.nowMillis());
        List<JobId> users = chosen.users();
        if (users.isEmpty()) {
            begin(transition, call, request);
            resourceReturn.begin(transition, id, chosen.released(), chosen.parcels());
        } else if (request.rule() == UseRule.SPARE) {
            List<String> jobs = users.stream()
                    .map(job -> described(transition.asker(), job))
                    .toList();
            transition.reply(call, new Answer.InUse(id, users, "in use by " + FirstItems.of(jobs)));
        } else {
            clear(transition, call, request, chosen.parcels());
        }
    }

    /**
     * Clears the resources that are in use first. Resources of the own graph stay here anyway, and the job releases
     * them at once.
     */
    private void clear(Transition transition, String call, Request.Shrink request, List<Parcel> parcels)
            throws Choice.NothingToShrink {
        String id = request.requestId();
        if (request.target() instanceof ShrinkTarget.ByCount(RevokeTarget.ByCounts counts)) {
            begin(transition, call, request);
            draining.begin(transition, id, false, counts, request.rule(), request.waitMillis());
            return;
        }
        List<String> paths = new ArrayList<>();
        List<Parcel> local = new ArrayList<>();
        for (Parcel parcel : parcels) {
            if (state.origins().find(parcel.grantId()).orElseThrow().arrival() == GrowRoute.LOCAL) {
                local.add(parcel);
            } else {
                paths.addAll(parcel.paths());
            }
        }
        if (paths.size() > RevokeTarget.MOST) {
            throw new Choice.NothingToShrink(
                    ErrorCode.LIMIT, "at most " + RevokeTarget.MOST + " vertices can be drained at once");
        }
        begin(transition, call, request);
        draining.begin(transition, id, false, new RevokeTarget.ByPaths(paths), request.rule(), request.waitMillis());
        if (!local.isEmpty()) {
            String first = id + ValueChecks.MADE_HERE + "local";
            resourceReturn.begin(transition, first, choice.of(local).released(), local);
        }
        draining.choose(transition, id, paths, request.rule());
    }

    /** Takes resources from the jobs for which they were grown, and does nothing more. */
    private void retain(Transition transition, String call, Request.Shrink request) throws Choice.NothingToShrink {
        String id = request.requestId();
        Choice.Chosen kept = choice.of(List.of());
        for (Parcel parcel :
                choice.named(request.target(), transition.nowMillis()).parcels()) {
            GrantOrigin origin = state.origins().find(parcel.grantId()).orElseThrow();
            parcel.paths().stream()
                    .filter(origin.topsOfJob()::contains)
                    .filter(path -> choice.use(parcel.grantId(), path).owner().isPresent())
                    .forEach(path -> kept.add(parcel.grantId(), path));
        }
        if (kept.isEmpty()) {
            throw new Choice.NothingToShrink(
                    ErrorCode.WRONG_STATE,
                    "none of the resources were grown for a job that still holds them, so there is nothing to retain");
        }
        begin(transition, call, request);
        transition.decide(new ReturnDecision.Retained(id, kept.released(), kept.parcels()));
        answers.returned(transition, id, Optional.empty());
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
}
