package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.TreeHarness.Member;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.OnLost;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests what levels tell each other about vertices that are not up, and what becomes of jobs whose resources are lost.
 */
class StatusTreeTest {
    private static final String WHOLE = " slot { 1 node { 2 core } }";
    private static final String GRAPH = "cluster { 4 node { 2 core } }";
    private static final String NODE0 = "/cluster0/node0";
    private static final List<Status> STATUSES = List.of(Status.values());
    private static final String NODE3 = "/cluster0/node3";

    private static TreeHarness threeLevels() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "L1", "3" + WHOLE);
        tree.spawn("/1", "L2", "2" + WHOLE);
        return tree;
    }

    private static Answer.StatusSet set(TreeHarness tree, String path, String vertex, Status status) {
        Answer answer = tree.ask(path, new Request.SetStatus(new VertexTarget.ByPath(vertex), status));
        tree.runFor(20);
        return (Answer.StatusSet) answer;
    }

    private static VertexStatus get(TreeHarness tree, String path, String vertex) {
        Answer answer = tree.ask(path, new Request.GetStatus(new VertexTarget.ByPath(vertex)));
        VertexStatus got = ((Answer.Statuses) answer).statuses().get(0);
        return new VertexStatus(got.path(), got.status(), got.usable(), got.saidBy(), Optional.empty());
    }

    private static VertexStatus is(String vertex, Status status, String... saidBy) {
        return new VertexStatus(vertex, status, status == Status.UP, List.of(saidBy), Optional.empty());
    }

    /** A vertex that the lowest of three levels has. */
    private static String lowest(TreeHarness tree) {
        return tree.member("/1/1")
                .instance
                .state()
                .origins()
                .all()
                .get(0)
                .tops()
                .get(0);
    }

    @Test
    void whatIsSaidAtTheTopIsToldToAllThatHaveTheVertex() {
        TreeHarness tree = threeLevels();
        String node = lowest(tree);
        set(tree, "/", node, Status.DRAINED);
        assertThat(get(tree, "/1", node)).isEqualTo(is(node, Status.DRAINED, "parent"));
        assertThat(get(tree, "/1/1", node)).isEqualTo(is(node, Status.DRAINED, "parent"));
        set(tree, "/", node, Status.UP);
        assertThat(get(tree, "/1/1", node)).isEqualTo(is(node, Status.UP));
    }

    @Test
    void whatIsSaidAtTheBottomIsToldToAllWhoGaveTheVertex() {
        TreeHarness tree = threeLevels();
        String node = lowest(tree);
        set(tree, "/1/1", node, Status.DOWN);
        assertThat(get(tree, "/1", node)).isEqualTo(is(node, Status.DOWN, "instance 1"));
        assertThat(get(tree, "/", node)).isEqualTo(is(node, Status.DOWN, "instance 1"));
        set(tree, "/1/1", node, Status.UP);
        assertThat(get(tree, "/", node)).isEqualTo(is(node, Status.UP));
    }

    @Test
    void nobodyTakesBackAnothersWordAndTheWorstCounts() {
        TreeHarness tree = threeLevels();
        String node = lowest(tree);
        set(tree, "/1/1", node, Status.DOWN);
        set(tree, "/", node, Status.DRAINED);
        assertThat(get(tree, "/1", node)).isEqualTo(is(node, Status.DOWN, "parent", "instance 1"));
        assertThat(set(tree, "/", node, Status.UP).others()).containsExactly(is(node, Status.DOWN, "instance 1"));
        set(tree, "/1/1", node, Status.UP);
        assertThat(get(tree, "/", node).status()).isEqualTo(Status.UP);
    }

    @Test
    void whatDidNotWorkForAChildDoesNotWorkForTheNextOne() {
        TreeHarness tree = threeLevels();
        String node = lowest(tree);
        set(tree, "/1/1", node, Status.DOWN);
        tree.shrink("/1/1", "s1", new ShrinkTarget.ByPaths(List.of(node)));
        assertThat(get(tree, "/1", node)).isEqualTo(is(node, Status.DOWN, "here"));
        tree.cancel("/", 1);
        tree.runFor(100);
        assertThat(get(tree, "/", node)).isEqualTo(is(node, Status.DOWN, "here"));
        assertThat(tree.allocate("/", "4" + WHOLE)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void whatIsAboveAChildIsToldAndItsOwnWordOnThatStaysThere() {
        TreeHarness tree = threeLevels();
        set(tree, "/", "/cluster0", Status.DRAINED);
        assertThat(get(tree, "/1/1", "/cluster0").status()).isEqualTo(Status.DRAINED);
        set(tree, "/", "/cluster0", Status.UP);
        set(tree, "/1/1", "/cluster0", Status.DOWN);
        assertThat(get(tree, "/1", "/cluster0").status()).isEqualTo(Status.UP);
        assertThat(tree.allocate("/1/1", "1" + WHOLE)).isInstanceOf(Answer.Refused.class);
    }

    @Test
    void whatWasSaidWhileTheSessionWasCutIsToldAfterwardsAlsoToAnInstanceThatRestarted() {
        TreeHarness tree = threeLevels();
        String node = lowest(tree);
        set(tree, "/", node, Status.DRAINED);
        tree.cut("/1", 200);
        set(tree, "/", node, Status.UP);
        set(tree, "/1", node, Status.DOWN);
        assertThat(get(tree, "/1", node)).isEqualTo(is(node, Status.DOWN, "here", "parent"));
        Member middle = tree.member("/1");
        tree.restart("/1", Instance.child(middle.instance.config()));
        tree.runFor(1_000);
        assertThat(get(tree, "/", node)).isEqualTo(is(node, Status.DOWN, "instance 1"));
        assertThat(get(tree, "/1", node)).isEqualTo(is(node, Status.DOWN, "here"));
        assertThat(get(tree, "/1/1", node)).isEqualTo(is(node, Status.DOWN, "parent"));
    }

    @Test
    void whatIsBrokenWithinAGrantIsToldWithIt() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        String core = NODE0 + "/core1";
        set(tree, "/", core, Status.DOWN);
        Answer spawned = tree.ask("/", new Request.Spawn(Jobs.jobspec("4 slot { 1 node! }"), "all", Map.of()));
        assertThat(spawned).isInstanceOf(Answer.Spawned.class);
        tree.runFor(20);
        assertThat(get(tree, "/1", core).status()).isEqualTo(Status.DOWN);
    }

    @Test
    void whatAProviderBroughtToAChildIsNoneOfItsParentsBusiness() {
        TreeHarness tree = TreeHarness.over(
                GRAPH,
                config -> config.asking(
                        GrowOrder.PROVIDER_ONLY, config.parentJob().isPresent() ? List.of("cloud") : List.of()));
        tree.provide("cloud", Clouds.of(2));
        tree.spawn("/", "L1", "1" + WHOLE);
        assertThat(tree.grow("/1", "g1", "2" + WHOLE)).isInstanceOf(Answer.Grown.class);
        String brought = tree.member("/1")
                .instance
                .state()
                .origins()
                .find("g1")
                .orElseThrow()
                .tops()
                .get(0);
        set(tree, "/1", brought, Status.LOST);
        set(tree, "/1", "/cluster0/cloud", Status.DOWN);
        tree.cut("/1", 10);
        tree.runFor(100);
        assertThat(get(tree, "/1", brought).status()).isEqualTo(Status.LOST);
        tree.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"));
        tree.grow("/1", "g2", "2" + WHOLE);
        String again = tree.member("/1")
                .instance
                .state()
                .origins()
                .find("g2")
                .orElseThrow()
                .tops()
                .get(0);
        assertThat(get(tree, "/1", again)).isEqualTo(is(again, Status.UP));
    }

    // ---- lost -----------------------------------------------------------------------------------------------------

    private static Jobspec onLost(String jobspec, String what) {
        Jobspec plain = Jobs.jobspec(jobspec);
        Attributes old = plain.attributes();
        Attributes attributes = new Attributes(
                old.durationSec(),
                old.queue(),
                old.constraint(),
                old.cwd(),
                old.environment(),
                Map.of("banyan", Map.of("on-lost", what)),
                old.user());
        return new Jobspec(plain.version(), plain.resources(), plain.tasks(), attributes);
    }

    private static Answer run(TreeHarness tree, String path, Jobspec jobspec) {
        return tree.ask(path, new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "mine"));
    }

    @Test
    void aJobThatLosesSomethingGoesOnMarked() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.allocate("/", "4" + WHOLE);
        set(tree, "/", NODE3, Status.LOST);
        JobRecord job = tree.job("/", 1);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.lost()).containsExactly(NODE3);
        set(tree, "/", NODE3, Status.UP);
        assertThat(tree.job("/", 1).lost()).containsExactly(NODE3);
    }

    @Test
    void whatIsOnlyDownOrDrainedIsNotLost() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        run(tree, "/", onLost("4" + WHOLE, "requeue"));
        set(tree, "/", NODE3, Status.DOWN);
        set(tree, "/", NODE3, Status.DRAINED);
        assertThat(tree.job("/", 1).lost()).isEmpty();
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobThatCanShrinkGoesOnWithTheRestAndEndsWhereNothingIsLeft() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        run(tree, "/", onLost("4" + WHOLE, "shrink"));
        set(tree, "/", NODE3, Status.LOST);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
        set(tree, "/", NODE3, Status.UP);
        assertThat(tree.allocate("/", "1" + WHOLE)).isInstanceOf(Answer.Matched.class);
        set(tree, "/", "/cluster0", Status.LOST);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 1).detail()).isEqualTo("all its resources were lost");
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatWasGrownForAJobThatShrinksGoesBackToWhereItCameFrom() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.spawn("/", "L1", "1" + WHOLE);
        run(tree, "/1", onLost("1" + WHOLE, "shrink"));
        tree.growJob("/1", "g1", 1, "1" + WHOLE);
        String grown = tree.member("/1")
                .instance
                .state()
                .origins()
                .find("g1")
                .orElseThrow()
                .tops()
                .get(0);
        set(tree, "/", grown, Status.LOST);
        tree.runFor(100);
        assertThat(tree.job("/1", 1).state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.member("/1").instance.state().resources().graph().find(grown))
                .isNegative();
        assertThat(tree.stat("/").amounts().get("node").free()).isEqualTo(2);
        assertThat(get(tree, "/", grown)).isEqualTo(is(grown, Status.LOST, "here"));
    }

    @Test
    void aJobThatIsToBeRequeuedStartsAnewElsewhere() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        run(tree, "/", onLost("2" + WHOLE + " for 500", "requeue"));
        String held =
                ((JobAnswer.JobInfo) tree.ask("/", new JobRead.JobInfo(new JobId(1), MatchFormat.SIMPLE))).resources();
        String node = held.contains("node3") ? NODE3 : NODE0;
        set(tree, "/", node, Status.LOST);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 1).detail()).isEqualTo(node + " was lost; the job is restarted");
        JobRecord second = tree.job("/", 2);
        assertThat(second.state()).isEqualTo(JobState.RUNNING);
        assertThat(second.name()).isEqualTo("mine");
        assertThat(second.window().durationSec()).isEqualTo(500);
        set(tree, "/", "/cluster0", Status.LOST);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.warnings()).anyMatch(it -> it.contains("job 2") && it.contains("is not restarted"));
    }

    @Test
    void theInstanceSaysWhatBecomesOfJobsThatDoNotSay() {
        TreeHarness tree = TreeHarness.over(GRAPH, config -> config.onLost(OnLost.REQUEUE));
        tree.allocate("/", "1" + WHOLE + " for 500");
        run(tree, "/", onLost("1" + WHOLE, "keep"));
        set(tree, "/", "/cluster0", Status.LOST);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChildSeesToItsOwnJobsWhenItsParentSaysThatSomethingIsLost() {
        TreeHarness tree = threeLevels();
        String node = lowest(tree);
        run(tree, "/1/1", onLost("2" + WHOLE, "keep"));
        set(tree, "/", node, Status.LOST);
        assertThat(tree.job("/", 1).lost()).isEmpty();
        assertThat(tree.job("/1/1", 1).lost()).containsExactly(node);
    }

    @Test
    void aRestartDoesNotHurtAJobTwice() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        run(tree, "/", onLost("1" + WHOLE + " for 500", "requeue"));
        set(tree, "/", "/cluster0", Status.LOST);
        tree.allocate("/", "1" + WHOLE);
        Member root = tree.member("/");
        tree.restart("/", Instance.root(root.instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON));
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.FAILED);
        assertThat(Fingerprint.of(tree.member("/").instance.state())).contains("LOST");
    }

    // ---- at random ------------------------------------------------------------------------------------------------

    @Test
    void allComeToTheSameWhateverIsLostRepeatedOrLate() {
        for (long seed = 1; seed <= 30; seed++) {
            random(seed);
        }
    }

    private static void random(long seed) {
        Random random = new Random(seed);
        TreeHarness tree = threeLevels();
        tree.breakMessages(seed, 0.1);
        List<String> paths = List.of("/", "/1", "/1/1");
        for (int i = 0; i < 150; i++) {
            String path = paths.get(random.nextInt(paths.size()));
            if (!tree.member(path).isAlive) {
                continue;
            }
            switch (random.nextInt(8)) {
                case 0 -> tree.send(path, new Request.Grow("g" + i, Optional.empty(), Jobs.jobspec("1" + WHOLE), 0));
                case 1 ->
                    tree.send(path, new Request.Shrink("s" + i, new ShrinkTarget.ByPaths(List.of(vertex(random)))));
                case 2 ->
                    tree.send(
                            path,
                            new JobRequest.Match(
                                    onLost("1" + WHOLE, random.nextBoolean() ? "shrink" : "requeue"),
                                    MatchOperation.ALLOCATE,
                                    MatchFormat.SIMPLE,
                                    ""));
                case 3 -> {
                    if (!path.equals("/") && random.nextBoolean()) {
                        tree.restart(
                                path, Instance.child(tree.member(path).instance.config()));
                    }
                }
                default -> {
                    Status status = STATUSES.get(random.nextInt(STATUSES.size()));
                    tree.send(path, new Request.SetStatus(new VertexTarget.ByPath(vertex(random)), status));
                }
            }
            tree.runFor(random.nextInt(30));
        }
        tree.breakMessages(0, 0);
        tree.runFor(20_000);
        tree.living().forEach(member -> agreesWithItsParent(seed, member));
    }

    private static String vertex(Random random) {
        return "/cluster0/node" + random.nextInt(4) + (random.nextInt(3) == 0 ? "/core" + random.nextInt(2) : "");
    }

    private static void agreesWithItsParent(long seed, Member child) {
        if (child.parent.isEmpty()) {
            return;
        }
        InstanceState above = child.parent.get().instance.state();
        InstanceState below = child.instance.state();
        for (int v = 0; v < below.resources().graph().vertexBound(); v++) {
            String path = below.resources().graph().path(v);
            boolean isGiven = below.origins()
                    .of(path)
                    .filter(origin -> origin.arrival() == GrowRoute.PARENT)
                    .isPresent();
            if (below.resources().graph().contains(v) && isGiven) {
                Status here = below.schedule().statuses().of(v);
                Status there = above.schedule().statuses().of(above.resources().index(path));
                assertThat(here).as("seed %d: %s at %s", seed, path, child.path).isEqualTo(there);
            }
        }
    }
}
