package io.banyan.provider;

import io.banyan.graph.Subgraph;
import java.util.List;

/** The answer of a provider. A refusal is an answer, never an exception. */
public sealed interface ProvisionResult {

    /**
     * The resources are available.
     *
     * @param subgraph a containment tree. Its root represents the site of the provider. If the root has the type {@code
     *     cluster} or the name of the provider, it is replaced by the vertex that the requester names after the
     *     provider. Vertices that are marked exclusive are granted. If no vertex is marked, every {@code node} with
     *     everything below it is granted (or every leaf, if there is no node)
     * @param handles the handles for the release, in any order; at least one
     */
    record Provisioned(Subgraph subgraph, List<Handle> handles) implements ProvisionResult {
        /** Checks that there are resources and that they can be released. */
        public Provisioned {
            handles = List.copyOf(handles);
            if (handles.isEmpty()) {
                throw new IllegalArgumentException(
                        "supplied resources must have a handle for their release, found none");
            }
            if (subgraph.vertices().isEmpty()) {
                throw new IllegalArgumentException(
                        "a provider that supplies nothing must refuse, found an empty subgraph");
            }
        }
    }

    /**
     * The provider has supplied nothing and holds nothing.
     *
     * @param reason one sentence for the requester
     */
    record Refused(String reason) implements ProvisionResult {
        /** Checks that there is a reason. */
        public Refused {
            requireReason(reason);
        }
    }

    /**
     * The call failed part-way, so it is unknown which resources exist. The requester releases all resources of the
     * request.
     *
     * @param reason one sentence for the requester
     */
    record Failed(String reason) implements ProvisionResult {
        /** Checks that there is a reason. */
        public Failed {
            requireReason(reason);
        }
    }

    private static void requireReason(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException("a provider that supplies nothing must state a reason, found none");
        }
    }
}
