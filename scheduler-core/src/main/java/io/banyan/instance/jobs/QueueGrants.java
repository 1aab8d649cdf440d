package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.Transition;
import io.banyan.queue.Placement;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.ProposedBooking;
import java.util.Optional;

/** The decisions that make the placements of a pass: each changes schedule, queue and journal, and starts the job. */
final class QueueGrants {
    private final InstanceState state;
    private final JobCompletion endings;

    QueueGrants(InstanceState state, JobCompletion endings) {
        this.state = state;
        this.endings = endings;
    }

    /** Withdraws the reservations that a placement needs, then makes its bookings. */
    void make(Transition turn, Placement placement) {
        placement.withdrawn().forEach(job -> withdraw(turn, job));
        for (ProposedBooking booking : placement.bookings()) {
            grant(turn, placement.kindOf(booking), booking);
        }
    }

    private void withdraw(Transition turn, JobId job) {
        endings.forget(job);
        turn.decide(new JobDecision.JobUnplanned(job));
    }

    private void grant(Transition turn, BookingKind kind, ProposedBooking booking) {
        JobRecord record = record(booking.job());
        turn.decide(
                new JobDecision.JobGranted(
                        record.id(),
                        record.name(),
                        record.owner(),
                        kind,
                        booking.window(),
                        record.queue(),
                        state.resources().held().of(booking.selection()),
                        Optional.empty(),
                        new IfLost.Keep()),
                booking.selection());
        JobRecord granted = record(booking.job());
        endings.track(turn, granted);
        if (kind == BookingKind.ALLOCATION) {
            endings.run(turn, granted);
        }
    }

    private JobRecord record(JobId job) {
        return state.jobs().find(job).orElseThrow();
    }
}
