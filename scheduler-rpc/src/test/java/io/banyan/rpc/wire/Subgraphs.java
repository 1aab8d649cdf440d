package io.banyan.rpc.wire;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random subgraphs, most of them no resource graphs at all: what must come through unharmed all the same. */
public final class Subgraphs {
    private static final List<String> TYPES = List.of("node", "socket", "core", "gpu", "memory");
    private static final Subsystem POWER = new Subsystem("power");

    private Subgraphs() {}

    static Subgraph random(long seed, int most) {
        Random random = new Random(seed);
        int count = random.nextInt(most + 1);
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            vertices.add(vertex(random, i, vertices));
            if (i > 0 && random.nextInt(5) > 0) {
                edges.add(new SubgraphEdge(
                        random.nextInt(count), i, random.nextInt(4) == 0 ? POWER : Subsystem.CONTAINMENT));
            }
        }
        return new Subgraph(vertices, edges);
    }

    /** A cluster of nodes with cores, as it is granted: children before parents. */
    public static Subgraph cluster(int nodes, int cores) {
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        int cluster = nodes * (cores + 1);
        for (int node = 0; node < nodes; node++) {
            int nodeAt = vertices.size() + cores;
            for (int core = 0; core < cores; core++) {
                edges.add(SubgraphEdge.containment(nodeAt, vertices.size()));
                String path = "/cluster0/node" + node + "/core" + core;
                vertices.add(SubgraphVertex.of(Integer.toString(vertices.size()), ResourceType.CORE, core, path)
                        .withRank(node)
                        .withExclusive(true));
            }
            edges.add(SubgraphEdge.containment(cluster, nodeAt));
            vertices.add(SubgraphVertex.of(Integer.toString(nodeAt), ResourceType.NODE, node, "/cluster0/node" + node)
                    .withRank(node)
                    .withProperties(Map.of("serial", "a serial number that nobody else has: " + node)));
        }
        vertices.add(SubgraphVertex.of(Integer.toString(cluster), new ResourceType("cluster"), 0, "/cluster0"));
        return new Subgraph(vertices, edges);
    }

    private static SubgraphVertex vertex(Random random, int position, List<SubgraphVertex> before) {
        String type = TYPES.get(random.nextInt(TYPES.size()));
        long number = random.nextInt(4) == 0 ? -1 : random.nextInt(1000);
        String name = random.nextInt(4) == 0 ? "name" + position : SubgraphVertex.nameOf(type, number);
        long uniqId = random.nextInt(5) == 0 ? -1 : random.nextLong() >>> random.nextInt(1, 60);
        Map<Subsystem, String> paths = new LinkedHashMap<>();
        String parent = before.isEmpty()
                ? ""
                : before.get(random.nextInt(before.size())).path();
        switch (random.nextInt(5)) {
            case 0 -> paths.put(Subsystem.CONTAINMENT, parent + "/" + name);
            case 1 -> paths.put(Subsystem.CONTAINMENT, "/" + name);
            case 2 -> {
                paths.put(POWER, "/power/" + name);
                paths.put(Subsystem.CONTAINMENT, parent + "/" + name);
            }
            case 3 -> {
                paths.put(Subsystem.CONTAINMENT, "/odd" + position);
                paths.put(POWER, "/power/" + name);
            }
            default -> paths.clear();
        }
        return new SubgraphVertex(
                random.nextBoolean() ? Long.toString(uniqId) : "id" + position,
                uniqId,
                new ResourceType(type),
                type,
                name,
                number,
                random.nextInt(-1, 64),
                random.nextInt(3) == 0 ? random.nextLong(1, 1L << 40) : 1,
                random.nextInt(3) == 0 ? "GB" : "",
                random.nextInt(3) == 0 ? Map.of("key" + random.nextInt(3), "value", "tag", "") : Map.of(),
                random.nextBoolean(),
                random.nextBoolean() ? Status.UP : Status.DOWN,
                paths,
                random.nextInt(4) == 0
                        ? Map.of(new ResourceType("power"), random.nextLong(1, 1L << 40), new ResourceType("bw"), 1L)
                        : Map.of());
    }
}
