package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Jobs;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.Reason;
import io.banyan.match.explain.Explanation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** An instance is asked why a job could start now, or why not. */
class ExplainTest {
    private static final String GRAPH = "cluster { 4 node { 4 core } }";

    private static Explanation explain(TreeHarness tree, String path, String jobspec) {
        return ((JobAnswer.Explained) tree.ask(path, new JobRead.Explain(Jobs.jobspec(jobspec)))).explanation();
    }

    @Test
    void namesTheJobsOfTheInstanceAndTheEarliestStart() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.allocate("/", "3 slot { 1 node { 4 core } } for 10");

        Explanation explanation = explain(tree, "/", "2 node! for 5");

        Explanation.Level nodes = explanation.levels().getFirst();
        assertThat(nodes.fits()).isEqualTo(1);
        assertThat(nodes.taken().getFirst().holders().jobs()).containsExactly(new JobId(1));
        assertThat(explanation.start())
                .isInstanceOfSatisfying(
                        Explanation.Start.Later.class,
                        later -> assertThat(later.window().startSec()).isEqualTo(explanation.nowSec() + 10));
        assertThat(explanation.changes()).containsExactly(new Explanation.Change.Fewer("node", 2, 1));
    }

    @Test
    void journalsNothingTakesNoJobIdAndCountsNoMatch() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        tree.allocate("/", "1 slot { 1 node } for 10");
        String before = Fingerprint.of(tree.member("/").instance.state());
        int journaled = tree.member("/").journal.size();
        long matches = tree.stat("/").matches();

        explain(tree, "/", "9 node! for 5");

        assertThat(Fingerprint.of(tree.member("/").instance.state())).isEqualTo(before);
        assertThat(tree.member("/").journal).hasSize(journaled);
        assertThat(tree.stat("/").matches()).isEqualTo(matches);
        Answer.Matched next = (Answer.Matched) tree.allocate("/", "1 slot { 1 node } for 10");
        assertThat(next.job()).contains(new JobId(2));
    }

    @Test
    void aJobThatWaitsSaysWhatForAndIsExplainedWithoutItsOwnReservation() {
        TreeHarness tree = TreeHarness.over(GRAPH, config -> config.queueing(QueuePolicy.EASY));
        tree.submit("/", "4 slot { 1 node! } for 100");
        tree.submit("/", "4 slot { 1 node! } for 100");
        tree.submit("/", "3 slot { 1 node! } for 100");
        String before = Fingerprint.of(tree.member("/").instance.state());
        int journaled = tree.member("/").journal.size();

        JobAnswer.Explained reserved = explained(tree, 2);
        JobAnswer.Explained pending = explained(tree, 3);

        Reason busy = new Reason("node", 4, 0, "of 4 free");
        assertThat(reserved.waiting().orElseThrow().why())
                .isEqualTo(new WaitReason.Reserved(100, Optional.of(new WaitReason.Resources(List.of(busy)))));
        assertThat(reserved.explanation().start()).isEqualTo(new Explanation.Start.Later(new TimeWindow(100, 200)));
        assertThat(pending.waiting().orElseThrow())
                .isEqualTo(new Waiting(
                        new JobId(3),
                        new WaitReason.Resources(List.of(new Reason("node", 3, 0, "of 4 free"))),
                        OptionalLong.of(200)));
        assertThat(Fingerprint.of(tree.member("/").instance.state())).isEqualTo(before);
        assertThat(tree.member("/").journal).hasSize(journaled);
        assertThat(tree.ask("/", new JobRead.ExplainJob(new JobId(1)))).isInstanceOf(Answer.Failed.class);
        assertThat(tree.ask("/", new Principal("eve", Role.USER), new JobRead.ExplainJob(new JobId(2))))
                .isInstanceOfSatisfying(
                        Answer.Failed.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.FORBIDDEN));
    }

    private static JobAnswer.Explained explained(TreeHarness tree, long job) {
        return (JobAnswer.Explained) tree.ask("/", new JobRead.ExplainJob(new JobId(job)));
    }

    @Test
    void refusesAJobspecThatContradictsItself() {
        TreeHarness tree = TreeHarness.over(GRAPH);
        Jobspec two = Jobs.jobspec("1 slot { 1 node }, 1 slot { 2 core }");
        assertThat(tree.ask("/", new JobRead.Explain(two)))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.INVALID,
                        "Several slots on one level require the flexible traverser; this one is simple."));
    }
}
