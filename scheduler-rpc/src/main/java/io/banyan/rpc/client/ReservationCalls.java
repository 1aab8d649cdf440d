package io.banyan.rpc.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.rpc.wire.client.BookingMessages;
import io.banyan.rpc.wire.client.ReservationMessages;
import io.banyan.v1.ListReservationsRequest;
import io.banyan.v1.ReservationsGrpc;
import java.util.List;

/** The calls about advance reservations. */
public final class ReservationCalls {
    private final BlockingCalls calls;

    ReservationCalls(BlockingCalls calls) {
        this.calls = calls;
    }

    /** Creates an advance reservation. */
    public RequestOutcome<ReservationView> create(ReservationRequest.Create request) throws ClientException {
        return calls.ask(ReservationsGrpc.getCreateMethod(), ReservationMessages.write(request), Outcomes::read);
    }

    /**
     * Books reservations gently, all or none; answers {@link Answer.Reservations}, {@link BookingRefused}, or {@link
     * Answer.Refused} if one could never be.
     */
    public Answer book(ReservationRequest.Book request) throws ClientException {
        return calls.ask(ReservationsGrpc.getBookMethod(), BookingMessages.write(request), BookingMessages::read);
    }

    /** All that are reserved. */
    public List<ReservationView> list() throws ClientException {
        return calls.ask(
                ReservationsGrpc.getListMethod(),
                ListReservationsRequest.getDefaultInstance(),
                ReservationMessages::read);
    }

    /** Ends an advance reservation. */
    public ReservationView cancel(ReservationRequest.Cancel request) throws ClientException {
        return calls.ask(
                ReservationsGrpc.getCancelMethod(),
                ReservationMessages.write(request),
                reply -> ReservationMessages.read(reply.getReservation()));
    }
}
