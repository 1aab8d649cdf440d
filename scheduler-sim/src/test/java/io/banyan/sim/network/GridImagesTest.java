package io.banyan.sim.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.topology.Grid;
import org.junit.jupiter.api.Test;

/** Partitions that are mirrored and turned. */
class GridImagesTest {
    @Test
    void aPartitionHasEightImages() {
        Grid grid = Grid.of(8, 4);
        int[] corner = {grid.node(5, 2), grid.node(6, 2), grid.node(7, 2), grid.node(7, 3)};
        assertThat(GridImages.of(grid, corner))
                .hasSize(8)
                .contains(new int[] {0, 1, 2, grid.node(2, 1)}, new int[] {2, 1, 0, grid.node(0, 1)}, new int[] {
                    0, grid.node(0, 1), grid.node(0, 2), grid.node(1, 2)
                })
                .doesNotHaveDuplicates();
    }

    @Test
    void anImageThatDoesNotFitIsLeftOut() {
        Grid grid = Grid.of(8, 2);
        int[] row = {0, 1, 2, 3};
        assertThat(GridImages.of(grid, row)).hasSize(4);
        assertThat(GridImages.of(Grid.torus(4, 4), row)).containsExactly(row);
    }
}
