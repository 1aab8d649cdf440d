package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.config.UserBookings;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.JobspecException;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Gentle bookings: several reservations that are booked together or not at all, and only if no job moves to a later
 * time. An administrator may always book, a user within {@link UserBookings}.
 */
public final class GentleBookings {
    private static final long HOUR_SEC = 3_600;
    /** The most reservations of one user who is no administrator, so that others find places. */
    private static final int MOST_OF_A_USER = 100;

    private final InstanceState state;
    private final ReservationRoom rooms;
    private final ReservationSteps steps;

    public GentleBookings(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.rooms = new ReservationRoom(state);
        this.steps = new ReservationSteps(state, completion);
    }

    /**
     * Books all reservations of a request, or answers why none is booked; a refusal makes no decision. O(reserved parts
     * x depth + bookings + two forecasts), and O(reserved parts x bookings) more for a refusal ({@link GentleCheck}).
     */
    public void book(Transition transition, String call, ReservationRequest.Book request) {
        List<Reservation> reservations = request.reservations().stream()
                .map(reservation -> reservation.orElseAt(transition.nowSec()))
                .toList();
        Optional<Answer.Failed> obstacle = obstacle(transition, reservations);
        if (obstacle.isPresent()) {
            transition.reply(call, obstacle.get());
            return;
        }
        try {
            switch (new GentleCheck(state, rooms, transition.asker(), reservations).check()) {
                case GentleCheck.Harmful(Answer answer) -> transition.reply(call, answer);
                case GentleCheck.Gentle(List<ReservationRoom.Room> found) -> {
                    Optional<Answer.Failed> tooMuch = tooMuch(transition.asker(), found);
                    transition.reply(
                            call, tooMuch.isPresent() ? tooMuch.get() : booked(transition, reservations, found));
                }
            }
        } catch (JobspecException | IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
        }
    }

    private Answer booked(Transition transition, List<Reservation> reservations, List<ReservationRoom.Room> found) {
        for (int i = 0; i < reservations.size(); i++) {
            transition.decide(new ReservationDecision.Made(reservations.get(i)));
            steps.book(transition, reservations.get(i), 0, found.get(i));
        }
        List<ReservationView> views =
                reservations.stream().map(state.reservations()::view).toList();
        return new Answer.Reservations(views);
    }

    /** Why there can be no such reservations, whatever is free. */
    private Optional<Answer.Failed> obstacle(Transition transition, List<Reservation> reservations) {
        return notAllowed(transition, reservations)
                .or(() -> steps.tooMany(reservations.size()))
                .or(() -> reservations.stream()
                        .flatMap(it -> steps.obstacle(it, transition.nowSec()).stream())
                        .findFirst())
                .or(() -> reservations.stream()
                        .flatMap(it -> unknown(it).stream())
                        .findFirst());
    }

    private Optional<Answer.Failed> unknown(Reservation reservation) {
        try {
            List<String> unknown = rooms.unknown(reservation);
            return unknown.isEmpty()
                    ? Optional.empty()
                    : ReservationSteps.failed(ErrorCode.NOT_FOUND, "there is no " + FirstItems.of(unknown) + " here");
        } catch (IllegalArgumentException e) {
            return ReservationSteps.failed(ErrorCode.INVALID, ValueChecks.sentenceOf(e));
        }
    }

    // ---- limits of users ------------------------------------------------------------------------------------------

    private Optional<Answer.Failed> notAllowed(Transition transition, List<Reservation> reservations) {
        if (transition.asker().role() == Role.ADMIN) {
            return Optional.empty();
        }
        UserBookings limits = state.config().booking();
        if (limits.coreHours() == 0) {
            return ReservationSteps.failed(
                    ErrorCode.FORBIDDEN,
                    "users may not book reservations here: reservations.user-core-hours is 0; ask an administrator");
        }
        long own = state.reservations().all().stream()
                .filter(it -> it.owner().equals(transition.asker().name()))
                .count();
        if (own + reservations.size() > MOST_OF_A_USER) {
            return ReservationSteps.failed(
                    ErrorCode.LIMIT,
                    "a user can have " + MOST_OF_A_USER + " reservations, and '"
                            + transition.asker().name() + "' has " + own);
        }
        long latestSec = transition.nowSec() + limits.maxAheadSec();
        return reservations.stream()
                .filter(it -> it.startSec() + it.durationSec() > latestSec)
                .findFirst()
                .flatMap(it -> ReservationSteps.failed(
                        ErrorCode.FORBIDDEN,
                        "reservation '" + it.name() + "' would end at "
                                + ReservationSteps.time(it.startSec() + it.durationSec())
                                + ", and reservations.max-ahead permits ends until "
                                + ReservationSteps.time(latestSec)));
    }

    /** Why the reservations of a user would be too large together; empty if they would not be. O(their resources). */
    private Optional<Answer.Failed> tooMuch(Principal asker, List<ReservationRoom.Room> found) {
        if (asker.role() == Role.ADMIN) {
            return Optional.empty();
        }
        double seconds = 0;
        for (ReservationRoom.Room room : found) {
            seconds += coreSeconds(room.selection(), room.window());
        }
        for (Reservation own : state.reservations().all()) {
            List<JobId> times =
                    own.owner().equals(asker.name()) ? state.reservations().booked(own.name()) : List.of();
            for (JobId time : times) {
                seconds += coreSeconds(
                        state.reservations().whole(time),
                        state.jobs().active(time).orElseThrow().window());
            }
        }
        long limit = state.config().booking().coreHours();
        return seconds <= (double) limit * HOUR_SEC
                ? Optional.empty()
                : ReservationSteps.failed(
                        ErrorCode.FORBIDDEN,
                        String.format(
                                Locale.ROOT,
                                "the reservations of '%s' would have %.1f core hours, and "
                                        + "reservations.user-core-hours permits %d",
                                asker.name(),
                                seconds / HOUR_SEC,
                                limit));
    }

    private double coreSeconds(Selection selection, TimeWindow window) {
        return (double) ReservedCores.of(state.resources().graph(), selection) * window.durationSec();
    }
}
