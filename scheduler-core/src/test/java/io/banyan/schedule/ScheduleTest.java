package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Powered;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Subsystem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final String TINY = "cluster { 2 rack { 2 node { 2 socket { 4 core, 1 gpu } } } }";
    private static final JobId JOB = new JobId(1);

    private final Schedule schedule = Graphs.schedule(TINY);
    private final ResourceGraph graph = schedule.graph();

    private void allocate(JobId job, String jobspec) throws Exception {
        MatchResult result = new Matcher(schedule, MatchPolicy.parse("low"))
                .match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, 0);
        var allocated = (MatchResult.Allocated) result;
        schedule.commit(job, BookingKind.ALLOCATION, allocated.window(), allocated.selection());
        schedule.checkInvariants();
    }

    @Test
    void releasesAPartOfAWholeNodeByPushingTheBookingDown() throws Exception {
        allocate(JOB, "1 slot { 1 node! }");
        int core = graph.find("/cluster0/rack0/node0/socket0/core1");

        assertThat(schedule.release(JOB, new int[] {core})).isTrue();
        schedule.checkInvariants();

        assertThat(schedule.holdings().holders(core)).isEmpty();
        assertThat(schedule.holdings().holders(graph.find("/cluster0/rack0/node0/socket0/core0")))
                .containsExactly(JOB);
        assertThat(schedule.holdings().free("core"))
                .as("the job keeps the node, so that nobody else gets the core")
                .isEqualTo(32 - 8);
        schedule.cancel(JOB);
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(32);
    }

    @Test
    void keepsAnAncestorClosedToExclusiveUseWhileAnythingBelowIsHeld() throws Exception {
        allocate(JOB, "2 slot { 1 node! }");
        schedule.release(JOB, new int[] {graph.find("/cluster0/rack0/node1")});
        schedule.checkInvariants();

        var matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        var result = (MatchResult.Allocated) matcher.match(Jobs.jobspec("1 rack!"), MatchOperation.ALLOCATE, 0);
        assertThat(graph.name(result.selection().vertex(result.selection().size() - 2)))
                .isEqualTo("rack1");
    }

    @Test
    void aJobThatGivesBackEverythingHoldsNothing() throws Exception {
        allocate(JOB, "2 slot { 1 node! }");
        assertThat(schedule.release(JOB, new int[] {graph.find("/cluster0/rack0")}))
                .isFalse();
        schedule.checkInvariants();
        assertThat(schedule.holdings().jobsWithin(graph.find("/cluster0"))).isEmpty();
    }

    @Test
    void refusesToDetachWhatIsInUseAndNamesTheJobs() throws Exception {
        allocate(JOB, "1 slot { 1 node! }");
        int socket = graph.find("/cluster0/rack0/node0/socket0");

        assertThatThrownBy(() -> schedule.detach(new int[] {socket}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("/cluster0/rack0/node0/socket0 is in use by job 1.");
        assertThat(graph.contains(socket)).isTrue();
    }

    @Test
    void whatIsAttachedBelowAHeldNodeIsNotTheJobs() throws Exception {
        allocate(JOB, "1 slot { 1 node! }");
        schedule.attach(Graphs.subgraph("cluster { 1 rack { 1 node { 3 socket { 4 core, 1 gpu } } } }"));
        schedule.checkInvariants();

        int added = graph.find("/cluster0/rack0/node0/socket2/core0");
        assertThat(schedule.holdings().holders(added)).isEmpty();
        assertThat(schedule.holdings().free("core"))
                .as("the node is kept from others")
                .isEqualTo(32 - 8);
        schedule.cancel(JOB);
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(36);
    }

    @Test
    void attachingANewLeafTypeIsCountedAtTheRoot() throws GraphException {
        schedule.attach(Graphs.subgraph("cluster { 1 rack { 1 node { 2 nvme } } }"));
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("nvme")).isEqualTo(2);
    }

    @Test
    void attachThenDetachLeavesTheAggregatesAsTheyWere() throws GraphException {
        long cores = schedule.holdings().total("core");
        schedule.attach(Graphs.subgraph("cluster { 3 rack { 9 node { 2 socket { 4 core, 1 gpu } } } }"));
        schedule.checkInvariants();
        schedule.detach(new int[] {graph.find("/cluster0/rack2")});
        schedule.checkInvariants();
        assertThat(schedule.holdings().total("core")).isGreaterThan(cores);
    }

    @Test
    void whatIsNotInContainmentIsNotCounted() throws GraphException {
        Schedule powered = Powered.schedule("cluster { 2 node { 2 core } }", 100, new long[] {50}, 0, 0);
        assertThat(powered.holdings().total("power")).as("counted from now on").isZero();
        SubgraphVertex panel = powered.graph().vertex(powered.graph().find("/powerpanel0", Powered.POWER));
        SubgraphVertex unit =
                panel.withIds("new", -1).withName("pdu", "pdu7").withPaths(Map.of(Powered.POWER, "/powerpanel0/pdu7"));
        powered.attach(new Subgraph(List.of(panel, unit), List.of(new SubgraphEdge(0, 1, Powered.POWER))));
        powered.checkInvariants();
        assertThat(powered.holdings().total("power")).isZero();

        powered.detach(new int[] {powered.graph().find("/powerpanel0/pdu7", Powered.POWER)});
        powered.checkInvariants();
        assertThat(powered.holdings().total("core")).isEqualTo(4);
    }

    @Test
    void aVertexThatExistsDoesNotComeIntoContainment() {
        Schedule powered = Powered.schedule("cluster { 2 node { 2 core } }", 100, new long[] {50}, 0, 0);
        SubgraphVertex unit = powered.graph()
                .vertex(powered.graph().find("/powerpanel0/pdu0", Powered.POWER))
                .withPaths(Map.of(Subsystem.CONTAINMENT, "/cluster0/pdu0", Powered.POWER, "/powerpanel0/pdu0"));
        SubgraphVertex cluster = powered.graph().vertex(powered.graph().root());
        var both = new Subgraph(List.of(cluster, unit), List.of(SubgraphEdge.containment(0, 1)));

        assertThatThrownBy(() -> powered.attach(both))
                .isInstanceOf(GraphException.class)
                .hasMessage(
                        "/powerpanel0/pdu0 already exists, but not in containment, and existing vertices stay unchanged; remove it before adding it as /cluster0/pdu0.");
        powered.checkInvariants();
    }

    @Test
    void nothingComesOrGoesWhileAnotherSubsystemIsWalked() throws GraphException {
        ResourceGraph inPower = ResourceGraph.of(
                Powered.subgraph("cluster { 1 rack { 2 node { 2 core } } }", 100, new long[] {50}, 0, 0));
        var powered = new Schedule(
                inPower, PruneFilters.DEFAULT, Graphs.HORIZON, new MatchSubsystems(Powered.POWER, List.of()));
        String complaint =
                "The graph cannot be changed while power is traversed instead of containment; traverse containment+power to change the graph.";

        assertThatThrownBy(() -> powered.detach(new int[] {inPower.find("/cluster0/rack0")}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(complaint);
        assertThatThrownBy(() -> powered.attach(Graphs.subgraph("cluster { 2 rack }")))
                .isInstanceOf(GraphException.class)
                .hasMessage(complaint);
        powered.checkInvariants();
    }

    @Test
    void aSecondBookingOfTheSameVertexIsRefusedWhole() throws Exception {
        var matcher = new Matcher(schedule, MatchPolicy.parse("low"));
        var first =
                (MatchResult.Allocated) matcher.match(Jobs.jobspec("1 slot { 1 node! }"), MatchOperation.ALLOCATE, 0);
        schedule.commit(JOB, BookingKind.ALLOCATION, first.window(), first.selection());

        assertThatThrownBy(
                        () -> schedule.commit(new JobId(2), BookingKind.ALLOCATION, first.window(), first.selection()))
                .isInstanceOf(IllegalStateException.class);
        schedule.checkInvariants();
        assertThat(schedule.holdings().booking(new JobId(2))).isEmpty();
    }
}
