package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobEvent;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.JobHistories;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The events of jobs and what they run, as the instance tells them. */
class JobHistoriesTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal READER = new Principal("monitor", Role.READER);

    private final TreeHarness tree = TreeHarness.over(FOUR);

    private void submit(Jobspec jobspec) {
        assertThat(tree.ask("/", ALICE, new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY)))
                .isInstanceOf(JobAnswer.Submitted.class);
    }

    private JobAnswer.JobDetail detail(Principal who, long job) {
        var request = new JobRead.JobInfo(new JobId(job), MatchFormat.SIMPLE, JobRead.Reasons.NONE, true);
        return ((JobAnswer.JobInfo) tree.ask("/", who, request)).detail().orElseThrow();
    }

    private List<String> events(long job) {
        return detail(Principal.OWNER, job).events().stream()
                .map(event -> event.kind() + (event.detail().isEmpty() ? "" : " " + event.detail()))
                .toList();
    }

    private void end(long job) {
        tree.happen(tree.member("/"), new Event.JobFinished(new JobId(job), false, "its command ended with status 0"));
    }

    private void requireReplayed() {
        var member = tree.member("/");
        Instance fresh = Instance.root(member.instance.config(), Graphs.graph(FOUR), Graphs.HORIZON);
        member.journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(Fingerprint.of(member.instance.state()));
        for (JobRecord job : fresh.state().jobs().all()) {
            assertThat(fresh.state().histories().eventsOf(job))
                    .isEqualTo(member.instance.state().histories().eventsOf(job));
            assertThat(fresh.state().histories().jobspecOf(job.id()))
                    .isEqualTo(member.instance.state().histories().jobspecOf(job.id()));
        }
    }

    @Test
    void aJobIsSubmittedStartsAndEnds() {
        submit(Jobs.jobspec(nodes(1, 100)));
        assertThat(events(1)).containsExactly("SUBMITTED", "STARTED");
        end(1);
        assertThat(events(1))
                .containsExactly("SUBMITTED", "STARTED", "ENDED completed: its command ended with status 0");
        requireReplayed();
    }

    @Test
    void aJobThatEndedWhileItWaitedHasNoStart() {
        submit(Jobs.jobspec(nodes(4, 100)));
        submit(Jobs.jobspec(nodes(4, 100)));
        tree.ask("/", new JobRequest.Cancel(new JobId(2)));
        assertThat(events(2)).containsExactly("SUBMITTED", "ENDED cancelled");
        requireReplayed();
    }

    @Test
    void eachRunOfAJobHasItsStart() {
        submit(Jobs.jobspec(nodes(4, 100)));
        tree.runFor(10_000);
        tree.ask("/", new JobRequest.Limit(new JobId(1), 500));
        tree.runFor(10_000);
        tree.ask("/", new JobRequest.Requeue(new JobId(1)));
        end(1);
        assertThat(events(1))
                .containsExactly(
                        "SUBMITTED",
                        "STARTED",
                        "LIMITED 500 s",
                        "STOPPING the job was requeued",
                        "REQUEUED",
                        "STARTED");
        assertThat(detail(ALICE, 1).events())
                .isSortedAccordingTo((one, other) -> Long.compare(one.atMillis(), other.atMillis()));
        requireReplayed();
    }

    @Test
    void whatIsChangedWhileAJobWaitsComesBeforeItsStart() {
        submit(Jobs.jobspec(nodes(4, 100)));
        submit(Jobs.with(
                Jobs.jobspec(nodes(4, 100)),
                Map.of("dependencies", List.of(Map.of("scheme", "afterany", "value", "1")))));
        tree.ask("/", new JobRequest.Urge(new JobId(2), 0));
        tree.ask("/", new JobRequest.Urge(new JobId(2), 12));
        end(1);
        assertThat(events(2)).containsExactly("SUBMITTED", "URGED held", "URGED urgency 12", "ELIGIBLE", "STARTED");
        requireReplayed();
    }

    @Test
    void whatComesAndGoesIsInTheHistory() {
        submit(Jobs.jobspec("1 slot { 1 node { 2 core } } for 1000"));
        assertThat(tree.growJob("/", "g1", 1, "1 slot { 1 node { 2 core } }")).isInstanceOf(Answer.Grown.class);
        assertThat(tree.shrink("/", "s1", new ShrinkTarget.ByGrow("g1"))).isInstanceOf(Answer.Shrunk.class);
        assertThat(tree.growJob("/", "g2", 1, "1 slot { 1 node { 2 core } }")).isInstanceOf(Answer.Grown.class);
        assertThat(tree.ask("/", new Request.SetStatus("/cluster0/node3", Status.LOST)))
                .isInstanceOf(Answer.StatusSet.class);
        assertThat(events(1))
                .containsExactly(
                        "SUBMITTED",
                        "STARTED",
                        "GROWN 4 vertices from /",
                        "SHRUNK /cluster0/node2",
                        "GROWN 4 vertices from /",
                        "DEGRADED /cluster0/node3");
        requireReplayed();
        end(1);
        assertThat(events(1)).last().asString().startsWith("ENDED completed");
        assertThat(events(1)).hasSize(7);
        requireReplayed();
    }

    @Test
    void whatAnInstanceGaveBackIsInTheHistoryOfItsJob() {
        TreeHarness two = TreeHarness.over(FOUR);
        two.spawn("/", "child", "1 slot { 1 node { 2 core } }");
        two.allocate("/1", "1 slot { 1 node { 2 core } }");
        assertThat(two.grow("/1", "g1", "1 slot { 1 node { 2 core } }")).isInstanceOf(Answer.Grown.class);
        assertThat(two.shrink("/1", "s1", new ShrinkTarget.ByGrow("g1"))).isInstanceOf(Answer.Shrunk.class);
        JobRecord job = two.job("/", 1);
        assertThat(two.member("/").instance.state().histories().eventsOf(job))
                .extracting(JobEvent::kind)
                .containsExactly(JobEvent.Kind.STARTED, JobEvent.Kind.GROWN, JobEvent.Kind.SHRUNK);
    }

    @Test
    void theLastEventsOfAJobAreKept() {
        submit(Jobs.jobspec(nodes(4, 100)));
        submit(Jobs.jobspec(nodes(4, 100)));
        for (int i = 0; i <= JobHistories.MOST; i++) {
            tree.ask("/", new JobRequest.Urge(new JobId(2), 1 + i % 2));
        }
        assertThat(events(2)).hasSize(1 + JobHistories.MOST).startsWith("SUBMITTED", "URGED urgency 2");
    }

    @Test
    void whatAJobRunsIsForItsOwnerAndAdministrators() {
        submit(Jobs.jobspec(nodes(1, 100)));
        assertThat(detail(ALICE, 1).jobspec()).isPresent();
        assertThat(detail(Principal.OWNER, 1).jobspec()).isPresent();
        assertThat(detail(READER, 1).jobspec()).isEmpty();
        assertThat(detail(READER, 1).isWithheld()).isTrue();
        assertThat(detail(READER, 1).events()).hasSize(2);
        end(1);
        assertThat(detail(READER, 1).jobspec()).isEmpty();
        assertThat(detail(ALICE, 1).jobspec()).isPresent();
    }

    @Test
    void noEnvironmentIsToldAndOfAnEndedJobNoFile() {
        Map<String, ?> script = Map.of("files", Map.of("script", Map.of("mode", 33216L, "data", "echo 1")));
        Jobspec plain = Jobs.with(Jobs.jobspec(nodes(1, 100)), script);
        submit(new Jobspec(
                plain.version(),
                plain.resources(),
                plain.tasks(),
                plain.attributes().withVariables(Map.of("TOKEN", "secret"))));
        assertThat(detail(ALICE, 1).jobspec()).contains(plain);
        end(1);
        Jobspec kept = detail(ALICE, 1).jobspec().orElseThrow();
        assertThat(kept.attributes().environment()).isEmpty();
        assertThat(kept.attributes().system()).containsEntry("files", Map.of("script", Map.of("size", 6L)));
        requireReplayed();
    }

    @Test
    void aJobThatIsForgottenLeavesNothing() {
        TreeHarness few = TreeHarness.over(FOUR, config -> config.within(remembering(1)));
        for (int job = 1; job <= 3; job++) {
            few.ask("/", ALICE, new JobRequest.Submit(Jobs.jobspec(nodes(1, 100)), "", 16));
            few.ask("/", new JobRequest.Limit(new JobId(job), 500));
            few.happen(few.member("/"), new Event.JobFinished(new JobId(job), false, ""));
        }
        JobHistories histories = few.member("/").instance.state().histories();
        assertThat(histories.jobspecOf(new JobId(2))).isEmpty();
        assertThat(histories.jobspecOf(new JobId(3))).isPresent();
        assertThat(histories.toString()).doesNotContain("1=[").endsWith("[3]");
    }

    private static InstanceLimits remembering(int jobs) {
        InstanceLimits all = InstanceLimits.DEFAULT;
        return new InstanceLimits(
                all.maxHops(),
                all.maxPendingGrows(),
                all.maxGrantVertices(),
                jobs,
                all.growMillis(),
                all.leaseMillis(),
                all.heartbeatMillis(),
                all.newsMillis(),
                all.startMillis(),
                all.stopMillis());
    }

    @Test
    void anAllocationWithoutAJobspecHasEventsOnly() {
        tree.ask(
                "/",
                ALICE,
                new JobRequest.Match(
                        Jobs.jobspec(nodes(1, 100)),
                        io.banyan.match.policy.MatchOperation.ALLOCATE,
                        MatchFormat.SIMPLE,
                        "mine"));
        assertThat(detail(ALICE, 1).jobspec()).isEmpty();
        assertThat(detail(READER, 1).isWithheld()).isFalse();
        assertThat(events(1)).containsExactly("STARTED");
    }
}
