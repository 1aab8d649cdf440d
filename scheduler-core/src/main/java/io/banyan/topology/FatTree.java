package io.banyan.topology;

/**
 * A fat tree of switches with full bisection bandwidth: each switch below the top has as many links up as down. Its
 * sides are the branches of each level from the top down, and the nodes of a leaf switch at last: {@code fattree 4x4x8}
 * has 4 pods of 4 leaf switches with 8 nodes each. Source: Öhring et al., On generalized fat trees, 1995: the tree
 * XGFT(h; m_1 ... m_h; 1, m_1 ... m_(h-1)).
 */
final class FatTree {
    private FatTree() {}

    /**
     * The network of a fat tree. A node has one coordinate for each level, the pod first, and is numbered leaf by leaf.
     * O(nodes x levels).
     *
     * @throws IllegalArgumentException with one sentence, if a side is below 1, or the network is too large
     */
    static SwitchedNetwork of(int... sides) {
        Places places = Places.lastFastest("fat tree", NetworkKind.FAT_TREE.word(), sides);
        long switches = 0;
        for (int side : sides) {
            switches += places.nodes() / side;
        }
        NetworkBuilder network = NetworkBuilder.of(places, switches);
        int first = 0;
        int subtrees = places.nodes();
        int copies = 1;
        int copiesAbove = 1;
        for (int d = sides.length - 1; d >= 0; d--) {
            int above = first + subtrees * copies;
            for (int subtree = 0; subtree < subtrees; subtree++) {
                for (int copy = 0; copy < copies * copiesAbove; copy++) {
                    network.link(
                            first + subtree * copies + copy / copiesAbove,
                            above + subtree / sides[d] * copies * copiesAbove + copy);
                }
            }
            first = above;
            subtrees /= sides[d];
            copies *= copiesAbove;
            copiesAbove = sides[d];
        }
        return network.build();
    }
}
