package io.banyan.instance;

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
    private final List<Handle> handles;
    private final TreeSet<String> tops;

    Origin(Grant grant, Arrival arrival, Optional<JobId> job, List<Handle> handles) {
        this.grant = grant;
        this.arrival = arrival;
        this.job = job;
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
