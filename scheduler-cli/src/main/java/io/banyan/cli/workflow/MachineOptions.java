package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Span;
import io.banyan.workflow.draft.MachineNodes;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The machine that a plan is for: that of a daemon with its schedule, or an idle one of a graph file. */
final class MachineOptions {
    private static final long SECONDS_AHEAD = Duration.ofDays(365).toSeconds();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Plan on an idle machine with this resource graph (default: the daemon's machine, "
                    + "around its jobs).")
    private @Nullable Path graph;

    /** Returns whether the plan is for a daemon's machine, so that its times are those of the clock. */
    boolean isDaemon() {
        return graph == null;
    }

    /**
     * Returns the machine in slots of a length.
     *
     * @throws CommandFailure if the graph cannot be read, the daemon does not answer, or there is no node
     */
    SlotProfile profile(int slotSec, Asked asked) {
        if (graph != null) {
            List<ProfileNode> nodes = MachineNodes.of(GraphInput.load(graph, ""));
            if (nodes.isEmpty()) {
                throw CommandFailure.no(graph + ": the graph has no node with resources");
            }
            return profile(0, slotSec, nodes);
        }
        long now = Instant.now().getEpochSecond();
        List<ProfileNode> nodes = MachineNodes.of(machine(asked));
        List<Span> spans = asked.ask(
                        client -> client.queueing().timeline(new JobRead.Timeline(now, now + SECONDS_AHEAD, true)))
                .spans();
        List<ProfileNode> usable = new ArrayList<>();
        for (ProfileNode node : nodes) {
            List<Span> onNode = spans.stream()
                    .filter(span -> span.nodes().isEmpty() || span.nodes().contains(node.name()))
                    .toList();
            if (onNode.stream().noneMatch(span -> span.window().isEndless())) {
                usable.add(busy(node, onNode, now, slotSec));
            }
        }
        if (usable.isEmpty()) {
            throw CommandFailure.no("no node is free at any time: each is down, or has a job without a time limit");
        }
        return profile(now, slotSec, usable);
    }

    private static SlotProfile profile(long startSec, int slotSec, List<ProfileNode> nodes) {
        try {
            return SlotProfile.of(0, startSec, slotSec, 1, nodes);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("--slot: " + e.getMessage());
        }
    }

    private static ResourceGraph machine(Asked asked) {
        String jgf = asked.ask(client -> client.find(new Request.Find("status=up", MatchFormat.JGF)))
                .resources();
        try {
            return ResourceGraph.of(JgfReader.read(
                    new ByteArrayInputStream(jgf.getBytes(StandardCharsets.UTF_8)), "the daemon's graph"));
        } catch (GraphException | IOException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /** Returns a node on which all resources are busy while a job has some of them. */
    private static ProfileNode busy(ProfileNode node, List<Span> spans, long now, int slotSec) {
        List<BusyTime> busy = new ArrayList<>();
        for (Span span : spans) {
            int from = (int) Math.max(0, Math.floorDiv(span.window().startSec() - now, slotSec));
            int to = (int) Math.max(from + 1, Math.ceilDiv(span.window().endSec() - now, slotSec));
            node.resources().forEach((type, count) -> busy.add(new BusyTime(type, 0, count, from, to)));
        }
        return new ProfileNode(node.name(), node.resources(), node.memoryMib(), busy, List.of());
    }
}
