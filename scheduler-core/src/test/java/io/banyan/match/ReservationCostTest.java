package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that what a reservation looks at grows with the jobs that are booked, not with the nodes that they have: as
 * many jobs, each of ten times as many nodes, make as many signatures.
 */
@Isolated
class ReservationCostTest {

    private static final int FEW = 1_000;
    private static final int MANY = 10_000;
    private static final int JOBS = 40;
    private static final int[] SHARES = {4, 5, 8};
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Work(String when, long visits, long walks, long bytes) {}

    /** Whole nodes; nodes that are shared by the core; nodes in racks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "cluster { %d node { 2 core, 1 gpu } }; %d node!; 4 node!",
                "cluster { %d node { 2 core, 1 gpu } }; %d slot { 1 node { 1 core } }; 1 slot { 1 node { 2 core } }",
                "cluster { %d rack { 20 node { 2 core, 1 gpu } } }; %d node!; 4 node!"
            })
    void theWorkOfAReservationIsTheSameForTenTimesAsManyNodes(String graph, String booked, String asked)
            throws Exception {
        // With racks that are taken in part the first that is found depends on how many there are.
        for (String policy :
                graph.contains("rack") ? List.of("low", "high") : List.of("first", "low", "high", "hinodex")) {
            List<Work> few = works(graph, FEW, policy, booked, asked);
            List<Work> many = works(graph, MANY, policy, booked, asked);
            for (int i = 0; i < few.size(); i++) {
                String what = policy + ", " + asked + ", after " + i;
                assertThat(many.get(i).when).as(what).isEqualTo(few.get(i).when);
                assertThat(many.get(i).visits).as("visits, %s", what).isLessThanOrEqualTo(few.get(i).visits + 12);
                assertThat(many.get(i).walks).as("times tried, %s", what).isEqualTo(few.get(i).walks);
                assertThat(many.get(i).walks).as("times tried, %s", what).isLessThanOrEqualTo(10);
                assertThat(many.get(i).bytes).as("bytes, %s", what).isLessThan(2 * few.get(i).bytes + 16_384);
            }
        }
    }

    /**
     * Every job wants a quarter of the nodes or less; after each the request that is measured is matched, and not
     * booked.
     */
    private static List<Work> works(String graph, int nodes, String policy, String booked, String asked)
            throws Exception {
        int units = graph.contains("rack") ? nodes / 20 : nodes;
        var schedule = new Schedule(
                Graphs.graph(graph.formatted(units)), PruneFilters.parse("ALL:core,ALL:node,ALL:gpu"), Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        Jobspec request = Jobs.jobspec(asked + " for 50");
        var works = new ArrayList<Work>();
        for (int job = 1; job <= JOBS; job++) {
            String size = booked.formatted(nodes / SHARES[job % SHARES.length]);
            book(schedule, job, matcher.match(jobspec(size, job), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0));
            matcher.match(request, MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
            long walks = matcher.visits().walks();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            MatchResult result = matcher.match(request, MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            works.add(new Work(
                    when(result), matcher.visits().preorder(), matcher.visits().walks() - walks, bytes));
        }
        return works;
    }

    private static Jobspec jobspec(String size, int job) {
        return Jobs.jobspec(size + " for " + 10 * (1 + job % 7));
    }

    private static void book(Schedule schedule, int job, MatchResult result) {
        switch (result) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                schedule.commit(new JobId(job), BookingKind.ALLOCATION, window, selection);
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                schedule.commit(new JobId(job), BookingKind.RESERVATION, window, selection);
            case MatchResult.Matched m -> throw new AssertionError(m);
            case MatchResult.Satisfiable s -> throw new AssertionError(s);
            case MatchResult.Busy b -> throw new AssertionError(b);
            case MatchResult.Unsatisfiable u -> throw new AssertionError(u);
        }
    }

    private static String when(MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated a -> "now";
            case MatchResult.Reserved r -> "at " + r.window().startSec();
            case MatchResult.Matched m -> "matched";
            case MatchResult.Satisfiable s -> "satisfiable";
            case MatchResult.Busy b -> "busy";
            case MatchResult.Unsatisfiable u -> "never";
        };
    }
}
