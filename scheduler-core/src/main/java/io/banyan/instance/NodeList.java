package io.banyan.instance;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.MissingVertices;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.VertexUses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The vertices of a type, with their statuses and use, in the order of the graph. O(V) to find a page of them; then
 * O(allocations' holds + subtrees of that page).
 */
final class NodeList {
    private final InstanceState state;
    private final Authorization authorization;

    NodeList(InstanceState state, Authorization authorization) {
        this.state = state;
        this.authorization = authorization;
    }

    void tell(Transition transition, String call, Request.Nodes request) {
        ResourceGraph graph = state.resources().graph();
        int type = graph.types().id(request.type());
        if (vertices(graph).noneMatch(v -> graph.typeId(v) == type)) {
            transition.fail(
                    call,
                    ErrorCode.NOT_FOUND,
                    "no resource has the type '" + request.type() + "' here; the types are " + typesOf(graph));
            return;
        }
        try {
            transition.reply(call, page(transition.asker(), request, type, begin(request)));
        } catch (MissingVertices e) {
            e.tell(transition, call);
        }
    }

    /** How many nodes are draining, drained, down or lost. O(1) where everything is up; else O(nodes). */
    long notUp() {
        if (!state.isJoined()) {
            return 0;
        }
        ResourceGraph graph = state.resources().graph();
        int type = graph.types().id("node");
        return type < 0 || state.schedule().statuses().notUp().length == 0
                ? 0
                : Arrays.stream(graph.verticesOfType(type))
                        .filter(v -> !graph.path(v).isEmpty() && worst(v) != Status.UP)
                        .count();
    }

    private long begin(Request.Nodes request) throws MissingVertices {
        return request.from() > 0 || request.after().isEmpty()
                ? request.from()
                : MissingVertices.require(state, request.after().get()) + 1L;
    }

    private static String typesOf(ResourceGraph graph) {
        return vertices(graph)
                .map(graph::typeId)
                .distinct()
                .mapToObj(graph.types()::name)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static IntStream vertices(ResourceGraph graph) {
        return IntStream.range(0, graph.vertexBound()).filter(graph::contains);
    }

    private Answer.Nodes page(Principal asker, Request.Nodes request, int type, long from) {
        ResourceGraph graph = state.resources().graph();
        int[] named = vertices(graph)
                .filter(v ->
                        v >= from && graph.typeId(v) == type && !graph.path(v).isEmpty())
                .filter(v -> request.names().size() == 0 || request.names().contains(graph.name(v)))
                .filter(v -> mayBe(request, worst(v)))
                .limit(request.states().isEmpty() ? request.most() + 1L : Long.MAX_VALUE)
                .toArray();
        var uses = new VertexUses(state.schedule(), named);
        List<NodeReport> nodes = new ArrayList<>();
        for (int v : named) {
            NodeState is = NodeState.of(worst(v), !uses.jobs(v).isEmpty());
            if (request.states().isEmpty() || request.states().contains(is)) {
                if (nodes.size() == request.most()) {
                    return new Answer.Nodes(nodes, true, v);
                }
                nodes.add(report(asker, v, is, uses));
            }
        }
        return new Answer.Nodes(nodes, false, 0);
    }

    /** Before it is known whether jobs are there. */
    private static boolean mayBe(Request.Nodes request, Status worst) {
        return request.states().isEmpty()
                || request.states().contains(NodeState.of(worst, true))
                || request.states().contains(NodeState.of(worst, false));
    }

    private Status worst(int v) {
        Status worst = Status.UP;
        for (int u = v; u >= 0; u = state.schedule().aggregates().parent(u)) {
            worst = worst.or(state.schedule().statuses().of(u));
        }
        return worst;
    }

    private NodeReport report(Principal asker, int v, NodeState is, VertexUses uses) {
        ResourceGraph graph = state.resources().graph();
        Status worst = worst(v);
        int said = v;
        while (state.schedule().statuses().of(said) != worst) {
            said = state.schedule().aggregates().parent(said);
        }
        String saidAt = graph.path(said);
        List<JobId> all = uses.jobs(v);
        List<JobId> jobs = all.stream()
                .filter(job -> state.jobs().find(job).stream().anyMatch(it -> authorization.maySee(asker, it)))
                .toList();
        return new NodeReport(
                graph.path(v),
                graph.name(v),
                graph.rank(v) < 0 ? OptionalInt.empty() : OptionalInt.of(graph.rank(v)),
                is,
                worst == Status.UP ? Optional.empty() : Optional.of(saidAt),
                worst == Status.UP ? List.of() : state.statuses().saidBy(saidAt),
                state.statuses().note(saidAt),
                uses.of(v),
                jobs,
                all.size() - jobs.size());
    }
}
