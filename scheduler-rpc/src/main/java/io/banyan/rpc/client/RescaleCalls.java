package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.client.RescaleMessages;
import io.banyan.v1.AttendRequest;
import io.banyan.v1.MalleableGrpc;
import java.util.function.Predicate;

/** The calls about the number of slots that jobs run with. */
public final class RescaleCalls {
    private final BlockingCalls calls;

    RescaleCalls(BlockingCalls calls) {
        this.calls = calls;
    }

    /**
     * Proposes another number of slots, and waits for the outcome: {@link MalleableAnswer.Rescaled} or {@link
     * Answer.Refused}.
     */
    public Answer propose(RescaleRequest.Propose request) throws ClientException {
        return calls.ask(MalleableGrpc.getProposeMethod(), RescaleMessages.write(request), RescaleMessages::read);
    }

    /** Returns the number of slots of a job, and its proposal. */
    public MalleableAnswer.Slots look(JobId job) throws ClientException {
        return calls.ask(
                MalleableGrpc.getSlotsMethod(),
                RescaleMessages.write(new RescaleRequest.Look(job)),
                RescaleMessages::read);
    }

    /** Answers a proposal, for the application. */
    public Answer answer(RescaleRequest.Reply reply) throws ClientException {
        return calls.ask(MalleableGrpc.getAnswerMethod(), RescaleMessages.write(reply), RescaleMessages::read);
    }

    /**
     * Receives the proposals to a job, for the application; first those without an answer. The same can come twice.
     *
     * @param listener false where it has had enough
     */
    public void attend(JobId job, Predicate<MalleableAnswer.Proposal> listener) throws ClientException {
        calls.stream(
                MalleableGrpc.getAttendMethod(),
                AttendRequest.newBuilder().setJob(job.value()).build(),
                message -> listener.test(RescaleMessages.read(message)));
    }
}
