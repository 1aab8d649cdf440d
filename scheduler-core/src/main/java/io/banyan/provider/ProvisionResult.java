package io.banyan.provider;

import io.banyan.graph.Subgraph;
import java.util.List;

/** The answer of a provider. "No" is an answer, never an exception. */
public sealed interface ProvisionResult {

    /**
     * The resources are there.
     *
     * @param subgraph a containment tree. Its root stands for the provider's own site: where it is of type {@code
     *     cluster}, or is named as the provider is, its place is taken by the vertex that the asker names after the
     *     provider. Vertices that are marked exclusive are what is granted; where none is marked, it is every {@code
     *     node} and all below it (or every leaf, where there is no node)
     * @param handles what to give back, in any order; at least one
     */
    record Provisioned(Subgraph subgraph, List<Handle> handles) implements ProvisionResult {
        /** Checks that something came and that it can be given back. */
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
     * Nothing came, and nothing is held.
     *
     * @param reason one sentence for the asker
     */
    record Refused(String reason) implements ProvisionResult {
        /** Checks that there is a reason. */
        public Refused {
            requireReason(reason);
        }
    }

    /**
     * Something went wrong half-way, so that nobody knows what came. The asker releases everything under the request's
     * id.
     *
     * @param reason one sentence for the asker
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
