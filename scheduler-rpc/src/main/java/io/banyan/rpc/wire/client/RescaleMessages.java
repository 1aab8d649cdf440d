package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.jobspec.Malleability;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.AttendRequest;
import io.banyan.v1.ProposeRequest;
import io.banyan.v1.RescaleAnswer;
import io.banyan.v1.RescaleProposal;
import io.banyan.v1.RescaleReply;
import io.banyan.v1.Rescaled;
import io.banyan.v1.SlotsReply;
import io.banyan.v1.SlotsRequest;
import java.util.List;
import java.util.Optional;

/** The calls about the number of slots that jobs run with, and their answers, there and back. */
public final class RescaleMessages {
    private RescaleMessages() {}

    /** Another number of slots. */
    public static ProposeRequest write(RescaleRequest.Propose request) {
        return ProposeRequest.newBuilder()
                .setJob(request.job().value())
                .setSlots(request.slots())
                .build();
    }

    /** Another number of slots. */
    public static RescaleRequest.Propose read(ProposeRequest message) throws WireException {
        return CheckedMessage.value(() -> new RescaleRequest.Propose(new JobId(message.getJob()), message.getSlots()));
    }

    /** Writes a query for the slots of a job. */
    public static SlotsRequest write(RescaleRequest.Look request) {
        return SlotsRequest.newBuilder().setJob(request.job().value()).build();
    }

    /** Reads a query for the slots of a job. */
    public static RescaleRequest.Look read(SlotsRequest message) throws WireException {
        return CheckedMessage.value(() -> new RescaleRequest.Look(new JobId(message.getJob())));
    }

    /** Reads the request of an application that listens for proposals. */
    public static RescaleRequest.Attend read(AttendRequest message) throws WireException {
        return CheckedMessage.value(() -> new RescaleRequest.Attend(new JobId(message.getJob())));
    }

    /** Writes the answer of an application. */
    public static RescaleAnswer write(RescaleRequest.Reply reply) {
        return RescaleAnswer.newBuilder()
                .setJob(reply.job().value())
                .setNumber(reply.number())
                .setAccepted(reply.isAccepted())
                .setWhy(reply.why())
                .build();
    }

    /** Reads the answer of an application. */
    public static RescaleRequest.Reply read(RescaleAnswer message) throws WireException {
        return CheckedMessage.value(() -> new RescaleRequest.Reply(
                new JobId(message.getJob()), message.getNumber(), message.getAccepted(), message.getWhy()));
    }

    /** The conversion of proposals, and of the application's answers. */
    public static RescaleReply rescaled(Answer answer) throws WireException {
        return switch (answer) {
            case MalleableAnswer.Rescaled it ->
                RescaleReply.newBuilder()
                        .setRescaled(Rescaled.newBuilder()
                                .setJob(it.job().value())
                                .setNumber(it.number())
                                .setFrom(it.from())
                                .setTo(it.to())
                                .setOutcome(Enums.write(it.outcome()))
                                .setWhy(it.why())
                                .setSlots(it.slots()))
                        .build();
            case Answer.Refused refused ->
                RescaleReply.newBuilder()
                        .setRefused(AnswerWriter.refusal(refused))
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** {@link MalleableAnswer.Rescaled} or {@link Answer.Refused}. */
    public static Answer read(RescaleReply reply) throws WireException {
        if (reply.getOutcomeCase() == RescaleReply.OutcomeCase.REFUSED) {
            return AnswerReader.read(reply.getRefused());
        }
        Rescaled it = reply.getRescaled();
        var outcome = Enums.read(it.getOutcome());
        return CheckedMessage.value(() -> {
            var said = new MalleableAnswer.Rescaled(
                    new JobId(it.getJob()), it.getNumber(), it.getFrom(), it.getTo(), outcome, it.getWhy());
            return it.hasSlots() ? said.with(it.getSlots()) : said;
        });
    }

    /** The conversion of a job's number of slots. */
    public static SlotsReply slots(Answer answer) throws WireException {
        if (!(answer instanceof MalleableAnswer.Slots it)) {
            throw AnswerWriter.failure(answer);
        }
        var message = SlotsReply.newBuilder()
                .setJob(it.job().value())
                .setSlots(it.slots())
                .setMin(it.bounds().min())
                .setMax(it.bounds().max())
                .setUnit(it.bounds().unit());
        it.proposal().ifPresent(proposal -> message.setProposal(write(proposal)));
        return message.build();
    }

    /** Reads the slots of a job. */
    public static MalleableAnswer.Slots read(SlotsReply reply) throws WireException {
        return CheckedMessage.value(() -> new MalleableAnswer.Slots(
                new JobId(reply.getJob()),
                reply.getSlots(),
                new Malleability(
                        reply.getMin(), reply.getMax(), reply.getUnit(), List.of(), Optional.empty(), Optional.empty()),
                reply.hasProposal() ? Optional.of(read(reply.getProposal())) : Optional.empty()));
    }

    /** Writes a proposal. */
    public static RescaleProposal write(MalleableAnswer.Proposal proposal) {
        return RescaleProposal.newBuilder()
                .setNumber(proposal.number())
                .setFrom(proposal.from())
                .setTo(proposal.to())
                .setResources(proposal.resources())
                .build();
    }

    /** Reads a proposal. */
    public static MalleableAnswer.Proposal read(RescaleProposal message) {
        return new MalleableAnswer.Proposal(
                message.getNumber(), message.getFrom(), message.getTo(), message.getResources());
    }
}
