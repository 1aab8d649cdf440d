package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.state.Fingerprint;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A part that one grant brought can lie below a part that came whole with another grant: it goes with it, on both
 * sides.
 */
class EnclosedGrantTest {
    private static final String NODE = "cluster { 1 node { 3 core } }";
    private static final String CORE = "1 slot { 1 core }";
    private static final String OFFER = "!offer!7!1/";

    private final TreeHarness tree = TreeHarness.over(NODE, EnclosedGrantTest::reachingOut);

    private static InstanceConfig reachingOut(InstanceConfig config) {
        return config.parentJob().isEmpty() ? config.asking(GrowOrder.PARENT_FIRST, List.of("lab")) : config;
    }

    /** A child that has the whole cluster, and two nodes below it of its parent's provider. */
    private void grownBeyondTheWhole() {
        tree.provide("lab", Clouds.of(2));
        tree.spawn("/", "c", "1 cluster!");
        tree.allocate("/1", "3 core!");
        assertThat(tree.grow("/1", "g1", "1 slot { 1 node }")).isInstanceOf(Answer.Grown.class);
        assertThat(total("/1", "node")).isEqualTo(3);
        tree.cancel("/1", 1);
    }

    private long total(String path, String type) {
        Amount amount = tree.stat(path).amounts().get(type);
        return amount == null ? 0 : amount.total();
    }

    private long free(String path) {
        return tree.stat(path).amounts().get("core").free();
    }

    @Test
    void ofWhatAChildHasWholeItsParentGivesItNothingAgain() {
        tree.provide("lab", Clouds.refusing("it is full"));
        tree.spawn("/", "c", "1 slot { 1 node! }");
        tree.shrink("/1", "s1", new ShrinkTarget.ByPaths(List.of("/cluster0/node0/core1")));
        tree.ask("/", new Request.Attach(Graphs.subgraph("cluster { 1 node { 4 core } }")));
        tree.allocate("/1", "2 core!");

        assertThat(tree.grow("/1", "g1", CORE)).isInstanceOf(Answer.Refused.class);
        assertThat(total("/1", "core")).isEqualTo(2);
    }

    @Test
    void whatCameBelowTheWholeGoesAlone() {
        grownBeyondTheWhole();

        tree.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"));

        assertThat(total("/1", "node")).isEqualTo(1);
        assertThat(tree.released("lab")).hasSize(2);
    }

    @Test
    void theWholeGoesWithWhatCameBelowIt() {
        grownBeyondTheWhole();

        Answer answer = tree.shrink("/1", "s1", new ShrinkTarget.ByGrow(Parcel.SPAWN));

        assertThat(((Answer.Shrunk) answer).paths())
                .containsExactly("/cluster0/lab/zone0/node1", "/cluster0/lab/zone0/node0", "/cluster0");
        assertThat(tree.released("lab")).hasSize(2);
        assertThat(free("/")).isEqualTo(3);
        assertThat(total("/", "node")).isEqualTo(1);
    }

    /** Ours names both; another one may not. */
    @Test
    void aParentFreesWhatLiesBelowWhatAChildReturns() {
        grownBeyondTheWhole();
        Instance parent = tree.member("/").instance;
        var whole = new UpMessage.Return("r1", List.of(new Parcel(Parcel.SPAWN, List.of("/cluster0"))));

        List<Effect> effects = parent.on(new Event.ChildSaid(new JobId(1), whole), tree.now());

        parent.checkInvariants();
        assertThat(parent.inspect().grantedTo(new JobId(1))).isEmpty();
        assertThat(effects.stream().filter(Effect.ReleaseProvider.class::isInstance))
                .hasSize(1);
    }

    // ---- a parent that says what ours never would -----------------------------------------------------------------

    /** A child that has node0, with three cores. */
    private static Instance childWithNode() {
        Instance child = Instance.child(InstanceConfig.child("c", new JobId(7)));
        child.on(new Event.ParentLinked(), 1_000);
        child.on(
                new Event.ParentSaid(
                        new DownMessage.Registered("/7", granted(NODE, "/cluster0/node0"), Graphs.HORIZON, 5_000)),
                1_000);
        return child;
    }

    /** Returns the graph's part within the top, which is granted, and the vertices above the top. */
    private static Subgraph granted(String graph, String top) {
        List<SubgraphVertex> vertices = Graphs.subgraph(graph).vertices().stream()
                .filter(vertex -> Paths.isWithin(vertex.path(), top) || Paths.isWithin(top, vertex.path()))
                .map(vertex -> vertex.withExclusive(Paths.isWithin(vertex.path(), top)))
                .toList();
        List<SubgraphEdge> edges = new ArrayList<>();
        for (int i = 0; i < vertices.size(); i++) {
            for (int j = 0; j < vertices.size(); j++) {
                if (Paths.isChild(vertices.get(j).path(), vertices.get(i).path())) {
                    edges.add(SubgraphEdge.containment(i, j));
                }
            }
        }
        return new Subgraph(vertices, edges);
    }

    private static Event offered(Subgraph subgraph) {
        var grant = new Grant(OFFER, subgraph, GrantSource.graphOf("/"));
        return new Event.ParentSaid(new DownMessage.Granted(grant, "", Optional.of(Jobs.jobspec(CORE))));
    }

    private static List<Effect> shrinkIdle(Instance child) {
        return child.on(new Event.ClientAsked("c1", new Request.Shrink("s1", new ShrinkTarget.ByIdle(0))), 60_000);
    }

    @Test
    void aNewCoreOfANodeThatItHasWholeGoesWithTheNode() {
        Instance child = childWithNode();
        child.on(offered(granted("cluster { 1 node { 4 core } }", "/cluster0/node0/core3")), 2_000);
        child.checkInvariants();

        List<Effect> effects = shrinkIdle(child);

        child.checkInvariants();
        assertThat(effects)
                .contains(new Effect.ToParent(new UpMessage.Return(
                        "s1",
                        List.of(
                                new Parcel(OFFER, List.of("/cluster0/node0/core3")),
                                new Parcel(Parcel.SPAWN, List.of("/cluster0/node0"))))));
    }

    @Test
    void whatItHasAlreadyIsRefusedInOneSentence() {
        Instance child = childWithNode();
        String before = Fingerprint.withoutMemories(child.state());

        List<Effect> effects = child.on(offered(granted(NODE, "/cluster0/node0/core1")), 2_000);

        child.checkInvariants();
        assertThat(effects)
                .contains(
                        new Effect.Warn(
                                "the resources that the parent offers cannot be used and are returned: /cluster0/node0/core1 was granted, but already exists here."));
        assertThat(effects)
                .contains(new Effect.ToParent(new UpMessage.Return(
                        OFFER + "!back/7", List.of(new Parcel(OFFER, List.of("/cluster0/node0/core1"))))));
        child.on(new Event.ParentSaid(new DownMessage.Freed(OFFER + "!back/7", List.of())), 3_000);
        assertThat(Fingerprint.withoutMemories(child.state())).isEqualTo(before);
    }
}
