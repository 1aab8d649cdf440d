package io.banyan.instance;

import io.banyan.graph.Subgraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Handle;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the journal records: a change that was decided, with everything that is needed to make it again and nothing that would have to be
 * decided again. Vertices are named by their containment paths.
 */
public sealed interface Decision {
    /** A child instance has its R, and with it its place in the tree and its time. */
    record Joined(String path, Subgraph resources, TimeWindow window) implements Decision {
        /** Checks the path. */
        public Joined {
            Checks.path(path);
            Objects.requireNonNull(resources, "resources");
            Objects.requireNonNull(window, "window");
        }
    }

    /**
     * A job holds resources, now or later.
     *
     * @param owner the name of the principal who asked for it
     * @param held what it was granted, as little as says it
     * @param childPath the path of the instance that is to run in it, where it was spawned
     * @param ifLost what becomes of it when something that it holds is lost
     */
    record JobGranted(
            JobId job,
            String name,
            String owner,
            BookingKind kind,
            TimeWindow window,
            Optional<String> queue,
            List<HeldPart> held,
            Optional<String> childPath,
            IfLost ifLost)
            implements Decision {
        /** Checks that nothing is missing. */
        public JobGranted {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(name, "name");
            Principal.requireName(owner);
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(window, "window");
            Objects.requireNonNull(queue, "queue");
            held = List.copyOf(held);
            Objects.requireNonNull(childPath, "childPath");
            Objects.requireNonNull(ifLost, "ifLost");
        }
    }

