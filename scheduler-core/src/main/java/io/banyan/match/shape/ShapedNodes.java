package io.banyan.match.shape;

import io.banyan.jobspec.Count;
import io.banyan.mapping.ClaimingShape;
import io.banyan.mapping.PartitionShape;
import io.banyan.mapping.RoomClaim;
import io.banyan.topology.NetworkMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * Chooses the nodes of a request by the shape that they make on the network, where the match policy has one. A shape
 * chooses a set, and not the first candidates of an order.
 */
public final class ShapedNodes {
    private final NetworkMap network;
    private final PartitionShape shape;
    private final int nodeType;
    private final PartitionShape.SearchWork work = new PartitionShape.SearchWork();

    ShapedNodes(NetworkMap network, PartitionShape shape, int nodeType) {
        this.network = network;
        this.shape = shape;
        this.nodeType = nodeType;
    }

    /** Returns the choice beside the claims of jobs ({@link ClaimingShape}). */
    ShapedNodes beside(Function<IntUnaryOperator, List<RoomClaim>> claims, long job) {
        List<RoomClaim> all = claims.apply(network::node);
        return all.isEmpty()
                ? this
                : new ShapedNodes(network, new ClaimingShape(shape, network.topology(), job, all), nodeType);
    }

    /** Whether the candidates of a type are chosen by shape. */
    public boolean choose(int typeId) {
        return typeId == nodeType;
    }

    /** Returns the requirement of the shape, for people. */
    public String requirement() {
        return shape.requirement();
    }

    /** Returns the number of nodes at which the shape looked so far. */
    public long work() {
        return work.count();
    }

    /**
     * Returns the candidates of a partition: as many as the count permits; where it permits none that there is, those
     * of the largest partition. O(candidates x shape), and O(candidates x shape x log candidates) where not all that
     * the count permits make a partition.
     *
     * @param vertex the vertex of a candidate
     * @param share the number of nodes of each counted unit
     */
    public <T> List<T> partition(List<T> fitting, ToIntFunction<T> vertex, Count count, long share) {
        Map<Integer, T> byNode = new HashMap<>();
        BitSet free = new BitSet(network.topology().nodes());
        for (T candidate : fitting) {
            int node = network.node(vertex.applyAsInt(candidate));
            if (node >= 0) {
                free.set(node);
                byNode.put(node, candidate);
            }
        }
        long wanted = count.calc(byNode.size() / share) * share;
        List<Integer> nodes = shape.find(free, Math.toIntExact(wanted), work);
        if (nodes.isEmpty()) {
            nodes = smaller(free, wanted == 0 ? byNode.size() + 1 : Math.toIntExact(wanted), count, share);
        }
        List<T> chosen = new ArrayList<>(nodes.size());
        for (int node : nodes) {
            T candidate = byNode.get(node);
            if (candidate != null) {
                chosen.add(candidate);
            }
        }
        return chosen;
    }

    /** Finds the largest partition; where a number of nodes makes one, each smaller number does. */
    private List<Integer> smaller(BitSet free, int tooMany, Count count, long share) {
        List<Integer> largest = List.of();
        int above = tooMany;
        while (above - largest.size() > 1) {
            int middle = (above + largest.size()) >>> 1;
            List<Integer> nodes = shape.find(free, middle, work);
            if (nodes.isEmpty()) {
                above = middle;
            } else {
                largest = nodes;
            }
        }
        long wanted = count.calc(largest.size() / share) * share;
        return wanted == 0 || wanted == largest.size() ? largest : shape.find(free, Math.toIntExact(wanted), work);
    }
}
