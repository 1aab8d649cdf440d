package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.resource.JobId;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * On two racks of two nodes with two sockets of four cores and a GPU: what a walk by tags visits, and what filters say.
 */
class CancelVisitsTest {
    private static final JobId JOB = new JobId(1);

    private final Schedule schedule = Graphs.schedule("cluster { 2 rack { 2 node { 2 socket { 4 core, 1 gpu } } } }");

    private void allocate(String jobspec) throws Exception {
        MatchResult result = new Matcher(schedule, MatchPolicy.parse("low"))
                .match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, 0);
        var allocated = (MatchResult.Allocated) result;
        schedule.commit(JOB, BookingKind.ALLOCATION, allocated.window(), allocated.selection());
    }

    private CancelVisits visits() {
        return CancelVisits.of(schedule, JOB, new BitSet());
    }

    private Map<String, String> filter(String path, Optional<JobId> job) {
        return new FilterContents(schedule, job, 0).of(schedule.graph().find(path));
    }

    @Test
    void lookAtTheChildrenOfWhatIsTagged() throws Exception {
        allocate("1 slot { 1 core }");
        // Looked at: cluster, 2 racks, 2 nodes, 2 sockets, 5 below the socket; tagged: one of each down to the core.
        assertThat(visits()).isEqualTo(new CancelVisits(12, 5));
    }

    @Test
    void countWhatAWholeNodeImplies() throws Exception {
        allocate("1 slot { 1 node! }");
        // Tagged: cluster, rack, node, 2 sockets, 2 x 5 below them; looked at: those and the other rack and node.
        assertThat(visits()).isEqualTo(new CancelVisits(17, 15));
        assertThat(schedule.holdings().booking(JOB)).isPresent();
    }

    @Test
    void countWhatAPartialReleaseLeft() throws Exception {
        allocate("2 slot { 1 node! }");
        schedule.release(JOB, new int[] {schedule.graph().find("/cluster0/rack0/node0")});
        assertThat(visits()).isEqualTo(new CancelVisits(17, 15));
    }

    @Test
    void followTagsThatAreLeftBehind() throws Exception {
        allocate("1 slot { 1 node! }");
        schedule.release(JOB, new int[] {schedule.graph().find("/cluster0/rack0/node0")});
        BitSet left = new BitSet();
        left.set(schedule.graph().root());
        assertThat(CancelVisits.of(schedule, JOB, left)).isEqualTo(new CancelVisits(3, 1));
    }

    @Test
    void filtersSayWhatIsUsedBelowAWholeNode() throws Exception {
        allocate("1 slot { 1 node! }");
        Map<String, String> used = Map.of("core", "used:4, total:4", "node", "used:0, total:0");
        assertThat(filter("/cluster0/rack0/node0/socket1", Optional.empty())).isEqualTo(used);
        assertThat(filter("/cluster0/rack0/node0/socket1", Optional.of(JOB))).isEqualTo(used);
        assertThat(filter("/cluster0", Optional.empty()))
                .containsExactly(
                        Map.entry("core", "used:8, total:32"),
                        Map.entry("gpu", "used:2, total:8"),
                        Map.entry("node", "used:1, total:4"));
        assertThat(filter("/cluster0/rack1", Optional.empty())).containsEntry("core", "used:0, total:16");
        assertThat(filter("/cluster0", Optional.of(new JobId(2)))).containsEntry("core", "used:0, total:32");
        assertThat(filter("/cluster0/rack0/node0/socket1/core0", Optional.empty()))
                .isEmpty();
    }

    @Test
    void filtersSayWhatIsUsedOfAPart() throws Exception {
        allocate("1 slot { 3 core }");
        assertThat(filter("/cluster0/rack0/node0", Optional.empty())).containsEntry("core", "used:3, total:8");
        assertThat(filter("/cluster0/rack0/node0", Optional.of(JOB))).containsEntry("core", "used:3, total:8");
    }
}
