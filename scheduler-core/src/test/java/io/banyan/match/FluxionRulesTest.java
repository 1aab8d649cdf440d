package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two nodes of two cores, of which the root counts the cores alone. */
class FluxionRulesTest {

    private final PruneFilters filters = PruneFilters.parse("ALL:core");
    private final Schedule schedule;
    private final Matcher matcher;
    private long lastJob;

    FluxionRulesTest() throws Exception {
        schedule = new Schedule(
                ResourceGraph.of(Graphs.subgraph("cluster { 2 node { 2 core } }")), filters, Graphs.HORIZON);
        matcher = new Matcher(schedule, MatchPolicy.parse("high"));
    }

    private MatchResult match(String request, MatchOperation operation) throws Exception {
        return match(Jobs.jobspec(request), operation, filters);
    }

    private MatchResult match(Jobspec jobspec, MatchOperation operation, PruneFilters counted) throws Exception {
        MatchResult result = matcher.matchAsFluxion(jobspec, operation, counted, 0);
        if (result instanceof MatchResult.Allocated it) {
            schedule.commit(new JobId(++lastJob), BookingKind.ALLOCATION, it.window(), it.selection());
        } else if (result instanceof MatchResult.Reserved it) {
            schedule.commit(new JobId(++lastJob), BookingKind.RESERVATION, it.window(), it.selection());
        }
        return result;
    }

    private long reservedAt(String request) throws Exception {
        return match(request, MatchOperation.ALLOCATE_ORELSE_RESERVE) instanceof MatchResult.Reserved it
                ? it.window().startSec()
                : -1;
    }

    @Test
    void goesOnToATimeThatItKnowsWhereItDoesNotKnowTheFirst() throws Exception {
        match("1 slot { 1 node } for 60", MatchOperation.ALLOCATE);
        match("1 node { 1 slot { 1 core } } for 600", MatchOperation.ALLOCATE);
        assertThat(reservedAt("1 slot { 1 node } for 100")).isEqualTo(600);
    }

    @Test
    void looksAtNoTimeWhereNothingIsHeldThatIsCounted() throws Exception {
        match("2 slot { 1 node } for 60", MatchOperation.ALLOCATE);
        assertThat(reservedAt("1 slot { 1 node } for 100")).isEqualTo(-1);
    }

    @Test
    void whatWaitsForTheOneNodeThatMeetsTheConstraintIsNotUnsatisfiable() throws Exception {
        schedule.setStatus(schedule.graph().find("/cluster0/node0"), Status.DOWN);
        PruneFilters counted = PruneFilters.parse("ALL:core,ALL:node");
        Jobspec onRank0 = onRank("0");
        assertThat(match(onRank0, MatchOperation.SATISFIABILITY, counted)).isInstanceOf(MatchResult.Satisfiable.class);
        assertThat(match(onRank0, MatchOperation.ALLOCATE_WITH_SATISFIABILITY, counted))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(match(onRank("7"), MatchOperation.ALLOCATE_WITH_SATISFIABILITY, counted))
                .isInstanceOf(MatchResult.Unsatisfiable.class);
        assertThat(match(
                        Jobs.jobspec("2 slot { 1 node } for 100"),
                        MatchOperation.ALLOCATE_WITH_SATISFIABILITY,
                        counted))
                .as("without a constraint the nodes that are up are counted")
                .isInstanceOf(MatchResult.Unsatisfiable.class);
    }

    @Test
    void findsNothingForSeveralSlotsOnOneLevelWhereTheTraverserIsSimple() throws Exception {
        String two = "1 slot { 1 node }, 1 slot { 2 core }";
        assertThat(match(two, MatchOperation.ALLOCATE)).isInstanceOf(MatchResult.Busy.class);
        assertThat(match(two, MatchOperation.SATISFIABILITY)).isInstanceOf(MatchResult.Unsatisfiable.class);
        assertThat(match(two + " using siblings", MatchOperation.ALLOCATE)).isInstanceOf(MatchResult.Allocated.class);
    }

    /** 2^31 x 2^31 x 4 nodes are as many as there are longs. */
    @Test
    void moreNodesThanCanBeCountedAreNotThere() throws Exception {
        Jobspec request = Jobs.jobspec("2147483648 rack { 2147483648 socket { 4 node! } }");
        PruneFilters counted = PruneFilters.parse("ALL:core,ALL:node");
        assertThat(match(request, MatchOperation.ALLOCATE_ORELSE_RESERVE, counted))
                .as("with enough nodes it would be unsatisfiable")
                .isInstanceOf(MatchResult.Busy.class);
    }

    private static Jobspec onRank(String ranks) {
        Jobspec jobspec = Jobs.jobspec("1 slot { 1 node }");
        var attributes = new Attributes(
                100,
                Optional.empty(),
                new Constraint.Ranks(IdSet.parse(ranks)),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of());
        return new Jobspec(1, jobspec.resources(), jobspec.tasks(), attributes);
    }
}
