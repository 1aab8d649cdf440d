package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Powered;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.ResourceWriter;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Claims;
import io.banyan.schedule.PartialRelease;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that draw from an auxiliary subsystem: power, through distribution units of 1000 W below a panel. */
class AuxiliarySubsystemsTest {

    private static final String TWO_RACKS = "cluster { 2 rack { 2 node { 2 core } } }";
    private static final String PDU0 = "/powerpanel0/pdu0";
    private static final String PDU1 = "/powerpanel0/pdu1";
    private static final String PANEL = "/powerpanel0";
    private static final String NODE_OF_300 = "1 slot { 1 node { 300 power } } for 60";

    private long nextJob = 1;

    private static Schedule twoRacks(long panel) {
        return Powered.schedule(TWO_RACKS, panel, new long[] {1000, 1000}, 0, 0, 1, 1);
    }

    private static MatchResult match(Schedule schedule, String policy, String jobspec, MatchOperation operation)
            throws Exception {
        return new Matcher(schedule, MatchPolicy.parse(policy)).match(Jobs.jobspec(jobspec), operation, 0);
    }

    private Selection allocate(Schedule schedule, String policy, String jobspec) throws Exception {
        MatchResult result = match(schedule, policy, jobspec, MatchOperation.ALLOCATE);
        assertThat(result).isInstanceOf(MatchResult.Allocated.class);
        var allocated = (MatchResult.Allocated) result;
        schedule.commit(new JobId(nextJob++), BookingKind.ALLOCATION, allocated.window(), allocated.selection());
        schedule.checkInvariants();
        return allocated.selection();
    }

    private static List<String> nodes(Schedule schedule, Selection selection) {
        return IntStream.range(0, selection.size())
                .map(selection::vertex)
                .mapToObj(schedule.graph()::name)
                .filter(name -> name.startsWith("node"))
                .toList();
    }

    private static List<Reason> reasons(MatchResult result) {
        return result instanceof MatchResult.Busy busy
                ? busy.reasons()
                : ((MatchResult.Unsatisfiable) result).reasons();
    }

    @Test
    void drawsFromTheUnitAndFromThePanelAboveIt() throws Exception {
        Schedule schedule = twoRacks(1500);

        allocate(schedule, "low", NODE_OF_300);

        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(700);
        assertThat(Powered.left(schedule, PDU1, 0)).isEqualTo(1000);
        assertThat(Powered.left(schedule, PANEL, 0)).isEqualTo(1200);
        assertThat(Powered.left(schedule, PANEL, 60)).isEqualTo(1500);
    }

    @Test
    void saysAtWhichUnitTooLittleIsLeft() throws Exception {
        Schedule schedule = Powered.schedule("cluster { 2 node { 2 core } }", 5000, new long[] {1000}, 0, 0);
        allocate(schedule, "low", "1 slot { 1 node { 800 power } }");

        MatchResult busy = match(schedule, "low", NODE_OF_300, MatchOperation.ALLOCATE);

        assertThat(reasons(busy).getFirst()).hasToString("power: 300 needed, 200 of 1000 W free at /powerpanel0/pdu0");
        assertThat(reasons(busy).toString()).contains("slot/node", "1 without enough to draw from above");
    }

    @Test
    void isBoundByThePanelWhereEachUnitHasRoom() throws Exception {
        Schedule schedule = twoRacks(1500);
        allocate(schedule, "low", "2 slot { 1 node { 400 power } }");
        allocate(schedule, "low", "1 slot { 1 node { 600 power } }");

        MatchResult busy = match(schedule, "low", NODE_OF_300, MatchOperation.ALLOCATE);

        assertThat(reasons(busy).getFirst()).hasToString("power: 300 needed, 100 of 1500 W free at /powerpanel0");
    }

    @ParameterizedTest
    @MethodSource("io.banyan.match.policy.MatchPolicy#scored")
    void findsNodesThatCanBeHadTogether(String policy) throws Exception {
        Schedule schedule = twoRacks(5000);

        Selection found = allocate(schedule, policy, "2 slot { 1 node { 600 power } }");

        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(400);
        assertThat(Powered.left(schedule, PDU1, 0)).isEqualTo(400);
        assertThat(nodes(schedule, found)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "low", "high", "locality"})
    void findsTwoNodesForOneSlotUnderDifferentUnitsOfARack(String policy) throws Exception {
        Schedule schedule =
                Powered.schedule("cluster { 1 rack { 4 node { 2 core } } }", 5000, new long[] {1000, 1000}, 0, 0, 1, 1);

        allocate(schedule, policy, "1 slot { 2 node { 600 power } }");

        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(400);
        assertThat(Powered.left(schedule, PDU1, 0)).isEqualTo(400);
    }

    @Test
    void takesAsManyNodesAsHavePower() throws Exception {
        Schedule schedule = twoRacks(5000);

        Selection found = allocate(schedule, "low", "1-4 slot { 1 node { 600 power } }");

        assertThat(nodes(schedule, found)).containsExactly("node0", "node2");
    }

