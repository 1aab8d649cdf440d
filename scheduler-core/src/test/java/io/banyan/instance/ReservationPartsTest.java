package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.InstanceState;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reservations of named parts. The harness checks the invariants after every event. */
class ReservationPartsTest {
    private static final String GRAPH = "cluster { 3 node { 4 core, memory:8/1 } }";

    private final TreeHarness tree = TreeHarness.over(GRAPH);

    private static HeldPart part(String path, long amount) {
        return new HeldPart("/cluster0/" + path, amount, false, Map.of());
    }

    private static ReservationTarget cores(String... names) {
        return new ReservationTarget.Parts(
                Arrays.stream(names).map(name -> part(name, 1)).toList());
    }

    private static Reservation once(String name, ReservationTarget target, long start, long lasts) {
        return new Reservation(name, "owner", target, start, lasts, Recurrence.ONCE, new TreeSet<>(List.of("owner")));
    }

    private Answer create(Reservation reservation) {
        return tree.ask("/", new ReservationRequest.Create(reservation, false));
    }

    private void made(Reservation reservation) {
        assertThat(create(reservation)).isInstanceOf(Answer.Reservations.class);
    }

    private JobId inside(String jobspec, String reservation) {
        var named = Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", Map.of("reservation", reservation)));
        Answer answer = tree.ask("/", new JobRequest.Submit(named, "", Submission.USUAL_URGENCY));
        assertThat(answer.toString()).startsWith("Submitted");
        return ((JobAnswer.Submitted) answer).job().id();
    }

    private JobState state(JobId job) {
        return tree.job("/", job.value()).state();
    }

    private List<String> held(long job) {
        InstanceState state = tree.member("/").instance.state();
        Selection held = state.schedule().holdings().selection(new JobId(job));
        return IntStream.range(0, held.size())
                .filter(held::exclusive)
                .mapToObj(i -> state.resources().graph().path(held.vertex(i)).substring("/cluster0/".length())
                        + (held.amount(i) == 1 ? "" : ":" + held.amount(i)))
                .sorted()
                .toList();
    }

