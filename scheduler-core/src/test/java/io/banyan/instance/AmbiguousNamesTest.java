package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.rset.HostList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Nodes of one name: new ones are refused, and where there are some, requests that name them are. */
class AmbiguousNamesTest {
    private static final String RACKS = "cluster { rack { 2 node { 2 core } } }";
    private static final String NODE = "/cluster0/rack0/node1";
    private static final String TWIN = "/cluster0/lab0/node1";

    private final TreeHarness tree = TreeHarness.over(RACKS);

    private Answer.Failed refused(Request request) {
        return (Answer.Failed) tree.ask("/", request);
    }

    private static Jobspec on(String host) {
        Jobspec plain = Jobs.jobspec(nodes(1, 100));
        var a = plain.attributes();
        var named = new Attributes(
                a.durationSec(),
                a.queue(),
                new Constraint.Hosts(HostList.parse(host)),
                a.cwd(),
                a.environment(),
                a.system(),
                a.user());
        return new Jobspec(plain.version(), plain.resources(), plain.tasks(), named);
    }

    private static Request.Attach twins(MatchRules rules) {
        return new Request.Attach(Graphs.subgraph("cluster { lab { 2 node { 2 core } } }"), rules);
    }

    @Test
    void aNodeOfANameThatExistsIsNotAttached() {
        assertThat(refused(twins(MatchRules.BANYAN)).message())
                .contains(
                        "There would be two nodes with the name 'node0', /cluster0/rack0/node0 and /cluster0/lab0/node0.");
        assertThat(tree.member("/").instance.graph().orElseThrow().ambiguousNames())
                .isEmpty();
        assertThat(tree.ask("/", new Request.Attach(Graphs.subgraph(RACKS))))
                .as("what is there already stays")
                .isEqualTo(new Answer.Attached(0, 0));
    }

    @Test
    void twoNewNodesOfOneNameAreNotAttached() {
        var racks = Graphs.subgraph("cluster { lab { 3 node }, shop { 3 node } }");
        var named = new Subgraph(
                racks.vertices().stream()
                        .map(it -> it.type().name().equals("node") ? it.withName("n", "n7") : it)
                        .toList(),
                racks.edges());
        assertThat(refused(new Request.Attach(named)).message())
                .contains("There would be two nodes with the name 'n7'");
    }

    @Test
    void anAmbiguousNameAddressesNobody() {
        tree.ask("/", twins(MatchRules.FLUXION));
        String sentence = "the name 'node1' is ambiguous: 2 nodes have it, " + NODE + ", " + TWIN
                + "; address them by path, rank or property";
        List<Request> requests = List.of(
                new JobRequest.Submit(on("node[1-3]"), "", Submission.USUAL_URGENCY),
                new JobRequest.Match(on("node1"), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, ""),
                new JobRead.Explain(on("node1")),
                new Request.Spawn(on("node1"), "child", Map.of()),
                reservation("names=node1"),
                reservation("status=up and names=node[1-2]"));
        for (Request request : requests) {
            Answer.Failed failed = refused(request);
            assertThat(failed.message()).as(request.toString()).isEqualTo(sentence);
            assertThat(failed.code()).isEqualTo(ErrorCode.INVALID);
        }
        Answer grow = tree.ask("/", new Request.Grow("g1", Optional.empty(), on("node1"), 0));
        assertThat(((Answer.Refused) grow).reasons().toString()).contains(sentence);
    }

    private static Request reservation(String criteria) {
        return new ReservationRequest.Create(
                new Reservation(
                        "r1",
                        "owner",
                        new ReservationTarget.Where(criteria),
                        1_000,
                        10,
                        Recurrence.ONCE,
                        new TreeSet<>()),
                false);
    }

    @Test
    void aNameIsClearAgainWhenTheOtherNodeIsGone() {
        tree.ask("/", twins(MatchRules.FLUXION));
        tree.ask("/", new Request.Remove(new VertexTarget.ByPath(TWIN), false));
        assertThat(tree.ask("/", new JobRequest.Submit(on("node1"), "", Submission.USUAL_URGENCY)))
                .isInstanceOf(JobAnswer.Submitted.class);
        assertThat(tree.ask("/", new JobRequest.Submit(on("node0"), "", Submission.USUAL_URGENCY)))
                .isInstanceOf(Answer.Failed.class);
    }

    @Test
    void aNodeThatAProviderBringsUnderANameThatExistsGetsTheProvidersNameBeforeItsOwn() {
        TreeHarness clouded = TreeHarness.over(
                "cluster { 1 node { 1 core } }", config -> config.asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        clouded.provide("ec2", Clouds.of(1));
        clouded.allocate("/", nodes(1, 100));
        clouded.grow("/", "g1", nodes(1, 100));
        var graph = clouded.member("/").instance.graph().orElseThrow();
        int came = graph.find("/cluster0/ec2/zone0/node0");
        assertThat(graph.name(came)).isEqualTo("ec2-node0");
        assertThat(graph.nodesNamed("node0")).containsExactly(graph.find("/cluster0/node0"));
        assertThat(graph.ambiguousNames()).isEmpty();
    }
}
