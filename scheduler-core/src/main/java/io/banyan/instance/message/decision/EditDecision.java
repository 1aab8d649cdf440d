package io.banyan.instance.message.decision;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decisions on the graph itself: its vertices, their statuses and their properties. */
public sealed interface EditDecision extends Decision {
    /**
     * The instance's own status of a vertex.
     *
     * @param note the client that set it and the reason; empty if there was none or if it was not recorded
     */
    record StatusChanged(String path, Status status, Optional<StatusNote> note) implements EditDecision {
        /** Without a note. */
        public StatusChanged(String path, Status status) {
            this(path, status, Optional.empty());
        }

        /** Checks the path. */
        public StatusChanged {
            ValueChecks.path(path);
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(note, "note");
        }
    }

    /**
     * Another level has stated the status of a vertex that both have.
     *
     * @param child the child that states it; empty for the parent
     */
    record StatusHeard(Optional<JobId> child, String path, Status status) implements EditDecision {
        /** Checks the path. */
        public StatusHeard {
            Objects.requireNonNull(child, "child");
            ValueChecks.path(path);
            Objects.requireNonNull(status, "status");
        }
    }

    /** An administrator added resources to the graph. */
    record Attached(Subgraph subgraph) implements EditDecision {
        /** Checks that there is something. */
        public Attached {
            Objects.requireNonNull(subgraph, "subgraph");
        }
    }

    /**
     * An administrator removed resources from the graph.
     *
     * @param paths the removed tops
     * @param released the parts that jobs lost
     */
    record Removed(List<String> paths, List<ReturnDecision.Release> released) implements EditDecision {
        /** Checks the paths. */
        public Removed {
            paths = ValueChecks.paths(paths);
            released = List.copyOf(released);
        }
    }

    /**
     * A vertex has a property, or another value of it, or none any more.
     *
     * @param value empty where it was taken away
     */
    record PropertyChanged(String path, String key, Optional<String> value) implements EditDecision {
        /** Checks the path. */
        public PropertyChanged {
            ValueChecks.path(path);
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
        }
    }
}
