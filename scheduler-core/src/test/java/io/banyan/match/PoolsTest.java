package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.JgfWriter;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Claims;
import io.banyan.schedule.PartialRelease;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Divisible pools: given out in granules, to several jobs at a time. */
class PoolsTest {
    private static final String ONE_POOL = "cluster { 1 node { 4 core, memory:256/32 } }";
    private static final String TWO_POOLS = "cluster { 1 node { 4 core, 2 memory:256/32 } }";
    private static final String LICENCES = "cluster { 3 node { 2 core }, licence:5/1 }";
    private static final String POOL = "/cluster0/node0/memory0";

    private long lastJob;

    private MatchResult match(Schedule schedule, String policy, String job, MatchOperation operation, long now) {
        try {
            MatchResult result =
                    new Matcher(schedule, MatchPolicy.parse(policy)).match(Jobs.jobspec(job), operation, now);
            switch (result) {
                case MatchResult.Allocated it -> commit(schedule, BookingKind.ALLOCATION, it.window(), it.selection());
                case MatchResult.Reserved it -> commit(schedule, BookingKind.RESERVATION, it.window(), it.selection());
                case MatchResult.Matched it -> {}
                case MatchResult.Satisfiable it -> {}
                case MatchResult.Busy it -> {}
                case MatchResult.Unsatisfiable it -> {}
            }
            return result;
        } catch (io.banyan.jobspec.JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private void commit(Schedule schedule, BookingKind kind, TimeWindow window, Selection selection) {
        schedule.commit(new JobId(++lastJob), kind, window, selection);
        schedule.checkInvariants();
    }

    private MatchResult allocate(Schedule schedule, String job) {
        return match(schedule, "first", job, MatchOperation.ALLOCATE, 0);
    }

    private long granted(Schedule schedule, long job, String path) {
        Selection selection = schedule.holdings().selection(new JobId(job));
        for (int i = 0; i < selection.size(); i++) {
            if (schedule.graph().path(selection.vertex(i)).equals(path) && selection.exclusive(i)) {
                return selection.amount(i);
            }
        }
        return 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "high", "low", "hinode", "lonode", "locality", "variation"})
    void severalJobsShareOnePoolUntilTooLittleIsLeft(String policy) {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        String job = "1 slot { 1 core, 100 memory }";

        // 100 are 4 granules of 32, so 128 of the 256 each.
        assertThat(match(schedule, policy, job, MatchOperation.ALLOCATE, 0)).isInstanceOf(MatchResult.Allocated.class);
        assertThat(match(schedule, policy, job, MatchOperation.ALLOCATE, 0)).isInstanceOf(MatchResult.Allocated.class);
        MatchResult third = match(schedule, policy, job, MatchOperation.ALLOCATE, 0);

        assertThat(granted(schedule, 1, POOL)).isEqualTo(128);
        assertThat(granted(schedule, 2, POOL)).isEqualTo(128);
        assertThat(((MatchResult.Busy) third).reasons())
                .extracting(Reason::toString)
                .containsExactly("memory: 100 needed, 0 of 256 free");
        assertThat(schedule.holdings().free("memory")).isZero();
    }

    /** A pool that came without being granted, beside cores that were. */
    @Test
    void nothingIsGivenOfAPoolThatBelongsToSomebodyElseAsWell() {
        Schedule schedule = Graphs.schedule(TWO_POOLS);
        schedule.markShared(new int[] {schedule.graph().find(POOL)});
        String job = "1 slot { 1 core, 128 memory }";

        var first = (MatchResult.Allocated) match(schedule, "first", job, MatchOperation.ALLOCATE, 0);
        assertThat(ResourceWriter.write(
                        MatchFormat.SIMPLE, schedule.graph(), first.selection(), 0, 1, Optional.empty()))
                .contains("memory1[128:x]")
                .doesNotContain("memory0");
        for (String policy : MatchPolicy.scored()) {
            assertThat(match(schedule, policy, "1 slot { 1 core, 160 memory }", MatchOperation.ALLOCATE, 0))
                    .as(policy)
                    .isInstanceOf(MatchResult.Busy.class);
            assertThat(match(schedule, policy, "1 slot { 1 core, 512 memory }", MatchOperation.SATISFIABILITY, 0))
                    .as(policy)
                    .isInstanceOf(MatchResult.Unsatisfiable.class);
        }
    }

    @Test
    void anUnmarkedPoolIsStillGivenWhole() {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 4 core, memory:256 } }");
        allocate(schedule, "1 slot { 1 core, 100 memory }");

