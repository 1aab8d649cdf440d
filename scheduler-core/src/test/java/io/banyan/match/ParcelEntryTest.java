package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that what was found in one parcel is laid on those that are alike, and only where a search would find the same.
 */
class ParcelEntryTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Jobspec LARGE = Jobs.jobspec("64 slot { 1 node { 2 socket { 16 core } } }");

    private static List<String> match(Schedule schedule, String request, String policy) throws Exception {
        return match(schedule, request, new Matcher(schedule, MatchPolicy.parse(policy)));
    }

    private static List<String> match(Schedule schedule, String request, Matcher matcher) throws Exception {
        var paths = new ArrayList<String>();
        if (matcher.match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0)
                instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            for (int i = 0; i < selection.size(); i++) {
                paths.add(schedule.graph().path(selection.vertex(i)));
            }
        }
        return paths;
    }

    private static void bookAndCancel(Schedule schedule, String request, String policy) throws Exception {
        MatchResult result = new Matcher(schedule, MatchPolicy.parse(policy))
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            schedule.commit(new JobId(1), BookingKind.ALLOCATION, window, selection);
            schedule.cancel(new JobId(1));
        }
    }

    /** A job was in the socket of node2 that comes first, so that the other one comes first there from now on. */
    @Test
    void aParcelThatIsExploredInAnotherOrderIsSearched() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 3 node { 2 socket { 2 core } } }");
        bookAndCancel(schedule, "1 socket { 1 core! }", "first");
        List<String> found = match(schedule, "3 node { 1 socket { 1 core! } }", "first");
        var thorough = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE, MatchExtent.FLUXION);
        assertThat(found).contains("/cluster0/node0/socket1").contains("/cluster0/node2/socket0");
        assertThat(found).isEqualTo(match(schedule, "3 node { 1 socket { 1 core! } }", thorough));
    }

    @Test
    void visitsAreThoseOfASearch() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 4 node { 2 socket { 2 core } } }");
        var matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        for (int nodes = 1; nodes <= 4; nodes++) {
            match(schedule, nodes + " node { 1 socket { 1 core! } }", matcher);
            match(schedule, nodes + " node { 1 socket { 1 core! } }", matcher);
            assertThat(matcher.visits().preorder())
                    .as("the cluster, and of each node itself, two sockets and four cores")
                    .isEqualTo(1 + 7 * nodes);
        }
    }

    /** Measured: 385,688 (first) and 371,088 (low); 1,632,568 and 865,824 where each of the 64 nodes is searched. */
    @ParameterizedTest
    @ValueSource(strings = {"first", "low"})
    void aRequestForManyNodesTakesFewBytesForEach(String policy) throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 128 node { 2 socket { 16 core } } }");
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            MatchResult result = matcher.match(LARGE, MatchOperation.ALLOCATE, 0);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            assertThat(result).isInstanceOf(MatchResult.Allocated.class);
        }
        assertThat(least).isLessThan(500_000);
    }
}
