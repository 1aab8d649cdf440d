package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Five levels, of which the top, or the one below it, has a provider (Milroy et al., section 3): what it brings is in
 * its graph and below, and nowhere above; and of each level Gc without Ec is contained in Gp. {@link TreeCheck} looks
 * after every event at what the instances say of where things came from; here that is asked of the graphs alone.
 */
class FiveLevelProviderTest {
    private static final String WHOLE = " slot { 1 node { 2 socket { 4 core } } }";
    private static final String SITE = "cluster { rack { 16 node { 2 socket { 4 core } } } }";
    private static final List<String> CHAIN = List.of("/", "/1", "/1/1", "/1/1/1", "/1/1/1/1");
    private static final String LEAF = CHAIN.getLast();
    private static final String LAB = "/cluster0/lab";

    /** All levels are full, and the one of this number has a provider, which brings two nodes for each request. */
    private static TreeHarness nest(int level) {
        TreeHarness tree = TreeHarness.over(SITE, configuring(level));
        tree.provide("lab", Clouds.of(2));
        for (int i = 0; i < CHAIN.size(); i++) {
            int nodes = 16 >> i;
            if (i + 1 < CHAIN.size()) {
                assertThat(tree.spawn(CHAIN.get(i), "L" + (i + 1), nodes / 2 + WHOLE))
                        .isEqualTo(CHAIN.get(i + 1));
            }
            tree.allocate(CHAIN.get(i), (i + 1 < CHAIN.size() ? nodes / 2 : 1) + WHOLE);
        }
        return tree;
    }

    private static UnaryOperator<InstanceConfig> configuring(int level) {
        return config ->
                config.name().equals("L" + level) ? config.asking(GrowOrder.PARENT_FIRST, List.of("lab")) : config;
    }

    @ParameterizedTest(name = "provider of L{0}")
    @ValueSource(ints = {0, 1})
    void whatTheProviderBringsIsThereAndBelowAndGoesBackAsItCame(int level) {
        TreeHarness tree = nest(level);
        Map<String, Map<String, Amount>> before = tree.amounts();
        assertThat(before.values())
                .allSatisfy(amounts -> assertThat(amounts.get("node").free()).isZero());

        grow(tree, LEAF, "g1", level);
        requireSeen(tree, Set.of("node0", "node1"), CHAIN.subList(level, 5));
        grow(tree, "/1/1", "g2", level);
        requireSeen(tree, Set.of("node2", "node3"), CHAIN.subList(level, 3));

        // Another level, inside of what came from outside.
        String inner = tree.spawn(LEAF, "L5", "2" + WHOLE);
        requireInclusion(tree, level);
        assertThat(graph(tree, inner).find(LAB + "/zone0/node1/socket1/core3")).isNotNegative();
        tree.cancel(LEAF, 2);
        requireInclusion(tree, level);

        shrink(tree, LEAF, new ShrinkTarget.ByPaths(List.of(LAB + "/zone0/node0")), level);
        requireSeen(tree, Set.of("node0"), List.of());
        requireSeen(tree, Set.of("node1"), CHAIN.subList(level, 5));
        shrink(tree, "/1/1", new ShrinkTarget.ByGrow("g2"), level);
        shrink(tree, LEAF, new ShrinkTarget.ByGrow("g1"), level);
        assertThat(tree.released("lab")).containsExactlyInAnyOrder("i-0", "i-1", "i-2", "i-3");
        assertThat(CHAIN)
                .allSatisfy(path -> assertThat(graph(tree, path).find(LAB)).isNegative());
        assertThat(tree.amounts()).isEqualTo(before);
    }

    /**
     * The resources that a level has from outside, and those that its provider newly brings, are the same after a
     * restart.
     */
    @ParameterizedTest(name = "provider of L{0}")
    @ValueSource(ints = {0, 1})
    void soItIsWhereALevelRestartsInBetween(int level) {
        TreeHarness tree = nest(level);
        Map<String, Map<String, Amount>> before = tree.amounts();
        grow(tree, LEAF, "g1", level);
        for (String path : CHAIN) {
            tree.restart(path, fresh(path, level));
            tree.runFor(1_000);
            requireInclusion(tree, level);
            requireSeen(tree, Set.of("node0", "node1"), CHAIN.subList(level, 5));
        }
        shrink(tree, LEAF, new ShrinkTarget.ByGrow("g1"), level);
        assertThat(tree.released("lab")).containsExactlyInAnyOrder("i-0", "i-1");
        assertThat(tree.amounts()).isEqualTo(before);
    }

