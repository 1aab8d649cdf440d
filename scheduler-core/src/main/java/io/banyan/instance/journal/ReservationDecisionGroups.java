package io.banyan.instance.journal;

import io.banyan.instance.message.decision.ReservationDecision;
import java.util.HashMap;
import java.util.Map;

/**
 * The advance reservations in a journal while it is read, with their times and the jobs that hold parts of them. O(1)
 * for a decision, plus its holds.
 */
final class ReservationDecisionGroups {
    private final JobDecisionGroups jobs;
    private final Map<String, DecisionGroup> reservations = new HashMap<>();

    ReservationDecisionGroups(JobDecisionGroups jobs) {
        this.jobs = jobs;
    }

    DecisionGroup of(ReservationDecision decision, long atMillis) {
        return switch (decision) {
            case ReservationDecision.Made it -> made(it.reservation().name());
            case ReservationDecision.Booked it -> booked(it);
            case ReservationDecision.Admitted it -> admitted(it);
            case ReservationDecision.Ended it -> DecisionGroup.closed(reservations, it.name(), atMillis);
        };
    }

    private DecisionGroup made(String name) {
        DecisionGroup group = DecisionGroup.opened(1);
        reservations.put(name, group);
        return group;
    }

    /** All its times matter as long as it does: with them goes which is the next. */
    private DecisionGroup booked(ReservationDecision.Booked booked) {
        DecisionGroup reservation = reservations.getOrDefault(booked.name(), DecisionGroup.forEver());
        if (booked.grant().isEmpty()) {
            return reservation;
        }
        DecisionGroup group = jobs.granted(booked.grant().get());
        reservation.needs(group);
        group.needs(reservation);
        return group;
    }

    private DecisionGroup admitted(ReservationDecision.Admitted admitted) {
        DecisionGroup group = jobs.granted(admitted.grant());
        group.needs(jobs.of(admitted.time()));
        return group;
    }
}
