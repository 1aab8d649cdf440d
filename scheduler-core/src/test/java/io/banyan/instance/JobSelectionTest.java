package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRead.Reasons;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which jobs a selection has, and that an answer is one moment. */
class JobSelectionTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);
    private static final JobSelection ALL = JobSelection.ALL;

    /** Jobs 1 to 3 are alice's array, of which two run; 4 is bob's and waits, as 5 of alice's does, which is held. */
    private final TreeHarness tree = TreeHarness.over(
            "cluster { 2 node { 2 core } }", config -> config.queueing(QueuesTest.queues("", "", "batch", "debug")));

    JobSelectionTest() {
        submit(ALICE, "part", 16, IdSet.parse("3-5"));
        submit(BOB, "other", 16, IdSet.empty());
        submit(ALICE, "part", 0, IdSet.empty());
    }

    private void submit(Principal who, String name, int urgency, IdSet indices) {
        Jobspec jobspec = Jobs.jobspec("1 slot { 1 node } for 100");
        assertThat(tree.ask("/", who, new JobRequest.Submit(jobspec, name, urgency, indices)))
                .isInstanceOf(JobAnswer.Submitted.class);
    }

    private static JobSelection of(String ids, Set<String> names) {
        return new JobSelection(IdSet.parse(ids), List.of(), names, Set.of(), Set.of(), Set.of(), true);
    }

    private static JobSelection only(Set<String> users, Set<JobState> states, Set<String> queues) {
        return new JobSelection(IdSet.empty(), List.of(), Set.of(), users, states, queues, true);
    }

    private JobAnswer.Jobs ask(Principal who, JobSelection selection, Reasons reasons, int page, long after) {
        return (JobAnswer.Jobs) tree.ask("/", who, new JobRead.Jobs(selection, true, false, reasons, 0, page, after));
    }

    private List<Long> jobs(Principal who, JobSelection selection) {
        return ask(who, selection, Reasons.NONE, 0, 0).jobs().stream()
                .map(job -> job.id().value())
                .toList();
    }

    private List<Long> jobs(JobSelection selection) {
        return jobs(Principal.OWNER, selection);
    }

    @Test
    void anEmptyNameIsRefused() {
        assertThatThrownBy(() -> of("", Set.of(""))).hasMessageContaining("in a selection must not be empty");
        assertThatThrownBy(() -> only(Set.of(""), Set.of(), Set.of()))
                .hasMessageContaining("in a selection must not be empty");
    }

    @Test
    void jobsAreNamedByIdArrayAndName() {
        assertThat(jobs(ALL)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(jobs(of("0,2-3,9", Set.of()))).containsExactly(2L, 3L);
        assertThat(jobs(of("", Set.of("part")))).containsExactly(1L, 2L, 3L, 5L);
        assertThat(jobs(of("4", Set.of("part")))).containsExactly(1L, 2L, 3L, 4L, 5L);
        var parts = List.of(new JobSelection.ArrayPart(new JobId(1), IdSet.parse("4-9")));
        assertThat(jobs(new JobSelection(IdSet.empty(), parts, Set.of(), Set.of(), Set.of(), Set.of(), true)))
                .containsExactly(2L, 3L);
    }

    @Test
    void usersStatesAndQueuesExcludeOthers() {
        assertThat(jobs(only(Set.of("bob"), Set.of(), Set.of()))).containsExactly(4L);
        assertThat(jobs(only(Set.of(), Set.of(JobState.RUNNING), Set.of()))).containsExactly(1L, 2L);
        assertThat(jobs(only(Set.of(), Set.of(), Set.of("batch")))).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(jobs(only(Set.of(), Set.of(), Set.of("debug")))).isEmpty();
        assertThat(jobs(only(Set.of("alice"), Set.of(JobState.PENDING), Set.of())))
                .containsExactly(5L);
    }

    @Test
    void onlySubmittedJobsAreInTheUsualQueue() {
        Jobspec jobspec = Jobs.jobspec("1 slot { 1 core } for 100");
        tree.ask("/", new JobRequest.Cancel(new JobId(1)));
        assertThat(tree.ask(
                        "/",
                        new JobRequest.Match(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, MatchFormat.SIMPLE, "")))
                .isInstanceOf(Answer.Matched.class);
        assertThat(jobs(of("6", Set.of()))).containsExactly(6L);
        assertThat(jobs(only(Set.of(), Set.of(), Set.of("batch")))).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aRequestActsOnlyInTheStatesThatItNames() {
        var pending = Set.of(JobState.PENDING);
        assertThat(((Answer.Failed) tree.ask("/", new JobRequest.Cancel(new JobId(1), false, pending))).message())
                .isEqualTo("job 1 is unchanged: it is running");
        assertThat(((Answer.Failed) tree.ask("/", new JobRequest.Requeue(new JobId(1), pending))).message())
                .isEqualTo("job 1 is unchanged: it is running");
        var reserved = Set.of(JobState.RESERVED);
        assertThat(((Answer.Failed) tree.ask("/", new JobRequest.Urge(new JobId(5), 31, reserved))).message())
                .isEqualTo("job 5 is unchanged: it is pending");
        assertThat(tree.ask("/", new JobRequest.Cancel(new JobId(5), false, pending)))
                .isInstanceOf(JobAnswer.Cancelled.class);
        assertThat(jobs(only(Set.of(), Set.of(JobState.CANCELLED), Set.of()))).containsExactly(5L);
    }

    @Test
    void aUserSelectsAmongHisOwn() {
        assertThat(jobs(BOB, ALL)).containsExactly(4L);
        assertThat(jobs(BOB, of("1-5", Set.of()))).containsExactly(4L);
    }

    @Test
    void anOverviewCountsJobsOfOthers() {
        var owners = (JobAnswer.Overview) tree.ask("/", new JobRead.Overview(1));
        assertThat(owners.others()).contains(new JobAnswer.OtherJobs(5, List.of("alice", "bob")));
        var alices = (JobAnswer.Overview) tree.ask("/", ALICE, new JobRead.Overview(1));
        assertThat(alices.others()).contains(new JobAnswer.OtherJobs(0, List.of()));
    }

    @Test
    void anOverviewWithoutJobsHasTheNumbers() {
        var overview = (JobAnswer.Overview) tree.ask("/", new JobRead.Overview(0));
        assertThat(overview.asker()).isEqualTo(Principal.OWNER_NAME);
        assertThat(overview.jobs().jobs()).isEmpty();
        assertThat(overview.others()).contains(new JobAnswer.OtherJobs(5, List.of("alice", "bob")));
    }

    @Test
    void pagesFollowEachOtherWhileJobsEnd() {
        List<Long> seen = new ArrayList<>();
        long after = 0;
        boolean areMore = true;
        while (areMore) {
            JobAnswer.Jobs page = ask(Principal.OWNER, ALL, Reasons.NONE, 2, after);
            page.jobs().forEach(job -> seen.add(job.id().value()));
            after = seen.getLast();
            areMore = page.areMore();
            tree.ask("/", new JobRequest.Cancel(new JobId(after)));
        }
        assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void reasonsAreOfTheSameMomentAsTheJobs() {
        JobAnswer.Jobs all = ask(Principal.OWNER, ALL, Reasons.ESTIMATED, 0, 0);
        List<JobId> waiting = all.jobs().stream()
                .filter(job -> job.state() == JobState.PENDING || job.state() == JobState.RESERVED)
                .map(JobRecord::id)
                .toList();
        assertThat(waiting).isNotEmpty();
        assertThat(all.waiting()).extracting(Waiting::job).containsExactlyElementsOf(waiting);
        assertThat(ask(Principal.OWNER, ALL, Reasons.NONE, 0, 0).waiting()).isEmpty();
    }

    @Test
    void anOverviewCountsTheJobsThatItShows() {
        tree.ask("/", new JobRequest.Cancel(new JobId(1)));
        var overview = (JobAnswer.Overview) tree.ask("/", new JobRead.Overview(1_000));
        for (JobState state : List.of(JobState.RUNNING, JobState.RESERVED, JobState.PENDING)) {
            long shown = overview.jobs().jobs().stream()
                    .filter(job -> job.state() == state)
                    .count();
            assertThat(overview.statistics().jobs().getOrDefault(state, 0L)).isEqualTo(shown);
        }
        assertThat(overview.endedLately()).isEqualTo(1);
        assertThat(overview.nodesNotUp()).isZero();
        var drain = new Request.SetStatus("/cluster0/node0", io.banyan.resource.Status.DRAINED);
        assertThat(tree.ask("/", drain)).isInstanceOf(Answer.StatusSet.class);
        assertThat(((JobAnswer.Overview) tree.ask("/", new JobRead.Overview(1))).nodesNotUp())
                .isEqualTo(1);
    }

    @Test
    void aSelectionHasALimit() {
        Set<String> many = Set.copyOf(IntStream.rangeClosed(0, JobSelection.MOST)
                .mapToObj(i -> "n" + i)
                .toList());
        assertThatIllegalArgumentException().isThrownBy(() -> of("", many)).withMessageContaining("at most 1000");
    }
}
