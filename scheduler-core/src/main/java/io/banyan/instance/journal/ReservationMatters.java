package io.banyan.instance.journal;

import io.banyan.instance.message.decision.ReservationDecision;
import java.util.HashMap;
import java.util.Map;

/** The advance reservations that a journal tells of while it is read, with their times and the jobs that have some of them. O(1) for a decision besides what is held. */
final class ReservationMatters {
    private final JobMatters jobs;
    private final Map<String, Matter> reservations = new HashMap<>();

    ReservationMatters(JobMatters jobs) {
        this.jobs = jobs;
    }

    Matter of(ReservationDecision decision, long atMillis) {
        return switch (decision) {
            case ReservationDecision.Made it -> made(it.reservation().name());
            case ReservationDecision.Booked it -> booked(it);
            case ReservationDecision.Admitted it -> admitted(it);
            case ReservationDecision.Ended it -> Matter.closed(reservations, it.name(), atMillis);
        };
    }

    private Matter made(String name) {
        Matter matter = Matter.opened(1);
        reservations.put(name, matter);
        return matter;
    }

    /** All its times matter as long as it does: with them goes which is the next. */
    private Matter booked(ReservationDecision.Booked booked) {
        Matter reservation = reservations.getOrDefault(booked.name(), Matter.forEver());
        if (booked.grant().isEmpty()) {
            return reservation;
        }
        Matter matter = jobs.granted(booked.grant().get());
        reservation.needs(matter);
        matter.needs(reservation);
        return matter;
    }

    private Matter admitted(ReservationDecision.Admitted admitted) {
        Matter matter = jobs.granted(admitted.grant());
        matter.needs(jobs.of(admitted.time()));
        return matter;
    }
}
