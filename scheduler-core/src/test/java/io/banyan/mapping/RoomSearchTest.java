package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.mapping.RoomSearch.FreeSlots;
import io.banyan.topology.Grid;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Room for jobs that grow, on pictures of a grid: a digit is the number of free slots of a node. */
class RoomSearchTest {
    private static final Grid GRID = Grid.of(4, 3);

    private final SearchWork work = new SearchWork();

    private static FreeSlots free(String picture) {
        String slots = picture.replaceAll("\\s", "");
        BitSet nodes = new BitSet();
        for (int node = 0; node < slots.length(); node++) {
            nodes.set(node, slots.charAt(node) != '0');
        }
        return new FreeSlots(nodes, node -> slots.charAt(node) - '0');
    }

    @Test
    void aJobStartsWhereTheRoomHasTheLeastSumOfDistances() {
        FreeSlots free = free("""
                1 1 0 1
                0 0 1 1
                1 1 1 1
                """);
        // From node 7 the nodes 3, 6 and 11 are one link away: 3. All other first nodes have at most two neighbours.
        assertThat(new RoomSearch(GRID).first(4, free, work)).hasValue(7);
        assertThat(new RoomSearch(GRID).around(List.of(7), 4, free, work)).isEqualTo(Map.of(7, 1, 3, 1, 6, 1, 11, 1));
    }

    @Test
    void aSmallJobTakesTheNodeWithTheFewestSlotsThatAreEnough() {
        FreeSlots free = free("""
                4 4 1 4
                4 3 4 2
                4 4 4 4
                """);
        assertThat(new RoomSearch(GRID).first(1, free, work)).hasValue(2);
        assertThat(new RoomSearch(GRID).first(2, free, work)).hasValue(7);
        assertThat(new RoomSearch(GRID).first(3, free, work)).hasValue(5);
        assertThat(new RoomSearch(GRID).first(4, free, work)).hasValue(0);
    }

    @Test
    void theLargestRoomIsTakenIfAllAreTooSmall() {
        FreeSlots free = free("""
                1 0 1 0
                0 0 1 0
                1 0 1 0
                """);
        assertThat(new RoomSearch(GRID).first(5, free, work)).hasValue(6);
        assertThat(new RoomSearch(GRID).around(List.of(6), 5, free, work).keySet())
                .containsExactly(6, 2, 10);
        assertThat(new RoomSearch(GRID).first(1, free("000000000000"), work)).isEmpty();
    }

    @Test
    void roomIsSearchedAroundAllNodesOfAJob() {
        FreeSlots free = free("""
                0 0 2 1
                1 0 0 1
                1 1 1 1
                """);
        // The nodes of the job, 0 and 1, are not free. The nodes 2 and 4 are next to them.
        assertThat(new RoomSearch(GRID).around(List.of(0, 1), 4, free, work)).isEqualTo(Map.of(4, 1, 2, 2, 8, 1));
    }

    @Test
    void theSearchVisitsTheNodesOfTheRoomsOnly() {
        Grid large = Grid.of(100, 100);
        BitSet nodes = new BitSet();
        nodes.set(0, large.nodes());
        // Of 10,000 free nodes, every 79th is a candidate: 127 of them. Four slots are found on the first node.
        new RoomSearch(large).first(4, new FreeSlots(nodes, node -> 4), work);
        assertThat(work.count()).isEqualTo(127);
    }
}
