package io.banyan.sim.script;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.jobspec.OnLost;
import io.banyan.resource.Divisible;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.sim.world.Cloud;
import io.banyan.sim.world.WorldSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The cluster of a seed, and how the instances on it are configured: racks of nodes of two sockets of two cores, and a
 * pool of licences.
 */
final class Landscape {
    private static final InstanceLimits QUICK =
            new InstanceLimits(32, 1024, 1000, 10_000, 3_000, 9_000, 4_000, 1_500, 5_000, 3_000);

    private static final List<GrowOrder> ORDERS = List.of(GrowOrder.values());

    private final List<SubgraphVertex> vertices = new ArrayList<>();
    private final List<SubgraphEdge> edges = new ArrayList<>();

    private Landscape() {}

    static WorldSite of(long seed) {
        var random = new SplittableRandom(seed ^ 0x5deece66dL);
        int racks = 1 + random.nextInt(3);
        int nodes = 2 + random.nextInt(3);
        Subgraph graph = new Landscape().graph(racks, nodes);
        return new WorldSite(graph, plain -> configured(plain, seed));
    }

    private Subgraph graph(int racks, int nodes) {
        int cluster = add(-1, "cluster", 0, "", -1);
        for (int r = 0; r < racks; r++) {
            int rack = add(cluster, "rack", r, "/cluster0", -1);
            String rackPath = "/cluster0/rack" + r;
            for (int n = r * nodes; n < (r + 1) * nodes; n++) {
                node(rack, n, rackPath);
            }
        }
        SubgraphVertex pool = SubgraphVertex.of(
                        Integer.toString(vertices.size()), new ResourceType("licence"), 0, "/cluster0/licence0")
                .withSize(9, "")
                .withProperties(Map.of(Divisible.PROPERTY, "1"));
        edges.add(new SubgraphEdge(cluster, vertices.size(), Subsystem.CONTAINMENT));
        vertices.add(pool);
        return new Subgraph(vertices, edges);
    }

    private void node(int rack, int number, String above) {
        int node = add(rack, "node", number, above, number);
        String path = above + "/node" + number;
        for (int s = 0; s < 2; s++) {
            int socket = add(node, "socket", s, path, -1);
            for (int c = 0; c < 2; c++) {
                add(socket, "core", c, path + "/socket" + s, -1);
            }
        }
    }

    private int add(int parent, String type, int number, String above, int rank) {
        int v = vertices.size();
        vertices.add(SubgraphVertex.of(Integer.toString(v), new ResourceType(type), number, above + "/" + type + number)
                .withRank(rank));
        if (parent >= 0) {
            edges.add(new SubgraphEdge(parent, v, Subsystem.CONTAINMENT));
        }
        return v;
    }

    /**
     * Some instances have a provider of their own, some two, and not all ask in the same order; some have limits, and
     * their treatment of revokes and losses differs.
     */
    private static InstanceConfig configured(InstanceConfig plain, long seed) {
        var random = new SplittableRandom(seed * 31 + plain.name().hashCode());
        InstanceConfig config = plain.within(QUICK).durably(true);
        boolean provides = random.nextInt(3) == 0;
        GrowOrder order = random.nextInt(3) == 0 ? ORDERS.get(random.nextInt(ORDERS.size())) : GrowOrder.PARENT_FIRST;
        boolean providesTwice = random.nextBoolean();
        List<String> all = Cloud.NAMES;
        List<String> providers = providesTwice ? all : all.subList(1, all.size());
        config = config.asking(order, provides ? providers : List.of())
                .yielding(oneOf(random, RevokePolicy.FREE, RevokePolicy.values()))
                .onLost(oneOf(random, OnLost.KEEP, OnLost.values()));
        if (random.nextInt(3) == 0) {
            config = config.idling(new TreeMap<>(Map.of(
                    providers.getLast(), new InstanceConfig.Idle(300 + random.nextInt(3_000), random.nextInt(4_000)))));
        }
        boolean isBounded = plain.parentJob().isPresent() && random.nextInt(4) == 0;
        return isBounded ? config.bounded(bounds(random)) : config;
    }

    /** Two of three are as usual. */
    private static <T> T oneOf(SplittableRandom random, T usual, T[] all) {
        return random.nextInt(3) == 0 ? all[random.nextInt(all.length)] : usual;
    }

    private static InstanceConfig.Most bounds(SplittableRandom random) {
        return new InstanceConfig.Most(
                new TreeMap<>(Map.of("node", 1L + random.nextInt(4), "licence", (long) random.nextInt(6))),
                new TreeMap<>(Map.of("node", (long) random.nextInt(3))));
    }
}
