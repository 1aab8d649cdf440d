package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How jobs and child instances begin, are lost and end. */
class LifeTest {
    private static final String WHOLE = " slot { 1 node { 2 socket { 4 core } } }";
    private static final String FOUR_NODES = "cluster { 4 node { 2 socket { 4 core } } }";

    private static long freeNodes(TreeHarness tree, String path) {
        return tree.stat(path).amounts().get("node").free();
    }

    /** Each instance has one node less than the one above it. */
    private static TreeHarness threeLevels() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "3" + WHOLE);
        tree.spawn("/1", "L2", "2" + WHOLE);
        tree.spawn("/1/1", "L3", "1" + WHOLE);
        return tree;
    }

    /** A child knows the place of a vertex by its path, whichever way the match took to it. */
    @Test
    void whatWasFoundByAnotherParentIsGrantedAlongItsPath() throws GraphException {
        ResourceGraph twoParents = ResourceGraph.of(Shapes.ALL.getLast().small());
        Instance root = Instance.root(InstanceConfig.root("top"), twoParents, Graphs.HORIZON);
        var spawn = new Request.Spawn(Jobs.jobspec("1 pdu { 1 slot { 1 node! } }"), "below", Map.of());
        List<Effect> effects = root.on(new Event.ClientAsked("c1", spawn), 1_000);
        root.checkInvariants();

        Subgraph resources = effects.stream()
                .filter(Effect.StartChild.class::isInstance)
                .map(effect -> ((Effect.StartChild) effect).resources())
                .findFirst()
                .orElseThrow();
        ResourceGraph below = ResourceGraph.of(resources);
        int node = below.verticesOfType(below.types().id("node"))[0];
        assertThat(below.path(node)).matches("/cluster0/rack[01]/node[0-3]");
        assertThat(below.name(below.parent(node))).startsWith("rack");
    }

    @Test
    void aMatchBooksUnderANewIdAndIsShownInTheTable() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        Answer first = tree.allocate("/", "1" + WHOLE + " for 10");
        Answer second = tree.allocate("/", "1" + WHOLE);
        assertThat(((Answer.Matched) first).job()).contains(new JobId(1));
        assertThat(((Answer.Matched) first).resources()).contains("node");
        assertThat(((Answer.Matched) second).job()).contains(new JobId(2));
        JobAnswer.Jobs jobs = (JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(true));
        assertThat(jobs.jobs()).extracting(JobRecord::state).containsExactly(JobState.RUNNING, JobState.RUNNING);
    }

    @Test
    void aMatchThatDoesNotFitIsRefusedWithReasons() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        Answer never = tree.ask(
                "/",
                new JobRequest.Match(Jobs.jobspec("9" + WHOLE), MatchOperation.SATISFIABILITY, MatchFormat.SIMPLE, ""));
        assertThat(((Answer.Refused) never).unsatisfiable()).isTrue();
        Answer unknown = tree.allocate("/", "1 slot { 1 quantum }");
        assertThat(unknown.toString()).contains("quantum");
    }

    @Test
    void aJobEndsWhenItsTimeIsOver() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "4" + WHOLE + " for 10");
        assertThat(freeNodes(tree, "/")).isZero();
        tree.runFor(9_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        tree.runFor(2_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.EXPIRED);
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
    }

    @Test
    void aCancelledJobShowsWhenItEndedAndWhatWasPlanned() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "1" + WHOLE + " for 1000");
        long planned = tree.job("/", 1).window().endSec();
        assertThat(tree.job("/", 1).endedSec()).isEmpty();
        tree.runFor(3_000);
        tree.cancel("/", 1);
        assertThat(tree.job("/", 1).endedSec())
                .hasValue(tree.job("/", 1).window().startSec() + 3);
        assertThat(tree.job("/", 1).window().endSec()).isEqualTo(planned);
    }

    @Test
    void aJobIsArchivedOnceAndAsItEnded() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "1" + WHOLE + " for 1000");
        tree.allocate("/", "1" + WHOLE + " for 2");
        assertThat(tree.archived).isEmpty();
        tree.runFor(3_000);
        assertThat(tree.archived).map(AccountsTest::unaccounted).containsExactly(tree.job("/", 2));
        tree.cancel("/", 1);
        assertThat(tree.archived).map(AccountsTest::unaccounted).containsExactly(tree.job("/", 2), tree.job("/", 1));
    }

    @Test
    void aNodeThatAChildHasAPartOfIsFreeAtNeitherLevel() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "1 slot { 1 socket { 4 core } }");
        assertThat(tree.stat("/").amounts())
                .containsEntry("node", new Amount(4, 3))
                .containsEntry("core", new Amount(32, 28));
        assertThat(tree.stat("/1").amounts()).doesNotContainKey("node").containsEntry("core", new Amount(4, 4));
    }

    @Test
    void aReservationStartsWhenItsTimeHasCome() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "4" + WHOLE + " for 10");
        Answer answer = tree.ask(
                "/",
                new JobRequest.Match(
                        Jobs.jobspec("2" + WHOLE + " for 5"),
                        MatchOperation.ALLOCATE_ORELSE_RESERVE,
                        MatchFormat.SIMPLE,
                        ""));
        assertThat(((Answer.Matched) answer).outcome()).isEqualTo(Answer.MatchOutcome.RESERVED);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RESERVED);
        tree.runFor(10_500);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(freeNodes(tree, "/")).isEqualTo(2);
        tree.runFor(5_000);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.EXPIRED);
    }

    @Test
    void aReservationWhoseTimeIsOverWhileItWaitsForAnInstanceToStopIsInNobodysWay() {
        var seldom = new InstanceLimits(32, 1024, 1000, 10, 3_000, 9_000, 4_000, 1_500, 5_000, 3_000);
        TreeHarness tree = TreeHarness.over(FOUR_NODES, config -> config.within(seldom));
        tree.spawn("/", "ends", "2" + WHOLE + " for 10");
        tree.spawn("/", "grows", "2" + WHOLE);
        Request reserve = new JobRequest.Match(
                Jobs.jobspec("1" + WHOLE + " for 1"), MatchOperation.ALLOCATE_ORELSE_RESERVE, MatchFormat.SIMPLE, "");
        assertThat(((Answer.Matched) tree.ask("/", reserve)).outcome()).isEqualTo(Answer.MatchOutcome.RESERVED);
        tree.freeze("/1");
        tree.runFor(10_100);
        tree.thaw("/1");
        tree.runFor(1_000);

        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.EXPIRED);
        assertThat(tree.grow("/2", "g1", "2" + WHOLE)).isInstanceOf(Answer.Grown.class);
    }

    @Test
    void whatWasGrownForAJobIsNotPromisedToOthersForAfterItsEnd() {
        TreeHarness tree = TreeHarness.over(
                "cluster { 1 node { 2 socket { 4 core } } }",
                config -> config.asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        tree.provide("ec2", Clouds.of(1));
        tree.allocate("/", "1" + WHOLE + " for 10");
        tree.growJob("/", "g1", 1, "1" + WHOLE);
        Answer answer = tree.ask(
                "/",
                new JobRequest.Match(
                        Jobs.jobspec("2" + WHOLE + " for 5"),
                        MatchOperation.ALLOCATE_ORELSE_RESERVE,
                        MatchFormat.SIMPLE,
                        ""));
        assertThat(answer).isInstanceOf(Answer.Refused.class);
        tree.runFor(11_000);
        assertThat(tree.released("ec2")).containsExactly("i-0");
    }

    @Test
    void aChildThatIsToLiveLongerThanItsParentEndsWithIt() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "2" + WHOLE + " for 100");
        tree.spawn("/1", "L2", "1" + WHOLE + " for 5000");
        assertThat(tree.job("/1", 1).window()).isEqualTo(tree.job("/", 1).window());
    }

    @Test
    void cancelFreesAndAsksNobodyTwice() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "1" + WHOLE);
        assertThat(tree.cancel("/", 1)).isEqualTo(new JobAnswer.Cancelled(new JobId(1)));
        assertThat(tree.cancel("/", 1)).isInstanceOf(Answer.Failed.class);
        assertThat(tree.cancel("/", 5)).isInstanceOf(Answer.Failed.class);
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
    }

    @Test
    void aKilledChildIsLostAndKeepsItsResourcesUntilItsJobIsCancelled() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "2" + WHOLE);
        tree.kill("/1");
        tree.runFor(100);
        assertThat(tree.job("/", 1).child().orElseThrow().state()).isEqualTo(ChildState.LOST);
        tree.runFor(60_000);
        assertThat(freeNodes(tree, "/")).isEqualTo(2);
        assertThat(tree.cancel("/", 1)).isInstanceOf(JobAnswer.Cancelled.class);
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
    }

    @Test
    void theResourcesOfALostChildAreFreeOnceNothingBelowItRunsAnyMore() {
        TreeHarness tree = threeLevels();
        tree.kill("/1");
        tree.runFor(60_000);
        assertThat(tree.living()).as("cut off, they work on").hasSize(3);
        String call = tree.send("/", new JobRequest.Cancel(new JobId(1)));
        assertThat(tree.answerTo(call)).isEmpty();
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.STOPPING);
        assertThat(freeNodes(tree, "/")).isEqualTo(1);
        assertThat(tree.await(call)).isInstanceOf(JobAnswer.Cancelled.class);
        assertThat(tree.living()).hasSize(1);
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
    }

    @Test
    void whatIsBelowALostInstanceIsShownAsLostToo() {
        var leaf = new InstanceSummary("/1/1/1", "L3", "", ChildState.LIVE, Map.of(), 0, 0, 0, List.of());
        var middle = new InstanceSummary("/1/1", "L2", "", ChildState.LIVE, Map.of(), 0, 0, 0, List.of(leaf));
        var child = new InstanceSummary("/1", "L1", "", ChildState.LIVE, Map.of(), 0, 0, 0, List.of(middle));
        InstanceSummary lost = child.in(ChildState.LOST);
        assertThat(lost.state()).isEqualTo(ChildState.LOST);
        assertThat(lost.children().get(0).state()).isEqualTo(ChildState.LOST);
        assertThat(lost.children().get(0).children().get(0).state()).isEqualTo(ChildState.LOST);
        assertThat(child.in(ChildState.LIVE)).isEqualTo(child);
    }

    @Test
    void aSilentChildIsLostWithinItsLeaseAndFoundWhenItSpeaksAgain() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "2" + WHOLE);
        tree.freeze("/1");
        tree.runFor(InstanceLimits.DEFAULT.leaseMillis() + 100);
        assertThat(tree.job("/", 1).child().orElseThrow().state()).isEqualTo(ChildState.LOST);
        assertThat(freeNodes(tree, "/")).isEqualTo(2);
        tree.thaw("/1");
        tree.runFor(2_000);
        assertThat(tree.job("/", 1).child().orElseThrow().state()).isEqualTo(ChildState.LIVE);
    }

    @Test
    void cancelOfAChildStopsItAndItsOwnChildrenFirst() {
        TreeHarness tree = threeLevels();
        assertThat(tree.cancel("/", 1)).isInstanceOf(JobAnswer.Cancelled.class);
        tree.runFor(10);
        assertThat(tree.living()).hasSize(1);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.CANCELLED);
        assertThat(tree.job("/", 1).detail()).isEqualTo("cancelled");
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
    }

    @Test
    void aCommandThatNeverBeganOrEndedUnseenFailsItsJob() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        for (String how : List.of(CommandEnd.NOT_BEGUN + "no such file", CommandEnd.UNSEEN)) {
            long job = Long.parseLong(tree.spawn("/", "L1", "1" + WHOLE).substring(1));
            tree.tell("/" + job, new Event.CommandEnded(how));
            tree.runFor(100);
            assertThat(tree.job("/", job).state()).isEqualTo(JobState.FAILED);
            assertThat(tree.job("/", job).detail()).isEqualTo(how);
        }
    }

    @Test
    void aChildThatLeavesCompletesItsJob() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "3" + WHOLE);
        assertThat(tree.ask("/1", new Request.Stop())).isInstanceOf(Answer.Stopping.class);
        tree.runFor(100);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.COMPLETED);
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
        assertThat(tree.member("/1").isAlive).isFalse();
    }

    @Test
    void aChildEndsWithTheTimeOfItsJob() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "3" + WHOLE + " for 20");
        tree.runFor(25_000);
        assertThat(tree.member("/1").isAlive).isFalse();
        assertThat(tree.job("/", 1).state().isActive()).isFalse();
        assertThat(freeNodes(tree, "/")).isEqualTo(4);
    }

    @Test
    void stopOfTheRootStopsTheWholeTree() {
        TreeHarness tree =
                TreeHarness.over(FOUR_NODES, config -> config.asking(GrowOrder.PARENT_FIRST, List.of("ec2")));
        tree.provide("ec2", Clouds.of(3));
        tree.spawn("/", "L1", "3" + WHOLE);
        tree.spawn("/1", "L2", "2" + WHOLE);
        tree.grow("/1/1", "g1", "3" + WHOLE);
        tree.ask("/", new Request.Stop());
        tree.runFor(500);
        assertThat(tree.living()).isEmpty();
        assertThat(tree.released("ec2")).hasSize(3);
    }

    @Test
    void whatIsSuspendedEndsItsProcessAndDecidesNothing() {
        Instance root =
                Instance.root(InstanceConfig.root("top").durably(true), Graphs.graph(FOUR_NODES), Graphs.HORIZON);
        root.on(new Event.ClientAsked("c", new Request.Spawn(Jobs.jobspec("1" + WHOLE), "child", Map.of())), 0);
        List<Effect> effects = root.on(new Event.ClientAsked("s", new Request.Suspend()), 1);
        assertThat(effects).contains(new Effect.Reply("s", new Answer.Stopping()), new Effect.Halt());
        assertThat(effects).noneMatch(Effect.Append.class::isInstance).noneMatch(Effect.StopChild.class::isInstance);
    }

    @Test
    void nothingThatCouldNotGoOnIsSuspended() {
        Instance forgetful = Instance.root(InstanceConfig.root("top"), Graphs.graph(FOUR_NODES), Graphs.HORIZON);
        List<Effect> effects = forgetful.on(new Event.ClientAsked("s", new Request.Suspend()), 1);
        assertThat(effects.toString()).contains("in memory").doesNotContain("Halt");

        Instance stopping =
                Instance.root(InstanceConfig.root("top").durably(true), Graphs.graph(FOUR_NODES), Graphs.HORIZON);
        stopping.on(new Event.ClientAsked("c", new Request.Spawn(Jobs.jobspec("1" + WHOLE), "child", Map.of())), 0);
        stopping.on(new Event.ClientAsked("s", new Request.Stop()), 1);
        effects = stopping.on(new Event.ClientAsked("s2", new Request.Suspend()), 2);
        assertThat(effects.toString()).contains("already stopping").doesNotContain("Halt");
    }

    @Test
    void aStoppingInstanceTakesNoNewWork() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "1" + WHOLE);
        tree.ask("/", new Request.Stop());
        assertThat(tree.allocate("/", "1" + WHOLE).toString()).contains("stopping");
    }

    @Test
    void aChildThatNeverRegistersIsGivenUp() {
        Instance root = Instance.root(InstanceConfig.root("top"), Graphs.graph(FOUR_NODES), Graphs.HORIZON);
        root.on(new Event.ClientAsked("c", new Request.Spawn(Jobs.jobspec("1" + WHOLE), "deaf", Map.of())), 0);
        List<Effect> effects = root.on(new Event.TimeReached(), InstanceLimits.DEFAULT.startMillis());
        assertThat(effects).anyMatch(Effect.StopChild.class::isInstance);
        effects = root.on(new Event.ChildExited(new JobId(1), "killed"), 60_001);
        assertThat(effects.toString()).contains("did not start").contains("failed");
        root.checkInvariants();
    }

    @Test
    void aRegistrationOfAnUnknownJobIsRefused() {
        Instance root = Instance.root(InstanceConfig.root("top"), Graphs.graph(FOUR_NODES), Graphs.HORIZON);
        var register = new UpMessage.Register(new JobId(3), "ghost", "", false, List.of());
        List<Effect> effects = root.on(new Event.ChildSaid(new JobId(3), register), 0);
        assertThat(effects.toString()).contains("RegisterRefused");
    }

    @Test
    void theTreeIsKnownAtTheTopSoonAfterItHasGrown() {
        TreeHarness tree = threeLevels();
        tree.runFor(4 * InstanceLimits.DEFAULT.newsMillis());
        InstanceSummary root = ((Answer.Tree) tree.ask("/", new Request.Tree())).root();
        assertThat(root.size()).isEqualTo(4);
        InstanceSummary leaf =
                root.children().get(0).children().get(0).children().get(0);
        assertThat(leaf.path()).isEqualTo("/1/1/1");
        assertThat(leaf.amounts().get("core")).isEqualTo(new Amount(8, 8));
    }

    @Test
    void anInstanceWhoseParentIsGoneSaysSinceWhenAndWorksOn() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "2" + WHOLE);
        assertThat(((Answer.Tree) tree.ask("/1", new Request.Tree())).parentLostSinceSec())
                .isEmpty();
        tree.runFor(10_000);
        tree.cut("/1", 60_000);
        tree.runFor(5_000);
        long since = tree.now() / 1000 - 5;
        assertThat(((Answer.Tree) tree.ask("/1", new Request.Tree())).parentLostSinceSec())
                .hasValue(since);
        assertThat(tree.warnings())
                .contains(
                        "/1: the parent is unreachable: the instance continues with its resources, and grows beyond them wait or fail");
        assertThat(tree.allocate("/1", "1" + WHOLE)).isInstanceOf(Answer.Matched.class);
        tree.runFor(60_000);
        assertThat(((Answer.Tree) tree.ask("/1", new Request.Tree())).parentLostSinceSec())
                .isEmpty();
        assertThat(tree.warnings()).contains("/1: the parent is reachable again");
    }

    @Test
    void aDrainedNodeIsNotMatchedAndItsJobsAreNamed() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "4" + WHOLE);
        Answer answer = tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.DOWN));
        assertThat(((Answer.StatusSet) answer).running()).containsExactly(new JobId(1));
        tree.cancel("/", 1);
        assertThat(tree.allocate("/", "4" + WHOLE)).isInstanceOf(Answer.Refused.class);
        assertThat(tree.allocate("/", "3" + WHOLE)).isInstanceOf(Answer.Matched.class);
    }

    @Test
    void findAndInfoShowWhatAJobHolds() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.allocate("/", "1" + WHOLE);
        Answer found = tree.ask("/", new Request.Find("sched-now=allocated", MatchFormat.SIMPLE));
        assertThat(((Answer.Found) found).count()).isEqualTo(11);
        Answer info = tree.ask("/", new JobRead.JobInfo(new JobId(1), MatchFormat.SIMPLE));
        assertThat(((JobAnswer.JobInfo) info).resources().lines()).hasSize(12);
        assertThat(tree.ask("/", new Request.Find("status=sideways", MatchFormat.SIMPLE)))
                .isInstanceOf(Answer.Failed.class);
    }

    @Test
    void allOfANodeThatIsHeldIsListed() {
        TreeHarness tree = TreeHarness.over("cluster { 2 node { 2 core, 1 gpu } }");
        assertThat(matched(tree, MatchRules.BANYAN))
                .isEqualTo("[{\"rank\": \"1\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}]");
        assertThat(matched(tree, MatchRules.FLUXION)).isEqualTo("[{\"rank\": \"0\", \"children\": {}}]");
        Answer info = tree.ask("/", new JobRead.JobInfo(new JobId(2), MatchFormat.RV1_NOSCHED));
        assertThat(((JobAnswer.JobInfo) info).resources()).contains("{\"core\": \"0-1\", \"gpu\": \"0\"}");
    }

    private static String matched(TreeHarness tree, MatchRules rules) {
        Jobspec node = Jobs.jobspec("1 slot { 1 node } for 10");
        Answer answer =
                tree.ask("/", new JobRequest.Match(node, MatchOperation.ALLOCATE, MatchFormat.RLITE, "", rules));
        return ((Answer.Matched) answer).resources();
    }

    @Test
    void growAndShrinkGoOnAfterTheSessionWasCut() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "L1", "1" + WHOLE);
        tree.allocate("/1", "1" + WHOLE);
        tree.cut("/1", 500);
        Answer grown = tree.grow("/1", "g1", "2" + WHOLE);
        assertThat(grown).isInstanceOf(Answer.Grown.class);
        tree.cut("/1", 500);
        assertThat(tree.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"))).isInstanceOf(Answer.Shrunk.class);
        assertThat(freeNodes(tree, "/")).isEqualTo(3);
    }

    @Test
    void aReservationWaitsForNoInstanceThatHasNothingOfIt() {
        Instance root = Instance.root(
                InstanceConfig.root("L0"), Graphs.graph("cluster { 2 node { 2 core }, 4 gpu }"), Graphs.HORIZON);
        var child = new JobId(1);
        var spawn = new Request.Spawn(Jobs.jobspec("1 slot { 1 gpu } for 100"), "a", Map.of());
        root.on(new Event.ClientAsked("c1", spawn), 0);
        root.on(new Event.ChildSaid(child, new UpMessage.Register(child, "a", "x:1", false, List.of())), 10);
        root.on(new Event.ClientAsked("c2", match("2 slot { 1 node } for 150", MatchOperation.ALLOCATE)), 20);
        root.on(
                new Event.ClientAsked("c3", match("1 slot { 1 node } for 500", MatchOperation.ALLOCATE_ORELSE_RESERVE)),
                20);
        root.on(
                new Event.ClientAsked("c4", match("4 slot { 1 gpu } for 500", MatchOperation.ALLOCATE_ORELSE_RESERVE)),
                20);
        for (long millis = 0; millis <= 151_000; millis += 1_000) {
            root.on(new Event.TimeReached(), millis);
        }
        assertThat(stateOf(root, 1)).isEqualTo(JobState.STOPPING);
        assertThat(stateOf(root, 3)).isEqualTo(JobState.RUNNING);
        assertThat(stateOf(root, 4)).as("which wants what the instance has").isEqualTo(JobState.RESERVED);
        root.on(new Event.ChildExited(child, "killed"), 152_000);
        root.on(new Event.TimeReached(), 153_000);
        assertThat(stateOf(root, 4)).isEqualTo(JobState.RUNNING);
    }

    private static JobRequest.Match match(String jobspec, MatchOperation operation) {
        return new JobRequest.Match(Jobs.jobspec(jobspec), operation, MatchFormat.SIMPLE, "");
    }

    private static JobState stateOf(Instance instance, long job) {
        return instance.state().jobs().find(new JobId(job)).orElseThrow().state();
    }

    @Test
    void whatAChildSaysOfInstancesThatAreNotBelowItIsNotPassedOn() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "a", "1" + WHOLE);
        tree.spawn("/", "b", "1" + WHOLE);
        heartbeat(tree, summary("/2", List.of()));
        heartbeat(tree, summary("/1", List.of(summary("/2", List.of()))));
        heartbeat(tree, summary("/1", List.of(summary("/1/2", List.of(summary("/1/2/../../2", List.of()))))));
        assertThat(tree.ask("/", new Request.Tree()).toString()).doesNotContain("elsewhere");
        heartbeat(tree, summary("/1", List.of(summary("/1/2", List.of()))));
        assertThat(tree.ask("/", new Request.Tree()).toString()).contains("path=/1/2, name=n, address=elsewhere");
    }

    private static InstanceSummary summary(String path, List<InstanceSummary> below) {
        return new InstanceSummary(path, "n", "elsewhere", ChildState.LIVE, Map.of(), 0, 0, 0, below);
    }

    private static void heartbeat(TreeHarness tree, InstanceSummary summary) {
        tree.happen(tree.member("/"), new Event.ChildSaid(new JobId(1), new UpMessage.Heartbeat(summary)));
    }

    @Test
    void aChildThatRegistersAsItWasLeavesNothingInTheJournal() {
        TreeHarness tree = TreeHarness.over(FOUR_NODES);
        tree.spawn("/", "a", "1" + WHOLE);
        int before = tree.member("/").journal.size();
        tree.cut("/1", 1);
        tree.runFor(100);
        assertThat(tree.member("/").journal).hasSize(before);
    }
}
