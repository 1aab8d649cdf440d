package io.banyan.instance;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Handle;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** One grant that this instance has something of: how it came, for whom, and what is left of it. */
final class Origin {
    private final Grant grant;
    private final Arrival arrival;
    private final Optional<JobId> job;
    private final Optional<Jobspec> jobspec;
    private final List<Handle> handles;
    private final TreeSet<String> tops;

    /** What came with a grow. */
    Origin(Decision.Grown grown) {
        this(grown.grant(), grown.arrival(), grown.job(), Optional.of(grown.jobspec()), grown.handles());
    }

    /** What a child instance was spawned with. */
    Origin(Grant spawned) {
        this(spawned, Arrival.PARENT, Optional.empty(), Optional.empty(), List.of());
    }

    private Origin(Grant grant, Arrival arrival, Optional<JobId> job, Optional<Jobspec> jobspec, List<Handle> handles) {
        this.grant = grant;
        this.arrival = arrival;
        this.job = job;
        this.jobspec = jobspec;
        this.handles = new ArrayList<>(handles);
        this.tops = new TreeSet<>(GrantedParts.tops(grant.subgraph()));
    }

    String id() {
        return grant.requestId();
    }

    Grant grant() {
        return grant;
    }

    Arrival arrival() {
        return arrival;
    }

    /** The job that it was grown for; empty for the instance itself. */
    Optional<JobId> job() {
        return job;
    }

    /** Whether this is what such a request brought. */
    boolean answers(Optional<JobId> forJob, Jobspec asked) {
        return job.equals(forJob) && jobspec.equals(Optional.of(asked));
    }

    /** The tops that are still here, in the order of their paths. */
    List<String> tops() {
        return List.copyOf(tops);
    }

    /** What the provider could take back if these were gone: handles that stand for nothing that would be left. */
    List<Handle> handlesOf(Collection<String> going) {
        TreeSet<String> left = new TreeSet<>(tops);
        going.forEach(left::remove);
        return handles.stream()
                .filter(handle -> handle.path().isEmpty() ? left.isEmpty() : !Paths.overlapAny(handle.path(), left))
                .toList();
    }

    /** Takes these out; those that are not tops change nothing. */
    void remove(Collection<String> gone) {
        handles.removeAll(new HashSet<>(handlesOf(gone)));
        gone.forEach(tops::remove);
    }

    boolean isSpent() {
        return tops.isEmpty();
    }

    @Override
    public String toString() {
        return id() + " " + arrival + " " + job + " " + tops + " " + handles;
    }
}
