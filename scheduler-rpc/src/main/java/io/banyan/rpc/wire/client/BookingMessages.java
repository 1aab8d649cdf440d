package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.Reservation;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.BookReservationsReply;
import io.banyan.v1.BookReservationsRequest;
import io.banyan.v1.BookedReservation;
import io.banyan.v1.BookedReservations;
import io.banyan.v1.BookingRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Gentle bookings of reservations, and their answers, there and back. */
public final class BookingMessages {
    private BookingMessages() {}

    /** The reservations that are to be booked. */
    public static BookReservationsRequest write(ReservationRequest.Book request) {
        return BookReservationsRequest.newBuilder()
                .addAllReservations(request.reservations().stream()
                        .map(ReservationMessages::write)
                        .toList())
                .build();
    }

    /**
     * The reservations that are to be booked.
     *
     * @param asker the owner of a reservation that states none
     */
    public static ReservationRequest.Book read(BookReservationsRequest message, String asker) throws WireException {
        return CheckedMessage.value(() -> {
            List<Reservation> reservations = new ArrayList<>();
            for (io.banyan.v1.Reservation one : message.getReservationsList()) {
                reservations.add(ReservationMessages.readOwned(one, asker));
            }
            return new ReservationRequest.Book(reservations);
        });
    }

    /** To a booking. */
    public static BookReservationsReply booked(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Reservations booked ->
                BookReservationsReply.newBuilder()
                        .setBooked(BookedReservations.newBuilder()
                                .addAllReservations(booked.reservations().stream()
                                        .map(ReservationMessages::write)
                                        .toList()))
                        .build();
            case BookingRefused refused ->
                BookReservationsReply.newBuilder().setRefused(write(refused)).build();
            case Answer.Refused never ->
                BookReservationsReply.newBuilder()
                        .setImpossible(AnswerWriter.refusal(never))
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The answer: {@link Answer.Reservations}, {@link BookingRefused} or {@link Answer.Refused}. */
    public static Answer read(BookReservationsReply reply) throws WireException {
        return switch (reply.getOutcomeCase()) {
            case BOOKED -> {
                List<ReservationView> views = new ArrayList<>();
                for (BookedReservation one : reply.getBooked().getReservationsList()) {
                    views.add(ReservationMessages.read(one));
                }
                yield new Answer.Reservations(views);
            }
            case REFUSED -> read(reply.getRefused());
            case IMPOSSIBLE -> AnswerReader.read(reply.getImpossible());
            case OUTCOME_NOT_SET -> throw new WireException("The outcome of a booking is not stated.");
        };
    }

    private static BookingRefusal write(BookingRefused refused) {
        var message = BookingRefusal.newBuilder()
                .addAllJobs(AnswerWriter.numbers(refused.jobs()))
                .setOthers(refused.others())
                .addAllReservations(refused.reservations())
                .setMessage(refused.message());
        refused.fromSec().ifPresent(message::setFromSec);
        return message.build();
    }

    private static BookingRefused read(BookingRefusal message) throws WireException {
        return CheckedMessage.value(() -> new BookingRefused(
                message.getJobsList().stream().map(JobId::new).toList(),
                message.getOthers(),
                message.getReservationsList(),
                message.hasFromSec() ? OptionalLong.of(message.getFromSec()) : OptionalLong.empty(),
                message.getMessage()));
    }
}
