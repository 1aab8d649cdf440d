package io.banyan.topology;

import java.util.SplittableRandom;

/** Random networks of nodes and switches, for tests. */
public final class RandomNetworks {
    private RandomNetworks() {}

    /** A network of 1 to 14 nodes and up to 7 switches; connected or not. */
    public static SwitchedNetwork network(SplittableRandom random) {
        int nodes = 1 + random.nextInt(14);
        int switches = random.nextInt(8);
        int vertices = nodes + switches;
        NetworkBuilder network = NetworkBuilder.of("random network", nodes, switches);
        // With few links there are parts without a path between them.
        int links = vertices < 2 ? 0 : random.nextInt(2 * vertices);
        boolean hasLeaves = switches > 0 && random.nextBoolean();
        for (int node = 0; hasLeaves && node < nodes; node++) {
            network.link(node, nodes + random.nextInt(switches));
        }
        for (int i = 0; i < links; i++) {
            int one = hasLeaves ? nodes + random.nextInt(switches) : random.nextInt(vertices);
            int other = random.nextInt(vertices);
            if (one != other) {
                network.link(one, other);
            }
        }
        return network.build();
    }
}