    /** A level that has forgotten the grant: what its child has is not what it allocated to it. */
    @ParameterizedTest(name = "provider of L{0}")
    @ValueSource(ints = {0, 1})
    void theCheckNoticesALevelThatDoesNotHoldWhatItsChildHas(int level) {
        for (int parent = level; parent < CHAIN.size() - 1; parent++) {
            String path = CHAIN.get(parent);
            TreeHarness tree = nest(level);
            Member member = tree.member(path);
            int decisions = member.journal.size();
            grow(tree, LEAF, "g1", level);
            Instance forgetful = fresh(path, level);
            member.journal.subList(0, decisions).forEach(it -> forgetful.replay(it.decision(), it.atMillis()));
            member.instance = forgetful;
            assertThatThrownBy(() -> TreeCheck.check(tree, member))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(LAB);
            assertThatThrownBy(() -> requireInclusion(tree, level)).isInstanceOf(AssertionError.class);
        }
    }

    private static Instance fresh(String path, int level) {
        int number = CHAIN.indexOf(path);
        UnaryOperator<InstanceConfig> configuring = configuring(level);
        return number == 0
                ? Instance.root(configuring.apply(InstanceConfig.root("L0")), Graphs.graph(SITE), Graphs.HORIZON)
                : Instance.child(configuring.apply(InstanceConfig.child("L" + number, new JobId(1))));
    }

    private static void grow(TreeHarness tree, String path, String id, int level) {
        assertThat(tree.grow(path, id, "2" + WHOLE))
                .isInstanceOfSatisfying(
                        Answer.Grown.class,
                        grown -> assertThat(grown.grant().source()).hasToString("lab at " + CHAIN.get(level)));
        requireInclusion(tree, level);
    }

    private static void shrink(TreeHarness tree, String path, ShrinkTarget target, int level) {
        assertThat(tree.shrink(path, "s" + target, target)).isInstanceOf(Answer.Shrunk.class);
        requireInclusion(tree, level);
    }

    /** These nodes are in the graphs of these levels, and of no other. */
    private static void requireSeen(TreeHarness tree, Set<String> nodes, List<String> levels) {
        for (String path : CHAIN) {
            for (String node : nodes) {
                assertThat(graph(tree, path).find(LAB + "/zone0/" + node) >= 0)
                        .as("%s at %s", node, path)
                        .isEqualTo(levels.contains(path));
            }
        }
    }

    /**
     * Requires that a child's graph, except for what its own provider brought, is within its parent's, and that the
     * child's job holds there each of its nodes, whole.
     */
    private static void requireInclusion(TreeHarness tree, int level) {
        for (Member child : tree.living()) {
            if (child.parent.isEmpty()) {
                continue;
            }
            Member parent = child.parent.get();
            Set<String> inside = paths(graph(tree, child.path));
            if (child.path.equals(CHAIN.get(level))) {
                inside.removeIf(path -> path.equals(LAB) || path.startsWith(LAB + "/"));
            }
            assertThat(paths(graph(tree, parent.path)))
                    .as("%s in %s", child.path, parent.path)
                    .containsAll(inside);
            inside.removeIf(path -> !path.contains("node"));
            assertThat(held(parent, child))
                    .as("what %s has, allocated by %s", child.path, parent.path)
                    .isEqualTo(inside);
        }
    }

    private static Set<String> held(Member parent, Member child) {
        InstanceState state = parent.instance.state();
        Selection selection = state.schedule().holdings().selection(child.job());
        Set<String> paths = new TreeSet<>();
        IntStream.range(0, selection.size())
                .filter(selection::exclusive)
                .forEach(i -> paths.add(state.resources().graph().path(selection.vertex(i))));
        return paths;
    }

    private static Set<String> paths(ResourceGraph graph) {
        Set<String> paths = new TreeSet<>();
        IntStream.range(0, graph.vertexBound()).filter(graph::contains).forEach(v -> paths.add(graph.path(v)));
        return paths;
    }

    private static ResourceGraph graph(TreeHarness tree, String path) {
        return tree.member(path).instance.graph().orElseThrow();
    }
}
