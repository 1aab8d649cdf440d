package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.mapping.ProcessProfile;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Applies the decisions on whole jobs: the booking of their resources, start, requeue and end, for own bookings and for
 * those of a reservation. Each O(their holds).
 */
final class JobSteps {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final Submitted submitted;
    private final Reservations reservations;
    private final RunSteps runs;
    private final NestedShares nested;
    private final IdleTimes idle;
    private final Origins origins;
    private final Accounts accounts;
    private final JobHistories histories;

    JobSteps(
            JoinedResources joined,
            Jobs jobs,
            Submitted submitted,
            Reservations reservations,
            RunSteps runs,
            NestedShares nested,
            IdleTimes idle,
            Origins origins,
            Accounts accounts,
            JobHistories histories) {
        this.joined = joined;
        this.jobs = jobs;
        this.submitted = submitted;
        this.reservations = reservations;
        this.runs = runs;
        this.nested = nested;
        this.idle = idle;
        this.origins = origins;
        this.accounts = accounts;
        this.histories = histories;
    }

    void grant(JobDecision.JobGranted granted, @Nullable Selection proposal, long nowMillis) {
        JobId id = granted.job();
        Selection selection = proposal != null ? proposal : joined.get().held().selectionOf(granted.held());
        declare(id);
        joined.schedule().commit(id, granted.kind(), granted.window(), selection);
        granted(granted, selection, nowMillis);
    }

    private void granted(JobDecision.JobGranted granted, Selection selection, long nowMillis) {
        JobId id = granted.job();
        JobState jobState = granted.kind() == BookingKind.ALLOCATION ? JobState.RUNNING : JobState.RESERVED;
        Optional<ChildRecord> child =
                granted.childPath().map(place -> new ChildRecord(place, "", ChildState.STARTING, ""));
        boolean isBehindOverdue = joined.schedule().holdings().hasOverrun(nowMillis / 1000);
        boolean isSubmitted = submitted.granted(granted, jobState, isBehindOverdue, nowMillis);
        if (isSubmitted && jobState == JobState.RUNNING) {
            runs.started(id, nowMillis);
        }
        if (!isSubmitted) {
            JobRecord job = new JobRecord(
                    id,
                    granted.name(),
                    granted.owner(),
                    jobState,
                    Optional.of(granted.window()),
                    OptionalLong.empty(),
                    granted.queue(),
                    child,
                    "",
                    granted.ifLost(),
                    List.of(),
                    Optional.empty());
            jobs.add(job);
            submitted.prerequisites().came(job);
        }
        if (jobState == JobState.RUNNING) {
            submitted.prerequisites().started(id);
        }
        if (child.isPresent()) {
            runs.spawned(id, selection, granted.malleable(), nowMillis);
        }
    }

    /** The profile of a job with a booking is a promise. */
    private void declare(JobId job) {
        submitted
                .jobspecOf(job)
                .map(Jobspec::attributes)
                .filter(Attributes::hasProfile)
                .ifPresent(attributes -> joined.schedule()
                        .promises()
                        .declare(
                                job,
                                ProcessProfile.of(
                                        attributes.extensions().profile().orElseThrow(), attributes.durationSec())));
    }

    void reserve(ReservationDecision decision, @Nullable Selection proposal, long nowMillis) {
        if (decision instanceof ReservationDecision.Booked booked) {
            booked.grant().ifPresent(grant -> book(grant, proposal, nowMillis));
        }
        reservations.apply(decision, proposal);
        if (decision instanceof ReservationDecision.Admitted admitted
                && admitted.grant().childPath().isPresent()) {
            granted(admitted.grant(), joined.schedule().holdings().selection(admitted.job()), nowMillis);
        } else if (decision instanceof ReservationDecision.Admitted admitted) {
            submitted.granted(admitted.grant(), JobState.RUNNING, false, nowMillis);
            runs.started(admitted.job(), nowMillis);
            submitted.prerequisites().started(admitted.job());
        }
    }

    /** Books a reservation for one of its times. */
    private void book(JobDecision.JobGranted time, @Nullable Selection proposal, long nowMillis) {
        Selection selection = proposal != null ? proposal : joined.get().held().selectionOf(time.held());
        joined.schedule().reserve(time.job(), time.window(), selection);
        granted(time, selection, nowMillis);
    }

    void start(JobId job, long nowMillis) {
        joined.schedule().start(job);
        jobs.change(job, record -> record.in(JobState.RUNNING, "", Optional.empty()));
        runs.started(job, nowMillis);
        submitted.started(job);
        submitted.prerequisites().started(job);
    }

    /** A job that runs, lets go of everything and waits again. */
    void requeue(JobId job, long nowMillis) {
        nested.endRevokes(job);
        idle.letGo(joined.get(), job, nowMillis);
        joined.schedule().cancel(job);
        reservations.left(job);
        jobs.requeue(job);
        nested.take(job);
        joined.get().leftTags().forget(job);
        origins.forgetLocal(job);
        runs.requeued(job, nowMillis);
        submitted.requeued(job, nowMillis);
    }

    void end(JobDecision.JobEnded ended, long nowMillis) {
        accounts.ending(ended.job(), ended.atSec());
        nested.endRevokes(ended.job());
        Optional<JobRecord> held = jobs.active(ended.job());
        if (held.isPresent()) {
            idle.letGo(joined.get(), ended.job(), nowMillis);
            joined.schedule().cancel(ended.job());
        }
        joined.schedule().promises().forget(ended.job());
        runs.ended(ended.job());
        histories.ended(ended.job(), submitted.jobspecOf(ended.job()));
        submitted.ended(ended, held, nowMillis);
        jobs.end(ended).ifPresent(histories::forget);
        reservations.ended(ended.job());
        nested.take(ended.job());
        joined.get().leftTags().forget(ended.job());
        origins.forgetLocal(ended.job());
    }
}
