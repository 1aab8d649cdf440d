package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.topology.Grid;
import io.banyan.topology.Topology;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes beside the claims of jobs that need more later, on a row of 6 nodes. */
class ClaimingShapeTest {
    private static final Topology ROW = Grid.of(6, 1);
    /** Job 1 has node 2 and claims its neighbours; job 2 has node 4 and claims what is left near it. */
    private static final List<RoomClaim> CLAIMS =
            List.of(new RoomClaim(1, List.of(2), 2), new RoomClaim(2, List.of(4), 1));

    private final PartitionShape.SearchWork work = new PartitionShape.SearchWork();

    private static BitSet free(int... nodes) {
        BitSet free = new BitSet();
        for (int node : nodes) {
            free.set(node);
        }
        return free;
    }

    private List<Integer> first(int count, BitSet free) {
        PartitionShape shape = PartitionRule.FORESIGHT.room(ROW, 1);
        return new ClaimingShape(shape, ROW, 3, CLAIMS).find(free, count, work);
    }

    private List<Integer> forks(long job, int parent, BitSet free) {
        PartitionShape shape = PartitionRule.FORESIGHT.forks(ROW, parent, List.of(parent));
        return new ClaimingShape(shape, ROW, job, CLAIMS).find(free, 1, work);
    }

    @Test
    void aNewJobTakesClaimedNodesOnlyIfNoOthersAreFree() {
        assertThat(first(1, free(0, 1, 3, 5))).containsExactly(0);
        assertThat(first(1, free(1, 3, 5))).as("all are claimed").hasSize(1);
        assertThat(first(2, free(0, 1, 3, 5))).as("one is not claimed").hasSize(2);
        assertThat(first(1, free())).isEmpty();
    }

    @Test
    void aForkTakesWhatItsJobClaims() {
        assertThat(forks(1, 2, free(0, 1, 3, 5))).containsExactly(1);
        assertThat(forks(2, 4, free(0, 1, 3, 5))).as("job 1 claims node 3").containsExactly(5);
        assertThat(forks(3, 4, free(0, 1, 3, 5))).as("the only unclaimed node").containsExactly(0);
    }

    @Test
    void aJobStartsWhereTheRoomIsBest() {
        // Nodes 3 to 5 are connected; node 0 has one neighbour.
        PartitionShape roomy = PartitionRule.FORESIGHT.room(ROW, 3);
        assertThat(roomy.find(free(0, 1, 3, 4, 5), 1, work)).containsExactly(4);
        assertThat(roomy.find(free(0, 1, 3, 4, 5), 2, work)).containsExactly(4, 3);
    }
}
