package io.banyan.rpc.service;

import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.wire.client.BookingMessages;
import io.banyan.rpc.wire.client.ReservationMessages;
import io.banyan.v1.BookReservationsReply;
import io.banyan.v1.BookReservationsRequest;
import io.banyan.v1.CancelReservationReply;
import io.banyan.v1.CancelReservationRequest;
import io.banyan.v1.CreateReservationReply;
import io.banyan.v1.CreateReservationRequest;
import io.banyan.v1.ListReservationsReply;
import io.banyan.v1.ListReservationsRequest;
import io.banyan.v1.ReservationsGrpc;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** The service {@code Reservations}: resources that are kept for some users, or for no user. */
public final class ReservationService extends ReservationsGrpc.ReservationsImplBase {
    private final CallDispatch calls;

    /**
     * The service of the instance with this inbox.
     *
     * @param executor reads and writes large messages
     */
    public ReservationService(Inbox inbox, Executor executor) {
        this.calls = new CallDispatch(inbox, executor);
    }

    @Override
    public void create(CreateReservationRequest request, StreamObserver<CreateReservationReply> caller) {
        calls.ask(
                request,
                caller,
                client -> ReservationMessages.read(request, client.name()),
                (answer, timings) -> ReservationMessages.created(answer));
    }

    @Override
    public void book(BookReservationsRequest request, StreamObserver<BookReservationsReply> caller) {
        calls.ask(
                request,
                caller,
                client -> BookingMessages.read(request, client.name()),
                (answer, timings) -> BookingMessages.booked(answer));
    }

    @Override
    public void list(ListReservationsRequest request, StreamObserver<ListReservationsReply> caller) {
        calls.ask(
                request,
                caller,
                client -> new ReservationRequest.All(),
                (answer, timings) -> ReservationMessages.listed(answer));
    }

    @Override
    public void cancel(CancelReservationRequest request, StreamObserver<CancelReservationReply> caller) {
        calls.ask(
                request,
                caller,
                client -> ReservationMessages.read(request),
                (answer, timings) -> ReservationMessages.cancelled(answer));
    }
}
