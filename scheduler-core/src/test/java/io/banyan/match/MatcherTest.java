package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatcherTest {

    private static final String TINY = "cluster { 2 node { 2 socket { 4 core, 1 gpu, 2 memory:2 } } }";
    private long nextJob = 1;

    private MatchResult match(Schedule schedule, String policy, String jobspec, MatchOperation operation) {
        try {
            return new Matcher(schedule, MatchPolicy.parse(policy)).match(Jobs.jobspec(jobspec), operation, 0);
        } catch (JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private MatchResult allocate(Schedule schedule, String policy, String jobspec) {
        MatchResult result = match(schedule, policy, jobspec, MatchOperation.ALLOCATE);
        if (result instanceof MatchResult.Allocated allocated) {
            schedule.commit(new JobId(nextJob++), BookingKind.ALLOCATION, allocated.window(), allocated.selection());
            schedule.checkInvariants();
        }
        return result;
    }

    private static List<String> exclusivePaths(Schedule schedule, Selection selection) {
        var paths = new ArrayList<String>();
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i)) {
                paths.add(schedule.graph().path(selection.vertex(i)));
            }
        }
        return paths;
    }

    private static Selection selectionOf(MatchResult result) {
        return ((MatchResult.Allocated) result).selection();
    }

    @Test
    void takesTheHighestIdsWhenThePolicyIsHigh() {
        Schedule schedule = Graphs.schedule(TINY);
        MatchResult result = allocate(schedule, "high", "1 node { 1 slot { 1 socket { 1 core } } }");

        assertThat(exclusivePaths(schedule, selectionOf(result)))
                .containsExactly("/cluster0/node1/socket1/core3", "/cluster0/node1/socket1");
    }

    @Test
    void takesTheLowestIdsWhenThePolicyIsLow() {
        Schedule schedule = Graphs.schedule(TINY);
        MatchResult result = allocate(schedule, "low", "1 node { 1 slot { 1 socket { 2 core } } }");

        assertThat(exclusivePaths(schedule, selectionOf(result)))
                .containsExactly(
                        "/cluster0/node0/socket0/core0", "/cluster0/node0/socket0/core1", "/cluster0/node0/socket0");
    }

    @ParameterizedTest
    @MethodSource("io.banyan.match.policy.MatchPolicy#scored")
    void fillsTheSystemWithWholeNodesAndThenIsBusy(String policy) {
        Schedule schedule = Graphs.schedule(TINY);
        assertThat(allocate(schedule, policy, "1 slot { 1 node! }")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(allocate(schedule, policy, "1 slot { 1 node! }")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(allocate(schedule, policy, "1 slot { 1 node! }")).isInstanceOf(MatchResult.Busy.class);

        schedule.cancel(new JobId(1));
        schedule.cancel(new JobId(2));
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(16);
    }

    @Test
    void aWholeNodeIsWrittenOnceAtItsTop() {
        Schedule small = Graphs.schedule("cluster { 4 rack { 4 node { 2 socket { 4 core } } } }");
        Schedule large = Graphs.schedule("cluster { 4 rack { 4 node { 2 socket { 64 core } } } }");
        long smallBefore = small.touched();
        long largeBefore = large.touched();
        allocate(small, "low", "1 slot { 1 node! }");
        allocate(large, "low", "1 slot { 1 node! }");

        // One span on the node, one aggregate each on its rack and its cluster: three vertices, whatever is in the
        // node.
        assertThat(small.touched() - smallBefore).isEqualTo(3);
        assertThat(large.touched() - largeBefore).isEqualTo(3);
        assertThat(large.holdings().selection(new JobId(2)).size()).isEqualTo(2 + 1 + 2 + 128);
    }

    @Test
    void neverSplitsAPool() {
        Schedule schedule = Graphs.schedule(TINY);
        MatchResult result = allocate(schedule, "low", "1 slot { 1 socket { 3 memory } }");

        assertThat(exclusivePaths(schedule, selectionOf(result)))
                .containsExactly(
                        "/cluster0/node0/socket0/memory0",
                        "/cluster0/node0/socket0/memory1",
                        "/cluster0/node0/socket0");
    }

    @Test
    void levelsMayBeLeftOutOnlyAboveTheFirstMatch() {
        Schedule schedule = Graphs.schedule(TINY);
        assertThat(match(schedule, "low", "2 core!", MatchOperation.ALLOCATE))
                .isInstanceOf(MatchResult.Allocated.class);
        assertThat(match(schedule, "low", "1 node! { 1 core }", MatchOperation.ALLOCATE))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(match(schedule, "low", "1 node { 1 slot { 1 core } }", MatchOperation.SATISFIABILITY))
                .isInstanceOf(MatchResult.Unsatisfiable.class);
    }

    @Test
    void takesAsManyAsThereAreUpToTheMaximum() {
        Schedule schedule = Graphs.schedule(TINY);
        MatchResult result = allocate(schedule, "low", "1 node { 1-8 slot { 1 socket { 1 core } } }");

        assertThat(exclusivePaths(schedule, selectionOf(result))).hasSize(4);
    }

    @Test
    void reservesTheEarliestWindowWhenAllIsBusy() {
        Schedule schedule = Graphs.schedule(TINY);
        allocate(schedule, "low", "2 slot { 1 node! } for 100");
        MatchResult result =
                match(schedule, "low", "1 slot { 1 node! } for 50", MatchOperation.ALLOCATE_ORELSE_RESERVE);

        assertThat(result).isInstanceOfSatisfying(MatchResult.Reserved.class, reserved -> {
            assertThat(reserved.window().startSec()).isEqualTo(100);
            assertThat(reserved.window().endSec()).isEqualTo(150);
        });
    }

    @Test
    void atATimeThatIsNotPlannedThereIsNothing() throws Exception {
        Schedule schedule = Graphs.schedule(TINY);
        Matcher matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        long endSec = schedule.horizon().endSec();

        for (long sec : new long[] {endSec, endSec + 7, schedule.horizon().startSec() - 1}) {
            assertThat(matcher.matchAt(Jobs.jobspec("1 slot { 1 node! } for 50"), sec))
                    .isInstanceOfSatisfying(
                            MatchResult.Busy.class,
                            no -> assertThat(no.reasons()).containsExactly(Reason.NO_TIME));
        }
        assertThat(matcher.matchAt(Jobs.jobspec("1 slot { 1 node! } for 50"), endSec - 1))
                .isInstanceOf(MatchResult.Reserved.class);
    }

    @Test
    void asksForMoreThanThereIsIsUnsatisfiableEvenForAReservation() {
        Schedule schedule = Graphs.schedule(TINY);
        MatchResult result = match(schedule, "low", "3 slot { 1 node! }", MatchOperation.ALLOCATE_ORELSE_RESERVE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        MatchResult.Unsatisfiable.class,
                        no -> assertThat(no.reasons().getFirst().toString())
                                .isEqualTo("node: 3 needed, 2 in the whole graph"));
    }

    @Test
    void aNoSaysHowManyWereNeededAndHowManyThereWere() {
        Schedule schedule = Graphs.schedule(TINY);
        allocate(schedule, "low", "1 slot { 1 node! }");
        MatchResult result = match(schedule, "low", "2 slot { 1 node { 2 socket } }", MatchOperation.ALLOCATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        MatchResult.Busy.class,
                        busy -> assertThat(busy.reasons()).contains(new Reason("node", 2, 1, "of 2 free")));
    }

    @Test
    void aTypeThatTheGraphDoesNotKnowIsUnsatisfiable() {
        Schedule schedule = Graphs.schedule(TINY);
        assertThat(match(schedule, "low", "1 slot { 1 quantum }", MatchOperation.ALLOCATE))
                .isInstanceOfSatisfying(
                        MatchResult.Unsatisfiable.class,
                        no -> assertThat(no.reasons())
                                .containsExactly(
                                        new Reason("quantum", 1, 0, "in this graph, which knows no such type")));
    }

    @Test
    void aVertexThatBelongsToSomebodyElseAsWellIsNeverGivenWhole() {
        Schedule schedule = Graphs.schedule(TINY);
        schedule.markShared(new int[] {schedule.graph().find("/cluster0/node0")});
        MatchResult result = allocate(schedule, "low", "1 slot { 1 node! }");

        assertThat(exclusivePaths(schedule, selectionOf(result))).contains("/cluster0/node1");
        assertThat(allocate(schedule, "low", "1 slot { 1 node! }")).isInstanceOf(MatchResult.Busy.class);
        assertThat(allocate(schedule, "low", "1 slot { 1 socket }")).isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void refusesToShareInsideASlot() {
        assertThatThrownBy(() -> new Matcher(Graphs.schedule(TINY), MatchPolicy.FIRST)
                        .match(io.banyan.jobspec.JobspecReader.read("""
                                        {"version": 1, "resources": [{"type": "slot", "count": 1, "label": "s", "with": [
                                        {"type": "node", "count": 1, "exclusive": false}]}], "tasks": [], "attributes": null}
                                        """, "test"), MatchOperation.ALLOCATE, 0))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining("exclusive: false");
    }

    /** Such as the vertex of a provider, in an instance that has the rest for itself. */
    @ParameterizedTest
    @MethodSource("io.banyan.match.policy.MatchPolicy#scored")
    void whatHoldsSomethingOfSomebodyElseIsNotGivenWhole(String policy) throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 core } }");
        ResourceGraph graph = schedule.graph();
        int core = graph.find("/cluster0/node1/core1");
        schedule.markShared(new int[] {core});
        schedule.checkInvariants();

        assertThat(allocate(schedule, policy, "1 node!")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(allocate(schedule, policy, "1 node!")).isInstanceOf(MatchResult.Busy.class);
        schedule.cancel(new JobId(1));
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        for (String whole : new String[] {"1 cluster!", "2 node!"}) {
            assertThat(matcher.match(Jobs.jobspec(whole), MatchOperation.SATISFIABILITY, 0))
                    .as(whole)
                    .isInstanceOf(MatchResult.Unsatisfiable.class);
        }

        schedule.detach(new int[] {core});
        schedule.checkInvariants();
        assertThat(matcher.match(Jobs.jobspec("1 cluster!"), MatchOperation.ALLOCATE, 0))
                .isInstanceOf(MatchResult.Allocated.class);
    }
}
