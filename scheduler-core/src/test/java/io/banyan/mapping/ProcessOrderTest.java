package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.topology.Grid;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The processes of a job on the nodes of its partition, beside all possible orders. */
class ProcessOrderTest {
    private static final List<String> NETWORKS = List.of("grid 4x3", "torus 3x2x2", "fattree 2x2x3", "dragonfly 3x2x2");

    private static long cost(int[][] messages, int[] nodes, Topology topology) {
        long cost = 0;
        for (int i = 0; i < nodes.length; i++) {
            for (int j = 0; j < nodes.length; j++) {
                cost += (long) messages[i][j] * topology.distance(nodes[i], nodes[j]);
            }
        }
        return cost;
    }

    /** The least cost of all orders of the nodes from an index on. */
    private static long optimum(int[][] messages, int[] nodes, int from, Topology topology) {
        if (from == nodes.length) {
            return cost(messages, nodes, topology);
        }
        long least = Long.MAX_VALUE;
        for (int i = from; i < nodes.length; i++) {
            exchange(nodes, from, i);
            least = Math.min(least, optimum(messages, nodes, from + 1, topology));
            exchange(nodes, from, i);
        }
        return least;
    }

    private static void exchange(int[] nodes, int i, int j) {
        int node = nodes[i];
        nodes[i] = nodes[j];
        nodes[j] = node;
    }

    /** Some nodes of a network, in any order. */
    private static int[] partition(Topology topology, int count, SplittableRandom random) {
        int[] all = IntStream.range(0, topology.nodes()).toArray();
        for (int i = 0; i < count; i++) {
            exchange(all, i, i + random.nextInt(all.length - i));
        }
        return Arrays.copyOf(all, count);
    }

    private static int[][] random(int count, SplittableRandom random) {
        int[][] messages = new int[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                messages[i][j] = i == j || random.nextInt(3) == 0 ? 0 : random.nextInt(10);
            }
        }
        return messages;
    }

    private static int[][] star(int count) {
        int[][] messages = new int[count][count];
        for (int i = 1; i < count; i++) {
            messages[0][i] = 1;
            messages[i][0] = 1;
        }
        return messages;
    }

    @Test
    void anOrderIsNearTheOptimum() {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        long sum = 0;
        long sumOfOptima = 0;
        for (int round = 0; round < 400; round++) {
            Topology topology = NetworkKind.parse(NETWORKS.get(round % NETWORKS.size()));
            int[] nodes = partition(topology, 1 + random.nextInt(6), random);
            int[][] messages = random(nodes.length, random);
            int[] order = ProcessOrder.of(messages, nodes, topology);
            String context = "seed " + seed + ", round " + round;
            assertThat(order).as(context).containsExactlyInAnyOrder(nodes);
            long cost = cost(messages, order, topology);
            long optimum = optimum(messages, nodes, 0, topology);
            assertThat(cost).as(context).isBetween(optimum, cost(messages, nodes, topology));
            for (int i = 0; i < order.length; i++) {
                for (int j = 0; j < i; j++) {
                    exchange(order, i, j);
                    assertThat(cost(messages, order, topology)).as(context).isGreaterThanOrEqualTo(cost);
                    exchange(order, i, j);
                }
            }
            sum += cost;
            sumOfOptima += optimum;
        }
        assertThat((double) sum / sumOfOptima).as("seed %d", seed).isBetween(1.0, 1.03);
    }

    @Test
    void aProcessThatExchangesMessagesWithAllIsInTheMiddle() {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            Topology topology = NetworkKind.parse(NETWORKS.get(round % NETWORKS.size()));
            int[] nodes = partition(topology, 2 + random.nextInt(6), random);
            int[][] messages = star(nodes.length);
            assertThat(cost(messages, ProcessOrder.of(messages, nodes, topology), topology))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(optimum(messages, nodes, 0, topology));
        }
        int[] row = {0, 1, 2, 3, 4};
        assertThat(ProcessOrder.of(star(5), row, Grid.of(5))[0]).isEqualTo(2);
    }

    /** With equally many messages between all, no order is better than the given one. */
    @Test
    void allPairsKeepTheirOrder() {
        int[][] messages = new int[6][6];
        for (int[] row : messages) {
            Arrays.fill(row, 3);
        }
        int[] nodes = {5, 0, 9, 2, 7, 1};
        assertThat(ProcessOrder.of(messages, nodes, Grid.of(4, 3))).containsExactly(nodes);
    }

    @Test
    void aRingOfProcessesBecomesARingOfNodes() {
        int[][] messages = new int[8][8];
        for (int i = 0; i < 8; i++) {
            messages[i][(i + 1) % 8] = 1;
        }
        int[] nodes = {0, 5, 2, 7, 4, 1, 6, 3};
        int[] order = ProcessOrder.of(messages, nodes, Grid.of(4, 2));
        assertThat(cost(messages, nodes, Grid.of(4, 2))).isGreaterThan(12);
        assertThat(cost(messages, order, Grid.of(4, 2))).isBetween(8L, 10L);
    }

    @Test
    void eachProcessNeedsANode() {
        assertThatThrownBy(() -> ProcessOrder.of(star(3), new int[] {0, 1}, Grid.of(4)))
                .hasMessage("there are 3 processes, but 2 nodes");
    }
}
