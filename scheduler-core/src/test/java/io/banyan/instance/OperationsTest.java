package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.InstanceState;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Tests what clients and administrators change by hand: in one instance, below a parent and above a child; and that a
 * replay brings it back.
 */
class OperationsTest {
    private static final String GRAPH = "cluster { 3 node { 2 socket { 2 core } } }";
    private static final String WHOLE = " slot { 1 node { 2 socket { 2 core } } }";
    /** The path of the node that the first request for a whole node gets. */
    private static final String HELD = "/cluster0/node2";

    private final TreeHarness tree = TreeHarness.over(GRAPH);

    private static JobRequest.Match match(String jobspec) {
        return new JobRequest.Match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
    }

    private long free(String type) {
        return tree.stat("/").amounts().get(type).free();
    }

    private long total(String type) {
        return tree.stat("/").amounts().get(type).total();
    }

    private Answer ask(Request request) {
        Answer answer = tree.ask("/", request);
        replaysToTheSame("/");
        return answer;
    }

    private void replaysToTheSame(String path) {
        TreeHarness.Member member = tree.member(path);
        Instance again = member.parent.isEmpty()
                ? Instance.root(member.instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON)
                : Instance.child(member.instance.config());
        member.journal.forEach(append -> again.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(again.state())).isEqualTo(Fingerprint.of(member.instance.state()));
    }

    private static Answer.Failed failed(Answer answer) {
        return (Answer.Failed) answer;
    }

    /** The resources of a running job as another scheduler would be given them. */
    private Subgraph given(long job) {
        InstanceState state = tree.member("/").instance.state();
        return state.resources().subgraphOf(state.schedule().holdings().selection(new JobId(job)));
    }

    @Test
    void severalMatchesStopAtTheFirstThatFindsNothingAndTheEarlierStay() {
        JobRequest.MultiMatch many = new JobRequest.MultiMatch(
                List.of(match("1" + WHOLE), match("1" + WHOLE), match("2" + WHOLE), match("1" + WHOLE)));
        List<Answer> answers = ((JobAnswer.MultiMatched) ask(many)).answers();
        assertThat(answers).hasSize(3);
        assertThat(answers.get(2)).isInstanceOf(Answer.Refused.class);
        assertThat(free("node")).isEqualTo(1);
    }

    @Test
    void everyMatchTakesAnIdWhetherItFindsSomethingOrNot() {
        ask(match("1" + WHOLE));
        Answer.Refused no = (Answer.Refused) ask(match("9" + WHOLE));
        Answer.Matched yes = (Answer.Matched) ask(match("1" + WHOLE));
        assertThat(no.run().id()).contains(new JobId(2));
        assertThat(yes.job()).contains(new JobId(3));
    }

