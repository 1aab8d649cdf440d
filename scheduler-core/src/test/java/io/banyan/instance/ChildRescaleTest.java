package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Malleables;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Child instances that can run with more or less: they give back what they have free, and get what nobody else wants.
 * The harness checks the invariants, and the tree, after every event.
 */
class ChildRescaleTest {
    private static final String EIGHT = "cluster { 2 node { 4 core, 1 gpu } }";
    private static final String CORE = "1 slot { 1 core } for 5000";
    private static final JobId CHILD = new JobId(1);
    private static final int URGENT = 24;

    private TreeHarness tree = under("elastic");

    private static TreeHarness under(String policy) {
        return under(policy, config -> config);
    }

    /** @param ofChildren how the child differs, which rescales nobody itself */
    private static TreeHarness under(String policy, UnaryOperator<InstanceConfig> ofChildren) {
        return under(policy, 30_000, ofChildren);
    }

    private static TreeHarness under(String policy, long answerMillis, UnaryOperator<InstanceConfig> ofChildren) {
        return TreeHarness.over(
                EIGHT,
                config -> config.parentJob().isPresent()
                        ? ofChildren.apply(config)
                        : config.queueing(QueuePolicy.EASY)
                                .rescaling(Elasticity.of(policy, new ResourceType("core"), 60, answerMillis)));
    }

    private Answer spawn(String jobspec, Map<String, ?> malleable) {
        return tree.ask(
                "/",
                new Request.Spawn(Jobs.with(Jobs.jobspec(jobspec), Map.of("malleable", malleable)), "c", Map.of()));
    }

    /** One whose parent leaves it alone no more. */
    private void settledChild() {
        spawn(CORE, Map.of("min", 2, "max", 8));
        tree.runFor(61_000);
    }

    private MalleableAnswer.Slots look() {
        return (MalleableAnswer.Slots) tree.ask("/", new RescaleRequest.Look(CHILD));
    }

    private long slots() {
        return look().slots();
    }

    private String propose(long slots) {
        return tree.send("/", new RescaleRequest.Propose(CHILD, slots));
    }

    private MalleableAnswer.Rescaled rescaled(long slots) {
        return (MalleableAnswer.Rescaled) tree.await(propose(slots));
    }

    private long total(String path) {
        Amount amount = tree.stat(path).amounts().get("core");
        return amount == null ? 0 : amount.total();
    }

    private long free(String path) {
        Amount amount = tree.stat(path).amounts().get("core");
        return amount == null ? 0 : amount.free();
    }

    private void restart() {
        tree.restart("/", Instance.root(tree.member("/").instance.config(), Graphs.graph(EIGHT), Graphs.HORIZON));
    }

    /** Restarts the root from a journal that was made shorter. */
    private void restartShortened() {
        List<Effect.Append> journal = tree.member("/").journal;
        JournalCompaction compaction = new JournalCompaction(0, 0);
        List<Transaction> all = journal.stream()
                .map(it -> new Transaction(it.atMillis(), List.of(it.decision())))
                .toList();
        all.forEach(compaction::note);
        List<Effect.Append> left = new ArrayList<>();
        for (Transaction each : all) {
            compaction
                    .left(each)
                    .ifPresent(it ->
                            it.decisions().forEach(decision -> left.add(new Effect.Append(decision, it.atMillis()))));
        }
        journal.clear();
        journal.addAll(left);
        restart();
    }

    private Malleables.Running running() {
        return tree.member("/").instance.inspect().malleable(CHILD);
    }

    // ---- how it begins --------------------------------------------------------------------------------------------

    @Test
    void aMalleableInstanceBeginsWithWhatThereIs() {
        tree.submit("/", "3 slot { 1 core } for 100");
        spawn(CORE, Map.of("min", 2, "max", 8));
        assertThat(total("/2")).isEqualTo(5);
        assertThat(((MalleableAnswer.Slots) tree.ask("/", new RescaleRequest.Look(new JobId(2)))).slots())
                .isEqualTo(5);
    }

