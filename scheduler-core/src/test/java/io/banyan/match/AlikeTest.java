package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import org.junit.jupiter.api.Test;

class AlikeTest {

    /** A job has a core in one of two nodes with a socket that is down: only the other can be given whole. */
    @Test
    void whatIsHeldBelowSomethingDownMakesADifference() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 1 socket { 2 core } } }");
        var matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        book(schedule, matcher.match(Jobs.jobspec("1 core! for 100"), MatchOperation.ALLOCATE, 0));
        for (int node = 0; node < 2; node++) {
            schedule.setStatus(schedule.graph().find("/cluster0/node" + node + "/socket0"), Status.DOWN);
        }
        MatchResult now = matcher.match(Jobs.jobspec("1 node!"), MatchOperation.ALLOCATE, 0);
        assertThat(now).isInstanceOf(MatchResult.Allocated.class);
        book(schedule, now);
        MatchResult later = matcher.match(Jobs.jobspec("1 node! for 5"), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
        assertThat(later)
                .isInstanceOfSatisfying(
                        MatchResult.Reserved.class,
                        reserved -> assertThat(reserved.window().startSec()).isEqualTo(100));
    }

    /**
     * A rack that was emptied becomes too much for one parcel with the first of the nodes that come back at once, and
     * all of them are counted once.
     */
    @Test
    void whatComesBackTogetherBelowAnEmptyVertexIsCountedOnce() throws Exception {
        String graph = "cluster { 3 rack { 2 node { 2 socket { 2 core } } } }";
        Schedule schedule = Graphs.schedule(graph);
        for (int node = 4; node < 6; node++) {
            schedule.detach(new int[] {schedule.graph().find("/cluster0/rack2/node" + node)});
        }
        var matcher = new Matcher(schedule, MatchPolicy.FIRST);
        String jobspec = "2 slot { 1 node { 2 socket { 2 core } } }";
        book(schedule, matcher.match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0));
        schedule.attach(Graphs.subgraph(graph));
        schedule.checkInvariants();
    }

    private static void book(Schedule schedule, MatchResult result) {
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            schedule.commit(
                    new JobId(1 + schedule.holdings().bookings().size()), BookingKind.ALLOCATION, window, selection);
        }
    }
}
