package io.banyan.topology;

/**
 * A dragonfly: groups of routers with a link between each two routers of a group, and between each two groups. Its
 * sides are the groups, the routers of a group, and the nodes of a router: {@code dragonfly 8x4x4}. The links of a
 * group to the others begin at its routers in turn. If a group has k times as many routers as there are other groups, k
 * rounded down and at least 1, every two groups have k links. Routers of a larger group that remain have no link to
 * another group. Source: Kim et al., Technology-driven, highly-scalable dragonfly topology, 2008.
 */
final class Dragonfly {
    static final int SIDES = 3;

    private Dragonfly() {}

    /**
     * The network of a dragonfly. A node has the coordinates group, router and node, and is numbered router by router.
     * O(links).
     *
     * @throws IllegalArgumentException with one sentence, if a side is below 1, or the network is too large
     */
    static SwitchedNetwork of(int... sides) {
        Places places = Places.lastFastest("dragonfly", NetworkKind.DRAGONFLY.word(), sides);
        int groups = sides[0];
        int routers = sides[1];
        int perRouter = sides[2];
        NetworkBuilder network = NetworkBuilder.of(places, (long) groups * routers);
        for (int node = 0; node < places.nodes(); node++) {
            network.link(node, places.nodes() + node / perRouter);
        }
        for (int group = 0; group < groups; group++) {
            int first = places.nodes() + group * routers;
            for (int router = 0; router < routers; router++) {
                for (int other = 0; other < router; other++) {
                    network.link(first + other, first + router);
                }
            }
            for (int other = 0; other < group; other++) {
                linkGroups(network, places, other, group);
            }
        }
        return network.build();
    }

    private static void linkGroups(NetworkBuilder network, Places places, int one, int two) {
        int groups = places.side(0);
        int routers = places.side(1);
        int others = groups - 1;
        for (int i = 0; i < Math.max(1, routers / others); i++) {
            int ofOne = (two - one - 1 + i * others) % routers;
            int ofTwo = (groups + one - two - 1 + i * others) % routers;
            network.link(places.nodes() + one * routers + ofOne, places.nodes() + two * routers + ofTwo);
        }
    }
}
