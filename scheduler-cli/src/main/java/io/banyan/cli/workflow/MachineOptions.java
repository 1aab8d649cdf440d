package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    /** A machine in slots, with sentences about what the plan does not know. */
    record Machine(SlotProfile profile, List<String> notes) {}

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
    Machine machine(int slotSec, Set<String> types, Asked asked) {
        if (graph != null) {
            List<ProfileNode> nodes = nodes(GraphInput.load(graph, ""), types, graph.toString());
            if (nodes.isEmpty()) {
                throw CommandFailure.no(graph + ": the graph has no node with resources that the workflow needs");
            }
            return new Machine(profile(0, slotSec, nodes, graph.toString()), List.of());
        }
        return ofDaemon(slotSec, types, asked);
    }

    private static Machine ofDaemon(int slotSec, Set<String> types, Asked asked) {
        long now = Instant.now().getEpochSecond();
        List<Span> spans = asked.ask(
                        client -> client.queueing().timeline(new JobRead.Timeline(now, now + SECONDS_AHEAD, true)))
                .spans();
        Set<String> hidden = hidden(spans, types, asked);
        List<ProfileNode> usable = new ArrayList<>();
        for (ProfileNode node : found("status=up", types, asked)) {
            List<Span> onNode = spans.stream()
                    .filter(span -> span.nodes().isEmpty() || span.nodes().contains(node.name()))
                    .toList();
            if (!hidden.contains(node.name())
                    && onNode.stream().noneMatch(span -> span.window().isEndless())) {
                usable.add(busy(node, onNode, now, slotSec));
            }
        }
        if (usable.isEmpty()) {
            throw CommandFailure.no("no node can be planned: each is down, has a job without a time limit, has a job "
                    + "that you cannot see, or lacks the resources that the workflow needs");
        }
        List<String> notes = hidden.isEmpty()
                ? List.of()
                : List.of(StepText.counted(hidden.size(), "node")
                        + " with jobs that you cannot see are left out, and such jobs may wait for other nodes; an"
                        + " administrator's plan knows them.");
        return new Machine(profile(now, slotSec, usable, "the daemon's graph"), notes);
    }

    /** Returns the nodes with a booking that no span names: the schedule of a user has only the user's own jobs. */
    private static Set<String> hidden(List<Span> spans, Set<String> types, Asked asked) {
        Set<String> hidden = new HashSet<>();
        for (String criteria : List.of("sched-now=allocated", "sched-future=reserved")) {
            found(criteria, types, asked).forEach(node -> hidden.add(node.name()));
        }
        spans.forEach(span -> hidden.removeAll(span.nodes()));
        return hidden;
    }

    private static List<ProfileNode> found(String criteria, Set<String> types, Asked asked) {
        Answer.Found found = asked.ask(client -> client.find(new Request.Find(criteria, MatchFormat.JGF)));
        if (found.count() == 0) {
            return List.of();
        }
        byte[] jgf = found.resources().getBytes(StandardCharsets.UTF_8);
        String source = "the daemon's graph";
        try {
            return nodes(ResourceGraph.of(JgfReader.read(new ByteArrayInputStream(jgf), source)), types, source);
        } catch (GraphException | IOException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private static List<ProfileNode> nodes(ResourceGraph graph, Set<String> types, String source) {
        try {
            return MachineNodes.of(graph, types);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(source + ": " + e.getMessage());
        }
    }

    private static SlotProfile profile(long startSec, int slotSec, List<ProfileNode> nodes, String source) {
        try {
            return SlotProfile.of(0, startSec, slotSec, 1, nodes);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(source + ": " + e.getMessage());
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
