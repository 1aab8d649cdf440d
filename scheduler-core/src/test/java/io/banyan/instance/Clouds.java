package io.banyan.instance;

import io.banyan.fixture.Graphs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.Subsystem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Providers for tests. */
final class Clouds {
    private Clouds() {}

    /**
     * Brings so many new nodes of 2 sockets with 4 cores each for every request, in one zone; the same again for the
     * same id.
     */
    static Function<String, ProvisionResult> of(int nodes) {
        Map<String, ProvisionResult> known = new LinkedHashMap<>();
        return id -> known.computeIfAbsent(id, it -> bring(nodes, known.size() * nodes));
    }

    static Function<String, ProvisionResult> refusing(String reason) {
        return id -> new ProvisionResult.Refused(reason);
    }

    /**
     * Says no to some, brings one node for others, and of others nobody knows; another each time, always the same for
     * the same seed.
     */
    static Function<String, ProvisionResult> wayward(long seed) {
        var random = new Random(seed);
        Function<String, ProvisionResult> honest = of(1);
        return id -> switch (random.nextInt(4)) {
            case 0, 1 -> new ProvisionResult.Refused("it has no capacity");
            case 2 -> new ProvisionResult.Failed("it did not answer");
            default -> honest.apply(id);
        };
    }

    private static ProvisionResult bring(int nodes, int first) {
        Subgraph plain = Graphs.subgraph("cluster { zone { " + nodes + " node { 2 socket { 4 core } } } }");
        List<SubgraphVertex> numbered = plain.vertices().stream()
                .map(vertex -> renumbered(vertex, first))
                .toList();
        List<Handle> handles = IntStream.range(first, first + nodes)
                .mapToObj(i -> new Handle("/cluster0/zone0/node" + i, "i-" + i))
                .toList();
        return new ProvisionResult.Provisioned(new Subgraph(numbered, plain.edges()), handles);
    }

    private static SubgraphVertex renumbered(SubgraphVertex vertex, int first) {
        String[] parts = vertex.path().split("/", -1);
        if (parts.length < 4) {
            return vertex;
        }
        long number = Long.parseLong(parts[3].substring("node".length())) + first;
        parts[3] = "node" + number;
        boolean isNode = parts.length == 4;
        return new SubgraphVertex(
                vertex.id(),
                vertex.uniqId(),
                vertex.type(),
                vertex.basename(),
                isNode ? "node" + number : vertex.name(),
                isNode ? number : vertex.number(),
                vertex.rank(),
                vertex.size(),
                vertex.unit(),
                vertex.properties(),
                false,
                vertex.status(),
                Map.of(Subsystem.CONTAINMENT, String.join("/", parts)));
    }
}
