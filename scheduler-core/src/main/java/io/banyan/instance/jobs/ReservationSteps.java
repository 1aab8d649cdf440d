package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** The steps that all requests for advance reservations have in common. */
final class ReservationSteps {
    private static final int MOST = 1_000;

    private final InstanceState state;
    private final JobCompletion completion;

    ReservationSteps(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
    }

    /** Why there can be no such reservation, whatever is free; empty where there can. O(log reservations). */
    Optional<Answer.Failed> obstacle(Reservation reservation, long nowSec) {
        String name = reservation.name();
        long end = state.schedule().horizon().endSec();
        if (state.reservations().find(name).isPresent()) {
            return failed(ErrorCode.WRONG_STATE, "the reservation '" + name + "' already exists");
        }
        if (state.reservations().all().size() >= MOST) {
            return failed(ErrorCode.LIMIT, "there are " + MOST + " reservations already");
        }
        if (reservation.startSec() < nowSec) {
            return failed(ErrorCode.INVALID, "the reservation would have begun at " + time(reservation.startSec()));
        }
        if (reservation.startSec() + reservation.durationSec() > end) {
            return failed(ErrorCode.INVALID, "the reservation would end after the end of the plan, " + time(end));
        }
        return Optional.empty();
    }

    /** Why so many more reservations are too many; empty where they are not. */
    Optional<Answer.Failed> tooMany(int more) {
        int there = state.reservations().all().size();
        return there + more > MOST
                ? failed(
                        ErrorCode.LIMIT,
                        "there can be " + MOST + " reservations, and there are " + there + " already; " + more
                                + " more are too many")
                : Optional.empty();
    }

    static Optional<Answer.Failed> failed(ErrorCode code, String why) {
        return Optional.of(new Answer.Failed(code, why));
    }

    /** The first of these jobs in words; of a reservation also its name. */
    String names(Collection<JobId> jobs) {
        return FirstItems.of(jobs.stream()
                .map(job -> "job " + job
                        + state.reservations()
                                .bookedUnder(job)
                                .map(it -> " (reservation '" + it.name() + "')")
                                .orElse(""))
                .toList());
    }

    /** Books a reservation for one of its times, under a job of its own. Plans of waiting jobs yield. O(the room). */
    void book(Transition transition, Reservation reservation, long n, ReservationRoom.Room room) {
        for (JobId job : room.planned()) {
            if (state.submitted().queue().isReserved(job)) {
                completion.forget(job);
                transition.decide(new JobDecision.JobUnplanned(job));
            }
        }
        JobId id = state.transients().numbers().take();
        Selection selection = room.selection();
        var grant = new JobDecision.JobGranted(
                id,
                reservation.name(),
                reservation.owner(),
                BookingKind.RESERVATION,
                room.window(),
                Optional.empty(),
                state.resources().held().of(selection),
                Optional.empty(),
                new IfLost.Keep());
        transition.decide(new ReservationDecision.Booked(reservation.name(), n, Optional.of(grant), ""), selection);
        state.jobs().active(id).ifPresent(job -> completion.track(transition, job));
    }

    static String time(long sec) {
        return Instant.ofEpochSecond(sec).toString();
    }
}
