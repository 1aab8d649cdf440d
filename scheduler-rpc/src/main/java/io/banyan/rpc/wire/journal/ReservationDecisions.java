package io.banyan.rpc.wire.journal;

import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.ReservationMessages;
import io.banyan.v1.DecisionRecord;
import java.util.Optional;

/** Decisions on advance reservations as the journal keeps them, there and back. */
final class ReservationDecisions {
    private ReservationDecisions() {}

    static void write(ReservationDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case ReservationDecision.Made made ->
                record.setReservationMade(ReservationMessages.write(made.reservation()));
            case ReservationDecision.Booked booked -> {
                var message = DecisionRecord.ReservationBooked.newBuilder()
                        .setName(booked.name())
                        .setN(booked.n())
                        .setWhy(booked.why());
                booked.grant().ifPresent(grant -> message.setGrant(DecisionWriter.granted(grant)));
                record.setReservationBooked(message);
            }
            case ReservationDecision.Ended ended ->
                record.setReservationEnded(DecisionRecord.ReservationEnded.newBuilder()
                        .setName(ended.name())
                        .setWhy(ended.why()));
            case ReservationDecision.Admitted admitted ->
                record.setJobAdmitted(DecisionRecord.JobAdmitted.newBuilder()
                        .setTime(admitted.time().value())
                        .setGrant(DecisionWriter.granted(admitted.grant())));
        }
    }

    /** One of a record that has one. */
    static ReservationDecision read(DecisionRecord record) throws WireException {
        if (record.hasReservationMade()) {
            return new ReservationDecision.Made(ReservationMessages.read(record.getReservationMade()));
        }
        if (record.hasReservationBooked()) {
            DecisionRecord.ReservationBooked booked = record.getReservationBooked();
            return new ReservationDecision.Booked(
                    booked.getName(),
                    booked.getN(),
                    booked.hasGrant() ? Optional.of(DecisionReader.granted(booked.getGrant())) : Optional.empty(),
                    booked.getWhy());
        }
        if (record.hasReservationEnded()) {
            DecisionRecord.ReservationEnded ended = record.getReservationEnded();
            return new ReservationDecision.Ended(ended.getName(), ended.getWhy());
        }
        DecisionRecord.JobAdmitted admitted = record.getJobAdmitted();
        return new ReservationDecision.Admitted(
                new JobId(admitted.getTime()), DecisionReader.granted(admitted.getGrant()));
    }
}
