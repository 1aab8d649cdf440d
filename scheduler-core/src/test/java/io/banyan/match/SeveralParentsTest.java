package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two racks of two nodes, node 0 and 2 also below the power unit 0, node 1 and 3 below the power unit 1. */
class SeveralParentsTest {

    private long lastJob;

    private static Schedule schedule(String filters) throws Exception {
        Subgraph graph = Shapes.ALL.getLast().small();
        return new Schedule(ResourceGraph.of(graph), PruneFilters.parse(filters), Graphs.HORIZON);
    }

    private MatchResult allocate(Schedule schedule, String request) throws Exception {
        MatchResult result = new Matcher(schedule, MatchPolicy.parse("low"))
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
        if (result instanceof MatchResult.Allocated(var selection, TimeWindow window)) {
            schedule.commit(new JobId(++lastJob), BookingKind.ALLOCATION, window, selection);
            schedule.checkInvariants();
        }
        return result;
    }

    private static boolean holds(Schedule schedule, long job, String path) {
        return schedule.holdings().holders(schedule.graph().find(path)).contains(new JobId(job));
    }

    @Test
    void whatHangsBelowAnotherPathIsFoundWhateverTheFiltersCount() throws Exception {
        for (String filters : List.of("ALL:core,ALL:node", "cluster:core", "pdu:node,pdu:core")) {
            Schedule schedule = schedule(filters);
            assertThat(allocate(schedule, "1 pdu { 2 node! }")).as(filters).isInstanceOf(MatchResult.Allocated.class);
            assertThat(allocate(schedule, "1 pdu { 2 node! }")).as(filters).isInstanceOf(MatchResult.Allocated.class);
            assertThat(allocate(schedule, "1 pdu { 1 node! }")).as(filters).isInstanceOf(MatchResult.Busy.class);
            lastJob = 0;
        }
    }

    @Test
    void whatIsHeldByWayOfOneParentIsNotGivenByWayOfAnother() throws Exception {
        Schedule schedule = schedule("ALL:core,ALL:node");
        allocate(schedule, "1 rack!");
        assertThat(holds(schedule, 1, "/cluster0/rack0/node1/core0")).isTrue();
        assertThat(allocate(schedule, "1 pdu { 2 node! }")).isInstanceOf(MatchResult.Busy.class);
        assertThat(allocate(schedule, "1 pdu!")).isInstanceOf(MatchResult.Busy.class);
        assertThat(allocate(schedule, "1 pdu { 1 node! }")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(holds(schedule, 2, "/cluster0/rack1/node2")).isTrue();
        schedule.cancel(new JobId(1));
        assertThat(allocate(schedule, "1 pdu!")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(holds(schedule, 3, "/cluster0/rack0/node1")).isTrue();
        assertThat(allocate(schedule, "1 rack!")).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void aVertexThatWasOfNoUseOnTheFirstWayMayBeOnTheSecond() throws Exception {
        Schedule schedule = schedule("ALL:core,ALL:node");
        schedule.setStatus(schedule.graph().find("/cluster0/rack0"), Status.DOWN);
        var matcher = new Matcher(schedule, MatchPolicy.FIRST);
        var request = Jobs.jobspec("2 pdu { 1 node! }");
        assertThat(matcher.match(request, MatchOperation.WITHOUT_ALLOCATING, 0))
                .isInstanceOf(MatchResult.Matched.class);
        assertThat(matcher.match(request, MatchOperation.SATISFIABILITY, 0))
                .isInstanceOf(MatchResult.Satisfiable.class);
    }

    @Test
    void aParentMayComeLater() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 rack { 2 node { 2 core, 1 gpu } } }");
        allocate(schedule, "1 rack!");
        schedule.attach(Shapes.ALL.getLast().small());
        schedule.checkInvariants();
        assertThat(allocate(schedule, "1 pdu!")).isInstanceOf(MatchResult.Busy.class);
        assertThat(allocate(schedule, "1 pdu { 1 node! }")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(holds(schedule, 2, "/cluster0/rack1/node2")).isTrue();
    }
}