    @Test
    void aJobThatWasGivenResourcesElsewhereIsBookedUnderItsOwnId() {
        ask(match("1" + WHOLE));
        Subgraph given = given(1);
        ask(new JobRequest.Cancel(new JobId(1)));
        JobRequest.Update update = new JobRequest.Update(
                new JobId(7),
                BookingKind.ALLOCATION,
                new GivenResources.Listed(given),
                OptionalLong.empty(),
                10,
                MatchFormat.SIMPLE);
        Answer.Matched booked = (Answer.Matched) ask(update);
        assertThat(booked.job()).contains(new JobId(7));
        assertThat(free("core")).isEqualTo(8);
        assertThat(failed(ask(update)).message()).isEqualTo("job 7 exists already");
        Answer.Refused taken = (Answer.Refused) ask(new JobRequest.Update(
                new JobId(9), update.kind(), update.resources(), OptionalLong.empty(), 10, MatchFormat.SIMPLE));
        assertThat(taken.reasons().toString()).contains("is not free for job 9");
        assertThat(((Answer.Matched) ask(match("1" + WHOLE))).job()).contains(new JobId(10));
        tree.runFor(11_000);
        assertThat(tree.job("/", 7).state()).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void aReservationFromNowOnIsAnAllocation() {
        ask(match("1" + WHOLE));
        Subgraph given = given(1);
        ask(new JobRequest.Cancel(new JobId(1)));
        Answer.Matched booked = (Answer.Matched) ask(new JobRequest.Update(
                new JobId(7),
                BookingKind.RESERVATION,
                new GivenResources.Listed(given),
                OptionalLong.empty(),
                10,
                MatchFormat.SIMPLE));
        assertThat(booked.outcome()).isEqualTo(Answer.MatchOutcome.ALLOCATED);
        assertThat(tree.job("/", 7).state()).isEqualTo(JobState.RUNNING);
        tree.runFor(11_000);
        assertThat(tree.job("/", 7).state()).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void anUpdateOfATimeThatIsOverIsRefused() {
        tree.runFor(20_000);
        ask(match("1" + WHOLE));
        JobRequest.Update update = new JobRequest.Update(
                new JobId(7),
                BookingKind.ALLOCATION,
                new GivenResources.Listed(given(1)),
                OptionalLong.of(5),
                10,
                MatchFormat.SIMPLE);
        assertThat(failed(ask(update)).message()).isEqualTo("the time of job 7 ended at 15");
    }

    @Test
    void aPartOfAJobIsFreedAndTheLastPartEndsIt() {
        ask(match("2" + WHOLE));
        GivenPart first = new GivenPart.OfRanks(IdSet.parse("2"));
        JobAnswer.PartlyCancelled some =
                (JobAnswer.PartlyCancelled) ask(new JobRequest.PartialCancel(new JobId(1), first, MatchRules.BANYAN));
        assertThat(some.paths()).containsExactly(HELD);
        assertThat(some.over()).isFalse();
        assertThat(free("core")).isEqualTo(8);
        GivenPart rest = new GivenPart.OfRanks(IdSet.parse("1"));
        JobAnswer.PartlyCancelled all =
                (JobAnswer.PartlyCancelled) ask(new JobRequest.PartialCancel(new JobId(1), rest, MatchRules.BANYAN));
        assertThat(all.over()).isTrue();
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.CANCELLED);
        assertThat(free("core")).isEqualTo(12);
    }

    @Test
    void whatAJobDoesNotHoldIsNotFreed() {
        ask(match("1" + WHOLE));
        GivenPart other = new GivenPart.OfRanks(IdSet.parse("0"));
        assertThat(failed(ask(new JobRequest.PartialCancel(new JobId(1), other, MatchRules.BANYAN)))
                        .message())
                .isEqualTo("Job 1 holds none of these resources.");
        GivenPart far = new GivenPart.OfRanks(IdSet.parse("99999999999"));
        assertThat(failed(ask(new JobRequest.PartialCancel(new JobId(1), far, MatchRules.BANYAN)))
                        .message())
                .isEqualTo("No vertex of the graph has the rank 99999999999.");
        assertThat(failed(ask(new JobRequest.PartialCancel(new JobId(4), other, MatchRules.BANYAN)))
                        .code())
                .isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void aPartOfAChildInstanceIsNotFreedBehindItsBack() {
        String child = tree.spawn("/", "c", "1" + WHOLE);
        GivenPart part = new GivenPart.OfRanks(IdSet.parse("0"));
        Answer answer = ask(new JobRequest.PartialCancel(new JobId(1), part, MatchRules.BANYAN));
        assertThat(failed(answer).message()).isEqualTo("job 1 is an instance; shrink that instance, at " + child);
    }

    @Test
    void whatAJobGrewFromAProviderIsGivenBackByAShrinkOnly() {
        TreeHarness clouded = TreeHarness.over(GRAPH, config -> config.asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        clouded.provide("ec2", Clouds.of(1));
        clouded.allocate("/", "3" + WHOLE);
        clouded.growJob("/", "g1", 1, "1" + WHOLE);
        InstanceState state = clouded.member("/").instance.state();
        GivenPart all = new GivenPart.Listed(
                state.resources().subgraphOf(state.schedule().holdings().selection(new JobId(1))));
        Answer answer = clouded.ask("/", new JobRequest.PartialCancel(new JobId(1), all, MatchRules.BANYAN));
        assertThat(failed(answer).message())
                .isEqualTo("some of the resources came to job 1 with grow g1; return them with a shrink");
        String top = state.origins().find("g1").orElseThrow().tops().get(0);
        Answer removal = clouded.ask("/", new Request.Remove(new VertexTarget.ByPath(top), true));
        assertThat(failed(removal).message()).isEqualTo(top + " came with grow g1; return it with a shrink");
    }

    @Test
    void freeingWhatWasFoundHereForAGrowLeavesNoTraceOfIt() {
        ask(match("1" + WHOLE));
        tree.growJob("/", "g1", 1, "1" + WHOLE);
        ask(new JobRequest.PartialCancel(new JobId(1), new GivenPart.OfRanks(IdSet.parse("1")), MatchRules.BANYAN));
        assertThat(tree.member("/").instance.state().origins().find("g1")).isEmpty();
        assertThat(free("node")).isEqualTo(2);
    }

    @Test
    void anAdministratorAttachesAndRemovesAtTheRoot() {
        Subgraph more = Graphs.subgraph("cluster { 4 node { 2 socket { 2 core } } }");
        assertThat(ask(new Request.Attach(more))).isEqualTo(new Answer.Attached(7, 7));
        assertThat(total("node")).isEqualTo(4);
        assertThat(ask(new Request.Attach(more))).isEqualTo(new Answer.Attached(0, 0));
        Answer.Removed removed =
                (Answer.Removed) ask(new Request.Remove(new VertexTarget.ByRanks(IdSet.parse("2-3")), false));
        assertThat(removed.paths()).containsExactly("/cluster0/node2", "/cluster0/node3");
        assertThat(total("node")).isEqualTo(2);
        assertThat(failed(ask(new Request.Remove(new VertexTarget.ByPath("/cluster0/node2"), false)))
                        .message())
                .isEqualTo("there is no vertex /cluster0/node2 here");
    }

    @Test
    void whatJobsHoldIsRemovedByForceOnlyAndTheJobsAreNamed() {
        ask(match("2" + WHOLE));
        Request.Remove gently = new Request.Remove(new VertexTarget.ByPath(HELD), false);
        assertThat(failed(ask(gently)).message()).isEqualTo(HELD + " is in use by job 1; --force removes it anyway");
        Answer.Removed removed = (Answer.Removed) ask(new Request.Remove(new VertexTarget.ByPath(HELD), true));
        assertThat(removed.hurt()).containsExactly(new JobId(1));
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(total("core")).isEqualTo(8);
        assertThat(free("core")).isEqualTo(4);
    }

    @Test
    void whatAChildInstanceHasIsNotRemovedEvenByForce() {
        String child = tree.spawn("/", "c", "1" + WHOLE);
        for (String path : List.of(HELD, HELD + "/socket0")) {
            Answer answer = ask(new Request.Remove(new VertexTarget.ByPath(path), true));
            assertThat(failed(answer).message())
                    .isEqualTo(path + " belongs to instance " + child + "; shrink that instance first");
        }
    }

    @Test
    void nothingIsAttachedOrRemovedByHandBelowAParent() {
        String child = tree.spawn("/", "c", "1" + WHOLE);
        Answer attach = tree.ask(child, new Request.Attach(Graphs.subgraph("cluster { 4 node { 2 socket } }")));
        assertThat(failed(attach).message()).contains("has a parent").contains("attach to the root of the tree");
        Answer remove = tree.ask(child, new Request.Remove(new VertexTarget.ByPath(HELD + "/socket0"), true));
        assertThat(failed(remove).message()).endsWith("came from the parent; return it with a shrink");
        replaysToTheSame(child);
    }

    @Test
    void aChildMayFreeAPartOfItsOwnJobs() {
        String child = tree.spawn("/", "c", "2" + WHOLE);
        tree.allocate(child, "2" + WHOLE);
        Answer answer = tree.ask(
                child,
                new JobRequest.PartialCancel(new JobId(1), new GivenPart.OfRanks(IdSet.parse("1")), MatchRules.BANYAN));
        assertThat(((JobAnswer.PartlyCancelled) answer).over()).isFalse();
        assertThat(tree.stat(child).amounts().get("core").free()).isEqualTo(4);
        replaysToTheSame(child);
    }

    @Test
    void aPropertyIsEachInstancesOwn() {
        String child = tree.spawn("/", "c", "1" + WHOLE);
        Answer.Properties set = (Answer.Properties) ask(new Request.SetProperty(HELD, "arch", Optional.of("arm64")));
        assertThat(set.properties()).isEqualTo(Map.of("arch", "arm64"));
        assertThat(set.instances()).containsExactly(new JobId(1));
        Answer.Properties below = (Answer.Properties) tree.ask(child, new Request.GetProperties(HELD));
        assertThat(below.properties()).isEmpty();
        ask(new Request.SetProperty(HELD, "arch", Optional.empty()));
        assertThat(((Answer.Properties) ask(new Request.GetProperties(HELD))).properties())
                .isEmpty();
    }

    @Test
    void aPoolIsNotMarkedAsDivisibleIntoWhatIsNoNumber() {
        for (String granule : List.of("abc", "0", "-1", "1.5")) {
            Answer.Failed failed =
                    (Answer.Failed) ask(new Request.SetProperty(HELD, "divisible", Optional.of(granule)));
            assertThat(failed.code()).isEqualTo(ErrorCode.INVALID);
            assertThat(failed.message())
                    .startsWith("The property divisible is '" + granule + "'; expected a whole number of at least 1");
        }
        assertThat(((Answer.Properties) ask(new Request.GetProperties(HELD))).properties())
                .isEmpty();
    }

    @Test
    void ranksGoDownTogetherAndWhatIsBelowIsNotUsable() {
        ask(match("1" + WHOLE));
        Answer.StatusSet set = (Answer.StatusSet)
                ask(new Request.SetStatus(new VertexTarget.ByRanks(IdSet.parse("1-2")), Status.DOWN));
        assertThat(set.paths()).containsExactly("/cluster0/node1", HELD);
        assertThat(set.running()).containsExactly(new JobId(1));
        Answer.Statuses below =
                (Answer.Statuses) ask(new Request.GetStatus(new VertexTarget.ByPath(HELD + "/socket0")));
        assertThat(below.statuses()).containsExactly(new VertexStatus(HELD + "/socket0", Status.UP, false));
    }

    @Test
    void aCancelCountsWhatFluxionWouldVisit() {
        ask(match("1" + WHOLE));
        JobAnswer.Cancelled cancelled = (JobAnswer.Cancelled) ask(new JobRequest.Cancel(new JobId(1), true));
        // The cluster, the node, 2 sockets and 4 cores are tagged; the other 2 nodes are looked at.
        assertThat(cancelled.visits().orElseThrow().postorder()).isEqualTo(8);
        assertThat(cancelled.visits().orElseThrow().preorder()).isEqualTo(10);
    }

    @Test
    void theRootOfTheGraphStays() {
        assertThat(failed(ask(new Request.Remove(new VertexTarget.ByPath("/cluster0"), true)))
                        .message())
                .isEqualTo("the root of the graph, /cluster0, cannot be removed; remove vertices below it");
    }

    @Test
    void resourcesWithoutPathsAreRefusedAndNotFatal() {
        ask(match("1" + WHOLE));
        Subgraph subgraph = Graphs.subgraph("cluster { 1 node }");
        Subgraph pathless = new Subgraph(
                subgraph.vertices().stream()
                        .map(vertex -> vertex.withPaths(Map.of()).withExclusive(true))
                        .toList(),
                subgraph.edges());
        for (GivenResources given :
                List.of(new GivenResources.Listed(pathless), new GivenResources.Shorthand(pathless))) {
            Answer answer = ask(new JobRequest.Update(
                    new JobId(9), BookingKind.ALLOCATION, given, OptionalLong.empty(), 0, MatchFormat.SIMPLE));
            assertThat(((Answer.Refused) answer).reasons().toString()).contains("has no path");
        }
        for (GivenPart part : List.of(new GivenPart.Listed(pathless), new GivenPart.Shorthand(pathless))) {
            assertThat(ask(new JobRequest.PartialCancel(new JobId(1), part, MatchRules.BANYAN)))
                    .isInstanceOf(Answer.Failed.class);
        }
        assertThat(failed(ask(new Request.Attach(pathless))).message()).contains("has no path");
    }

    @Test
    void aPropertyIsTextThatATerminalShows() {
        for (String wrong : List.of("\u001b[2J", "a\nb", "\u009b", "\u202e")) {
            assertThatThrownBy(() -> new Request.SetProperty(HELD, "k", Optional.of(wrong)))
                    .hasMessageContaining("a property's value must contain only printable characters, found U+");
            assertThatThrownBy(() -> new Request.SetProperty(HELD, "k" + wrong, Optional.empty()))
                    .hasMessageContaining("a property's key must contain only printable characters");
        }
        assertThatThrownBy(() -> new Request.SetProperty(HELD, "k", Optional.of("v".repeat(1_001))))
                .hasMessage("a property's value can have at most 1000 characters, found 1001");
    }
}
