package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.AnswerReader;
import io.banyan.rpc.wire.client.QueueMessages;
import io.banyan.rpc.wire.client.ReservationMessages;
import io.banyan.v1.CreateReservationReply;
import io.banyan.v1.GrowReply;
import io.banyan.v1.MatchReply;
import io.banyan.v1.ShrinkReply;
import io.banyan.v1.SpawnReply;
import io.banyan.v1.SubmitReply;
import io.banyan.v1.UpdateReply;

/** Reads the replies that are a yes or a no. */
final class Outcomes {
    private Outcomes() {}

    static RequestOutcome<Answer.Matched> read(MatchReply reply) throws WireException {
        return reply.hasRefused()
                ? new RequestOutcome.Refused<>(AnswerReader.read(reply.getRefused()))
                : new RequestOutcome.Done<>(AnswerReader.read(reply.getMatched()));
    }

    static RequestOutcome<Answer.Matched> read(UpdateReply reply) throws WireException {
        return reply.hasRefused()
                ? new RequestOutcome.Refused<>(AnswerReader.read(reply.getRefused()))
                : new RequestOutcome.Done<>(AnswerReader.read(reply.getMatched()));
    }

    static RequestOutcome<Growth> read(GrowReply reply) throws WireException {
        return reply.hasRefused()
                ? new RequestOutcome.Refused<>(AnswerReader.read(reply.getRefused()))
                : new RequestOutcome.Done<>(
                        new Growth(AnswerReader.read(reply.getGrown()), AnswerReader.timings(reply.getGrown())));
    }

    static RequestOutcome<Answer.Spawned> read(SpawnReply reply) throws WireException {
        return reply.hasRefused()
                ? new RequestOutcome.Refused<>(AnswerReader.read(reply.getRefused()))
                : new RequestOutcome.Done<>(AnswerReader.read(reply.getJob()));
    }

    static RequestOutcome<JobAnswer.Submitted> read(SubmitReply reply) throws WireException {
        return reply.hasRefused()
                ? new RequestOutcome.Refused<>(AnswerReader.read(reply.getRefused()))
                : new RequestOutcome.Done<>(QueueMessages.read(reply.getJob()));
    }

    static RequestOutcome<ReservationView> read(CreateReservationReply reply) throws WireException {
        return reply.hasRefused()
                ? new RequestOutcome.Refused<>(AnswerReader.read(reply.getRefused()))
                : new RequestOutcome.Done<>(ReservationMessages.read(reply.getMade()));
    }

    static ShrinkOutcome read(ShrinkReply reply) throws WireException {
        return reply.hasInUse()
                ? new ShrinkOutcome.InUse(AnswerReader.read(reply.getInUse()))
                : new ShrinkOutcome.Done(AnswerReader.read(reply.getShrunk()));
    }
}
