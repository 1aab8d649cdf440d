package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.mapping.LeakMapping.Fork;
import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.topology.Grid;
import io.banyan.topology.NodeOrder;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs that take nodes as their processes fork, on pictures of a grid: {@code .} is a free node. */
class LeakMappingTest {
    private static final Grid GRID = Grid.of(4, 4);

    private static LeakMapping leak(int entries, boolean isScattered) {
        return new LeakMapping(GRID, NodeOrder.snake(GRID), entries, isScattered);
    }

    private static BitSet free(String picture) {
        String nodes = picture.replaceAll("\\s", "");
        BitSet free = new BitSet();
        for (int node = 0; node < nodes.length(); node++) {
            free.set(node, nodes.charAt(node) == '.');
        }
        return free;
    }

    /** The search of the paper's figure 11: along a full row, back along the second one, and around the first node. */
    @Test
    void figure11() {
        BitSet free = free("""
                g g b b
                . . . r
                r r . r
                . . . .
                """);
        assertThat(leak(1, false).start(0, 4, free, new SearchWork())).containsExactly(6, 5, 10, 4);
        BitSet narrow = free("""
                g g b b
                . r . r
                . r . r
                r . . .
                """);
        assertThat(leak(1, false).start(0, 4, narrow, new SearchWork())).containsExactly(6, 10, 14, 13);
    }

    @Test
    void aForkTakesANeighbourOfItsParentFirst() {
        BitSet free = free("""
                . x x .
                x x x .
                x x x x
                x x x x
                """);
        SearchWork work = new SearchWork();
        assertThat(leak(1, false).fork(2, List.of(1, 2), free, work)).isEqualTo(new Fork.Node(3));
        // Node 1 is occupied, and node 3 is free.
        assertThat(work.count()).isEqualTo(2);
        free.clear(3);
        assertThat(leak(1, false).fork(2, List.of(1, 2), free, work)).isEqualTo(new Fork.Node(0));
    }

    @Test
    void aForkWithoutANearNodeSharesOrIsScattered() {
        BitSet free = free("""
                x x x x
                x x x x
                x x x .
                . x x x
                """);
        assertThat(leak(1, false).fork(0, List.of(0, 1), free, new SearchWork()))
                .isEqualTo(new Fork.Shared(0));
        assertThat(leak(1, true).fork(0, List.of(0, 1), free, new SearchWork())).isEqualTo(new Fork.Node(11));
        free.clear();
        assertThat(leak(1, true).fork(0, List.of(0, 1), free, new SearchWork())).isEqualTo(new Fork.Shared(0));
    }

    @Test
    void jobsBeginAtTheirEntryNodes() {
        BitSet free = free("................");
        assertThat(leak(4, false).first(0, free)).hasValue(0);
        assertThat(leak(4, false).first(1, free)).hasValue(7);
        assertThat(leak(4, false).first(6, free)).hasValue(8);
        free.clear(8, 16);
        assertThat(leak(4, false).first(6, free)).hasValue(0);
        free.clear();
        assertThat(leak(4, false).first(6, free)).isEmpty();
        assertThat(leak(4, false).start(6, 3, free, new SearchWork())).isEmpty();
        assertThatThrownBy(() -> leak(17, false)).hasMessage("the number of entry nodes must be 1 to 16, found 17");
    }
}
