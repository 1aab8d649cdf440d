package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.CommandFailure;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.draft.MachineNodes;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The machine that a plan is for: that of a daemon with its schedule, or an idle one of a graph file. */
final class MachineOptions {
    @Mixin
    private final BatchOption batch = new BatchOption();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Plan on an idle machine with this resource graph (default: the scheduler's machine, "
                    + "around its jobs).")
    private @Nullable Path graph;

    /** Returns whether the plan is for a daemon's machine, so that its times are those of the clock. */
    boolean isDaemon() {
        return graph == null;
    }

    /**
     * Returns the machine in slots of a length.
     *
     * @param types the types of resources that the plan needs
     * @throws CommandFailure if the graph cannot be read, the daemon does not answer, or there is no node
     */
    BatchLook look(int slotSec, Set<String> types, Asked asked) {
        return graph == null ? now(batch.name(), slotSec, types, asked) : idle(graph, slotSec, types);
    }

    private static BatchLook idle(Path file, int slotSec, Set<String> types) {
        List<ProfileNode> nodes;
        try {
            nodes = MachineNodes.of(GraphInput.load(file, ""), types);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(file + ": " + e.getMessage());
        }
        if (nodes.isEmpty()) {
            throw CommandFailure.no(file + ": the graph has no node with resources that the workflow needs");
        }
        try {
            return new BatchLook(SlotProfile.of(0, 0, slotSec, 1, nodes), List.of());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(file + ": " + e.getMessage());
        }
    }

    /** Returns the current machine of a batch scheduler. */
    static BatchLook now(String batch, int slotSec, Set<String> types, Asked asked) {
        try (ServedBatch served = ServedBatch.open(batch, asked.target())) {
            return served.batch().look(Instant.now().getEpochSecond(), slotSec, types);
        } catch (BatchException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }
}