    private void restart() {
        String before = Fingerprint.of(tree.member("/").instance.state());
        Instance fresh = Instance.root(tree.member("/").instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
        tree.restart("/", fresh);
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }

    // ---- right ----------------------------------------------------------------------------------------------------

    @Test
    void exactlyTheNamedCoresAreKept() {
        made(once("two", cores("node1/core0", "node1/core3"), 100, 50));
        assertThat(held(1)).containsExactly("node1/core0", "node1/core3");
        assertThat(tree.submit("/", "10 slot { 1 core } for 200").state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.submit("/", "1 slot { 1 core } for 101").window().startSec())
                .isEqualTo(150);
        restart();
    }

    @Test
    void aWholeNodeIsKeptWithAllBelow() {
        var whole = new HeldPart("/cluster0/node2", 1, true, Map.of());
        made(once("node", new ReservationTarget.Parts(List.of(whole)), 100, 50));
        assertThat(held(1))
                .containsExactly(
                        "node2", "node2/core0", "node2/core1", "node2/core2", "node2/core3", "node2/memory0:8");
        restart();
    }

    @Test
    void ofAPoolAPartIsKeptBesideOtherJobs() {
        tree.submit("/", "1 slot { 1 core, 5 memory } for 500");
        made(once("memory", new ReservationTarget.Parts(List.of(part("node2/memory0", 3))), 100, 50));
        assertThat(create(once("more", new ReservationTarget.Parts(List.of(part("node2/memory0", 1))), 100, 50))
                        .toString())
                .contains("job 2 (reservation 'memory') would hold some of the resources then");
        restart();
    }

    @Test
    void onlyTheJobsThatHoldBusyPartsAreInTheWay() {
        tree.submit("/", "1 slot { 1 core, 5 memory } for 500");
        tree.submit("/", "1 slot { 1 core } for 500");
        assertThat(held(2)).containsExactly("node1/core3");
        var parts = new ReservationTarget.Parts(List.of(part("node2/memory0", 3), part("node1/core3", 1)));
        assertThat(((Answer.Failed) create(once("both", parts, 100, 50))).message())
                .startsWith("job 2 would hold some of the resources then");
    }

    @Test
    void jobsRunOnPartsOfTheReservedCores() {
        made(once("cores", cores("node0/core0", "node0/core1", "node1/core2", "node1/core3", "node2/core0"), 100, 100));
        JobId one = inside("1 slot { 2 core } for 50", "cores");
        JobId two = inside("3 slot { 1 core } for 50", "cores");
        JobId late = inside("1 slot { 1 core } for 50", "cores");
        tree.runFor(100_100);
        assertThat(List.of(state(one), state(two))).containsOnly(JobState.RUNNING);
        assertThat(state(late)).isEqualTo(JobState.PENDING);
        assertThat(held(one.value())).hasSize(2);
        assertThat(held(two.value())).hasSize(3).doesNotContainAnyElementsOf(held(one.value()));
        restart();
        tree.finish("/", one.value());
        assertThat(state(late)).isEqualTo(JobState.RUNNING);
        assertThat(held(1)).as("the reservation has the other core of the job").hasSize(1);
        restart();
    }

    @Test
    void aJobRunsOnSeveralNodesOfAReservation() {
        made(once("cores", cores("node0/core0", "node0/core1", "node1/core2", "node1/core3"), 100, 100));
        JobId wide = inside("2 node { 1 slot { 2 core } } for 50", "cores");
        tree.runFor(100_100);
        assertThat(state(wide)).isEqualTo(JobState.RUNNING);
        assertThat(held(wide.value())).containsExactly("node0/core0", "node0/core1", "node1/core2", "node1/core3");
        assertThat(tree.submit("/", "4 slot { 1 core } for 10").state())
                .as("beside it on the same nodes")
                .isEqualTo(JobState.RUNNING);
        tree.runFor(51_000);
        assertThat(held(1)).hasSize(4);
        restart();
    }

    @Test
    void aJobThatNeedsMoreThanTheReservedCoresIsRefused() {
        made(once("cores", cores("node0/core0", "node0/core1"), 100, 100));
        var named =
                Jobs.with(Jobs.jobspec("1 slot { 3 core } for 5"), Map.of("banyan", Map.of("reservation", "cores")));
        assertThat(tree.ask("/", new JobRequest.Submit(named, "", Submission.USUAL_URGENCY)))
                .isInstanceOf(Answer.Refused.class);
    }

    @Test
    void aJobDrawsAPartOfAReservedPool() {
        var parts = new ReservationTarget.Parts(List.of(part("node1/memory0", 6), part("node1/core0", 1)));
        made(once("memory", parts, 100, 100));
        JobId job = inside("1 slot { 1 core, 4 memory } for 50", "memory");
        tree.runFor(100_100);
        assertThat(held(job.value())).containsExactly("node1/core0", "node1/memory0:4");
        assertThat(held(1)).containsExactly("node1/memory0:2");
        restart();
    }

    @Test
    void aTimeThatComesAgainIsOmittedIfAPartHasLeft() {
        var every = new Recurrence(Recurrence.Every.SECONDS, 100, "", 0, 0);
        var reservation = new Reservation(
                "again", "owner", cores("node2/core0"), 100, 50, every, new TreeSet<>(List.of("owner")));
        made(reservation);
        for (long job = 1; job <= 4; job++) {
            tree.cancel("/", job);
        }
        tree.ask("/", new Request.Remove(new VertexTarget.ByPath("/cluster0/node2"), true));
        tree.runFor(1_000_000);
        var all = (Answer.Reservations) tree.ask("/", new ReservationRequest.All());
        assertThat(all.reservations().getFirst().problem()).contains("there is no /cluster0/node2/core0 here");
    }

    // ---- wrong ----------------------------------------------------------------------------------------------------

    @Test
    void anUnknownPathIsRefused() {
        assertThat(create(once("x", cores("node0/core0", "node7/core0"), 100, 50)))
                .isEqualTo(new Answer.Failed(ErrorCode.NOT_FOUND, "there is no /cluster0/node7/core0 here"));
    }

    @Test
    void moreThanThereIsIsRefused() {
        assertThat(create(once("x", new ReservationTarget.Parts(List.of(part("node0/memory0", 9))), 100, 50))
                        .toString())
                .contains("/cluster0/node0/memory0 has 8 and not 9");
        var half = new HeldPart("/cluster0/node0/memory0", 4, true, Map.of());
        assertThat(create(once("x", new ReservationTarget.Parts(List.of(half)), 100, 50))
                        .toString())
                .contains("is to be reserved whole, but its amount is 4 of 8");
    }

    @Test
    void partsAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationTarget.Parts(List.of()))
                .withMessageContaining("1 to 100000 parts, found 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cores("node0/core0", "node0/core0"))
                .withMessageContaining("/cluster0/node0/core0 twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationTarget.Parts(List.of(part("node0/core0", 0))))
                .withMessageContaining("an amount of 1 or more");
        var draws = new HeldPart("/cluster0/node0", 1, true, Map.of(new ResourceType("watt"), 5L));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationTarget.Parts(List.of(draws)))
                .withMessageContaining("cannot draw from other subsystems");
    }

    @Test
    void busyCoresAreRefusedWithTheJob() {
        tree.submit("/", "12 slot { 1 core } for 120");
        assertThat(((Answer.Failed) create(once("x", cores("node0/core0"), 100, 50))).message())
                .startsWith("job 1 would hold some of the resources then");
        made(once("x", cores("node0/core0"), 120, 50));
        assertThat(tree.job("/", 2).window()).isEqualTo(new TimeWindow(120, 170));
    }
}
