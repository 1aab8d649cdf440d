package io.banyan.instance.message.decision;

import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decisions on returns, until all levels have freed the resources. */
public sealed interface ReturnDecision extends Decision {
    /**
     * A shrink that a client requested has begun. The decision distinguishes a repeated request from another one with
     * the same id.
     *
     * @param owner the name of the principal that requested it
     */
    record ShrinkBegun(String owner, Request.Shrink request) implements ReturnDecision {
        /** Checks the name. */
        public ShrinkBegun {
            Principal.requireName(owner);
            Objects.requireNonNull(request, "request");
        }

        /**
         * Whether this is the same request of the same principal, sent again; how long it waits for jobs may be
         * another.
         */
        public boolean isAskedBy(Principal asker, Request.Shrink again) {
            return owner.equals(asker.name())
                    && request.target().equals(again.target())
                    && request.retain() == again.retain();
        }
    }

    /**
     * A return of resources. Pending until the parent and all providers in {@code upward} and {@code provided} have
     * freed them.
     *
     * @param child the child that returned them; empty if a client or the instance itself began the return
     * @param fromChild the resources that the child returned, by their grants
     * @param released the resources that jobs here no longer hold
     * @param removed the resources that this instance no longer has, by their grants
     * @param upward the resources that the parent must free
     * @param provided the resources that providers must take back
     */
    record GaveBack(
            String returnId,
            Optional<JobId> child,
            List<Parcel> fromChild,
            List<Release> released,
            List<Parcel> removed,
            List<Parcel> upward,
            List<ProviderRelease> provided)
            implements ReturnDecision {
        /** Checks the id and copies the lists. */
        public GaveBack {
            ValueChecks.id(returnId, "a return's id");
            Objects.requireNonNull(child, "child");
            fromChild = List.copyOf(fromChild);
            released = List.copyOf(released);
            removed = List.copyOf(removed);
            upward = List.copyOf(upward);
            provided = List.copyOf(provided);
        }
    }

    /**
     * The grown part of the jobs' resources stays here, free: it is this instance's until it is returned.
     *
     * @param shrinkId the request
     * @param released the resources that the jobs no longer hold
     * @param kept the same resources, by their grants
     */
    record Retained(String shrinkId, List<Release> released, List<Parcel> kept) implements ReturnDecision {
        /** Checks the id and copies the lists. */
        public Retained {
            ValueChecks.id(shrinkId, "a shrink's id");
            released = List.copyOf(released);
            kept = List.copyOf(kept);
        }
    }

    /**
     * The parent or a provider confirmed a part of a return.
     *
     * @param provisioned the grow whose resources the provider had to take back; empty for the parent
     * @param unreleased the resources that a provider did not take back; the return no longer waits for them
     */
    record Freed(String returnId, Optional<String> provisioned, List<Unreleased> unreleased) implements ReturnDecision {
        /** Checks the id. */
        public Freed {
            ValueChecks.id(returnId, "a return's id");
            Objects.requireNonNull(provisioned, "provisioned");
            unreleased = List.copyOf(unreleased);
        }
    }

    /** The part of its resources that a job gives up. */
    record Release(JobId job, List<String> paths) {
        /** Checks the paths. */
        public Release {
            Objects.requireNonNull(job, "job");
            paths = ValueChecks.paths(paths);
        }
    }

    /**
     * The resources that go back to one of the providers.
     *
     * @param handles empty for everything that it brought, or may have brought, for the request
     */
    record ProviderRelease(String provider, String requestId, List<Handle> handles) {
        /** Checks the names. */
        public ProviderRelease {
            ValueChecks.name(provider, "a provider's name");
            ValueChecks.id(requestId, "a request id");
            handles = List.copyOf(handles);
        }
    }
}
