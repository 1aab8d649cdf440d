package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Powered;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.client.SupplyAmount;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.instance.state.Fingerprint;
import io.banyan.match.policy.TraverserKind;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A tree whose root draws power: booked where the power subsystem is, for what the levels below were granted. */
class PoweredTreeTest {
    private static final String GRAPH = "cluster { 2 rack { 2 node { 2 core } } }";
    private static final String NODE_OF_300 = "1 slot { 1 node { 300 power } }";

    private static ResourceGraph graph() {
        try {
            return ResourceGraph.of(Powered.subgraph(GRAPH, 1500, new long[] {1000, 1000}, 0, 0, 1, 1));
        } catch (GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TreeHarness tree() {
        return TreeHarness.over(graph(), config -> config.walking(TraverserKind.SIMPLE, MatchSubsystems.parse("C+PA")));
    }

    private static long panel(TreeHarness tree) {
        return Powered.left(tree.member("/").instance.state().schedule(), "/powerpanel0", tree.now() / 1000);
    }

    @Test
    void booksThePowerOfAJobAndGivesItBackWhenItEnds() {
        TreeHarness tree = tree();
        assertThat(tree.allocate("/", "2 slot { 1 node { 300 power } }")).isInstanceOf(Answer.Matched.class);
        assertThat(panel(tree)).isEqualTo(900);

        tree.cancel("/", 1);

        assertThat(panel(tree)).isEqualTo(1500);
    }

    @Test
    void aVertexOutsideOfContainmentHasAStatusAndPropertiesByItsOwnPath() {
        TreeHarness tree = tree();
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath("/powerpanel0"), Status.DOWN));
        assertThat(tree.allocate("/", NODE_OF_300)).isInstanceOf(Answer.Refused.class);
        Answer.Statuses told =
                (Answer.Statuses) tree.ask("/", new Request.GetStatus(new VertexTarget.ByPath("/powerpanel0")));
        assertThat(told.statuses())
                .containsExactly(new VertexStatus(
                        "/powerpanel0",
                        Status.DOWN,
                        false,
                        List.of("here"),
                        Optional.of(new StatusNote(
                                "owner",
                                told.statuses().get(0).note().orElseThrow().atSec(),
                                ""))));
        tree.ask("/", new Request.SetProperty("/powerpanel0", "room", Optional.of("7")));
        assertThat(((Answer.Properties) tree.ask("/", new Request.GetProperties("/powerpanel0"))).properties())
                .containsEntry("room", "7");
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath("/powerpanel0"), Status.UP));
        assertThat(tree.allocate("/", NODE_OF_300)).isInstanceOf(Answer.Matched.class);
        tree.member("/").instance.checkInvariants();
    }

    @Test
    void theNumbersNameEverySupplyWithWhatIsLeft() {
        TreeHarness tree = tree();
        tree.allocate("/", "2 slot { 1 node { 300 power } }");
        Statistics counted = ((Answer.Stat) tree.ask("/", new Request.Stat(true))).statistics();
        // Job 1 has both nodes of the second rack, which the first distribution unit does not feed.
        assertThat(counted.graph().orElseThrow().supplies())
                .containsExactlyInAnyOrder(
                        new SupplyAmount("/powerpanel0", "power", 1500, 600, 900),
                        new SupplyAmount("/powerpanel0/pdu0", "power", 1000, 0, 1000),
                        new SupplyAmount("/powerpanel0/pdu1", "power", 1000, 600, 400));
        assertThat(tree.stat("/").graph()).as("nobody asked").isEmpty();
        tree.member("/").instance.checkInvariants();
    }

    @Test
    void booksThePowerOfAChildWhereTheSubsystemIs() {
        TreeHarness tree = tree();

        tree.spawn("/", "L1", "2 slot { 1 node { 300 power } }");

        assertThat(panel(tree)).isEqualTo(900);
        ResourceGraph child = tree.member("/1").instance.graph().orElseThrow();
        assertThat(child.subsystems()).as("the child has what is contained").hasSize(1);
    }

    @Test
    void growsAChildByANodeWithPower() {
        TreeHarness tree = tree();
        tree.spawn("/", "L1", NODE_OF_300);
        tree.spawn("/1", "L2", "1 slot { 1 node }");

        assertThat(tree.grow("/1/1", "g1", NODE_OF_300)).isInstanceOf(Answer.Grown.class);

        assertThat(panel(tree)).isEqualTo(900);
        assertThat(tree.stat("/1/1").amounts().get("node")).isEqualTo(new Amount(2, 2));
    }

    @Test
    void refusesToGrowAChildBeyondThePowerThereIs() {
        TreeHarness tree = tree();
        tree.spawn("/", "L1", "2 slot { 1 node { 600 power } }");

        Answer answer = tree.grow("/1", "g1", "1 slot { 1 node { 500 power } }");

        assertThat(answer).isInstanceOf(Answer.Refused.class);
        assertThat(answer.toString()).contains("power: 500 needed, 400 of 1000 W free at /powerpanel0/pdu1");
        assertThat(panel(tree)).isEqualTo(300);
    }

    @Test
    void givesBackThePowerOfWhatAChildReturns() {
        TreeHarness tree = tree();
        tree.spawn("/", "L1", NODE_OF_300);
        tree.grow("/1", "g1", NODE_OF_300);
        assertThat(panel(tree)).isEqualTo(900);

        assertThat(tree.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"))).isInstanceOf(Answer.Shrunk.class);
        assertThat(panel(tree)).isEqualTo(1200);

        tree.cancel("/", 1);
        assertThat(panel(tree)).isEqualTo(1500);
    }

    @Test
    void growsAJobOfTheRootWithPower() {
        TreeHarness tree = tree();
        tree.allocate("/", NODE_OF_300);

        assertThat(tree.growJob("/", "g1", 1, NODE_OF_300)).isInstanceOf(Answer.Grown.class);

        assertThat(panel(tree)).isEqualTo(900);
    }

    @Test
    void drawsAgainWhatTheJournalSays() {
        TreeHarness tree = tree();
        tree.spawn("/", "L1", NODE_OF_300);
        tree.grow("/1", "g1", "2 slot { 1 node { 200 power } }");
        TreeHarness.Member root = tree.member("/");
        Instance again = Instance.root(root.instance.config(), graph(), Graphs.HORIZON);

        root.journal.forEach(append -> again.replay(append.decision(), append.atMillis()));

        again.checkInvariants();
        assertThat(Fingerprint.of(again.state())).isEqualTo(Fingerprint.of(root.instance.state()));
        assertThat(Powered.left(again.state().schedule(), "/powerpanel0", 0)).isEqualTo(800);
    }
}
