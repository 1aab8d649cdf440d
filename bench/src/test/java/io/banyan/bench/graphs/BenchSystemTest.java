package io.banyan.bench.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchPolicy;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.schedule.Schedule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchSystemTest {
    private static final int NODES = 100;

    @ParameterizedTest
    @EnumSource(SystemShape.class)
    void itsRequestIsMetAsLongAsNotAllIsInUse(SystemShape shape) throws Exception {
        for (Fill fill : Fill.values()) {
            BenchSystem system = BenchSystem.of(shape, NODES, fill);
            system.schedule().checkInvariants();
            for (String policy : new String[] {"first", "low", "high"}) {
                MatchResult result = new Matcher(system.schedule(), MatchPolicy.parse(policy))
                        .match(system.request(), MatchOperation.ALLOCATE, 0);
                assertThat(result instanceof MatchResult.Allocated)
                        .as("%s %s %s: %s", shape, fill, policy, result)
                        .isEqualTo(fill != Fill.FULL);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SystemShape.class,
            names = {"INTERLEAVED", "RARE", "MIXED"})
    void onlyTheSpecialNodeIsLeftWhereNearlyAllIsInUse(SystemShape shape) throws Exception {
        BenchSystem system = BenchSystem.of(shape, NODES, Fill.NEARLY_FULL);
        var found = (MatchResult.Allocated) new Matcher(system.schedule(), MatchPolicy.parse("low"))
                .match(system.request(), MatchOperation.ALLOCATE, 0);
        ResourceGraph graph = system.schedule().graph();
        assertThat(found.selection().toSubgraph(graph).vertices())
                .anyMatch(vertex -> vertex.path().equals("/cluster0/node50"));
    }

    @ParameterizedTest
    @EnumSource(value = SystemShape.class, names = "INTERLEAVED")
    void halfOfTheCoresAreFreeWhereTheyAreTakenInTurns(SystemShape shape) {
        Schedule schedule = BenchSystem.of(shape, NODES, Fill.FULL).schedule();
        assertThat(schedule.holdings().free("core")).isEqualTo(NODES / 2 * 8L);
        assertThat(schedule.holdings().free("gpu")).isEqualTo(NODES / 2 * 2L);
    }
}
