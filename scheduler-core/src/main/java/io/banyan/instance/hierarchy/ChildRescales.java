package io.banyan.instance.hierarchy;

import io.banyan.graph.Selection;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.release.Revocation;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Malleables;
import io.banyan.instance.state.Rescale;
import io.banyan.instance.state.SlotParts;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proposals to child instances to continue with more or fewer slots. To shrink, the child is asked by a revoke: it
 * chooses among its free resources, and none of its jobs ends for it; the proposal ends with the revoke. To expand, the
 * resources are booked and offered, and the child has them as after a grow of its own.
 */
public final class ChildRescales {
    private static final String ASKED = ValueChecks.MADE_HERE + "rescale" + ValueChecks.MADE_HERE;

    private final InstanceState state;
    private final Revocation revocation;

    /** The outcome of a proposal. */
    public record End(RescaleOutcome outcome, String why) {}

    public ChildRescales(InstanceState state, Revocation revocation) {
        this.state = state;
        this.revocation = revocation;
    }

    /** Paths are unique in the tree. They stand last, so that no id is the beginning of another one. */
    private String id(String kind, JobId job, long number) {
        return kind + job + ValueChecks.MADE_HERE + number + state.path();
    }

    /**
     * Why a child cannot be asked now; empty where it can, or the job is none. A child that is asked twice for an
     * amount would return it twice.
     */
    public Optional<String> obstacle(JobRecord job) {
        Optional<String> gone = gone(job);
        boolean isAsked =
                state.revokes().of(job.id()).stream().anyMatch(it -> it.id().startsWith(ASKED));
        return isAsked
                ? gone.or(() -> Optional.of("instance " + state.childPath(job.id())
                        + " has not answered the previous proposal, which has expired"))
                : gone;
    }

    private static Optional<String> gone(JobRecord job) {
        return job.child()
                .filter(child -> child.state() != ChildState.LIVE)
                .map(child -> "instance " + child.path() + " is " + child.state() + " and cannot receive requests now");
    }

    /** Asks for as much as so many slots have. The answer is to be here before its time is over. */
    public void proposeLess(Transition transition, JobId job, Malleables.Running one, long from, long to) {
        long number = one.number() + 1;
        Map<String, Long> wanted = new SlotParts(state.resources()).worth(job, one.slot(), from - to);
        long wait = state.config().elasticity().answerMillis();
        transition.decide(new RescaleDecision.Proposed(job, number, from, to, List.of()));
        revocation.ask(
                transition,
                id(ASKED, job, number),
                job,
                RevokeTarget.ByCounts.of(wanted),
                UseRule.SPARE,
                Deadlines.after(transition.nowMillis(), wait - wait / 10));
    }

    /** Books the matched resources, and offers them. */
    public void proposeMore(Transition transition, JobId job, Jobspec jobspec, Selection found, long from, long to) {
        long number = state.malleables().require(job).number() + 1;
        var grant = new Grant(
                id(Grant.OFFERED, job, number), state.resources().subgraphOf(found), GrantSource.graphOf(state.path()));
        transition.decide(new GrowDecision.Grown(grant, Optional.of(job), jobspec, GrowRoute.LOCAL, List.of()), found);
        transition.decide(new RescaleDecision.Proposed(job, number, from, to, List.of()));
        transition.decide(new RescaleDecision.Settled(job, number, RescaleOutcome.ACCEPTED, ""));
        transition.add(new Effect.ToChild(job, new DownMessage.Granted(grant, "", Optional.of(jobspec))));
    }

    /** Whether a child is handing back its latest offer. */
    public boolean isHandingBack(JobId job, Malleables.Running one, UpMessage message) {
        return one.offers().isLatest()
                && message instanceof UpMessage.Return returned
                && ResourceReturn.isBackOf(id(Grant.OFFERED, job, one.number()), returned.returnId());
    }

    /**
     * Returns the outcome of a proposal, where that is known. A proposal does not wait for a silent child; resources
     * that it returns later become free all the same.
     */
    public Optional<End> endOf(JobRecord job, Rescale proposal) {
        String id = id(ASKED, job.id(), proposal.number());
        return state.revokes().pending(id).isPresent()
                ? gone(job).map(why -> new End(RescaleOutcome.OVERTAKEN, why))
                : Optional.of(settled(id));
    }

    private End settled(String id) {
        return state.revokes()
                .settled(id)
                .map(it -> new End(it.why().isEmpty() ? RescaleOutcome.ACCEPTED : RescaleOutcome.DECLINED, it.why()))
                .orElse(new End(RescaleOutcome.OVERTAKEN, "the returned resources are unknown"));
    }
}
