package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Paths;
import io.banyan.jobspec.Malleability;
import io.banyan.resource.JobId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The invariants of one instance. For tests: walks everything. */
public final class InstanceCheck {
    private final InstanceState state;

    public InstanceCheck(InstanceState state) {
        this.state = state;
    }

    public void run() {
        state.jobs().checkInvariants();
        if (!state.isJoined()) {
            require(state.jobs().all().isEmpty(), "an instance without resources has jobs");
            return;
        }
        state.schedule().checkInvariants();
        state.submitted().queue().checkInvariants();
        state.statuses().checkInvariants();
        state.accounts().checkInvariants();
        state.reservations().checkInvariants();
        state.checkpoints().checkInvariants();
        for (JobRecord job : state.jobs().all()) {
            boolean books = state.schedule().holdings().booking(job.id()).isPresent();
            boolean isQueued = job.submission().filter(it -> !it.isHeld()).isPresent()
                    && !state.submitted().prerequisites().awaits(job.id())
                    && (job.state() == JobState.PENDING || job.state() == JobState.RESERVED);
            require(
                    isQueued
                            == (state.submitted().queue().contains(job.id())
                                    || state.reservations().waiting().contains(job.id())),
                    "job " + job.id() + " waits: " + isQueued);
            require(books == job.state().isActive(), "job " + job.id() + " is " + job.state() + ", booked: " + books);
            boolean runs = job.state() == JobState.RUNNING && job.submission().isPresent();
            require(
                    !runs || job.isInstance() || !state.schedule().holdings().isEmpty(job.id()),
                    "job " + job.id() + " runs and holds nothing");
        }
        require(
                state.resources().bookings().size() == state.jobs().active().size(),
                "there are bookings without a job");
        for (JobRecord job : state.jobs().activeInstances()) {
            childHoldsWhatItWasGranted(job.id());
        }
        malleableJobsRun();
        state.provisions().forEach(this::onlyOneProviderHasSomethingOf);
        for (GrantOrigin origin : state.origins().all()) {
            originIsHere(origin);
            require(
                    origin.arrival() != GrowRoute.PROVIDER
                            || !state.provisions().containsKey(origin.id()),
                    "the provider's resources for " + origin.id() + " have arrived, but its call is still pending");
        }
    }

    private void malleableJobsRun() {
        var parts = new SlotParts(state.resources());
        for (JobRecord job : state.jobs().all()) {
            boolean isMalleable = (job.state() == JobState.RUNNING || job.state() == JobState.STOPPING)
                    && state.submitted()
                            .jobspecOf(job.id())
                            .flatMap(Malleability::of)
                            .isPresent();
            Optional<Malleables.Running> one = state.malleables().find(job.id());
            boolean isInPlace =
                    job.isInstance() ? one.isEmpty() || job.state().isActive() : isMalleable == one.isPresent();
            require(isInPlace, "job " + job.id() + " is malleable and runs: " + isMalleable);
            one.flatMap(Malleables.Running::proposal)
                    .ifPresent(it -> require(
                            parts.holds(job.id(), it.held()),
                            "job " + job.id() + " does not hold the resources of its proposal: " + it));
        }
    }

    /** One that is asked for a grow, one that is to take something of it back, and one that did not, are the same. */
    private void onlyOneProviderHasSomethingOf(String id, String asked) {
        Optional<String> releasing = state.returns().releasing(id);
        require(
                releasing.isEmpty(),
                asked + " is asked for " + id + ", of which something is being released: " + releasing);
        Optional<String> open = state.returns().open().own(id).map(ReturnDecision.ProviderRelease::provider);
        require(
                open.isEmpty() || open.get().equals(asked),
                asked + " is asked for " + id + ", of which " + open + " has not taken everything back");
    }

    /** Checks that a child's grants and its job's holds are the same. */
    private void childHoldsWhatItWasGranted(JobId child) {
        Set<String> held = exclusive(child);
        for (String top : state.childGrants().tops(child)) {
            require(held.contains(top), top + " was granted to instance " + child + ", whose job does not hold it");
        }
        for (String path : held) {
            boolean granted = false;
            for (String up = path; !up.isEmpty() && !granted; up = Paths.parent(up)) {
                granted = state.childGrants().tops(child).contains(up);
            }
            require(granted, path + " is held by the job of instance " + child + ", to which it was not granted");
        }
    }

    private Set<String> exclusive(JobId job) {
        Selection selection = state.schedule().holdings().selection(job);
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i)) {
                paths.add(state.resources().graph().path(selection.vertex(i)));
            }
        }
        return paths;
    }

    /** Checks that granted resources are still here, and that those for a job belong to that job. */
    private void originIsHere(GrantOrigin origin) {
        Set<String> held = origin.topsOfJob().isEmpty()
                ? Set.of()
                : origin.job().map(this::exclusive).orElse(Set.of());
        for (String top : origin.tops()) {
            require(state.resources().graph().find(top) >= 0, top + " of grant " + origin.id() + " is not here");
            require(
                    origin.jobOf(top).isEmpty() || held.contains(top),
                    top + " of grant " + origin.id() + " is not held by job " + origin.job());
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }
}