    @Test
    void whatItsNumberComesInIsKept() {
        tree.submit("/", "1 slot { 1 core } for 100");
        spawn(CORE, Map.of("min", 2, "max", 8, "unit", 3));
        assertThat(total("/2")).isEqualTo(5);
        assertThat(tree.ask("/", new RescaleRequest.Propose(new JobId(2), 4)).toString())
                .contains("job 2: it runs with 2 to 8 slots in steps of 3");
    }

    @Test
    void oneThatFindsLessThanItsLeastIsNotSpawned() {
        tree.submit("/", "7 slot { 1 core } for 100");
        assertThat(spawn(CORE, Map.of("min", 2, "max", 8))).isInstanceOf(Answer.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "signal | USR1 | a malleable instance is rescaled by its parent",
                "mx | 8 | unknown key 'mx' in 'malleable'",
            })
    void whatAnInstanceIsNotAskedByIsNotTaken(String key, String value, String sentence) {
        assertThat(spawn(CORE, Map.of("min", 2, "max", 8, key, value)).toString())
                .contains(sentence);
        assertThat(tree.member("/").instance.children()).isEmpty();
    }

    @Test
    void otherInstancesAreNotRescaled() {
        tree.spawn("/", "c", CORE);
        assertThat(tree.await(propose(4)).toString()).contains("job 1 is not malleable");
    }

    // ---- somebody asks --------------------------------------------------------------------------------------------

    @Test
    void whatAnInstanceHasFreeItGivesBack() {
        settledChild();
        tree.allocate("/1", "3 slot { 1 core }");
        assertThat(rescaled(3)).isEqualTo(new MalleableAnswer.Rescaled(CHILD, 1, 8, 3, RescaleOutcome.ACCEPTED, ""));
        assertThat(List.of(total("/1"), free("/1"), free("/"))).containsExactly(3L, 0L, 5L);
        assertThat(running().sinceMillis()).isGreaterThan(61_000);
    }

    @Test
    void oneThatHasLessFreeGivesLessAndSaysWhy() {
        settledChild();
        tree.allocate("/1", "6 slot { 1 core }");
        MalleableAnswer.Rescaled answer = rescaled(3);
        assertThat(answer.outcome()).isEqualTo(RescaleOutcome.DECLINED);
        assertThat(answer.why()).isEqualTo("of 5 core requested, only 2 could be returned; in use by job 1 of /1");
        assertThat(answer.slots()).isEqualTo(6);
        assertThat(List.of(slots(), total("/1"), free("/"))).containsExactly(6L, 6L, 2L);
    }

    @Test
    void oneWhosePolicyIsToGiveNothingDeclines() {
        tree = under("none", config -> config.yielding(RevokePolicy.DECLINE));
        settledChild();
        assertThat(rescaled(3).toString()).contains("DECLINED", "its policy is to return nothing");
        assertThat(total("/1")).isEqualTo(8);
    }

    @Test
    void whatAnInstanceGetsItHasAtOnce() {
        settledChild();
        rescaled(3);
        String offered = "it returns the resources that it may not keep";
        assertThat(rescaled(6))
                .isEqualTo(new MalleableAnswer.Rescaled(CHILD, 2, 3, 6, RescaleOutcome.OFFERED, offered, 6));
        tree.runFor(100);
        assertThat(List.of(total("/1"), free("/1"), free("/"))).containsExactly(6L, 6L, 2L);
        assertThat(tree.allocate("/1", "6 slot { 1 core }")).isInstanceOf(Answer.Matched.class);
    }

    @Test
    void moreThanThereIsIsRefusedWithReasons() {
        settledChild();
        rescaled(2);
        tree.submit("/", "5 slot { 1 core } for 100", URGENT);
        assertThat(tree.await(propose(4)).toString()).contains("core");
        assertThat(rescaled(3).slots()).isEqualTo(3);
    }