    @Test
    void drawsForEachJobThatSharesANode() throws Exception {
        Schedule schedule = Powered.schedule("cluster { 1 node { 4 core } }", 5000, new long[] {1000}, 0);
        allocate(schedule, "low", "1 node { 400 power, 1 slot { 1 core } }");
        allocate(schedule, "low", "1 node { 400 power, 1 slot { 1 core } }");

        MatchResult busy = match(schedule, "low", "1 node { 400 power, 1 slot { 1 core } }", MatchOperation.ALLOCATE);

        assertThat(reasons(busy).getFirst()).hasToString("power: 400 needed, 200 of 1000 W free at /powerpanel0/pdu0");
    }

    @Test
    void reservesWhenPowerComesFree() throws Exception {
        Schedule schedule = twoRacks(1000);
        allocate(schedule, "low", "1 slot { 1 node { 800 power } } for 60");

        MatchResult result = match(schedule, "low", NODE_OF_300, MatchOperation.ALLOCATE_ORELSE_RESERVE);

        assertThat(result).isInstanceOf(MatchResult.Reserved.class);
        assertThat(((MatchResult.Reserved) result).window().startSec()).isEqualTo(60);
    }

    @Test
    void isUnsatisfiableWhereNoUnitIsLargeEnough() throws Exception {
        MatchResult result =
                match(twoRacks(5000), "low", "1 slot { 1 node { 1200 power } }", MatchOperation.SATISFIABILITY);

        assertThat(result).isInstanceOf(MatchResult.Unsatisfiable.class);
        assertThat(reasons(result).getFirst())
                .hasToString("power: 1200 needed, 1000 of 1000 W free at /powerpanel0/pdu0");
        assertThat(match(twoRacks(5000), "low", "2 slot { 1 node { 600 power } }", MatchOperation.SATISFIABILITY))
                .isInstanceOf(MatchResult.Satisfiable.class);
        assertThat(match(twoRacks(5000), "low", "3 slot { 1 node { 600 power } }", MatchOperation.SATISFIABILITY))
                .isInstanceOf(MatchResult.Unsatisfiable.class);
    }

    @Test
    void drawsNothingForANodeThatNothingFeeds() throws Exception {
        Schedule schedule = Powered.schedule("cluster { 2 node { 2 core } }", 5000, new long[] {1000}, 0);
        allocate(schedule, "low", NODE_OF_300);

        MatchResult busy = match(schedule, "low", NODE_OF_300, MatchOperation.ALLOCATE);

        assertThat(reasons(busy).getFirst()).hasToString("power: 300 needed, 0 above /cluster0/node1");
    }

    @Test
    void drawsNothingFromAUnitThatIsDown() throws Exception {
        Schedule schedule = twoRacks(5000);
        schedule.setStatus(schedule.graph().find(PDU0, Powered.POWER), Status.DOWN);

        assertThat(nodes(schedule, allocate(schedule, "low", NODE_OF_300))).containsExactly("node2");
    }

    @Test
    void keepsThePowerOfAJobThatOverrunsItsTime() throws Exception {
        Schedule schedule = Powered.schedule("cluster { 2 node { 2 core } }", 5000, new long[] {1000}, 0, 0);
        allocate(schedule, "low", "1 slot { 1 node { 800 power } } for 60");

        MatchResult late = new Matcher(schedule, MatchPolicy.parse("low"))
                .match(Jobs.jobspec(NODE_OF_300), MatchOperation.ALLOCATE, 100);

        assertThat(reasons(late).getFirst()).hasToString("power: 300 needed, 200 of 1000 W free at /powerpanel0/pdu0");
    }

    @Test
    void walksContainmentOnlyWhereNoAuxiliarySubsystemIsChosen() throws Exception {
        var graph = ResourceGraph.of(Powered.subgraph(TWO_RACKS, 5000, new long[] {1000}, 0, 0, 0, 0));
        var schedule = new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON, MatchSubsystems.CONTAINMENT);

        assertThat(match(schedule, "low", NODE_OF_300, MatchOperation.ALLOCATE)).isInstanceOf(MatchResult.Busy.class);
        assertThat(match(schedule, "low", "1 slot { 1 node }", MatchOperation.ALLOCATE))
                .isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void givesBackWhatItDrawsWhenTheJobEnds() throws Exception {
        Schedule schedule = twoRacks(1500);
        allocate(schedule, "low", "3 slot { 1 node { 300 power } }");

        schedule.cancel(new JobId(1));

        schedule.checkInvariants();
        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(1000);
        assertThat(Powered.left(schedule, PANEL, 0)).isEqualTo(1500);
    }

    @Test
    void givesBackWhatItDrawsForANodeThatIsReleased() throws Exception {
        Schedule schedule = twoRacks(1500);
        allocate(schedule, "low", "3 slot { 1 node { 300 power } }");

        schedule.release(new JobId(1), new int[] {schedule.graph().find("/cluster0/rack0/node1")});

        schedule.checkInvariants();
        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(700);
        assertThat(Powered.left(schedule, PDU1, 0)).isEqualTo(700);
        assertThat(Powered.left(schedule, PANEL, 0)).isEqualTo(900);
    }

