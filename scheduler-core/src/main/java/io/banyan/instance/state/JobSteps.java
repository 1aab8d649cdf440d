package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Parcel;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NestedInstance;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Applies the decisions on jobs as a whole: they get what they hold, start, wait again, end; whether they have it of
 * themselves or of a reservation. Each O(what they hold).
 */
final class JobSteps {
    private final InstanceState state;
    private final Charges charges;

    JobSteps(InstanceState state, Charges charges) {
        this.state = state;
        this.charges = charges;
    }

    void grant(JobDecision.JobGranted granted, @Nullable Selection proposal, long nowMillis) {
        JobId id = granted.job();
        Selection selection =
                proposal != null ? proposal : state.resources().held().selectionOf(granted.held());
        state.schedule().commit(id, granted.kind(), granted.window(), selection);
        JobState jobState = granted.kind() == BookingKind.ALLOCATION ? JobState.RUNNING : JobState.RESERVED;
        Optional<ChildRecord> child =
                granted.childPath().map(place -> new ChildRecord(place, "", ChildState.STARTING, ""));
        boolean isBehindOverdue = state.schedule().holdings().hasOverrun(nowMillis / 1000);
        boolean isSubmitted = state.submitted().granted(granted, jobState, isBehindOverdue, nowMillis);
        if (isSubmitted && jobState == JobState.RUNNING) {
            run(id, nowMillis);
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
            state.jobs().add(job);
            state.submitted().prerequisites().came(job);
        }
        if (jobState == JobState.RUNNING) {
            state.submitted().prerequisites().started(id);
        }
        if (child.isPresent()) {
            give(id, selection);
            state.malleables().started(id, granted.malleable(), nowMillis);
        }
    }

    /** The instance that runs in a job has all of this. */
    private void give(JobId id, Selection selection) {
        Subgraph given = state.resources().subgraphOf(selection);
        state.childGrants().spawn(id, new Grant(Parcel.SPAWN, given, GrantSource.graphOf(state.path())));
        state.statuses().given(state.childGrants().tops(id));
    }

    void reserve(ReservationDecision decision, @Nullable Selection proposal, long nowMillis) {
        if (decision instanceof ReservationDecision.Booked booked) {
            booked.grant().ifPresent(grant -> grant(grant, proposal, nowMillis));
        }
        state.reservations().apply(decision, proposal);
        if (decision instanceof ReservationDecision.Admitted admitted) {
            state.submitted().granted(admitted.grant(), JobState.RUNNING, false, nowMillis);
            run(admitted.job(), nowMillis);
            state.submitted().prerequisites().started(admitted.job());
        }
    }

    private void run(JobId job, long nowMillis) {
        Optional<Jobspec> jobspec = state.submitted().jobspecOf(job);
        state.malleables().started(job, jobspec, nowMillis);
        state.checkpoints().started(job);
        charges.started(job, nowMillis);
        if (jobspec.flatMap(NestedInstance::of).isPresent()) {
            var child = new ChildRecord(state.childPath(job), "", ChildState.STARTING, "");
            state.jobs().change(job, record -> record.with(child));
            give(job, state.schedule().holdings().selection(job));
        }
    }

    void start(JobId job, long nowMillis) {
        state.schedule().start(job);
        state.jobs().change(job, record -> record.in(JobState.RUNNING, "", Optional.empty()));
        run(job, nowMillis);
        state.submitted().started(job);
        state.submitted().prerequisites().started(job);
    }

    /** A job that runs, lets go of everything and waits again. */
    void requeue(JobId job, long nowMillis) {
        endRevokes(job);
        state.idle().letGo(state.resources(), job, nowMillis);
        state.schedule().cancel(job);
        state.reservations().left(job);
        state.jobs().requeue(job);
        takeFromInstance(job);
        state.resources().leftTags().forget(job);
        state.origins().forgetLocal(job);
        state.malleables().ended(job);
        state.checkpoints().requeued(job, nowMillis);
        state.submitted().requeued(job, nowMillis);
    }

    /** The instance in a job gives nothing back any more. */
    private void endRevokes(JobId job) {
        if (!state.revokes().isEmpty()) {
            state.revokes().ending(job, state.childGrants().tops(job), state.resources()::amount);
        }
    }

    /** No instance has anything of what a job held. */
    private void takeFromInstance(JobId job) {
        state.childGrants().forget(job);
        state.statuses().gone(job);
    }

    void end(JobDecision.JobEnded ended, long nowMillis) {
        state.accounts().ending(ended.job(), ended.atSec());
        endRevokes(ended.job());
        Optional<JobRecord> held = state.jobs().active(ended.job());
        if (held.isPresent()) {
            state.idle().letGo(state.resources(), ended.job(), nowMillis);
            state.schedule().cancel(ended.job());
        }
        state.malleables().ended(ended.job());
        state.checkpoints().ended(ended.job());
        state.histories().ended(ended.job(), state.submitted().jobspecOf(ended.job()));
        state.submitted().ended(ended, held, nowMillis);
        state.jobs().end(ended).ifPresent(state.histories()::forget);
        state.reservations().ended(ended.job());
        takeFromInstance(ended.job());
        state.resources().leftTags().forget(ended.job());
        state.origins().forgetLocal(ended.job());
    }
}
