package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.hierarchy.InstanceStop;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A child's job ends with its processes: not when it says that it is about to end, and not before anybody is certain.
 */
class LeaveTest {
    private static final JobId CHILD = new JobId(1);
    private static final String ENDED = new CommandEnd(7).toString();

    private Instance root;
    private long now;

    @BeforeEach
    void spawnAChildThatRegisters() throws Exception {
        root = Instance.root(
                InstanceConfig.root("top").durably(true),
                Graphs.graph("cluster { 2 node { 1 core } }"),
                Graphs.HORIZON);
        on(new Event.ClientAsked("spawn", new Request.Spawn(Jobs.jobspec("1 slot { 1 node! }"), "child", Map.of())));
        says(registered());
    }

    private static UpMessage.Register registered() {
        return new UpMessage.Register(CHILD, "child", "127.0.0.1:1", false, List.of());
    }

    private List<Effect> on(Event event) {
        List<Effect> effects = root.on(event, now += 10);
        root.checkInvariants();
        return effects;
    }

    private List<Effect> says(UpMessage message) {
        return on(new Event.ChildSaid(CHILD, message));
    }

    private JobRecord job() {
        return root.state().jobs().find(CHILD).orElseThrow();
    }

    @Test
    void aLeaveIsSeenAndTheJobEndsWithTheProcess() {
        List<Effect> effects = says(new UpMessage.Leave("done"));
        assertThat(effects)
                .contains(new Effect.ToChild(CHILD, new DownMessage.LeaveSeen()))
                .contains(new Effect.StopChild(CHILD, root.config().limits().stopMillis(), true));
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        assertThat(job().child().orElseThrow().state()).isEqualTo(ChildState.GONE);
        on(new Event.ChildExited(CHILD, "it ended with status 0"));
        assertThat(job().state()).isEqualTo(JobState.COMPLETED);
        assertThat(job().detail()).isEqualTo("done");
    }

    @Test
    void aLeaveThatComesAgainIsSeenAgainAndDecidesNothing() {
        says(new UpMessage.Leave("done"));
        assertThat(says(new UpMessage.Leave("done")))
                .containsExactly(new Effect.ToChild(CHILD, new DownMessage.LeaveSeen()));
    }

