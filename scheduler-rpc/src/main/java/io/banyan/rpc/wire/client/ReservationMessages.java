package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.PartMessages;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.BookedReservation;
import io.banyan.v1.CancelReservationReply;
import io.banyan.v1.CancelReservationRequest;
import io.banyan.v1.CreateReservationReply;
import io.banyan.v1.CreateReservationRequest;
import io.banyan.v1.ListReservationsReply;
import io.banyan.v1.ReservationTime;
import io.banyan.v1.ResourceParts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The conversion of calls about advance reservations, and of their answers. Each reader refuses the same input as the
 * core.
 */
public final class ReservationMessages {
    private ReservationMessages() {}

    /** One that is to be made. */
    public static CreateReservationRequest write(ReservationRequest.Create request) {
        return CreateReservationRequest.newBuilder()
                .setReservation(write(request.reservation()))
                .setForce(request.force())
                .build();
    }

    /**
     * One that is to be made.
     *
     * @param asker whose it is where nothing is said
     */
    public static ReservationRequest.Create read(CreateReservationRequest message, String asker) throws WireException {
        return CheckedMessage.value(
                () -> new ReservationRequest.Create(readOwned(message.getReservation(), asker), message.getForce()));
    }

    /** Reads a reservation, which belongs to the asker if it states no owner. */
    static Reservation readOwned(io.banyan.v1.Reservation said, String asker) throws WireException {
        return read(said.getOwner().isEmpty() ? said.toBuilder().setOwner(asker).build() : said);
    }

    /** One that is to be given up. */
    public static CancelReservationRequest write(ReservationRequest.Cancel request) {
        return CancelReservationRequest.newBuilder()
                .setName(request.name())
                .setForce(request.force())
                .build();
    }

    /** One that is to be given up. */
    public static ReservationRequest.Cancel read(CancelReservationRequest message) throws WireException {
        return CheckedMessage.value(() -> new ReservationRequest.Cancel(message.getName(), message.getForce()));
    }

    /** To one that was to be made. */
    public static CreateReservationReply created(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Reservations made ->
                CreateReservationReply.newBuilder()
                        .setMade(write(made.reservations().getFirst()))
                        .build();
            case Answer.Refused refused ->
                CreateReservationReply.newBuilder()
                        .setRefused(AnswerWriter.refusal(refused))
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** All of them. */
    public static ListReservationsReply listed(Answer answer) throws WireException {
        return ListReservationsReply.newBuilder()
                .addAllReservations(
                        views(answer).stream().map(ReservationMessages::write).toList())
                .build();
    }

    /** To one that was to be given up. */
    public static CancelReservationReply cancelled(Answer answer) throws WireException {
        return CancelReservationReply.newBuilder()
                .setReservation(write(views(answer).getFirst()))
                .build();
    }

    private static List<ReservationView> views(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Reservations all -> all.reservations();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** All of them. */
    public static List<ReservationView> read(ListReservationsReply reply) throws WireException {
        List<ReservationView> views = new ArrayList<>();
        for (BookedReservation one : reply.getReservationsList()) {
            views.add(read(one));
        }
        return views;
    }

    static BookedReservation write(ReservationView view) {
        return BookedReservation.newBuilder()
                .setReservation(write(view.reservation()))
                .addAllTimes(
                        view.times().stream().map(ReservationMessages::write).toList())
                .setProblem(view.problem())
                .build();
    }

    /** One, with when it is. */
    public static ReservationView read(BookedReservation message) throws WireException {
        return CheckedMessage.value(() -> {
            List<ReservationView.Time> times = new ArrayList<>();
            for (ReservationTime time : message.getTimesList()) {
                times.add(new ReservationView.Time(
                        new JobId(time.getJob()),
                        Grants.read(time.getWindow()),
                        Enums.read(time.getState()),
                        time.getInsideList().stream().map(JobId::new).toList()));
            }
            return new ReservationView(read(message.getReservation()), times, message.getProblem());
        });
    }

    private static ReservationTime write(ReservationView.Time time) {
        return ReservationTime.newBuilder()
                .setJob(time.job().value())
                .setWindow(Grants.write(time.window()))
                .setState(Enums.write(time.state()))
                .addAllInside(time.inside().stream().map(JobId::value).toList())
                .build();
    }

    public static io.banyan.v1.Reservation write(Reservation reservation) {
        var message = io.banyan.v1.Reservation.newBuilder()
                .setName(reservation.name())
                .setOwner(RecordMessages.writtenOwner(reservation.owner()))
                .setStartSec(reservation.startSec())
                .setDurationSec(reservation.durationSec())
                .addAllUsers(reservation.users())
                .addAllAccounts(reservation.accounts());
        switch (reservation.target()) {
            case ReservationTarget.All it -> message.setAll(true);
            case ReservationTarget.Where where -> message.setCriteria(where.criteria());
            case ReservationTarget.Parts parts ->
                message.setParts(ResourceParts.newBuilder().addAllParts(PartMessages.write(parts.parts())));
            case ReservationTarget.Fitting fitting -> message.setJobspec(JobspecWriter.json(fitting.jobspec()));
        }
        if (!reservation.recurrence().equals(Recurrence.ONCE)) {
            message.setRecurrence(write(reservation.recurrence()));
        }
        return message.build();
    }

    private static io.banyan.v1.Recurrence write(Recurrence recurrence) {
        var message = io.banyan.v1.Recurrence.newBuilder()
                .setZone(recurrence.zone())
                .setUntilSec(recurrence.untilSec())
                .setCount(recurrence.count());
        switch (recurrence.every()) {
            case ONCE -> {
                // This is the default.
            }
            case SECONDS -> message.setSeconds(recurrence.everySec());
            case DAY -> message.setDay(true);
            case WEEK -> message.setWeek(true);
        }
        return message.build();
    }

    public static Reservation read(io.banyan.v1.Reservation message) throws WireException {
        return new Reservation(
                message.getName(),
                RecordMessages.owner(message.getOwner()),
                target(message),
                message.getStartSec(),
                message.getDurationSec(),
                message.hasRecurrence() ? read(message.getRecurrence()) : Recurrence.ONCE,
                new TreeSet<>(message.getUsersList()),
                new TreeSet<>(message.getAccountsList()));
    }

    private static ReservationTarget target(io.banyan.v1.Reservation message) throws WireException {
        return switch (message.getTargetCase()) {
            case ALL -> new ReservationTarget.All();
            case CRITERIA -> new ReservationTarget.Where(message.getCriteria());
            case JOBSPEC -> new ReservationTarget.Fitting(JobspecCodec.read(message.getJobspec()));
            case PARTS ->
                new ReservationTarget.Parts(PartMessages.read(message.getParts().getPartsList()));
            case TARGET_NOT_SET -> throw new WireException("The resources to reserve are not stated.");
        };
    }

    private static Recurrence read(io.banyan.v1.Recurrence message) {
        Recurrence.Every every = switch (message.getEveryCase()) {
            case DAY -> Recurrence.Every.DAY;
            case WEEK -> Recurrence.Every.WEEK;
            case SECONDS -> Recurrence.Every.SECONDS;
            case EVERY_NOT_SET -> Recurrence.Every.ONCE;
        };
        return new Recurrence(
                every, message.getSeconds(), message.getZone(), message.getUntilSec(), message.getCount());
    }
}
