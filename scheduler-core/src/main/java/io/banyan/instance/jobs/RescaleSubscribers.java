package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Malleables;
import io.banyan.instance.state.Rescale;
import io.banyan.instance.state.SlotParts;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The answers to clients about the slots of malleable jobs, and the calls that wait for the outcome of a proposal.
 * Decides nothing.
 */
final class RescaleSubscribers {
    private final InstanceState state;
    private final Map<JobId, List<Waiting>> waiting = new TreeMap<>();

    /** A call that is answered when a proposal is over. */
    private record Waiting(String call, Rescale proposal) {}

    RescaleSubscribers(InstanceState state) {
        this.state = state;
    }

    /** Why this cannot be asked; empty where it can. */
    Optional<Answer.Failed> obstacle(RescaleRequest request) {
        Optional<JobRecord> job = state.jobs().find(request.job());
        if (job.isEmpty()) {
            return Optional.of(new Answer.Failed(ErrorCode.NOT_FOUND, "there is no job " + request.job() + " here"));
        }
        return obstacle(job.get())
                .or(() -> state.malleables().isInstance(request.job()) ? obstacleOfInstance(request) : Optional.empty())
                .map(why -> new Answer.Failed(ErrorCode.WRONG_STATE, why));
    }

    private Optional<String> obstacle(JobRecord job) {
        if (state.reservations().timeOf(job.id()).isPresent()) {
            return Optional.of("job " + job.id() + " runs in a reservation and keeps its size there");
        }
        if (state.malleables().find(job.id()).isPresent()) {
            return job.state() == JobState.RUNNING
                    ? Optional.empty()
                    : Optional.of("job " + job.id() + " is " + job.state());
        }
        return Optional.of(
                job.state() == JobState.RUNNING
                        ? "job " + job.id() + " is not malleable: its jobspec has no attributes.system.malleable"
                        : "job " + job.id() + " is not running: it is " + job.state());
    }

    /**
     * Returns the reason why a request about an instance is refused, because no application receives proposals to an
     * instance; empty where it is not refused.
     */
    private Optional<String> obstacleOfInstance(RescaleRequest request) {
        String instance = "instance " + state.childPath(request.job());
        return switch (request) {
            case RescaleRequest.Attend it ->
                Optional.of(instance + " is rescaled by its parent; 'banyan events --follow' shows the proposals");
            case RescaleRequest.Reply it -> Optional.of(instance + " answers by returning resources");
            case RescaleRequest.Look it -> Optional.empty();
            case RescaleRequest.Propose it -> Optional.empty();
        };
    }

    /** With how many slots a malleable job that runs works. */
    long slots(JobId job) {
        return state.malleables().worksWith(job, parts());
    }

    private SlotParts parts() {
        return new SlotParts(state.resources());
    }

    /** Returns the slots of a malleable job, and its proposal. */
    Answer look(JobId job) {
        Malleables.Running one = state.malleables().require(job);
        return new MalleableAnswer.Slots(
                job,
                // Resources that are kept for it until it has answered are not part of its slots.
                one.proposal().filter(it -> !it.isShrink()).map(Rescale::from).orElseGet(() -> slots(job)),
                one.bounds(),
                one.proposal()
                        .map(it -> new MalleableAnswer.Proposal(it.number(), it.from(), it.to(), textOf(job, it))));
    }

    /** Returns the resources that the job will hold if it accepts, as R; empty where that cannot be written. */
    String textOf(JobId id, Rescale proposal) {
        JobRecord job = state.jobs().active(id).orElseThrow();
        if (job.isInstance()) {
            return ""; // Which it gives is for the instance to choose.
        }
        Selection held = state.schedule().holdings().selection(id);
        try {
            return ResourceWriter.writeHeld(
                    MatchFormat.RV1_NOSCHED,
                    state.resources().graph(),
                    proposal.isShrink() ? parts().without(held, proposal.held()) : held,
                    job.window().startSec(),
                    job.window().endSec(),
                    job.queue());
        } catch (IllegalArgumentException noRanks) {
            return "";
        }
    }

    /**
     * Returns the answer for resources that were offered to a child instance: they are booked to it at once, and
     * whether it keeps them is not known yet.
     */
    Answer offered(JobId job, long from) {
        long number = state.malleables().require(job).number();
        long slots = slots(job);
        return new MalleableAnswer.Rescaled(
                job,
                number,
                from,
                slots,
                RescaleOutcome.OFFERED,
                "it returns the resources that it may not keep",
                slots);
    }

    /** Registers a call for the outcome of the proposal. */
    void waits(String call, JobId job, Rescale proposal) {
        waiting.computeIfAbsent(job, id -> new ArrayList<>()).add(new Waiting(call, proposal));
    }

    /** Replies to all calls that wait for the end of a proposal. Returns the reply. */
    Answer told(Transition transition, JobId job, Rescale proposal, RescaleOutcome outcome, String why) {
        Answer answer = answer(job, proposal, outcome, why);
        List<Waiting> calls = waiting.remove(job);
        if (calls != null) {
            calls.forEach(it -> transition.reply(it.call, answer));
        }
        return answer;
    }

    private Answer answer(JobId job, Rescale proposal, RescaleOutcome outcome, String why) {
        var answer = new MalleableAnswer.Rescaled(job, proposal.number(), proposal.from(), proposal.to(), outcome, why);
        boolean isInstance =
                state.malleables().find(job).isPresent() && state.malleables().isInstance(job);
        return isInstance ? answer.with(slots(job)) : answer;
    }

    /** Answers the calls that wait for jobs that have ended, since nothing is left to wait for. Returns those jobs. */
    List<JobId> tellOfEnded(Transition transition) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<JobId> ended = waiting.keySet().stream()
                .filter(job -> state.malleables().find(job).isEmpty())
                .toList();
        for (JobId job : ended) {
            Rescale proposal = waiting.getOrDefault(job, List.of()).getFirst().proposal;
            told(transition, job, proposal, RescaleOutcome.OVERTAKEN, "the job has ended");
        }
        return ended;
    }
}
