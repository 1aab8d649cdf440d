package io.banyan.instance.state;

import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Paths;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** One grant of which this instance still has resources: its source, its job, and its remaining resources. */
public final class GrantOrigin {
    private final Grant grant;
    private final GrowRoute arrival;
    private final Optional<JobId> job;
    private final Optional<Jobspec> jobspec;
    private final List<Handle> handles;
    private final List<String> local;
    private final TreeSet<String> tops;
    /** The retained tops: those that are not the job's any more, for which they came. */
    private final TreeSet<String> retained = new TreeSet<>();

    /** Creates the origin of the resources of a grow. */
    GrantOrigin(GrowDecision.Grown grown) {
        this(grown.grant(), grown.arrival(), grown.job(), Optional.of(grown.jobspec()), grown.handles(), grown.local());
    }

    /** Creates the origin of the initial resources of a child instance. */
    GrantOrigin(Grant spawned) {
        this(spawned, GrowRoute.PARENT, Optional.empty(), Optional.empty(), List.of(), List.of());
    }

    private GrantOrigin(
            Grant grant,
            GrowRoute arrival,
            Optional<JobId> job,
            Optional<Jobspec> jobspec,
            List<Handle> handles,
            List<String> local) {
        this.grant = grant;
        this.arrival = arrival;
        this.job = job;
        this.jobspec = jobspec;
        this.handles = new ArrayList<>(handles);
        this.tops = new TreeSet<>(GrantedParts.tops(grant.subgraph()));
        this.local = List.copyOf(local);
        local.forEach(tops::remove);
    }

    public String id() {
        return grant.requestId();
    }

    public Grant grant() {
        return grant;
    }

    public GrowRoute arrival() {
        return arrival;
    }

    /** Returns the paths that the job got from here with the grant. */
    public List<String> local() {
        return local;
    }

    /** The job that it was grown for; empty for the instance itself. */
    public Optional<JobId> job() {
        return job;
    }

    /** Whether this is the grant of such a request. */
    public boolean answers(Optional<JobId> forJob, Jobspec asked) {
        return job.equals(forJob) && jobspec.equals(Optional.of(asked));
    }

    /** The tops that are still here, in the order of their paths. */
    public List<String> tops() {
        return List.copyOf(tops);
    }

    /**
     * Returns the tops that are there for the job for which they came; none where the grant was for the instance
     * itself.
     */
    public List<String> topsOfJob() {
        return job.isEmpty()
                ? List.of()
                : tops.stream().filter(top -> !retained.contains(top)).toList();
    }

    /** The job that a vertex of it is there for; empty for the instance itself. */
    public Optional<JobId> jobOf(String path) {
        return Paths.isWithinAny(path, retained) ? Optional.empty() : job;
    }

    /** These stay, but not for the job. */
    void retain(Collection<String> paths) {
        paths.stream().filter(tops::contains).forEach(retained::add);
    }

    /** Returns the provider's handles of the remaining resources. */
    public List<Handle> handles() {
        return List.copyOf(handles);
    }

    /**
     * Returns the handles that the provider could take back without these vertices: those that represent no remaining
     * vertex.
     */
    public List<Handle> handlesOf(Collection<String> going) {
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
        gone.forEach(retained::remove);
    }

    public int topCount() {
        return tops.size();
    }

    boolean isSpent() {
        return tops.isEmpty();
    }

    @Override
    public String toString() {
        return id() + " " + arrival + " " + job + " " + tops + " retained " + retained + " " + handles;
    }
}