    /** A reservation's time has come. */
    record JobStarted(JobId job) implements Decision {
        /** Checks that there is a job. */
        public JobStarted {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * The end of a child instance's job was asked for; its process is being stopped.
     *
     * @param then how the job will have ended
     */
    record JobStopping(JobId job, JobState then, String why) implements Decision {
        /** Checks that it will be over. */
        public JobStopping {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(why, "why");
            if (then.isActive()) {
                throw new IllegalArgumentException("job " + job.value() + " cannot end as " + then);
            }
        }
    }

    /** A job is over and holds nothing. What was grown for it goes back with a {@link GaveBack} in the same transaction. */
    record JobEnded(JobId job, JobState state, String why, long atSec) implements Decision {
        /** Checks that it is over. */
        public JobEnded {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(why, "why");
            if (state.isActive()) {
                throw new IllegalArgumentException("job " + job.value() + " cannot end as " + state);
            }
        }
    }

    /**
     * A grow brought something: attached where it came from elsewhere, and booked where it is for a job, in one step.
     *
     * @param job the job that it is for; where that is a child instance's, the grant was that child's request
     * @param jobspec what was asked for, by which a repeated request is known from another one with the same id
     * @param handles what the provider wants back, with the paths that the resources have here
     * @param local the tops of what was here already, where the rest came from elsewhere
     */
    record Grown(
            Grant grant,
            Optional<JobId> job,
            Jobspec jobspec,
            Arrival arrival,
            List<Handle> handles,
            List<String> local)
            implements Decision {
        /** All of it from one place. */
        public Grown(Grant grant, Optional<JobId> job, Jobspec jobspec, Arrival arrival, List<Handle> handles) {
            this(grant, job, jobspec, arrival, handles, List.of());
        }

        /** Checks that what was found here is for a job. */
        public Grown {
            Objects.requireNonNull(grant, "grant");
            Objects.requireNonNull(jobspec, "jobspec");
            handles = List.copyOf(handles);
            local = Checks.paths(local);
            if (arrival == Arrival.LOCAL && job.isEmpty()) {
                throw new IllegalArgumentException(
                        "grow " + grant.requestId() + " found resources here but books them to nobody");
            }
        }
    }

    /**
     * This provider is about to be asked. Until {@link Grown}, {@link GaveBack} or {@link ProvisionRefused} of the same id follows it may bring
     * something of which nobody here knows.
     */
    record ProvisionAsked(String provider, String requestId) implements Decision {
        /** Checks the names. */
        public ProvisionAsked {
            Checks.name(provider, "a provider's name");
            Checks.id(requestId, "a request id");
        }
    }

    /** The provider has brought nothing, and holds nothing. */
    record ProvisionRefused(String requestId) implements Decision {
        /** Checks the id. */
        public ProvisionRefused {
            Checks.id(requestId, "a request id");
        }
    }

    /**
     * A client wants resources given back, and that is begun: by this a repeated request is known from another one with the same id.
     *
     * @param owner the name of the principal who asked for it
     */
    record ShrinkBegun(String owner, Request.Shrink request) implements Decision {
        /** Checks the name. */
        public ShrinkBegun {
            Principal.requireName(owner);
            Objects.requireNonNull(request, "request");
        }

        /** Whether this is the same request of the same principal, sent again; how long it waits for jobs may be another. */
        boolean isAskedBy(Principal asker, Request.Shrink again) {
            return owner.equals(asker.name())
                    && request.target().equals(again.target())
                    && request.retain() == again.retain();
        }
    }

    /**
     * Resources go back. Pending until everybody in {@code upward} and {@code provided} has freed them.
     *
     * @param child the child that returned them; empty where a client or the instance itself began it
     * @param fromChild what the child returned, by the grants with which it got them
     * @param released what jobs here no longer hold
     * @param removed what this instance no longer has, by the grants with which it came here
     * @param upward what the parent is to free
     * @param provided what providers are to take back
     */
    record GaveBack(
            String returnId,
            Optional<JobId> child,
            List<Parcel> fromChild,
            List<Release> released,
            List<Parcel> removed,
            List<Parcel> upward,
            List<ProviderRelease> provided)
            implements Decision {
        /** Checks the id and copies the lists. */
        public GaveBack {
            Checks.id(returnId, "a return's id");
            Objects.requireNonNull(child, "child");
            fromChild = List.copyOf(fromChild);
            released = List.copyOf(released);
            removed = List.copyOf(removed);
            upward = List.copyOf(upward);
            provided = List.copyOf(provided);
        }
    }

    /**
     * What was grown for jobs stays here, free: it is this instance's until it is given back.
     *
     * @param shrinkId the request that wanted it
     * @param released what the jobs no longer hold
     * @param kept the same, by the grants with which it came here
     */
    record Retained(String shrinkId, List<Release> released, List<Parcel> kept) implements Decision {
        /** Checks the id and copies the lists. */
        public Retained {
            Checks.id(shrinkId, "a shrink's id");
            released = List.copyOf(released);
            kept = List.copyOf(kept);
        }
    }

    /** What a job gives up of what it holds. */
    record Release(JobId job, List<String> paths) {
        /** Checks the paths. */
        public Release {
            Objects.requireNonNull(job, "job");
            paths = Checks.paths(paths);
        }
    }

    /**
     * What goes back to one of the providers.
     *
     * @param handles empty for everything that it brought, or may have brought, for the request
     */
    record ProviderRelease(String provider, String requestId, List<Handle> handles) {
        /** Checks the names. */
        public ProviderRelease {
            Checks.name(provider, "a provider's name");
            Checks.id(requestId, "a request id");
            handles = List.copyOf(handles);
        }
    }

    /**
     * Somebody confirmed a part of a return.
     *
     * @param provisioned the grow whose resources the provider was to take back; empty where it was the parent
     * @param unreleased what a provider did not take back; nobody waits for it any more
     */
    record Freed(String returnId, Optional<String> provisioned, List<Unreleased> unreleased) implements Decision {
        /** Checks the id. */
        public Freed {
            Checks.id(returnId, "a return's id");
            Objects.requireNonNull(provisioned, "provisioned");
            unreleased = List.copyOf(unreleased);
        }
    }

    /**
     * A child is asked for resources back. Pending until {@link RevokeSettled}.
     *
     * @param untilMillis until when it may wait for jobs of its own; 0 for as long as it takes
     * @param force whether it is fenced where it has not given all by then
     */
    record RevokeAsked(String revokeId, JobId child, RevokeTarget target, UseRule rule, long untilMillis, boolean force)
            implements Decision {
        /** Checks the id and the time. */
        public RevokeAsked {
            Checks.id(revokeId, "a revoke's id");
            Objects.requireNonNull(child, "child");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rule, "rule");
            Checks.notNegative(untilMillis, "a time");
        }
    }

