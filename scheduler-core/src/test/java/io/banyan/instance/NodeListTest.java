package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.Fingerprint;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.resource.Usage;
import io.banyan.rset.HostList;
import io.banyan.schedule.VertexUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of nodes: what is said of them, by whom and why, and what jobs have of them. */
class NodeListTest {
    private static final String GRAPH = "cluster { 2 rack { 2 node { 4 core, 8 memory } } }";
    private static final String RACK = "/cluster0/rack";
    private static final String NODE = RACK + "0/node0";
    private static final Principal ADMIN = new Principal("root", Role.ADMIN);
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);

    private final TreeHarness tree = TreeHarness.over(GRAPH);

    private Answer.Nodes ask(Principal asker, Set<NodeState> states, Optional<String> after, int most) {
        var request = new Request.Nodes("node", HostList.of(List.of()), states, after, most);
        return (Answer.Nodes) tree.ask("/", asker, request);
    }

    private List<NodeReport> nodes(NodeState... states) {
        return ask(ADMIN, Set.of(states), Optional.empty(), 100).nodes();
    }

    private NodeReport node(String path) {
        return nodes().stream().filter(it -> it.path().equals(path)).findFirst().orElseThrow();
    }

    private void allocate(Principal owner, String jobspec) {
        var match = new JobRequest.Match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
        assertThat(tree.ask("/", owner, match)).isInstanceOf(Answer.Matched.class);
    }

    private void set(String path, Status status, String reason) {
        tree.ask("/", ADMIN, new Request.SetStatus(new VertexTarget.ByPath(path), status, reason));
    }

    private static VertexUse.Quantity quantity(NodeReport node, String type) {
        return node.use().below().get(type);
    }

    private Answer setOwn(Principal asker, Status status, String reason) {
        return tree.ask("/", asker, new Request.SetStatus(new VertexTarget.ByPath(NODE), status, reason, true));
    }

    @Test
    void anOwnStatusIsSetAndTakenBackByTheSamePrincipal() {
        assertThat(setOwn(Principal.HEALTH_CHECK, Status.DRAINED, "its disk"))
                .isEqualTo(new Answer.StatusSet(List.of(NODE), Status.DRAINED, List.of(), List.of()));
        assertThat(node(NODE).note().orElseThrow().reason()).isEqualTo("its disk");
        setOwn(Principal.HEALTH_CHECK, Status.UP, "");
        assertThat(node(NODE).state()).isEqualTo(NodeState.UP);
    }

    @Test
    void anOwnStatusLeavesWhatAnotherPrincipalHasSaid() {
        set(NODE, Status.DRAINED, "fan 3 is loud");
        for (Status status : Status.values()) {
            assertThat(setOwn(Principal.HEALTH_CHECK, status, ""))
                    .isEqualTo(new Answer.StatusSet(List.of(), status, List.of(), List.of()));
        }
        assertThat(node(NODE).note().orElseThrow().reason()).isEqualTo("fan 3 is loud");
    }

    @Test
    void aDrainByAnAdministratorTakesANodeOverFromAnOwnStatus() {
        setOwn(Principal.HEALTH_CHECK, Status.DRAINED, "its disk");
        set(NODE, Status.DRAINED, "a new disk is on its way");
        setOwn(Principal.HEALTH_CHECK, Status.UP, "");
        assertThat(node(NODE).state()).isEqualTo(NodeState.DRAINED);
        assertThat(node(NODE).note().orElseThrow().by()).isEqualTo("root");
    }

    @Test
    void whatJobsHaveOfANodeIsUsedAndTheRestIsNot() {
        allocate(ALICE, "1 node { 1 slot { 3 core, 1 memory } }");
        NodeReport shared =
                nodes().stream().filter(it -> !it.jobs().isEmpty()).findFirst().orElseThrow();
        assertThat(quantity(shared, "core")).isEqualTo(new VertexUse.Quantity(4, 3));
        assertThat(quantity(shared, "memory")).isEqualTo(new VertexUse.Quantity(8, 1));
        assertThat(shared.use().usage()).isEqualTo(Usage.PARTLY_TAKEN);
        assertThat(shared.jobs()).containsExactly(new JobId(1));
        assertThat(nodes()).filteredOn(it -> it.use().usage() == Usage.FREE).hasSize(3);
    }

    @Test
    void aNodeThatAJobHasWithAllThatIsInItIsTakenAndSoIsThatOfAWholeRack() {
        allocate(ALICE, "1 slot { 1 rack { 2 node { 4 core } } }");
        allocate(BOB, "1 slot { 1 node { 1 core } }");
        assertThat(nodes()).filteredOn(it -> it.use().usage() == Usage.TAKEN).hasSize(3);
        assertThat(nodes())
                .filteredOn(it -> it.jobs().equals(List.of(new JobId(1))))
                .hasSize(2)
                .allSatisfy(it -> assertThat(quantity(it, "memory")).isEqualTo(new VertexUse.Quantity(8, 8)));
    }

    @Test
    void whatIsOnlyReservedIsNotUsed() {
        allocate(ALICE, "4 node { 1 slot { 4 core } }");
        tree.ask(
                "/",
                new JobRequest.Match(
                        Jobs.jobspec("1 slot { 1 node }"),
                        MatchOperation.ALLOCATE_ORELSE_RESERVE,
                        MatchFormat.SIMPLE,
                        ""));
        assertThat(nodes()).allSatisfy(it -> assertThat(it.jobs()).containsExactly(new JobId(1)));
    }

    @Test
    void whoDrainedANodeWhenAndWhyIsToldUntilItIsUp() {
        allocate(ALICE, "1 slot { 1 node { 4 core } }");
        String used = nodes().stream()
                .filter(it -> !it.jobs().isEmpty())
                .map(NodeReport::path)
                .findFirst()
                .orElseThrow();
        set(used, Status.DRAINED, "fan 3 is loud");
        NodeReport draining = node(used);
        assertThat(draining.state()).isEqualTo(NodeState.DRAINING);
        assertThat(draining.said()).contains(used);
        assertThat(draining.saidBy()).containsExactly("here");
        assertThat(draining.note().orElseThrow().by()).isEqualTo("root");
        assertThat(draining.note().orElseThrow().reason()).isEqualTo("fan 3 is loud");
        tree.ask("/", new JobRequest.Cancel(new JobId(1)));
        assertThat(node(used).state()).isEqualTo(NodeState.DRAINED);
        set(used, Status.UP, "");
        assertThat(node(used).state()).isEqualTo(NodeState.UP);
        assertThat(node(used).note()).isEmpty();
    }

    @Test
    void whatIsSaidOfARackIsSaidOfItsNodesAndTheWorstCounts() {
        set(NODE, Status.DRAINED, "its disk");
        set(RACK + 0, Status.DOWN, "no power");
        assertThat(node(NODE).state()).isEqualTo(NodeState.DOWN);
        assertThat(node(NODE).said()).contains(RACK + 0);
        assertThat(node(NODE).note().orElseThrow().reason()).isEqualTo("no power");
        assertThat(nodes(NodeState.DOWN)).hasSize(2);
        set(RACK + 0, Status.UP, "");
        assertThat(node(NODE).note().orElseThrow().reason()).isEqualTo("its disk");
        assertThat(nodes(NodeState.DRAINED)).extracting(NodeReport::path).containsExactly(NODE);
    }

    @Test
    void aReplayBringsTheReasonsBack() {
        set(NODE, Status.DRAINED, "its disk");
        TreeHarness.Member member = tree.member("/");
        Instance again = Instance.root(member.instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
        member.journal.forEach(append -> again.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(again.state()))
                .isEqualTo(Fingerprint.of(member.instance.state()))
                .contains("its disk");
    }

    @Test
    void theyAreToldPageByPageAndEachOnce() {
        Answer.Nodes first = ask(ADMIN, Set.of(), Optional.empty(), 3);
        assertThat(first.areMore()).isTrue();
        Answer.Nodes second =
                ask(ADMIN, Set.of(), Optional.of(first.nodes().get(2).path()), 3);
        assertThat(second.areMore()).isFalse();
        assertThat(second.nodes()).hasSize(1).doesNotContainAnyElementsOf(first.nodes());
        set(RACK + 1, Status.DOWN, "");
        Answer.Nodes down = ask(ADMIN, Set.of(NodeState.DOWN), Optional.empty(), 1);
        assertThat(down.areMore()).isTrue();
        assertThat(ask(
                                ADMIN,
                                Set.of(NodeState.DOWN),
                                Optional.of(down.nodes().get(0).path()),
                                1)
                        .areMore())
                .isFalse();
    }

    @Test
    void aUserSeesThatOthersAreThereAndNotWho() {
        allocate(ALICE, "4 node { 1 slot { 1 core } }");
        allocate(BOB, "1 node { 1 slot { 1 core } }");
        assertThat(ask(BOB, Set.of(), Optional.empty(), 100).nodes())
                .allSatisfy(it -> assertThat(it.jobs()).doesNotContain(new JobId(1)))
                .allSatisfy(it -> assertThat(it.othersJobs()).isEqualTo(1))
                .anySatisfy(it -> assertThat(it.jobs()).containsExactly(new JobId(2)));
    }

    @Test
    void theyAreFoundByNameAndOfAnyType() {
        var byName = new Request.Nodes("rack", HostList.parse("rack[1-7]"), Set.of(), Optional.empty(), 10);
        assertThat(((Answer.Nodes) tree.ask("/", byName)).nodes())
                .extracting(NodeReport::path)
                .containsExactly(RACK + 1);
        var unknown = new Request.Nodes("gpu", HostList.of(List.of()), Set.of(), Optional.empty(), 10);
        assertThat(((Answer.Failed) tree.ask("/", unknown)).message())
                .isEqualTo("no resource has the type 'gpu' here; the types are cluster, core, memory, node, rack");
        var gone = new Request.Nodes("node", HostList.of(List.of()), Set.of(), Optional.of("/cluster0/x"), 10);
        assertThat(((Answer.Failed) tree.ask("/", gone)).code()).isEqualTo(ErrorCode.NOT_FOUND);
    }

    /**
     * The last node of a page may be removed before the next page is asked for. Clients say where the page ended, and
     * for older daemons they name that node.
     */
    @Test
    void pagesFollowEachOtherWhileNodesGo() {
        HostList all = HostList.of(List.of());
        List<String> seen = new ArrayList<>();
        long from = 0;
        boolean areMore = true;
        while (areMore) {
            Optional<String> last = seen.isEmpty() ? Optional.empty() : Optional.of(seen.getLast());
            var request = new Request.Nodes("node", all, Set.of(), last, from, 1);
            Answer.Nodes page = (Answer.Nodes) tree.ask("/", request);
            page.nodes().forEach(node -> seen.add(node.path()));
            areMore = page.areMore();
            from = page.next();
            tree.ask("/", new Request.Remove(new VertexTarget.ByPath(seen.getLast()), false));
        }
        assertThat(seen).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void aReasonIsOneLineThatATerminalCanShow() {
        var target = new VertexTarget.ByPath(NODE);
        assertThatThrownBy(() -> new Request.SetStatus(target, Status.DOWN, "a\nb"))
                .hasMessage("a reason must be one line, without control characters");
        assertThatThrownBy(() -> new Request.SetStatus(target, Status.DOWN, "x".repeat(1001)))
                .hasMessage("a reason can have at most 1000 characters, found 1001");
    }
}