    @Test
    void whatItSaysOfItsCommandIsRememberedAlsoWhereItWasCancelled() {
        on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD)));
        says(new UpMessage.Leave(ENDED));
        assertThat(on(new Event.ChildExited(CHILD, "it ended")))
                .anyMatch(effect ->
                        effect instanceof Effect.Reply reply && reply.answer() instanceof JobAnswer.Cancelled);
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(job().detail()).isEqualTo(ENDED);
    }

    @Test
    void whyItWasStoppedIsRememberedWhereItSaysNoMore() {
        on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD)));
        says(new UpMessage.Leave(InstanceStop.ASKED));
        on(new Event.ChildExited(CHILD, "it ended"));
        assertThat(job().detail()).isEqualTo("cancelled");
    }

    @Test
    void aChildThatIsBeingStoppedIsToldSoInEverySession() {
        assertThat(on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD))))
                .contains(new Effect.ToChild(CHILD, new DownMessage.Stop()));
        assertThat(says(registered())).contains(new Effect.ToChild(CHILD, new DownMessage.Stop()));
    }

    @Test
    void whoHasLeftDoesNotComeBackAndIsNotLost() {
        says(new UpMessage.Leave("done"));
        assertThat(says(registered()))
                .containsExactly(new Effect.ToChild(CHILD, new DownMessage.RegisterRefused("job 1 has left")));
        now += 10 * root.config().limits().leaseMillis();
        on(new Event.TimeReached());
        assertThat(job().child().orElseThrow().state()).isEqualTo(ChildState.GONE);
    }

    @Test
    void aParentThatComesBackStopsItAsWhatItIs() {
        says(new UpMessage.Leave("done"));
        assertThat(on(new Event.Restarted()))
                .contains(new Effect.StopChild(CHILD, root.config().limits().stopMillis(), true));
    }

    @Test
    void oneOfWhichNobodyIsCertainIsLostAndKeepsItsResources() {
        on(new Event.ChildExited(CHILD, "it ended", false));
        on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD)));
        on(new Event.ChildExited(CHILD, "no route", false));
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        assertThat(job().child().orElseThrow().state()).isEqualTo(ChildState.LOST);
        assertThat(job().child().orElseThrow().detail()).isEqualTo("no route");
        on(new Event.ChildExited(CHILD, "nothing of it runs any more"));
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void whoHadItFencedIsToldThatItsEndTakesLong() {
        var reclaim = new Request.Reclaim("r1", CHILD, RevokeTarget.ByCounts.of(Map.of("node", 1L)), 0, true);
        on(new Event.ClientAsked("reclaim", reclaim));
        now += 2 * root.config().limits().leaseMillis();
        assertThat(on(new Event.TimeReached())).anyMatch(Effect.StopChild.class::isInstance);
        assertThat(on(new Event.ClientAsked("again", reclaim))).noneMatch(Effect.Reply.class::isInstance);
        List<Effect> inVain = on(new Event.ChildExited(CHILD, "the API is down", false));
        assertIsNotOver(inVain, "reclaim");
        assertIsNotOver(inVain, "again");
        assertIsNotOver(on(new Event.ClientAsked("late", reclaim)), "late");
        on(new Event.ChildExited(CHILD, "nothing of it runs any more"));
        assertThat(on(new Event.ClientAsked("last", reclaim)))
                .anyMatch(effect -> effect instanceof Effect.Reply reply
                        && reply.call().equals("last")
                        && reply.answer() instanceof Answer.Reclaimed answer
                        && answer.fenced());
    }

    @Test
    void whoeverCancelsItWhileItsEndTakesLongIsToldAtOnce() {
        says(new UpMessage.Leave("done", false));
        on(new Event.ChildExited(CHILD, "the API is down", false));
        for (String call : List.of("first", "second")) {
            assertIsNotOver(on(new Event.ClientAsked(call, new JobRequest.Cancel(CHILD))), call);
        }
        on(new Event.ChildExited(CHILD, "nothing of it runs any more"));
        assertThat(job().state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void whoCancelsItWhileAnAdministratorGivesItUpWaitsForThat() {
        on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD)));
        on(new Event.ChildExited(CHILD, "the API is down", false));
        abandoned();
        assertThat(on(new Event.ClientAsked("again", new JobRequest.Cancel(CHILD))))
                .noneMatch(Effect.Reply.class::isInstance);
        assertThat(on(new Event.ChildExited(CHILD, "given up")))
                .filteredOn(
                        effect -> effect instanceof Effect.Reply reply && reply.answer() instanceof JobAnswer.Cancelled)
                .hasSize(2);
    }

    private static void assertIsNotOver(List<Effect> effects, String call) {
        assertThat(effects)
                .anyMatch(effect -> effect instanceof Effect.Reply reply
                        && reply.call().equals(call)
                        && reply.answer() instanceof Answer.Failed failed
                        && failed.message()
                                .startsWith("job 1 is ending but has not ended yet, because the API is down;"));
    }

    @Test
    void whoSpawnedOneThatIsLostBeforeItsFirstHeartbeatIsToldSo() {
        assertThat(on(new Event.ChildExited(CHILD, "killed by signal 9", false)))
                .anyMatch(effect -> effect instanceof Effect.Reply reply
                        && reply.call().equals("spawn")
                        && reply.answer() instanceof Answer.Failed failed
                        && failed.message()
                                .equals("instance /1 was lost before it could return resources, and job 1 continues"
                                        + " until it is cancelled: its process has ended: killed by signal 9"));
        assertThat(job().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void anAdministratorMayGiveUpWhatIsLostAndNothingElse() {
        assertThat(abandoned())
                .anyMatch(effect -> effect instanceof Effect.Reply reply
                        && reply.answer() instanceof Answer.Failed failed
                        && failed.code() == ErrorCode.WRONG_STATE);
        on(new Event.ChildExited(CHILD, "it ended", false));
        assertThat(abandoned()).contains(new Effect.AbandonChild(CHILD)).noneMatch(Effect.Reply.class::isInstance);
        assertThat(job().state()).as("until what is left of it here is dead").isEqualTo(JobState.STOPPING);
        assertThat(on(new Event.ChildExited(CHILD, "given up")))
                .anyMatch(effect ->
                        effect instanceof Effect.Reply reply && reply.answer() instanceof JobAnswer.Cancelled);
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(job().detail()).startsWith("an administrator abandoned the job");
        assertThat(abandoned())
                .anyMatch(effect -> effect instanceof Effect.Reply reply
                        && reply.answer() instanceof Answer.Failed failed
                        && failed.code() == ErrorCode.NOT_FOUND);
    }

    @Test
    void whoStopsDoesNotEndTheJobOfAChildOfWhichNobodyIsCertain() {
        on(new Event.ClientAsked("stop", new Request.Stop()));
        on(new Event.ChildExited(CHILD, "no route", false));
        List<Effect> last = List.of();
        for (int i = 0; i < 10 && last.stream().noneMatch(Effect.Halt.class::isInstance); i++) {
            now += root.config().limits().stopMillis();
            last = on(new Event.TimeReached());
        }
        assertThat(last).contains(new Effect.Halt());
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
    }

    private List<Effect> abandoned() {
        return on(new Event.ClientAsked("abandon" + now, new Request.Abandon(CHILD)));
    }

    @Test
    void whatProvidersBroughtToOneThatIsAbandonedIsSaidToBeThereStill() {
        var below = new InstanceSummary("/1/1", "x", "", ChildState.LIVE, Map.of(), 2, 0, 0, List.of());
        says(new UpMessage.Heartbeat(
                new InstanceSummary("/1", "child", "", ChildState.LIVE, Map.of(), 0, 1, 0, List.of(below))));
        on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD)));
        on(new Event.ChildExited(CHILD, "the API is down", false));
        abandoned();
        on(new Event.ChildExited(CHILD, "given up"));
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(job().detail())
                .endsWith(
                        "; resources from their own providers for /1/1 may still exist: release them directly at the providers");
    }

    @Test
    void nothingIsSaidOfProvidersWhereTheLauncherSawToIt() {
        says(new UpMessage.Heartbeat(
                new InstanceSummary("/1", "child", "", ChildState.LIVE, Map.of(), 2, 0, 0, List.of())));
        on(new Event.ClientAsked("cancel", new JobRequest.Cancel(CHILD)));
        on(new Event.ChildExited(CHILD, "killed by signal 9"));
        assertThat(job().detail()).isEqualTo("cancelled");
    }

    @Test
    void nothingIsSaidOfProvidersWhereAChildTookItsLeaveOrHadNothingOfThem() {
        says(new UpMessage.Heartbeat(
                new InstanceSummary("/1", "child", "", ChildState.LIVE, Map.of(), 1, 0, 0, List.of())));
        says(new UpMessage.Leave("done"));
        on(new Event.ChildExited(CHILD, "it ended"));
        assertThat(job().detail()).isEqualTo("done");
    }
}