    /**
     * Nothing more is waited for.
     *
     * @param why why it is less than was wanted; empty where it is not
     * @param fenced whether the child is being ended for it
     */
    record RevokeSettled(String revokeId, String why, boolean fenced) implements Decision {
        /** Checks the id. */
        public RevokeSettled {
            Checks.id(revokeId, "a revoke's id");
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * Resources are being got out of use, so that they can be given back. Pending until {@link ClearingEnded}.
     *
     * @param id the request id of the shrink, or the id of the parent's revoke
     * @param forParent whether it is the parent who wants it
     * @param untilMillis until when is waited; 0 for as long as it takes
     */
    record ClearingBegun(String id, boolean forParent, RevokeTarget target, UseRule rule, long untilMillis)
            implements Decision {
        /** Checks the id and the time. */
        public ClearingBegun {
            Checks.id(id, "a clearing's id");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(rule, "rule");
            Checks.notNegative(untilMillis, "a time");
        }
    }

    /**
     * These are to be given back as soon as nobody uses them.
     *
     * @param drained those of them that were up and are down from now on, until they have gone or the clearing ends
     */
    record ClearingChose(String id, List<String> paths, List<String> drained) implements Decision {
        /** Checks the id and the paths. */
        public ClearingChose {
            Checks.id(id, "a clearing's id");
            paths = Checks.paths(paths);
            drained = Checks.paths(drained);
        }
    }

    /**
     * Nothing more is cleared; what was drained for it and is still here is up again.
     *
     * @param why why it is less than was wanted; empty where it is not
     * @param unreleased what providers did not take back of it
     */
    record ClearingEnded(String id, String why, List<Unreleased> unreleased) implements Decision {
        /** Checks the id. */
        public ClearingEnded {
            Checks.id(id, "a clearing's id");
            Objects.requireNonNull(why, "why");
            unreleased = List.copyOf(unreleased);
        }
    }

    /** A child registered, was lost or was heard of again. */
    record ChildChanged(JobId job, ChildRecord child) implements Decision {
        /** Checks that there is a child. */
        public ChildChanged {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(child, "child");
        }
    }

    /** A child instance has begun to end; its parent may free what it has at any time from now on. A root that stops may come again. */
    record Leaving(String why) implements Decision {
        /** Checks that there is a reason. */
        public Leaving {
            Checks.text(why, "a reason");
        }
    }

    /** The instance itself says that a vertex is up, or why it may not be given to jobs. */
    record StatusChanged(String path, Status status) implements Decision {
        /** Checks the path. */
        public StatusChanged {
            Checks.path(path);
            Objects.requireNonNull(status, "status");
        }
    }

    /**
     * Somebody else says that of a vertex that both have.
     *
     * @param child the child that says so; empty where it is the parent
     */
    record StatusHeard(Optional<JobId> child, String path, Status status) implements Decision {
        /** Checks the path. */
        public StatusHeard {
            Objects.requireNonNull(child, "child");
            Checks.path(path);
            Objects.requireNonNull(status, "status");
        }
    }

    /** What a job holds at these paths, or below them, is lost, and the job goes on: whose job it is has to see to it. */
    record JobHurt(JobId job, List<String> paths) implements Decision {
        /** Checks the paths. */
        public JobHurt {
            Objects.requireNonNull(job, "job");
            paths = Checks.paths(paths);
        }
    }

    /**
     * A job gave up a part of what it holds, because a client wanted that, or because it is lost.
     *
     * @param amounts how much of each; of a divisible pool it can be a part. Empty where subtrees are given up
     * @param subtrees whether what the job held below these paths is free as well
     * @param left paths at which Fluxion would leave the job's tag; empty where nobody asked for its rules
     */
    record PartlyCancelled(JobId job, List<String> paths, List<Long> amounts, boolean subtrees, List<String> left)
            implements Decision {
        /** Checks the paths. */
        public PartlyCancelled {
            Objects.requireNonNull(job, "job");
            paths = Checks.paths(paths);
            amounts = List.copyOf(amounts);
            left = Checks.paths(left);
            if (amounts.size() != (subtrees ? 0 : paths.size())) {
                throw new IllegalArgumentException(
                        amounts.size() + " amounts do not go with " + paths.size() + " paths.");
            }
        }
    }

    /** An administrator added resources to the graph. */
    record Attached(Subgraph subgraph) implements Decision {
        /** Checks that there is something. */
        public Attached {
            Objects.requireNonNull(subgraph, "subgraph");
        }
    }

    /**
     * An administrator removed resources from the graph.
     *
     * @param paths the tops of what was removed
     * @param released what jobs lost of it
     */
    record Removed(List<String> paths, List<Release> released) implements Decision {
        /** Checks the paths. */
        public Removed {
            paths = Checks.paths(paths);
            released = List.copyOf(released);
        }
    }

    /**
     * A vertex has a property, or another value of it, or none any more.
     *
     * @param value empty where it was taken away
     */
    record PropertyChanged(String path, String key, Optional<String> value) implements Decision {
        /** Checks the path. */
        public PropertyChanged {
            Checks.path(path);
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
        }
    }
}