    @Test
    void keepsWhatASharedNodeDrawsUntilItsLastCoreIsReleased() throws Exception {
        Schedule schedule = twoRacks(1500);
        allocate(schedule, "low", "1 node { 300 power, 1 slot { 2 core } }");
        Subgraph one = jgf("/cluster0/rack0/node0/core0");

        PartialRelease.ofSubgraph(schedule, new JobId(1), one).free();
        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(700);
        PartialRelease.ofSubgraph(schedule, new JobId(1), jgf("/cluster0/rack0/node0/core1"))
                .free();

        schedule.checkInvariants();
        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(1000);
    }

    private static Subgraph jgf(String core) throws Exception {
        Subgraph all = Graphs.subgraph(TWO_RACKS);
        return new Subgraph(
                all.vertices().stream()
                        .filter(vertex -> vertex.path().equals(core))
                        .map(vertex -> vertex.withExclusive(true))
                        .toList(),
                List.of());
    }

    @Test
    void growsAJobWithMorePower() throws Exception {
        Schedule schedule = twoRacks(1500);
        allocate(schedule, "low", NODE_OF_300);
        var more = (MatchResult.Allocated) match(schedule, "low", NODE_OF_300, MatchOperation.ALLOCATE);

        schedule.extend(new JobId(1), more.selection());

        schedule.checkInvariants();
        assertThat(Powered.left(schedule, PDU0, 0)).isEqualTo(400);
        assertThat(schedule.holdings().selection(new JobId(1)).hasDraws()).isTrue();
    }

    @Test
    void refusesToBookMorePowerThanIsLeft() throws Exception {
        Schedule schedule = twoRacks(1500);
        var proposed = (MatchResult.Allocated)
                match(schedule, "low", "1 slot { 1 node { 900 power } }", MatchOperation.ALLOCATE);
        allocate(schedule, "high", "3 slot { 1 node { 300 power } }");

        assertThatThrownBy(() ->
                        schedule.commit(new JobId(9), BookingKind.ALLOCATION, proposed.window(), proposed.selection()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/powerpanel0/pdu0 has only 700 of power left");
        schedule.checkInvariants();
    }

    @Test
    void refusesToDetachWhatSuppliesAJob() throws Exception {
        Schedule schedule = twoRacks(1500);
        allocate(schedule, "low", NODE_OF_300);
        int pdu = schedule.graph().find(PDU0, Powered.POWER);

        assertThatThrownBy(() -> schedule.detach(new int[] {pdu})).hasMessageContaining("supplies job 1");
        schedule.cancel(new JobId(1));
        schedule.detach(new int[] {pdu});

        schedule.checkInvariants();
        assertThat(reasons(match(schedule, "low", "3 slot { 1 node { 300 power } }", MatchOperation.ALLOCATE)))
                .isNotEmpty();
    }

    @Test
    void writesWhatIsDrawnAndReadsItAgain() throws Exception {
        Schedule schedule = twoRacks(1500);
        Selection found = allocate(schedule, "low", NODE_OF_300);

        assertThat(written(MatchFormat.SIMPLE, schedule, found)).contains("""
                      ------------power[300:d]
                      ---------node0[1:x]
                """.stripTrailing());
        assertThat(written(MatchFormat.PRETTY_SIMPLE, schedule, found)).contains("power[300:drawn]");
        for (MatchFormat format : List.of(MatchFormat.JGF, MatchFormat.JGF_SHORTHAND)) {
            String text = written(format, schedule, found);
            assertThat(text).contains("\"draws\": {\"power\": 300}");
            Schedule again = twoRacks(1500);
            Subgraph read = JgfReader.read(text, "it");
            again.commit(new JobId(7), BookingKind.ALLOCATION, new TimeWindow(0, 10), Claims.ofSubgraph(again, read));
            again.checkInvariants();
            assertThat(Powered.left(again, PDU0, 0)).isEqualTo(700);
            assertThat(Powered.left(again, PDU0, 10)).isEqualTo(1000);
        }
    }

    private static String written(MatchFormat format, Schedule schedule, Selection selection) {
        return ResourceWriter.write(format, schedule.graph(), selection, 0, 60, Optional.empty());
    }

    @Test
    void visitsNoMoreOfTheGraphForWhatItDraws() throws Exception {
        Schedule schedule = twoRacks(1500);
        var matcher = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE, MatchExtent.FLUXION);
        matcher.match(Jobs.jobspec("1 slot { 1 node }"), MatchOperation.ALLOCATE, 0);
        long without = matcher.visits().preorder();

        matcher.match(Jobs.jobspec(NODE_OF_300), MatchOperation.ALLOCATE, 0);

        assertThat(matcher.visits().preorder()).as("the walk up is no visit").isEqualTo(without);
    }
}