    @Test
    void slotsOfSeveralTypesGoTogether() {
        spawn("1 slot { 2 core, 1 gpu } for 5000", Map.of("min", 1, "max", 2));
        rescaled(1);
        Map<String, Amount> free = tree.stat("/").amounts();
        assertThat(List.of(free.get("core").free(), free.get("gpu").free())).containsExactly(6L, 1L);
        rescaled(2);
        tree.runFor(100);
        assertThat(tree.stat("/1").amounts().get("gpu").total()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1 node!", "1 node { 4 core }", "1 node { 2 core }", "1 node! { 2 core }"})
    void nodesAreGivenBackWhole(String inside) {
        spawn("1 slot { " + inside + " } for 5000", Map.of("min", 1, "max", 2));
        long whole = total("/1");
        assertThat(slots()).isEqualTo(2);
        assertThat(rescaled(1).outcome()).isEqualTo(RescaleOutcome.ACCEPTED);
        assertThat(List.of(slots(), total("/1"))).containsExactly(1L, whole / 2);
        assertThat(rescaled(2).slots()).isEqualTo(2);
        tree.runFor(100);
        assertThat(total("/1")).isEqualTo(whole);
    }

    @Test
    void aPartOfASlotIsNone() {
        spawn("1 slot { 2 core } for 5000", Map.of("min", 1, "max", 4));
        tree.runFor(100);
        tree.allocate("/1", "5 slot { 1 core }");
        MalleableAnswer.Rescaled answer = rescaled(1);
        assertThat(answer.outcome()).isEqualTo(RescaleOutcome.DECLINED);
        assertThat(total("/1")).isEqualTo(5);
        assertThat(slots()).isEqualTo(2);
    }

    @Test
    void anInstanceAnswersByWhatItGivesBack() {
        settledChild();
        tree.freeze("/1");
        propose(3);
        assertThat(tree.ask("/", new RescaleRequest.Reply(CHILD, 1, true, "")).toString())
                .contains("instance /1 answers by returning resources");
        assertThat(look().proposal().orElseThrow().to()).isEqualTo(3);
        assertThat(tree.await(propose(4)).toString()).contains("job 1 has not answered proposal 1 yet");
    }

    @Test
    void nobodyListensForWhatIsProposedToAnInstance() {
        settledChild();
        assertThat(tree.ask("/", new RescaleRequest.Attend(CHILD)).toString())
                .contains("instance /1 is rescaled by its parent; 'banyan events --follow' shows the proposals");
    }

    @Test
    void oneThatSaysNothingInTimeKeepsWhatItHas() {
        tree = under("none", 2_000, config -> config);
        settledChild();
        tree.freeze("/1");
        String call = propose(3);
        tree.runFor(2_001);
        assertThat(tree.answerTo(call).orElseThrow().toString())
                .contains("UNANSWERED", "it did not answer in time", "slots=8");
        tree.thaw("/1");
        tree.runFor(100);
        assertThat(List.of(slots(), total("/1"))).as("what came too late").containsExactly(3L, 3L);
    }

    /** A child that is asked again before it answers would give the same twice, and have less than its minimum. */
    @Test
    void oneThatHasNotAnsweredIsNotAskedAgain() {
        tree = under("elastic", 100, config -> config);
        spawn(CORE, Map.of("min", 2, "max", 8));
        tree.runFor(61_000);
        tree.freeze("/1");
        assertThat(tree.await(propose(5)).toString()).contains("UNANSWERED");
        assertThat(tree.await(propose(3)).toString()).contains("instance /1 has not answered the previous proposal");
        restart();
        tree.submit("/", "6 slot { 1 core } for 5000", URGENT);
        tree.thaw("/1");
        tree.runFor(200_000);
        assertThat(List.of(slots(), total("/1"))).containsExactly(2L, 2L);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void oneThatIsLostIsNotWaitedFor() {
        settledChild();
        tree.freeze("/1");
        String call = propose(3);
        tree.kill("/1");
        tree.runFor(100);
        assertThat(tree.answerTo(call).orElseThrow().toString())
                .contains("OVERTAKEN", "instance /1 is lost and cannot receive requests now");
        assertThat(tree.await(propose(3)).toString()).contains("instance /1 is lost");
        assertThat(slots()).isEqualTo(8);
    }

    @Test
    void whoeverAskedHearsThatTheInstanceIsBeingStopped() {
        settledChild();
        tree.freeze("/1");
        String call = propose(3);
        tree.send("/", new JobRequest.Cancel(CHILD));
        assertThat(tree.answerTo(call).orElseThrow().toString()).contains("OVERTAKEN", "the job is being stopped");
        tree.thaw("/1");
        tree.runFor(60_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.CANCELLED);
        assertThat(free("/")).isEqualTo(8);
    }

    @Test
    void oneThatIsStoppingHandsBackWhatItIsOffered() {
        settledChild();
        rescaled(3);
        tree.happen(tree.member("/1"), new Event.StopAsked());
        propose(8);
        tree.runFor(60_000);
        assertThat(free("/")).isEqualTo(8);
    }

    @Test
    void whatItMayNotHaveItHandsBack() {
        tree = under(
                "none",
                config -> config.bounded(new InstanceConfig.Most(new TreeMap<>(Map.of("core", 4L)), new TreeMap<>())));
        spawn(CORE, Map.of("min", 2, "max", 8));
        tree.runFor(100);
        rescaled(3);
        propose(6);
        tree.runFor(100);
        assertThat(List.of(total("/1"), slots(), free("/"))).containsExactly(3L, 3L, 5L);
    }

    // ---- the process ends, or the session ------------------------------------------------------------------------

    @Test
    void whatWasAskedBeforeTheProcessEndedIsAnsweredToTheNextOne() {
        settledChild();
        tree.freeze("/1");
        propose(3);
        restart();
        assertThat(look().proposal().orElseThrow().to()).isEqualTo(3);
        tree.thaw("/1");
        tree.runFor(1_000);
        assertThat(look().proposal()).isEmpty();
        assertThat(List.of(slots(), total("/1"), free("/"))).containsExactly(3L, 3L, 5L);
        restart();
        assertThat(slots()).isEqualTo(3);
    }

    @Test
    void whatWasOfferedBeforeTheProcessEndedIsOfferedAgain() {
        settledChild();
        rescaled(3);
        tree.freeze("/1");
        propose(8);
        tree.cut("/1", 50);
        restart();
        tree.thaw("/1");
        tree.runFor(1_000);
        assertThat(List.of(slots(), total("/1"))).containsExactly(8L, 8L);
        tree.cut("/1", 50);
        tree.runFor(1_000);
        assertThat(total("/1")).isEqualTo(8);
    }

    @Test
    void theChildsNextProcessHasWhatItWasOffered() {
        settledChild();
        rescaled(3);
        rescaled(8);
        tree.runFor(100);
        tree.restart("/1", Instance.child(tree.member("/1").instance.config()));
        tree.runFor(1_000);
        assertThat(List.of(total("/1"), free("/1"))).containsExactly(8L, 8L);
        assertThat(tree.warnings()).noneMatch(it -> it.contains("goes back"));
    }

    @Test
    void boundsAndSlotsAreInAJournalThatWasMadeShorter() {
        settledChild();
        rescaled(3);
        rescaled(6);
        rescaled(2);
        tree.runFor(1_000);
        String before = tree.member("/").instance.state().malleables().toString();
        restartShortened();
        assertThat(tree.member("/").instance.state().malleables()).hasToString(before);
        tree.runFor(1_000);
        assertThat(rescaled(7).slots()).isEqualTo(7);
        tree.runFor(1_000);
        assertThat(total("/1"))
                .as("an offer of another number than all before it")
                .isEqualTo(7);
    }

    // ---- the elastic policy ---------------------------------------------------------------------------------------

    @Test
    void anInstanceMakesRoomForAJobOfHigherPriorityAndExpandsAfterIt() {
        settledChild();
        tree.submit("/", "4 slot { 1 core } for 500", URGENT);
        tree.runFor(1_000);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(total("/1")).isEqualTo(4);
        tree.runFor(61_000);
        tree.finish("/", 2);
        tree.runFor(1_000);
        assertThat(List.of(total("/1"), free("/1"), free("/"))).containsExactly(8L, 8L, 0L);
    }

    @Test
    void nobodyIsAskedForOneThatIsNotMoreUrgent() {
        settledChild();
        tree.submit("/", "4 slot { 1 core } for 500");
        tree.runFor(1_000);
        assertThat(running().number()).isZero();
    }

    @Test
    void anInstanceIsLeftAloneForTheRescaleGap() {
        spawn(CORE, Map.of("min", 2, "max", 8));
        tree.submit("/", "4 slot { 1 core } for 500", URGENT);
        tree.runFor(58_000);
        assertThat(total("/1")).isEqualTo(8);
        tree.runFor(3_000);
        assertThat(total("/1")).isEqualTo(4);
    }

    @Test
    void anInstanceWhoseJobsUseEverythingKeepsItUntilTheyEnd() {
        settledChild();
        tree.allocate("/1", "8 slot { 1 core }");
        tree.submit("/", "4 slot { 1 core } for 500", URGENT);
        tree.runFor(1_000);
        assertThat(running().last()).contains(RescaleOutcome.DECLINED);
        assertThat(total("/1")).isEqualTo(8);
        tree.cancel("/1", 1);
        tree.runFor(61_000);
        assertThat(total("/1")).isEqualTo(4);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
    }

    /** Nothing else may happen at the time at which it can be asked. */
    @Test
    void oneThatIsHeardOfAgainIsAskedForWhatIsWaitedFor() {
        settledChild();
        tree.freeze("/1");
        tree.cut("/1", 100_000);
        tree.runFor(40_000);
        assertThat(tree.job("/", 1).child().orElseThrow().state()).isEqualTo(ChildState.LOST);
        tree.submit("/", "4 slot { 1 core } for 500", URGENT);
        tree.runFor(1_000);
        assertThat(running().number()).isZero();
        tree.thaw("/1");
        tree.runFor(120_000);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void anInstanceAndAJobMakeRoomInTheOrderOfTheirPriority() {
        spawn(CORE, Map.of("min", 2, "max", 4));
        tree.ask(
                "/",
                new JobRequest.Submit(
                        Jobs.with(
                                Jobs.jobspec("1 slot { 1 core } for 1000"),
                                Map.of("malleable", Map.of("min", 1, "max", 4))),
                        "",
                        Submission.USUAL_URGENCY));
        tree.runFor(61_000);
        tree.submit("/", "5 slot { 1 core } for 500", URGENT);
        tree.runFor(1_000);
        assertThat(total("/1")).as("it came first, and is asked last").isEqualTo(2);
        assertThat(tree.proposed.getFirst().to()).isEqualTo(1);
    }

    @Test
    void anInstanceThatHasGotItselfMoreThanItsMostIsShrunkFromThere() {
        spawn(CORE, Map.of("min", 2, "max", 4));
        tree.allocate("/1", "4 slot { 1 core }");
        tree.grow("/1", "g1", "3 slot { 1 core }");
        tree.cancel("/1", 1);
        tree.runFor(61_000);
        assertThat(slots()).isEqualTo(7);
        tree.submit("/", "3 slot { 1 core } for 500", URGENT);
        tree.runFor(1_000);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(slots()).as("its most is enough").isEqualTo(4);
    }

    @Test
    void anInstanceThatHasGivenBackMoreThanItHasToKeepIsLeftAlone() {
        settledChild();
        var most = RevokeTarget.ByCounts.of(Map.of("core", 7L));
        tree.ask("/1", new Request.Shrink("s1", new ShrinkTarget.ByCount(most)));
        tree.submit("/", "6 slot { 1 core } for 5000", URGENT);
        tree.submit("/", "2 slot { 1 core } for 5000", URGENT);
        tree.runFor(200_000);
        assertThat(List.of(slots(), free("/"), running().number())).containsExactly(1L, 1L, 0L);
        assertThat(rescaled(2).slots()).isEqualTo(2);
    }

    /** One that may have fewer cores than its most, at a parent that waits for nobody. */
    private void boundedChild(long most) {
        tree = under(
                "elastic",
                10_000,
                config ->
                        config.bounded(new InstanceConfig.Most(new TreeMap<>(Map.of("core", most)), new TreeMap<>())));
        tree.submit("/", "5 slot { 1 core } for 5000");
        tree.ask(
                "/",
                new Request.Spawn(
                        Jobs.with(Jobs.jobspec(CORE), Map.of("malleable", Map.of("min", 2, "max", 8))), "c", Map.of()));
        tree.finish("/", 1);
    }

    private Malleables.Running bounded() {
        return tree.member("/").instance.inspect().malleable(new JobId(2));
    }

    /** Else it would be offered the same again and again, and would never have what it may have. */
    @ParameterizedTest
    @CsvSource({"3, 3", "4, 3", "5, 3", "6, 4", "7, 4"})
    void anInstanceThatHandsBackWhatItIsOfferedIsOfferedLessUntilItHasWhatItMayHave(long most, long offers) {
        boundedChild(most);
        tree.runFor(61_000);
        assertThat(bounded().last()).contains(RescaleOutcome.DECLINED);
        assertThat(List.of(total("/2"), free("/"))).containsExactly(3L, 5L);
        tree.runFor(600_000);
        assertThat(List.of(total("/2"), free("/"))).containsExactly(most, 8 - most);
        assertThat(bounded().number()).isEqualTo(offers);
        tree.runFor(1_800_000);
        assertThat(bounded().number()).as("it is unchanged").isEqualTo(offers);
    }

    /** The instance may have begun again with another configuration. */
    @Test
    void whatAnInstanceHandedBackItIsOfferedAgainAfterAnHour() {
        boundedChild(4);
        tree.runFor(600_000);
        long before = bounded().number();
        tree.runFor(3_600_000);
        assertThat(bounded().number()).isGreaterThan(before);
        assertThat(bounded().offers().offered()).isNotEqualTo(4);
    }

    @Test
    void whatAnInstanceHandedBackIsInAJournalThatWasMadeShorter() {
        boundedChild(4);
        tree.runFor(300_000);
        String before = tree.member("/").instance.state().malleables().toString();
        assertThat(bounded().offers().tooMany()).isEqualTo(5);
        restartShortened();
        assertThat(tree.member("/").instance.state().malleables()).hasToString(before);
        long offers = bounded().number();
        tree.runFor(600_000);
        assertThat(bounded().number()).isEqualTo(offers);
    }

    /** Nothing has to be found out again where it was seen with more. */
    @Test
    void oneThatGaveSomethingUpIsOfferedAsMuchAsItHadAtOnce() {
        boundedChild(7);
        tree.runFor(600_000);
        tree.submit("/", "6 slot { 1 core } for 5000", URGENT);
        tree.runFor(61_000);
        assertThat(total("/2")).isEqualTo(2);
        tree.finish("/", 3);
        tree.runFor(61_000);
        assertThat(total("/2")).isEqualTo(7);
    }

    @Test
    void anInstanceThatLosesANodeIsNotAskedForIt() {
        settledChild();
        tree.ask("/", new Request.SetStatus(new VertexTarget.ByPath("/cluster0/node1"), Status.LOST));
        tree.runFor(1_000);
        assertThat(running().number()).isZero();
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatAGrandchildHasFreeComesThroughTheChild() {
        settledChild();
        tree.spawn("/1", "g", "6 slot { 1 core }");
        tree.submit("/", "6 slot { 1 core } for 500", URGENT);
        tree.runFor(1_000);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(List.of(total("/1"), total("/1/1"))).containsExactly(2L, 2L);
    }

    @Test
    void messagesThatAreLostOrComeTwiceChangeNothing() {
        for (long seed = 1; seed <= 8; seed++) {
            tree = under("elastic");
            settledChild();
            tree.breakMessages(seed, 0.2);
            for (int i = 0; i < 3; i++) {
                JobRecord job = tree.submit("/", "4 slot { 1 core } for 5000", URGENT);
                tree.runFor(65_000);
                assertThat(tree.job("/", job.id().value()).state())
                        .as("seed " + seed)
                        .isEqualTo(JobState.RUNNING);
                tree.finish("/", job.id().value());
                tree.runFor(130_000);
                assertThat(total("/1")).as("seed " + seed).isEqualTo(8);
            }
        }
    }
}
