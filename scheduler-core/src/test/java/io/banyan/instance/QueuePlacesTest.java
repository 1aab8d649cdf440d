package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Jobs;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobAnswer.Place;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.Priority;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The places of waiting jobs in the queues, and the factors that make them. */
class QueuePlacesTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);

    private static TreeHarness over(String weights, String... queues) {
        Queues all = QueuesTest.queues("", weights, queues);
        return TreeHarness.over(FOUR, config -> config.queueing(all));
    }

    private static Jobspec in(String queue, Jobspec jobspec) {
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                jobspec.attributes().inQueue(queue, jobspec.attributes().constraint()));
    }

    private static void submit(TreeHarness tree, Principal who, Jobspec jobspec, int urgency) {
        assertThat(tree.ask("/", who, new JobRequest.Submit(jobspec, "", urgency)))
                .isInstanceOf(JobAnswer.Submitted.class);
    }

    private static JobAnswer.Priorities all(TreeHarness tree, Principal who, int most) {
        return (JobAnswer.Priorities) tree.ask("/", who, new JobRead.Priorities(Optional.empty(), most));
    }

    private static JobAnswer.Priorities of(TreeHarness tree, long job) {
        return (JobAnswer.Priorities) tree.ask("/", new JobRead.Priorities(Optional.of(new JobId(job)), 1));
    }

    private static List<Long> ids(JobAnswer.Priorities answer) {
        return answer.places().stream().map(place -> place.job().id().value()).toList();
    }

    /** Nodes 0 to 3 are taken, then six jobs wait in two queues. */
    private static TreeHarness waiting() {
        TreeHarness tree = over("", "batch,policy=conservative", "debug,policy=fcfs,priority=5");
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 100)), 16);
        submit(tree, ALICE, in("batch", Jobs.jobspec(nodes(4, 100))), 10);
        submit(tree, BOB, in("batch", Jobs.jobspec(nodes(1, 100))), 16);
        submit(tree, BOB, in("debug", Jobs.jobspec(nodes(2, 100))), 4);
        submit(tree, ALICE, in("debug", Jobs.jobspec(nodes(2, 100))), 8);
        submit(tree, ALICE, in("batch", Jobs.jobspec(nodes(2, 100))), 16);
        return tree;
    }

    @Test
    void placesAreToldInTheOrderOfTheQueues() {
        TreeHarness tree = waiting();
        JobAnswer.Priorities answer = all(tree, Principal.OWNER, 10);
        assertThat(ids(answer)).containsExactly(5L, 4L, 3L, 6L, 2L);
        assertThat(answer.areMore()).isFalse();
        assertThat(answer.places())
                .extracting(JobAnswer.JobPlace::queue)
                .containsExactly("debug", "debug", "batch", "batch", "batch");
        assertThat(answer.places())
                .extracting(JobAnswer.JobPlace::inQueue)
                .containsExactly(new Place(1, 2), new Place(2, 2), new Place(1, 3), new Place(2, 3), new Place(3, 3));
        assertThat(answer.places()).extracting(place -> place.inAll().number()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(answer.places()).extracting(place -> place.inAll().of()).containsOnly(5L);
        assertThat(answer.places())
                .extracting(JobAnswer.JobPlace::queuePriority)
                .containsExactly(5, 5, 0, 0, 0);
    }

    @Test
    void oneJobHasThePlaceThatItHasAmongAll() {
        TreeHarness tree = waiting();
        for (JobAnswer.JobPlace place : all(tree, Principal.OWNER, 10).places()) {
            assertThat(of(tree, place.job().id().value()).places()).containsExactly(place);
        }
    }

    @Test
    void moreThanAreWantedAreCountedAndNotTold() {
        TreeHarness tree = waiting();
        JobAnswer.Priorities answer = all(tree, Principal.OWNER, 2);
        assertThat(ids(answer)).containsExactly(5L, 4L);
        assertThat(answer.areMore()).isTrue();
        assertThat(all(tree, Principal.OWNER, 5).areMore()).isFalse();
        assertThatThrownBy(() -> new JobRead.Priorities(Optional.empty(), 1_001))
                .hasMessageContaining("1 to 1000 jobs");
    }

    /** The jobs of others count in a place, and are not shown. */
    @Test
    void aUserSeesThePlacesOfHisOwnJobs() {
        TreeHarness tree = waiting();
        JobAnswer.Priorities answer = all(tree, BOB, 10);
        assertThat(ids(answer)).containsExactly(4L, 3L);
        assertThat(answer.places()).extracting(place -> place.inAll().number()).containsExactly(2L, 3L);
        assertThat(tree.ask("/", BOB, new JobRead.Priorities(Optional.of(new JobId(2)), 1)))
                .isInstanceOfSatisfying(
                        Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo(ErrorCode.FORBIDDEN));
    }

    @Test
    void aJobThatDoesNotWaitHasNoPlace() {
        TreeHarness tree = waiting();
        Answer running = tree.ask("/", new JobRead.Priorities(Optional.of(new JobId(1)), 1));
        assertThat(running).isInstanceOfSatisfying(Answer.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(ErrorCode.WRONG_STATE);
            assertThat(failed.message()).isEqualTo("job 1 is not waiting: it is running");
        });
        assertThat(tree.ask("/", new JobRead.Priorities(Optional.of(new JobId(9)), 1)))
                .isInstanceOfSatisfying(
                        Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void aJobThatWaitsForSomethingElseThanItsTurnSaysForWhat() {
        TreeHarness tree = waiting();
        tree.ask("/", new JobRequest.Urge(new JobId(3), 0));
        JobAnswer.Priorities held = of(tree, 3);
        assertThat(held.places()).isEmpty();
        assertThat(held.apart().map(Waiting::why)).contains(new WaitReason.Held());
        assertThat(ids(all(tree, Principal.OWNER, 10))).containsExactly(5L, 4L, 6L, 2L);

        submit(tree, ALICE, Jobs.with(Jobs.jobspec(nodes(1, 100)), depends(1)), 16);
        assertThat(of(tree, 7).apart().map(Waiting::why))
                .hasValueSatisfying(why -> assertThat(why).isInstanceOf(WaitReason.Depends.class));
    }

    private static Map<String, ?> depends(long job) {
        return Map.of("dependencies", List.of(Map.of("scheme", "afterok", "value", String.valueOf(job))));
    }

    @Test
    void factorsWithAWeightAreToldAsOfTheLastLook() {
        TreeHarness tree = over("age=1000,age-max=100s,size=20,every=10s,urgency=30");
        submit(tree, ALICE, Jobs.jobspec(nodes(4, 1_000)), 16);
        submit(tree, Principal.OWNER, Jobs.jobspec(nodes(4, 1_000)), 31);
        tree.runFor(50_000);
        JobAnswer.Priorities answer = of(tree, 2);
        assertThat(answer.rankedMillis()).isPresent();
        List<Priority.Part> parts = answer.places().getFirst().parts();
        assertThat(parts)
                .extracting(Priority.Part::factor)
                .containsExactly(Priority.Factor.AGE, Priority.Factor.SIZE, Priority.Factor.URGENCY);
        assertThat(parts.getFirst().value()).isBetween(0.4, 0.5);
        assertThat(parts.get(1).value())
                .as("four nodes of two cores: 2 doublings of 20")
                .isEqualTo(0.1);
        assertThat(parts.getLast()).isEqualTo(new Priority.Part(Priority.Factor.URGENCY, 1, 30));
    }

    /**
     * The order that is reported is the one in which the queue itself looks at the jobs, whatever the policies and
     * limits.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void theOrderIsThatOfTheQueue(int seed) {
        var random = new Random(seed);
        Queues queues = new Queues(
                QueuePolicy.CONSERVATIVE,
                Stream.of("batch", "debug,policy=fcfs,user.jobs=1,priority=3", "easy,policy=easy")
                        .map(QueueText::queue)
                        .toList(),
                QueuesTest.queues("account.jobs=2", "").limits(),
                QueueText.priority(seed % 2 == 0 ? "" : "size=-100,urgency=40", List.of()));
        TreeHarness tree = TreeHarness.over(FOUR, config -> config.queueing(queues));
        for (int i = 0; i < 30; i++) {
            Jobspec jobspec = in(
                    List.of("batch", "debug", "easy").get(random.nextInt(3)),
                    Jobs.jobspec(nodes(1 + random.nextInt(4), 100 + random.nextInt(900))));
            submit(tree, random.nextBoolean() ? ALICE : BOB, jobspec, 1 + random.nextInt(16));
        }
        var queue = tree.member("/").instance.state().submitted().queue();
        List<Long> expected = Stream.concat(queue.waiting().stream(), queue.withReservation().stream())
                .sorted()
                .map(job -> job.id().value())
                .toList();
        assertThat(expected).hasSizeGreaterThan(10);
        assertThat(ids(all(tree, Principal.OWNER, 100))).isEqualTo(expected);
    }
}
