package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenPart;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The resources that jobs had and used: counted as they have more and less, and told with their end. */
class AccountsTest {
    private static final String GRAPH = "cluster { 3 node { 4 core } }";
    private static final JobId FIRST = new JobId(1);

    private final TreeHarness tree = TreeHarness.over(GRAPH);

    private void submit(String jobspec, int urgency) {
        Answer answer = tree.ask("/", new JobRequest.Submit(Jobs.jobspec(jobspec), "", urgency));
        assertThat(answer).isInstanceOf(JobAnswer.Submitted.class);
    }

    private void allocate(String jobspec) {
        var match = new JobRequest.Match(Jobs.jobspec(jobspec), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
        assertThat(tree.ask("/", match)).isInstanceOf(Answer.Matched.class);
    }

    private JobAccount archived(JobId job) {
        return tree.archived.stream()
                .filter(it -> it.id().equals(job))
                .findFirst()
                .flatMap(JobRecord::account)
                .orElseThrow();
    }

    /** Returns the job's record without what the job had and used. */
    static JobRecord unaccounted(JobRecord job) {
        return job.accounted(Optional.empty());
    }

    private long now() {
        return tree.now() / 1000;
    }

    @Test
    void aJobHasWhatItWasGrantedFromItsStartToItsEnd() {
        tree.runFor(5_000);
        long begun = now();
        submit("2 slot { 1 node { 4 core } } for 100", 16);
        tree.runFor(7_000);
        tree.ask("/", new JobRequest.Cancel(FIRST));
        tree.runFor(1_000);
        assertThat(archived(FIRST))
                .isEqualTo(new JobAccount(
                        OptionalLong.of(begun),
                        OptionalLong.of(begun),
                        100,
                        2,
                        8,
                        8 * 7,
                        HostList.parse("node[1-2]"),
                        2,
                        8,
                        OptionalLong.empty(),
                        0,
                        0));
    }

    @Test
    void theNodesOfAJobAreListedOnceEachWhateverItHasOfThem() {
        allocate("2 node { 2 slot { 1 core } }");
        assertThat(nodes(tree)).isEqualTo("node[1-2]");
    }

    @Test
    void theNodesBelowWhatAJobHasForItselfAreListed() {
        TreeHarness racks = TreeHarness.over("cluster { 2 rack { 2 node { 4 core } } }");
        var match = new JobRequest.Match(
                Jobs.jobspec("1 slot { 1 rack }"), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
        assertThat(racks.ask("/", match)).isInstanceOf(Answer.Matched.class);
        assertThat(nodes(racks)).isEqualTo("node[2-3]");
    }

    @Test
    void aJobEndsOnANodeWhoseNameNoHostCanHave() {
        Subgraph more = PrintableRequestsTest.renamed(Graphs.subgraph("cluster { 4 node { 4 core } }"), "n,1");
        assertThat(tree.ask("/", new Request.Attach(more, MatchRules.FLUXION))).isInstanceOf(Answer.Attached.class);
        submit("4 slot { 1 node { 4 core } } for 100", 16);
        tree.runFor(1_000);
        assertThat(nodes(tree)).isEqualTo("node[0-2]");
        assertThat(tree.ask("/", new JobRequest.Cancel(FIRST))).isInstanceOf(JobAnswer.Cancelled.class);
        tree.runFor(1_000);
        assertThat(archived(FIRST).nodeList()).hasToString("node[0-2]");
    }

    private static String nodes(TreeHarness tree) {
        JobAnswer.Jobs jobs = (JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false, true, 0));
        return jobs.jobs().getFirst().account().orElseThrow().nodeList().toString();
    }

    @Test
    void aNodeOfWhichItHasOneCoreCountsAsANode() {
        allocate("2 node { 1 slot { 1 core } }");
        tree.runFor(10_000);
        tree.ask("/", new JobRequest.Cancel(FIRST));
        JobAccount account = archived(FIRST);
        assertThat(account.nodes()).isEqualTo(2);
        assertThat(account.cores()).isEqualTo(2);
        assertThat(account.coreSec()).isEqualTo(20);
        assertThat(account.requestedSec()).isZero();
    }

    @Test
    void whatItGivesUpInBetweenIsUsedNoLonger() {
        allocate("2 slot { 1 node { 4 core } }");
        tree.runFor(10_000);
        tree.ask("/", new JobRequest.PartialCancel(FIRST, new GivenPart.OfRanks(IdSet.parse("2")), MatchRules.BANYAN));
        tree.runFor(10_000);
        assertThat(running(FIRST).cores()).as("the most at once").isEqualTo(8);
        assertThat(running(FIRST).shownNodes()).as("what it has now").isEqualTo(1);
        assertThat(running(FIRST).shownCores()).as("the cores of this node").isEqualTo(4);
        tree.ask("/", new JobRequest.Cancel(FIRST));
        JobAccount account = archived(FIRST);
        assertThat(account.nodes()).as("the most at once").isEqualTo(2);
        assertThat(account.cores()).isEqualTo(8);
        assertThat(account.coreSec()).isEqualTo(8 * 10 + 4 * 10);
    }

    @Test
    void whatIsHeldIsEligibleOnceItIsReleased() {
        submit("1 slot { 1 node } for 10", Submission.HELD);
        tree.runFor(5_000);
        assertThat(running(FIRST).eligibleSec()).isEmpty();
        tree.ask("/", new JobRequest.Urge(FIRST, 16));
        tree.runFor(1_000);
        assertThat(running(FIRST).eligibleSec()).hasValue(now() - 1);
        assertThat(running(FIRST).coreSec()).isEqualTo(4);
    }

    @Test
    void whatNeverStartedHasUsedNothing() {
        submit("3 slot { 1 node } for 1000", 16);
        submit("3 slot { 1 node } for 1000", 16);
        tree.runFor(1_000);
        tree.ask("/", new JobRequest.Cancel(new JobId(2)));
        JobAccount account = archived(new JobId(2));
        assertThat(account.startedSec()).isEmpty();
        assertThat(account.coreSec()).isZero();
        assertThat(account.requestedSec()).isEqualTo(1000);
    }

    @Test
    void aReplayBringsItBack() {
        allocate("1 slot { 1 node }");
        tree.runFor(10_000);
        TreeHarness.Member member = tree.member("/");
        Instance again = Instance.root(member.instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
        member.journal.forEach(append -> again.replay(append.decision(), append.atMillis()));
        assertThat(again.state().accounts().of(FIRST, now()))
                .isEqualTo(Optional.of(running(FIRST).on(HostList.of(List.of()))))
                .isPresent();
    }

    private JobAccount running(JobId job) {
        JobAnswer.Jobs jobs = (JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false, true, 0));
        return jobs.jobs().stream()
                .filter(it -> it.id().equals(job))
                .findFirst()
                .flatMap(JobRecord::account)
                .orElseThrow();
    }

    @Test
    void ofManyJobsTheFirstAreToldThatHoldSomethingAndThatWait() {
        for (int i = 0; i < 6; i++) {
            submit("1 slot { 1 node } for 100", 16);
        }
        JobAnswer.Jobs few = (JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false, false, 2));
        assertThat(few.jobs()).extracting(job -> job.id().value()).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void itIsToldOnlyWhereItIsAskedFor() {
        allocate("1 slot { 1 node }");
        List<JobRecord> jobs = ((JobAnswer.Jobs) tree.ask("/", new JobRead.Jobs(false))).jobs();
        assertThat(jobs).allSatisfy(job -> assertThat(job.account()).isEmpty());
    }
}
