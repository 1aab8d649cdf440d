package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.NodeOrder;
import io.banyan.topology.RandomNetworks;
import io.banyan.topology.Topology;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The shapes on random networks with switches, connected or not. */
class NetworkShapesTest {
    private static final int ROUNDS = 5_000;

    /** A random network with some of its nodes free, and a number of nodes. */
    private record Scene(String context, Topology topology, BitSet free, int count) {
        static Scene of(long seed, int round, SplittableRandom random) {
            Topology topology = RandomNetworks.network(random);
            BitSet free = new BitSet();
            IntStream.range(0, topology.nodes())
                    .filter(node -> random.nextInt(3) > 0)
                    .forEach(free::set);
            int count = 1 + random.nextInt(topology.nodes());
            return new Scene("seed " + seed + ", round " + round, topology, free, count);
        }

        List<Integer> find(PartitionShape shape) {
            BitSet before = (BitSet) free.clone();
            List<Integer> nodes = shape.find(free, count, new SearchWork());
            assertThat(free).as(context).isEqualTo(before);
            if (!nodes.isEmpty()) {
                assertThat(nodes).as(context).hasSize(count).doesNotHaveDuplicates();
                assertThat(nodes.stream().allMatch(free::get)).as(context).isTrue();
                assertThat(isReachable(nodes)).as(context).isTrue();
            }
            return nodes;
        }

        /** Whether there are paths between all nodes. */
        boolean isReachable(List<Integer> nodes) {
            return nodes.stream().allMatch(node -> topology.distance(nodes.getFirst(), node) != Topology.UNREACHABLE);
        }

        /** The nodes of a set that are reached from one over neighbours in the set. */
        BitSet region(BitSet set, int first) {
            BitSet region = new BitSet();
            region.set(first);
            Deque<Integer> next = new ArrayDeque<>(List.of(first));
            while (!next.isEmpty()) {
                topology.eachNeighbour(next.remove(), node -> {
                    if (set.get(node) && !region.get(node)) {
                        region.set(node);
                        next.add(node);
                    }
                });
            }
            return region;
        }

        /** The most free nodes with paths between them, over any nodes. */
        int largestPart() {
            return free.stream()
                    .map(one -> (int) free.stream()
                            .filter(other -> topology.distance(one, other) != Topology.UNREACHABLE)
                            .count())
                    .max()
                    .orElse(0);
        }

        int largestRegion() {
            return free.stream()
                    .map(first -> region(free, first).cardinality())
                    .max()
                    .orElse(0);
        }
    }

    private interface Check {
        void check(Scene scene);
    }

    private static void eachScene(Check check) {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            check.check(Scene.of(seed, round, random));
        }
    }

    @Test
    void aMedianIsConnectedAndRefusedOnlyWhereNoRegionIsLargeEnough() {
        eachScene(scene -> {
            List<Integer> nodes = scene.find(MedianShape.of(scene.topology));
            assertThat(nodes.isEmpty()).as(scene.context).isEqualTo(scene.largestRegion() < scene.count);
            if (!nodes.isEmpty()) {
                BitSet chosen = new BitSet();
                nodes.forEach(chosen::set);
                assertThat(scene.region(chosen, nodes.getFirst()))
                        .as(scene.context)
                        .isEqualTo(chosen);
            }
            List<Integer> strict = scene.find(MedianShape.strict(scene.topology));
            assertThat(strict.isEmpty() || !nodes.isEmpty()).as(scene.context).isTrue();
        });
    }

    @Test
    void centredNodesAreRefusedOnlyWhereNoPartOfTheNetworkHasEnough() {
        eachScene(
                scene -> assertThat(scene.find(new CentredShape(scene.topology)).isEmpty())
                        .as(scene.context)
                        .isEqualTo(scene.largestPart() < scene.count));
    }

    @Test
    void aRunOfTheCurveHasPathsBetweenItsNodes() {
        eachScene(scene -> {
            NodeOrder curve = NodeOrder.hilbert(scene.topology);
            assertThat(IntStream.range(0, curve.length()).map(curve::node).sorted())
                    .containsExactlyElementsOf(
                            IntStream.range(0, curve.length()).boxed().toList());
            boolean isPossible = IntStream.rangeClosed(0, curve.length() - scene.count)
                    .mapToObj(first -> IntStream.range(first, first + scene.count)
                            .mapToObj(curve::node)
                            .toList())
                    .anyMatch(nodes -> nodes.stream().allMatch(scene.free::get) && scene.isReachable(nodes));
            assertThat(scene.find(new CurveShape(curve)).isEmpty())
                    .as(scene.context)
                    .isEqualTo(!isPossible);
        });
    }

    @Test
    void aLeakTakesReachableNodesOnly() {
        eachScene(scene -> {
            for (PartitionRule rule : List.of(PartitionRule.LEAK, PartitionRule.LEAK_SCATTERED)) {
                LeakMapping leak = rule.leak(scene.topology);
                List<Integer> nodes = scene.find(leak.starting(1));
                if (nodes.isEmpty() && !scene.free.isEmpty()) {
                    int first = leak.first(1, scene.free).orElseThrow();
                    long possible = rule == PartitionRule.LEAK
                            ? scene.region(scene.free, first).cardinality()
                            : scene.free.stream()
                                    .filter(node -> scene.topology.distance(first, node) != Topology.UNREACHABLE)
                                    .count();
                    assertThat(possible).as("%s, %s", scene.context, rule).isLessThan(scene.count);
                }
            }
        });
    }

    @Test
    void aMedianGrowsToTheNearestNodesOfAFatTree() {
        Topology tree = NetworkKind.parse("fattree 2x2x4");
        BitSet free = new BitSet();
        free.set(0, 16);
        free.clear(1);
        // The leaf of the first node, then the other leaf of its pod.
        assertThat(MedianShape.of(tree).find(free, 5, new SearchWork())).containsExactly(0, 2, 3, 4, 5);
        assertThat(new CentredShape(tree).find(free, 4, new SearchWork())).containsExactly(4, 5, 6, 7);
    }

    /** A fork costs one visit where the nearest node is free, however large the network is. */
    @Test
    void aForkLooksAtNearNodesFirst() {
        Topology tree = NetworkKind.parse("fattree 8x16x16");
        BitSet free = new BitSet();
        free.set(0, tree.nodes());
        LeakMapping leak = PartitionRule.LEAK.leak(tree);
        var work = new SearchWork();
        free.clear(17);
        assertThat(leak.fork(17, List.of(17), free, work)).isEqualTo(new LeakMapping.Fork.Node(16));
        assertThat(work.count()).isEqualTo(1);
        // The 15 other nodes of the leaf are occupied, so that the 16th neighbour is the first free one.
        free.clear(16, 32);
        assertThat(leak.fork(17, List.of(17), free, work)).isEqualTo(new LeakMapping.Fork.Node(0));
        assertThat(work.count()).isEqualTo(1 + 16);
    }
}
