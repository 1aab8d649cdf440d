package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.queue.Placement;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.ProposedBooking;
import java.util.Optional;

/**
 * The decisions that make bookings, as a pass or a submission proposes them: each changes schedule, queue and journal,
 * and starts the job.
 */
final class QueueGrants {
    private final InstanceState state;
    private final JobCompletion completion;

    QueueGrants(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
    }

    /** Withdraws the reservations that a placement needs, then makes its bookings. */
    void make(Transition transition, Placement placement) {
        placement.withdrawn().forEach(job -> withdraw(transition, job));
        for (ProposedBooking booking : placement.bookings()) {
            grant(transition, placement.kindOf(booking), booking);
        }
    }

    private void withdraw(Transition transition, JobId job) {
        completion.forget(job);
        transition.decide(new JobDecision.JobUnplanned(job));
    }

    /** Makes one booking, and starts its job where it begins now. */
    void grant(Transition transition, BookingKind kind, ProposedBooking booking) {
        JobRecord record = record(booking.job());
        transition.decide(
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
        completion.track(transition, granted);
        if (kind == BookingKind.ALLOCATION) {
            completion.run(transition, granted);
        }
    }

    private JobRecord record(JobId job) {
        return state.jobs().find(job).orElseThrow();
    }
}
