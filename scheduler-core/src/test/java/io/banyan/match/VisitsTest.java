package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How many vertices a match looks at (preorder), and at how many of them and all that they need it found what was asked
 * for (postorder), on a cluster of one rack with two nodes of two sockets, each with 18 cores, a GPU and 4 pieces of
 * memory: 1 + 1 + 2 + 4 x (1 + 23) = 100 vertices. The same requests that Fluxion's own test of pruning counts.
 */
class VisitsTest {

    private static final String TINY = "cluster { 1 rack { 2 node { 2 socket { 18 core, 1 gpu, 4 memory:2 } } } }";
    private static final String CORES_OF_A_SOCKET = "1 node { 1 socket { 1 slot { 18 core } } }";

    /** Matches the request until it fails; each match's visits as {@code preorder/postorder}. */
    private static List<String> visits(String policy, String filters) throws Exception {
        var schedule = new Schedule(Graphs.graph(TINY), PruneFilters.parse(filters), Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy), TraverserKind.SIMPLE, MatchExtent.FLUXION);
        var visits = new ArrayList<String>();
        boolean found = true;
        for (int job = 1; found; job++) {
            MatchResult result = matcher.match(Jobs.jobspec(CORES_OF_A_SOCKET), MatchOperation.ALLOCATE, 0);
            visits.add(matcher.visits().preorder() + "/" + matcher.visits().postorder());
            found = result instanceof MatchResult.Allocated;
            if (result instanceof MatchResult.Allocated(var selection, TimeWindow window)) {
                schedule.commit(new JobId(job), BookingKind.ALLOCATION, window, selection);
            }
        }
        return visits;
    }

    @Test
    void everythingIsLookedAtWhereNoFilterCountsTheCores() throws Exception {
        // All is looked at, and all fits but the 4 x 5 GPUs and pieces of memory: 100/80. Then a socket and its 18
        // cores
        // do not fit any more (61), then the other socket of the node and so the node (41), and so on; the last request
        // finds no node, but the cluster and the rack are passed: 2.
        assertThat(visits("high", "cluster:memory")).containsExactly("100/80", "100/61", "100/41", "100/22", "100/2");
    }

    @Test
    void aNodeThatCountsItsCoresIsNotEnteredWhereTheyAreTaken() throws Exception {
        // With both sockets taken, the 2 x 24 vertices below the node are not looked at: 100 - 48 = 52, and then 4.
        assertThat(visits("high", "node:core")).containsExactly("100/80", "100/61", "52/41", "52/22", "4/2");
    }

    @Test
    void aSocketThatCountsItsCoresIsNotEnteredEither() throws Exception {
        // The 23 vertices below a taken socket are not looked at: 77. With the second socket its node is not entered,
        // so
        // that the sockets themselves are not looked at either: 77 - 23 - 2 = 52; then 52 - 23 = 29, 29 - 23 - 2 = 4.
        List<String> counted = List.of("100/80", "77/61", "52/41", "29/22", "4/2");
        assertThat(visits("high", "ALL:core")).isEqualTo(counted);
        assertThat(visits("low", "ALL:core,ALL:node")).isEqualTo(counted);
    }

    @Test
    void firstStopsAtTheFirstSocketThatFits() throws Exception {
        // Cluster, rack, node, socket, its pieces of memory, its GPU and its cores, from the last to the first:
        // 4 + 4 + 1 + 18 = 27, of which 4 + 18 fit. A full socket has sunk to the end of its node's children and a full
        // node to the end of the rack's, so that none is looked at before one that is free. In the end the cluster and
        // the rack are passed, and both nodes are refused by their count of cores.
        assertThat(visits("first", "ALL:core")).containsExactly("27/22", "27/22", "27/22", "27/22", "4/2");
    }

    /** Fluxion looks at each later time, and only then at the empty system; the last of these walks counts. */
    @Test
    void theLastWalkForAReservationCounts() throws Exception {
        var schedule = new Schedule(Graphs.graph(TINY), PruneFilters.parse("ALL:core"), Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.parse("high"), TraverserKind.SIMPLE, MatchExtent.FLUXION);
        book(schedule, matcher, 1, "1 slot { 1 node! } for 50");
        book(schedule, matcher, 2, "1 slot { 1 node! }");
        // At 50 one node is free, and of the other nothing below is looked at: 100 - 2 x 24.
        var one = (MatchResult.Reserved) matcher.match(
                Jobs.jobspec("1 node { 1 slot { 2 socket } } for 50"), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
        assertThat(one.window().startSec()).isEqualTo(50);
        assertThat(matcher.visits().preorder()).isEqualTo(52);
        MatchResult both = matcher.match(
                Jobs.jobspec("2 node { 1 slot { 1 socket { 18 core } } } for 50"),
                MatchOperation.ALLOCATE_ORELSE_RESERVE,
                0);
        assertThat(both).isInstanceOf(MatchResult.Busy.class);
        assertThat(matcher.visits().preorder()).isEqualTo(100);
    }

    private static void book(Schedule schedule, Matcher matcher, long job, String request) throws Exception {
        MatchResult found = matcher.match(Jobs.jobspec(request), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
        if (found instanceof MatchResult.Reserved(var selection, TimeWindow window)) {
            schedule.commit(new JobId(job), BookingKind.RESERVATION, window, selection);
        } else if (found instanceof MatchResult.Allocated(var selection, TimeWindow window)) {
            schedule.commit(new JobId(job), BookingKind.ALLOCATION, window, selection);
        }
    }
}
