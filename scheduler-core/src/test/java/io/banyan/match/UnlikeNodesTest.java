package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.schedule.Schedule;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Systems in which nodes are not like each other: what a match costs there must not grow with the system either, where
 * that can be.
 */
class UnlikeNodesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int FEW = 500;
    private static final int MANY = 5_000;

    private record Work(long visits, long bytes) {}

    @ParameterizedTest
    @ValueSource(strings = {"first", "low", "high", "lonodex", "locality"})
    void oneNodeWithThousandsOfPartsDoesNotMakeTheOthersLookedAt(String policy) throws Exception {
        Work few = work(withLargeNode(FEW), policy, "1 node! { 8 core }");
        Work many = work(withLargeNode(MANY), policy, "1 node! { 8 core }");
        assertThat(many.visits).isEqualTo(few.visits).isLessThan(2_000);
        assertThat(many.bytes).isLessThan(2 * few.bytes + 4_096);
    }

    private static ResourceGraph withLargeNode(int nodes) {
        return Graphs.graph("cluster { %d node { 8 core, 2 gpu }, 1 node { 1100 core } }".formatted(nodes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "firstnodex"})
    void whoTakesTheFirstThatFitsAsksNotEachNodeWhereCoresAreNumberedThroughTheSystem(String policy) throws Exception {
        Work few = work(numberedThrough(FEW), policy, "1 node { 1 slot { 2 core, 1 gpu } }");
        Work many = work(numberedThrough(MANY), policy, "1 node { 1 slot { 2 core, 1 gpu } }");
        assertThat(many.visits).isEqualTo(few.visits);
        assertThat(many.bytes).isLessThan(2 * few.bytes + 4_096);
    }

    /** Each core and GPU has another logical id than all others, so that no two nodes are alike. */
    private static ResourceGraph numberedThrough(int nodes) throws Exception {
        Subgraph subgraph = Graphs.subgraph("cluster { %d node { 2 core, 1 gpu } }".formatted(nodes));
        List<SubgraphVertex> vertices = new ArrayList<>();
        int next = 0;
        for (SubgraphVertex vertex : subgraph.vertices()) {
            boolean isNode = vertex.type().name().matches("cluster|node");
            vertices.add(
                    isNode
                            ? vertex
                            : SubgraphVertex.of(vertex.id(), vertex.type(), next++, vertex.path())
                                    .withRank(vertex.rank()));
        }
        return ResourceGraph.of(new Subgraph(vertices, subgraph.edges()));
    }

    @Test
    void theNumberedSystemHasNoTwoNodesThatAreAlike() throws Exception {
        ResourceGraph graph = numberedThrough(3);
        int core = graph.types().id("core");
        assertThat(java.util.Arrays.stream(graph.verticesOfType(core))
                        .mapToLong(graph::number)
                        .distinct()
                        .count())
                .isEqualTo(6);
    }

    private static Work work(ResourceGraph graph, String policy, String request) throws Exception {
        var schedule = new Schedule(graph, PruneFilters.parse("ALL:core,ALL:node,ALL:gpu"), Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        Jobspec jobspec = Jobs.jobspec(request);
        for (int i = 0; i < 2; i++) {
            assertThat(matcher.match(jobspec, MatchOperation.ALLOCATE, 0)).isInstanceOf(MatchResult.Allocated.class);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        matcher.match(jobspec, MatchOperation.ALLOCATE, 0);
        return new Work(matcher.visits().preorder(), THREADS.getCurrentThreadAllocatedBytes() - before);
    }
}
