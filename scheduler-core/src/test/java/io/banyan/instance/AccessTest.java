package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests who may ask what of an instance, and to whom jobs belong. */
class AccessTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);
    private static final Principal READER = new Principal("monitor", Role.READER);
    private static final String WHOLE = " slot { 1 node { 2 core } }";
    private static final String NODE = "/cluster0/node0";
    private static final JobId ALICES = new JobId(1);

    private final TreeHarness tree = TreeHarness.over("cluster { 6 node { 2 core } }");

    private static JobRequest.Match match(int nodes) {
        return new JobRequest.Match(
                Jobs.jobspec(nodes + WHOLE), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "secret-name");
    }

    private static List<Request> ofAlicesJob() {
        return List.of(
                new JobRead.JobInfo(ALICES, MatchFormat.SIMPLE),
                new JobRequest.Cancel(ALICES),
                new JobRequest.PartialCancel(
                        ALICES, new GivenPart.Listed(Graphs.subgraph("cluster { 1 node }")), MatchRules.BANYAN),
                new Request.Grow("g1", Optional.of(ALICES), Jobs.jobspec("1" + WHOLE), 0),
                new Request.Shrink("s1", new ShrinkTarget.ByJob(ALICES)),
                new Request.Shrink("s2", new ShrinkTarget.ByGrow("alices-grow")),
                new Request.Find("jobid-alloc=1", MatchFormat.SIMPLE),
                new Request.Find("status=up and jobid-span=1", MatchFormat.SIMPLE),
                new JobRequest.Update(
                        ALICES,
                        BookingKind.ALLOCATION,
                        new GivenResources.Listed(Graphs.subgraph("cluster { 1 node }")),
                        OptionalLong.empty(),
                        0,
                        MatchFormat.SIMPLE));
    }

    private static List<Request> ofAnAdmin() {
        return List.of(
                new Request.Abandon(ALICES),
                new Request.SetStatus(NODE, Status.DOWN),
                new Request.SetProperty(NODE, "key", Optional.of("value")),
                new Request.Attach(Graphs.subgraph("cluster { 7 node { 2 core } }")),
                new Request.Remove(new VertexTarget.ByPath(NODE), false),
                new Request.Stop(),
                new Request.Suspend());
    }

    private static List<Request> changes() {
        return Stream.<Stream<? extends Request>>of(
                        ofAnAdmin().stream(),
                        ofAlicesJob().stream()
                                .filter(it -> !(it instanceof JobRead.JobInfo) && !(it instanceof Request.Find)),
                        Stream.of(
                                match(1),
                                new JobRequest.MultiMatch(List.of(match(1))),
                                new Request.Spawn(Jobs.jobspec("1" + WHOLE), "child", Map.of())))
                .<Request>flatMap(it -> it)
                .toList();
    }

    private Answer alicesJob() {
        return tree.ask("/", ALICE, match(1));
    }

    private static void assertForbidden(Answer answer) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo(ErrorCode.FORBIDDEN));
    }

    @ParameterizedTest
    @MethodSource("ofAlicesJob")
    void aUserDoesNothingWithAnothersJob(Request request) {
        alicesJob();
        tree.ask("/", ALICE, new Request.Grow("alices-grow", Optional.of(ALICES), Jobs.jobspec("1" + WHOLE), 0));
        assertForbidden(tree.ask("/", BOB, request));
        JobAnswer.Jobs jobs = (JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false));
        assertThat(jobs.jobs()).hasSize(1);
    }

    @Test
    void aUserPassesNobodyByUrgency() {
        for (int urgency : new int[] {17, 31}) {
            Answer answer = tree.ask("/", ALICE, new JobRequest.Submit(Jobs.jobspec("1" + WHOLE), "", urgency));
            assertForbidden(answer);
            assertThat(((Answer.Failed) answer).message()).isEqualTo("an urgency above 16 requires the role admin");
        }
        tree.ask("/", ALICE, new JobRequest.Submit(Jobs.jobspec("1" + WHOLE), "", 16));
        assertForbidden(tree.ask("/", ALICE, new JobRequest.Urge(new JobId(1), 17)));
        assertThat(((JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false))).jobs())
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("ofAnAdmin")
    void aUserDoesNotChangeResources(Request request) {
        assertForbidden(tree.ask("/", ALICE, request));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aReaderChangesNothing(Request request) {
        alicesJob();
        assertForbidden(tree.ask("/", READER, request));
    }

    @Test
    void aUserHasHisOwnJobsInHand() {
        alicesJob();
        assertThat(tree.ask("/", ALICE, new JobRead.JobInfo(ALICES, MatchFormat.SIMPLE)))
                .isInstanceOf(JobAnswer.JobInfo.class);
        var looked = (JobAnswer.JobInfo) tree.ask("/", ALICE, new JobRead.JobLook(ALICES));
        assertThat(looked.job().id()).isEqualTo(ALICES);
        assertThat(looked.resources()).isEmpty();
        assertForbidden(tree.ask("/", BOB, new JobRead.JobLook(ALICES)));
        assertThat(tree.ask("/", ALICE, new Request.Grow("g", Optional.of(ALICES), Jobs.jobspec("1" + WHOLE), 0)))
                .isInstanceOf(Answer.Grown.class);
        assertThat(tree.ask("/", ALICE, new Request.Shrink("s", new ShrinkTarget.ByJob(ALICES))))
                .isInstanceOf(Answer.Shrunk.class);
        assertThat(tree.ask("/", ALICE, new Request.Find("jobid-alloc=1", MatchFormat.SIMPLE)))
                .isInstanceOf(Answer.Found.class);
        assertThat(tree.ask("/", ALICE, new JobRequest.Cancel(ALICES))).isInstanceOf(JobAnswer.Cancelled.class);
    }

    @Test
    void aUserDoesNotGrowTheInstance() {
        assertForbidden(tree.ask("/", ALICE, new Request.Grow("g", Optional.empty(), Jobs.jobspec("1" + WHOLE), 0)));
        assertForbidden(tree.ask("/", ALICE, new Request.Shrink("s", new ShrinkTarget.Unreleased())));
    }

    @Test
    void everybodySeesTheJobsThatAreHisToSee() {
        alicesJob();
        tree.ask("/", BOB, match(2));
        tree.ask("/", match(1));
        assertThat(owners(ALICE)).containsExactly("alice");
        assertThat(owners(BOB)).containsExactly("bob");
        assertThat(owners(READER)).containsExactly("alice", "bob", "owner");
        assertThat(owners(Principal.OWNER)).containsExactly("alice", "bob", "owner");
    }

    private List<String> owners(Principal asker) {
        return ((JobAnswer.Jobs) tree.ask("/", asker, new JobRead.Jobs(true)))
                .jobs().stream().map(JobRecord::owner).toList();
    }

    @Test
    void aUserSeesTheInstancesOfHisOwnJobs() {
        tree.ask("/", ALICE, new Request.Spawn(Jobs.jobspec("1" + WHOLE), "alices", Map.of()));
        tree.ask("/", BOB, new Request.Spawn(Jobs.jobspec("1" + WHOLE), "bobs", Map.of()));
        assertThat(below(ALICE)).containsExactly("alices");
        assertThat(below(BOB)).containsExactly("bobs");
        assertThat(below(READER)).containsExactly("alices", "bobs");
    }

    private List<String> below(Principal asker) {
        return ((Answer.Tree) tree.ask("/", asker, new Request.Tree()))
                .root().children().stream().map(InstanceSummary::name).toList();
    }

    @Test
    void anAdminDoesAsHePleases() {
        alicesJob();
        Principal admin = new Principal("root-of-all", Role.ADMIN);
        assertThat(tree.ask("/", admin, new JobRequest.Cancel(ALICES))).isInstanceOf(JobAnswer.Cancelled.class);
        assertThat(tree.ask("/", admin, new Request.SetStatus(NODE, Status.DOWN)))
                .isInstanceOf(Answer.StatusSet.class);
    }

    @Test
    void whatAnInstanceInAJobOfAUserGrowsIsThatJobs() {
        tree.ask("/", ALICE, new Request.Spawn(Jobs.jobspec("1" + WHOLE), "alices", Map.of()));
        assertThat(tree.grow("/1", "g", "2" + WHOLE)).isInstanceOf(Answer.Grown.class);
        assertForbidden(tree.ask("/", BOB, new Request.Shrink("s", new ShrinkTarget.ByGrow("g"))));
        assertThat(owners(Principal.OWNER)).containsExactly("alice");
    }

    @Test
    void namesThatCouldBreakALineAreRefused() {
        for (String name : List.of("", "a b", "a\nb", "-rf", "x".repeat(65), "a/b")) {
            assertThatThrownBy(() -> new Principal(name, Role.USER)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void anInstanceIsStartedForTheOsUserOfTheCredentialThatSpawnedIt() {
        Instance root = Instance.root(
                InstanceConfig.root("top"), Graphs.graph("cluster { 1 node { 2 core } }"), new TimeWindow(0, 1_000));
        Principal asker = new Principal("alice", Role.USER, Optional.of("www"));
        var spawn = new Request.Spawn(Jobs.jobspec("1" + WHOLE), "child", Map.of());
        assertThat(root.on(new Event.ClientAsked("call", asker, spawn), 0))
                .filteredOn(Effect.StartChild.class::isInstance)
                .singleElement()
                .satisfies(effect ->
                        assertThat(((Effect.StartChild) effect).osUser()).contains("www"));
    }

    @Test
    void aJobKeepsTheUserOfTheMachineThatItsSubmittersCredentialNames() {
        Principal asker = new Principal("alice", Role.USER, Optional.of("www"));
        tree.ask("/", asker, new JobRequest.Submit(Jobs.jobspec("1" + WHOLE), "", 16));
        tree.ask("/", Principal.OWNER, new JobRequest.Urge(ALICES, 31));
        assertThat(((JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false))).jobs())
                .singleElement()
                .satisfies(job ->
                        assertThat(job.submission().orElseThrow().osUser()).contains("www"));
    }
}
