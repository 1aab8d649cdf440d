package io.banyan.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks with switches: random ones beside a naive computation, fat trees and dragonflies. */
class SwitchedNetworkTest {
    private static final int FAR = 1_000_000;
    private static final double NEAR = 1e-9;

    /** The distances of all vertices by repeated relaxation; paths over other nodes can be forbidden. */
    private static int[][] relaxed(Topology topology, boolean isOverSwitchesOnly) {
        int vertices = topology.vertices();
        int[][] distance = new int[vertices][vertices];
        for (int v = 0; v < vertices; v++) {
            Arrays.fill(distance[v], FAR);
            int[] row = distance[v];
            topology.eachLinked(v, other -> row[other] = 1);
            row[v] = 0;
        }
        for (int over = isOverSwitchesOnly ? topology.nodes() : 0; over < vertices; over++) {
            for (int[] row : distance) {
                for (int to = 0; to < vertices; to++) {
                    row[to] = Math.min(row[to], row[over] + distance[over][to]);
                }
            }
        }
        return distance;
    }

    private static List<Integer> neighbours(Topology topology, int node) {
        List<Integer> found = new ArrayList<>();
        topology.eachNeighbour(node, found::add);
        return found;
    }

    private static void check(String context, Topology topology) {
        int[][] distance = relaxed(topology, false);
        int[][] overSwitches = relaxed(topology, true);
        long unreachable = 0;
        for (int from = 0; from < topology.nodes(); from++) {
            int[] row = distance[from];
            int[] direct = overSwitches[from];
            int at = from;
            for (int to = 0; to < topology.nodes(); to++) {
                boolean isFar = row[to] >= FAR;
                unreachable += isFar ? 1 : 0;
                assertThat(topology.distance(from, to)).as(context).isEqualTo(isFar ? Topology.UNREACHABLE : row[to]);
                if (!isFar) {
                    checkRoute(context, topology, at, to, row[to]);
                }
            }
            List<Integer> expected = IntStream.range(0, topology.nodes())
                    .filter(to -> to != at && direct[to] < FAR)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingInt(to -> row[to]).thenComparingInt(to -> to))
                    .toList();
            assertThat(neighbours(topology, from)).as(context).isEqualTo(expected);
            assertThat(topology.firstNeighbour(from, to -> to % 2 == 0))
                    .as(context)
                    .isEqualTo(expected.stream()
                            .filter(to -> to % 2 == 0)
                            .findFirst()
                            .orElse(-1));
        }
        assertThat(topology.distances().unreachablePairs()).as(context).isEqualTo(unreachable / 2);
        checkCounts(context, topology);
    }

    private static void checkRoute(String context, Topology topology, int from, int to, int length) {
        List<Integer> route = new ArrayList<>();
        topology.eachOnRoute(from, to, route::add);
        assertThat(route).as(context).hasSize(length);
        int at = from;
        for (int vertex : route) {
            List<Integer> linked = new ArrayList<>();
            topology.eachLinked(at, linked::add);
            assertThat(linked).as(context).contains(vertex);
            at = vertex;
        }
        assertThat(at).as(context).isEqualTo(to);
    }

    private static void checkCounts(String context, Topology topology) {
        DistanceCounts counts = topology.distances();
        long[] naive = new long[topology.vertices() + 2];
        for (int from = 0; from < topology.nodes(); from++) {
            for (int to = 0; to < from; to++) {
                int distance = topology.distance(from, to);
                naive[distance == Topology.UNREACHABLE ? 0 : distance]++;
            }
        }
        double sum = 0;
        long pairs = 0;
        for (int distance = 1; distance < naive.length; distance++) {
            assertThat(counts.pairs(distance))
                    .as("%s, distance %d", context, distance)
                    .isEqualTo(naive[distance]);
            sum += (double) distance * naive[distance];
            pairs += naive[distance];
        }
        assertThat(counts.pairs(counts.diameter()) > 0 || pairs == 0)
                .as(context)
                .isTrue();
        assertThat(counts.mean()).as(context).isCloseTo(pairs == 0 ? 0 : sum / pairs, within(NEAR));
    }

    @Test
    void randomNetworksEqualANaiveComputation() {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            check("seed " + seed + ", round " + round, RandomNetworks.network(random));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grid 5x3",
                "torus 4x3x2",
                "torus 1x2",
                "fattree 5",
                "fattree 3x4",
                "fattree 2x3x4",
                "fattree 2x2x2x2",
                "fattree 1x3",
                "fattree 3x1",
                "dragonfly 1x1x1",
                "dragonfly 1x4x2",
                "dragonfly 5x1x2",
                "dragonfly 4x2x2",
                "dragonfly 3x7x1",
                "dragonfly 8x4x4"
            })
    void shapesEqualANaiveComputation(String shape) {
        Topology topology = NetworkKind.parse(shape);
        assertThat(topology).hasToString(shape);
        check(shape, topology);
        Places places = topology.places().orElseThrow();
        for (int node = 0; node < topology.nodes(); node++) {
            int[] place = new int[places.dimensions()];
            for (int d = 0; d < place.length; d++) {
                place[d] = places.coordinate(node, d);
            }
            assertThat(places.node(place)).isEqualTo(node);
        }
    }

    @Test
    void aFatTreeHasFullBisection() {
        Topology tree = NetworkKind.parse("fattree 4x4x8");
        // 16 leaf switches, 8 switches above them in each of 4 pods, and 8 x 4 at the top.
        assertThat(tree.vertices()).isEqualTo(128 + 16 + 32 + 32);
        assertThat(tree.distance(0, 7)).isEqualTo(2);
        assertThat(tree.distance(0, 8)).isEqualTo(4);
        assertThat(tree.distance(0, 32)).isEqualTo(6);
        for (int vertex = 0; vertex < tree.vertices(); vertex++) {
            int[] links = {0, 0};
            int at = vertex;
            tree.eachLinked(vertex, other -> links[other > at ? 1 : 0]++);
            int up = vertex < 128 ? 1 : vertex < 144 ? 8 : vertex < 176 ? 4 : 0;
            int down = vertex < 128 ? 0 : vertex < 144 ? 8 : 4;
            assertThat(links).as("vertex %d", vertex).containsExactly(down, up);
        }
        assertThat(tree.places().orElseThrow().text(45)).isEqualTo("1,1,5");
    }

    /** A permutation of all nodes by a fixed number of places uses no link of a fat tree twice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 32, 77})
    void routesOfAShiftShareNoLink(int places) {
        Topology tree = NetworkKind.parse("fattree 4x4x8");
        List<Long> links = new ArrayList<>();
        for (int node = 0; node < 128; node++) {
            int[] at = {node};
            tree.eachOnRoute(node, (node + places) % 128, next -> {
                links.add((long) at[0] * tree.vertices() + next);
                at[0] = next;
            });
        }
        assertThat(links).doesNotHaveDuplicates();
    }

    @Test
    void groupsOfADragonflyAreLinkedByRoutersInTurn() {
        Topology dragonfly = NetworkKind.parse("dragonfly 8x4x4");
        assertThat(dragonfly.vertices()).isEqualTo(128 + 32);
        int globalLinks = 0;
        for (int router = 128; router < 160; router++) {
            int[] others = {0};
            int group = (router - 128) / 4;
            dragonfly.eachLinked(router, other -> others[0] += other >= 128 && (other - 128) / 4 != group ? 1 : 0);
            assertThat(others[0]).as("router %d", router).isBetween(1, 2);
            globalLinks += others[0];
        }
        // One link between each two of 8 groups, counted at both ends.
        assertThat(globalLinks).isEqualTo(8 * 7);
        assertThat(dragonfly.distances().diameter()).isEqualTo(5);
        // 9 routers and 3 other groups: three links between each two groups.
        Topology several = NetworkKind.parse("dragonfly 4x9x1");
        int[] links = {0};
        for (int router = 36; router < 45; router++) {
            several.eachLinked(router, other -> links[0] += other >= 45 ? 1 : 0);
        }
        assertThat(links[0]).isEqualTo(9);
    }

    @Test
    void theOrderOfTheHierarchyGoesLeafByLeafAndGroupByGroup() {
        for (String shape : List.of("fattree 4x4x8", "fattree 2x3x2x3", "fattree 4x8")) {
            Topology tree = NetworkKind.parse(shape);
            assertThat(HierarchyOrder.nodes(tree))
                    .as(shape)
                    .isEqualTo(IntStream.range(0, tree.nodes()).toArray());
        }
        int[] order = HierarchyOrder.nodes(NetworkKind.parse("dragonfly 8x4x4"));
        for (int first = 0; first < 128; first++) {
            int size = first % 16 == 0 ? 16 : first % 4 == 0 ? 4 : 1;
            int begin = first;
            int part = order[first] / size;
            assertThat(IntStream.range(first, first + size).allMatch(i -> order[i] / size == part))
                    .as("from position %d on", begin)
                    .isTrue();
        }
        assertThat(NodeOrder.hilbert(NetworkKind.parse("dragonfly 8x4x4")).jumps())
                .isEqualTo(31);
    }

    @Test
    void aLargeNetworkKeepsSomeRowsOnly() {
        // 8,192 rows of 24,576 numbers do not fit in.
        int nodes = 8_192;
        NetworkBuilder ring = NetworkBuilder.of("ring", nodes, nodes);
        for (int node = 0; node < nodes; node++) {
            ring.link(node, nodes + node);
            ring.link(nodes + node, nodes + (node + 1) % nodes);
        }
        SwitchedNetwork network = ring.build();
        for (int node : new int[] {0, 1_365, 2_730, 4_095, 8_191, 0}) {
            assertThat(network.distance(node, 5_000))
                    .isEqualTo(2 + Math.min(Math.floorMod(node - 5_000, nodes), Math.floorMod(5_000 - node, nodes)));
        }
    }

    @Test
    void nodesWithoutAPathAreTold() {
        NetworkBuilder builder = NetworkBuilder.of("pair", 2, 1);
        builder.link(0, 2);
        SwitchedNetwork pair = builder.build();
        assertThat(pair.distance(0, 1)).isEqualTo(Topology.UNREACHABLE);
        assertThatThrownBy(() -> pair.eachOnRoute(0, 1, vertex -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no path from node 0 to node 1 of the pair");
        assertThatThrownBy(() -> pair.distance(0, 2)).hasMessage("there is no node 2 in the pair");
    }

    @Test
    void aWrongLinkIsRefused() {
        NetworkBuilder network = NetworkBuilder.of("pair", 2, 1);
        assertThatThrownBy(() -> network.link(0, 3))
                .hasMessage("a link leads to the vertex 3, but the vertices are 0 to 2");
        assertThatThrownBy(() -> network.link(1, 1)).hasMessage("a link leads from the vertex 1 to itself");
        assertThatThrownBy(() -> NetworkBuilder.of("crowd", 1 << 20, 1))
                .hasMessage("a network must have at most 1048576 nodes and switches, but crowd has 1048577");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    fattree 0x4x8       | a side of a fat tree must be 1 or more, found 0
                    fattree 99x99x999   | a fat tree must have at most 1048576 nodes
                    dragonfly 8x0x4     | a side of a dragonfly must be 1 or more, found 0
                    dragonfly 1x3000x1  | a network must have at most 4194304 links, but dragonfly 1x3000x1 has more
                    dragonfly 8x4       | 3 sides behind 'dragonfly', such as 'dragonfly 8x4x4', found 'dragonfly 8x4'
                    fatree 4x4x8        | found 'fatree 4x4x8'; maybe 'fattree' is meant
                    mesh 4x4            | 'torus 8x4x4', 'fattree 4x4x8' or 'dragonfly 8x4x4', found 'mesh 4x4'
                    """)
    void aShapeThatIsNoneIsRefused(String shape, String sentence) {
        assertThatThrownBy(() -> NetworkKind.parse(shape))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(sentence);
    }
}