        assertThat(granted(schedule, 1, POOL)).isEqualTo(256);
    }

    @Test
    void severalSlotsTakeFromOnePool() {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        assertThat(allocate(schedule, "4 slot { 1 core, 64 memory }")).isInstanceOf(MatchResult.Allocated.class);

        assertThat(granted(schedule, 1, POOL)).isEqualTo(256);
    }

    @Test
    void aRequestThatOnePoolCannotMeetTakesTheRestFromTheNext() {
        Schedule schedule = Graphs.schedule(TWO_POOLS);
        assertThat(match(schedule, "low", "1 slot { 300 memory }", MatchOperation.ALLOCATE, 0))
                .isInstanceOf(MatchResult.Allocated.class);

        assertThat(granted(schedule, 1, POOL)).isEqualTo(256);
        assertThat(granted(schedule, 1, "/cluster0/node0/memory1")).isEqualTo(64);
    }

    @Test
    void anExclusiveRequestWantsTheWholePool() {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        allocate(schedule, "1 slot { 1 core, 10 memory }");
        assertThat(allocate(schedule, "1 slot { 10 memory! }")).isInstanceOf(MatchResult.Busy.class);
        schedule.cancel(new JobId(1));

        assertThat(allocate(schedule, "1 slot { 10 memory! }")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(granted(schedule, 2, POOL)).isEqualTo(256);
    }

    @Test
    void anExclusiveNodeBringsItsPoolsWholeAndNeedsThemUntouched() {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core, memory:256/32 } }");
        match(schedule, "low", "1 slot { 10 memory }", MatchOperation.ALLOCATE, 0);
        allocate(schedule, "1 slot { 1 node! { 10 memory } }");

        assertThat(granted(schedule, 2, "/cluster0/node1/memory0")).isEqualTo(256);
        assertThat(allocate(schedule, "1 node!")).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void whatAJobDoesNotAskForInItsNodeIsNobodysWhileTheNodeIsHeld() {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        allocate(schedule, "1 slot { 1 node { 10 memory } }");

        assertThat(granted(schedule, 1, POOL)).isEqualTo(32);
        assertThat(allocate(schedule, "1 slot { 10 memory }")).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void aSharedRequestTakesNothingOfThePool() {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        allocate(schedule, "1 node { 1 slot { 1 core }, 100 memory~ }");

        assertThat(granted(schedule, 1, POOL)).isZero();
    }

    @Test
    void licencesUnderTheRootAreCountedBesideTheSlots() {
        Schedule schedule = Graphs.schedule(LICENCES);
        assertThat(allocate(schedule, "1 slot { 1 node }, 2 licence")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(allocate(schedule, "1 slot { 2 core }, 2 licence")).isInstanceOf(MatchResult.Allocated.class);
        MatchResult third = allocate(schedule, "1 slot { 1 node }, 2 licence");

        assertThat(granted(schedule, 1, "/cluster0/licence0")).isEqualTo(2);
        assertThat(((MatchResult.Busy) third).reasons())
                .extracting(Reason::toString)
                .containsExactly("licence: 2 needed, 1 of 5 free");
        assertThat(allocate(schedule, "1 slot { 1 node }, 1 licence")).isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void licencesAloneAreARequest() {
        Schedule schedule = Graphs.schedule(LICENCES);
        assertThat(allocate(schedule, "5 licence")).isInstanceOf(MatchResult.Allocated.class);
        assertThat(allocate(schedule, "1 licence")).isInstanceOf(MatchResult.Busy.class);
        assertThat(match(schedule, "first", "6 licence", MatchOperation.SATISFIABILITY, 0))
                .isInstanceOf(MatchResult.Unsatisfiable.class);
    }

    @Test
    void aRangeTakesAsManyAsAreLeft() {
        Schedule schedule = Graphs.schedule(LICENCES);
        allocate(schedule, "3 licence");
        allocate(schedule, "1-4 licence");

        assertThat(granted(schedule, 2, "/cluster0/licence0")).isEqualTo(2);
    }

    @Test
    void aPoolIsReservedForWhenEnoughOfItIsFree() {
        Schedule schedule = Graphs.schedule(LICENCES);
        allocate(schedule, "2 licence for 10");
        allocate(schedule, "2 licence for 20");
        MatchResult result = match(schedule, "first", "3 licence for 5", MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);

        assertThat(((MatchResult.Reserved) result).window()).isEqualTo(new TimeWindow(10, 15));
        // One is free beside the reservation and what is booked until 20.
        assertThat(allocate(schedule, "1 licence for 12")).isInstanceOf(MatchResult.Busy.class);
        assertThat(allocate(schedule, "1 licence for 10")).isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void whatAnOverrunJobHoldsIsNotFreeButTheRestIs() {
        Schedule schedule = Graphs.schedule(LICENCES);
        allocate(schedule, "2 licence for 10");

        assertThat(match(schedule, "first", "4 licence for 5", MatchOperation.ALLOCATE, 20))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(match(schedule, "first", "3 licence for 5", MatchOperation.ALLOCATE, 20))
                .isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void partsOfAPoolAreGivenBackInGranules() throws Exception {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        allocate(schedule, "1 slot { 1 core, 128 memory }");
        Subgraph part = ofSize(schedule, 32);

        assertThat(PartialRelease.ofSubgraph(schedule, new JobId(1), part).free())
                .isTrue();
        schedule.checkInvariants();
        assertThat(granted(schedule, 1, POOL)).isEqualTo(96);
        assertThat(schedule.holdings().free("memory")).isEqualTo(160);
        assertThatThrownBy(() -> PartialRelease.ofSubgraph(schedule, new JobId(1), ofSize(schedule, 33)))
                .isInstanceOf(GraphException.class)
                .hasMessage(POOL + " can be released only in multiples of 32, not 33.");

        PartialRelease.ofSubgraph(schedule, new JobId(1), ofSize(schedule, 256)).free();
        schedule.checkInvariants();
        assertThat(granted(schedule, 1, POOL)).isZero();
        assertThat(granted(schedule, 1, "/cluster0/node0/core3")).isEqualTo(1);
    }

    @Test
    void aPartOfAPoolThatIsHeldWholeWithItsNodeIsGivenBack() throws Exception {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        allocate(schedule, "1 slot { 1 node! }");
        PartialRelease.ofSubgraph(schedule, new JobId(1), ofSize(schedule, 64)).free();
        schedule.checkInvariants();

        assertThat(granted(schedule, 1, POOL)).isEqualTo(192);
        assertThat(granted(schedule, 1, "/cluster0/node0/core0")).isEqualTo(1);
    }

    private static Subgraph ofSize(Schedule schedule, long size) {
        ResourceGraph graph = schedule.graph();
        return new Subgraph(
                List.of(graph.vertex(graph.find(POOL)).withSize(size, "").withExclusive(true)), List.of());
    }

    @Test
    void whatWasGrantedIsWrittenWithItsAmountAndReadBackTheSame() throws Exception {
        Schedule schedule = Graphs.schedule(ONE_POOL);
        var first = (MatchResult.Allocated) allocate(schedule, "1 slot { 1 core, 100 memory }");
        ResourceGraph graph = schedule.graph();
        String simple = ResourceWriter.write(MatchFormat.SIMPLE, graph, first.selection(), 0, 1, Optional.empty());
        String jgf = ResourceWriter.write(MatchFormat.JGF, graph, first.selection(), 0, 1, Optional.empty());

        assertThat(simple).contains("memory0[128:x]");
        assertThat(jgf).contains("\"size\": 128");
        schedule.cancel(new JobId(1));
        Selection again = Claims.ofSubgraph(schedule, JgfReader.read(jgf, "jgf"));
        schedule.commit(new JobId(1), BookingKind.ALLOCATION, first.window(), again);
        schedule.checkInvariants();
        assertThat(granted(schedule, 1, POOL)).isEqualTo(128);
    }

    @Test
    void moreThanThePoolHasIsNoPartOfIt() {
        Schedule schedule = Graphs.schedule("cluster { licence:5/1 }");
        assertThatThrownBy(() -> Claims.ofSubgraph(
                        schedule,
                        new Subgraph(
                                List.of(schedule.graph()
                                        .vertex(schedule.graph().find("/cluster0/licence0"))
                                        .withSize(6, "")
                                        .withExclusive(true)),
                                List.of())))
                .hasMessage(
                        "/cluster0/licence0 has the size 5 in the graph, which is less than the size 6 in the resources.");
    }

    @Test
    void aGrantedPartIsAPoolOfThatSizeInTheChildsGraph() throws Exception {
        Schedule schedule = Graphs.schedule(LICENCES);
        var first = (MatchResult.Allocated) allocate(schedule, "1 slot { 1 node }, 3 licence");
        String text = JgfWriter.write(first.selection().toSubgraph(schedule.graph()));
        ResourceGraph child = ResourceGraph.of(JgfReader.read(text, "grant"));
        int licence = child.find("/cluster0/licence0");

        assertThat(child.size(licence)).isEqualTo(3);
        assertThat(child.granule(licence)).isEqualTo(1);
    }

    @Test
    void aGranuleIsANumberFromOneOn() {
        for (String wrong : List.of("0", "-1", "many", "99999999999999999999")) {
            Subgraph subgraph = Graphs.subgraph("cluster { licence:5/" + wrong + " }");
            assertThatThrownBy(() -> ResourceGraph.of(subgraph))
                    .isInstanceOf(GraphException.class)
                    .hasMessage(
                            "/cluster0/licence0: The property divisible is '" + wrong
                                    + "'; expected a whole number of at least 1, the smallest part of the pool that can be allocated.");
        }
    }

    @Test
    void theMarkCountsOnlyWhereNothingIsBelow() {
        ResourceGraph graph = Graphs.graph("cluster { pool:10/2 { 1 core } }");
        assertThat(graph.granule(graph.find("/cluster0/pool0"))).isZero();
    }

    @Test
    void aMarkCanBeSetAndTakenAway() {
        ResourceGraph graph = Graphs.graph("cluster { pool:10 }");
        int pool = graph.find("/cluster0/pool0");
        graph.setProperty(pool, "divisible", "");
        assertThat(graph.granule(pool)).isEqualTo(1);
        graph.setProperty(pool, "divisible", "2");
        assertThat(graph.granule(pool)).isEqualTo(2);
        graph.removeProperty(pool, "divisible");
        assertThat(graph.granule(pool)).isZero();
        assertThat(graph.hasDivisible()).isFalse();
    }
}
