package io.banyan.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.banyan.topology.Grid;
import io.banyan.topology.NetworkKind;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The loads of links. */
class TrafficTest {
    private static final double NEAR = 1e-9;

    @Test
    void sumsOverRowsAndColumnsEqualTheRoutesOfAllMessages() {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            Grid grid = round % 5 == 0
                    ? Grid.of(1 + random.nextInt(12))
                    : Grid.of(1 + random.nextInt(7), 1 + random.nextInt(7));
            var links = new Links(grid);
            int[] nodes = IntStream.range(0, 1 + random.nextInt(20))
                    .map(i -> random.nextInt(grid.nodes()))
                    .toArray();
            Traffic sums = TrafficPattern.ALL_PAIRS.between(links, nodes);
            Traffic routes = TrafficPattern.allRoutes(links, nodes);
            for (int link = 0; link < links.count(); link++) {
                assertThat(sums.load(link))
                        .as("seed %d, round %d, link %d", seed, round, link)
                        .isEqualTo(routes.load(link));
            }
            assertThat(sums.busiest()).isEqualTo(routes.busiest());
            assertThat(sums.meanHops()).isCloseTo(routes.meanHops(), within(NEAR));
        }
    }

    @Test
    void theFirstProcessExchangesMessagesWithEachOther() {
        var links = new Links(Grid.of(4));
        Traffic traffic = TrafficPattern.FIRST_WITH_EACH.between(links, new int[] {1, 0, 2, 3});
        assertThat(traffic.load(links.link(1, 2))).isEqualTo(2);
        assertThat(traffic.load(links.link(2, 3))).isEqualTo(1);
        assertThat(traffic.load(links.link(2, 1))).isEqualTo(2);
        assertThat(traffic.load(links.link(1, 0))).isEqualTo(1);
        assertThat(traffic.busiest()).isEqualTo(2);
        assertThat(traffic.meanHops()).isCloseTo(8 / 6.0, within(NEAR));
    }

    @Test
    void aTorusTakesTheShorterWay() {
        var links = new Links(Grid.torus(8));
        Traffic traffic = TrafficPattern.ALL_PAIRS.between(links, new int[] {0, 7});
        assertThat(traffic.meanHops()).isEqualTo(1);
        assertThat(traffic.load(links.link(0, 7))).isEqualTo(1);
    }

    @Test
    void messagesPassTheSwitchesOfAFatTree() {
        var links = new Links(NetworkKind.parse("fattree 2x2x2"));
        // Both nodes of a leaf, and one of the other pod: distances 2, 6 and 6.
        Traffic traffic = TrafficPattern.ALL_PAIRS.between(links, new int[] {0, 1, 4});
        assertThat(traffic.meanHops()).isCloseTo(14 / 3.0, within(NEAR));
        assertThat(traffic.load(links.link(0, 8))).isEqualTo(2);
        assertThat(traffic.load(links.link(8, 0))).isEqualTo(2);
        assertThat(traffic.busiest()).isEqualTo(2);
        assertThat(links.count()).isEqualTo(2 * 3 * 8);
    }

    @Test
    void processesOnOneNodeHaveNoTraffic() {
        Traffic traffic = TrafficPattern.ALL_PAIRS.between(new Links(Grid.of(4, 4)), new int[] {5, 5, 5});
        assertThat(traffic.busiest()).isZero();
        assertThat(traffic.meanHops()).isZero();
    }

    @Test
    void otherJobsTakeAShareOfALink() {
        var links = new Links(Grid.of(4));
        var shared = new SharedLinks(links);
        Traffic mine = TrafficPattern.ALL_PAIRS.between(links, new int[] {0, 1});
        Traffic other = TrafficPattern.ALL_PAIRS.between(links, new int[] {0, 2});
        assertThat(shared.busiest(mine)).isEqualTo(1);
        shared.add(other, 0.5);
        assertThat(shared.busiest(mine)).isEqualTo(2);
        shared.add(other, 5);
        assertThat(shared.busiest(mine)).as("a job always goes on").isCloseTo(10, within(NEAR));
        shared.remove(other, 5);
        shared.remove(other, 0.5);
        assertThat(shared.busiest(mine)).isCloseTo(1, within(NEAR));
    }

    @Test
    void nodesWithoutALinkAreRefused() {
        assertThatThrownBy(() -> new Links(Grid.of(4)).link(0, 2)).hasMessage("there is no link from node 0 to node 2");
    }

    @Test
    void aCompactPartitionHasTheShortestDistances() {
        var compact = new CompactTraffic(new Links(Grid.of(16, 8)));
        assertThat(compact.of(TrafficPattern.ALL_PAIRS, 2).meanHops()).isEqualTo(1);
        // A square of four nodes: 4 pairs of neighbours and 2 diagonals.
        assertThat(compact.of(TrafficPattern.ALL_PAIRS, 4).meanHops()).isCloseTo(8 / 6.0, within(NEAR));
        assertThat(compact.of(TrafficPattern.ALL_PAIRS, 128).meanHops()).isGreaterThan(7);
    }
}
