package io.banyan.mapping;

import io.banyan.mapping.RoomSearch.FreeSlots;
import io.banyan.topology.Topology;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes of a job beside the claims of others: free nodes that the job claims itself, otherwise unclaimed ones, and
 * otherwise any.
 */
public final class ClaimingShape implements PartitionShape {
    private final PartitionShape shape;
    private final Topology topology;
    private final long job;
    private final List<RoomClaim> claims;

    /**
     * A shape beside claims.
     *
     * @param shape the rule that chooses among nodes
     * @param job the number of the job that gets nodes
     * @param claims in the order in which they are met; that of the job itself may be among them
     */
    public ClaimingShape(PartitionShape shape, Topology topology, long job, List<RoomClaim> claims) {
        this.shape = shape;
        this.topology = topology;
        this.job = job;
        this.claims = List.copyOf(claims);
    }

    @Override
    public String requirement() {
        return shape.requirement();
    }

    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        var rooms = new RoomSearch(topology);
        BitSet unclaimed = (BitSet) free.clone();
        BitSet own = new BitSet();
        for (RoomClaim claim : claims) {
            Set<Integer> room = rooms.around(
                            claim.nodes(), claim.missing(), new FreeSlots((BitSet) unclaimed.clone(), node -> 1), work)
                    .keySet();
            room.forEach(unclaimed::clear);
            if (claim.job() == job) {
                room.forEach(own::set);
            }
        }
        for (BitSet nodes : List.of(own, union(unclaimed, own))) {
            List<Integer> found = nodes.cardinality() < count ? List.of() : shape.find(nodes, count, work);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return shape.find(free, count, work);
    }

    private static BitSet union(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.or(other);
        return both;
    }
}
