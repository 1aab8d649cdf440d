package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Child instances in an advance reservation. The harness checks the invariants after every event. */
class ReservedSpawnTest {
    private static final String GRAPH = "cluster { 2 node { 4 core } }";
    private static final Principal ANN = new Principal("ann", Role.USER);
    private static final Principal BEN = new Principal("ben", Role.USER);

    private final TreeHarness tree = TreeHarness.over(GRAPH);

    /** Reserves two cores of each node for ann. */
    private void reserve(long start, long lasts) {
        List<HeldPart> parts =
                List.of(part("node0/core0"), part("node0/core1"), part("node1/core2"), part("node1/core3"));
        var reservation = new Reservation(
                "r",
                "ann",
                new ReservationTarget.Parts(parts),
                start,
                lasts,
                Recurrence.ONCE,
                new TreeSet<>(List.of("ann")));
        assertThat(tree.ask("/", new ReservationRequest.Book(List.of(reservation))))
                .isInstanceOf(Answer.Reservations.class);
        tree.runFor(10);
    }

    private static HeldPart part(String path) {
        return new HeldPart("/cluster0/" + path, 1, true, Map.of());
    }

    private static Jobspec inside(String jobspec) {
        return Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", Map.of("reservation", "r")));
    }

    private Answer spawn(Principal who, Jobspec jobspec) {
        return tree.ask("/", who, new Request.Spawn(jobspec, "child", Map.of()));
    }

    private String spawned(Principal who, Jobspec jobspec) {
        Answer answer = spawn(who, jobspec);
        assertThat(answer).isInstanceOf(Answer.Spawned.class);
        return ((Answer.Spawned) answer).job().child().orElseThrow().path();
    }

    private void replay() {
        String before = Fingerprint.of(tree.member("/").instance.state());
        Instance fresh = Instance.root(tree.member("/").instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
        tree.member("/").journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }

    @Test
    void aChildGetsReservedResourcesAndReturnsThem() {
        reserve(0, 100);
        String child = spawned(ANN, inside("2 node { 1 slot { 2 core } }"));
        assertThat(tree.stat(child).amounts().get("core").total()).isEqualTo(4);
        assertThat(tree.job("/", 2).window().endSec())
                .as("without a time limit")
                .isEqualTo(100);
        assertThat(tree.submit(child, "4 slot { 1 core } for 5").state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.submit("/", "4 slot { 1 core } for 50").state())
                .as("beside the reservation")
                .isEqualTo(JobState.RUNNING);
        replay();
        tree.ask(child, new Request.Stop());
        tree.runFor(1_000);
        assertThat(tree.job("/", 2).state().isOver()).isTrue();
        assertThat(spawned(ANN, inside("1 slot { 1 core } for 20"))).isNotEqualTo(child);
        replay();
    }

    @Test
    void aChildEndsWithTheReservationAtTheLatest() {
        reserve(0, 100);
        String child = spawned(ANN, inside("1 slot { 2 core } for 60"));
        assertThat(tree.job("/", 2).window().durationSec()).isEqualTo(60);
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(2), 200)).toString())
                .contains("job 2 runs in a reservation that ends before then, which is booked as job 1");
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(2), 90)).toString())
                .startsWith("Submitted");
        tree.runFor(120_000);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.EXPIRED);
        assertThat(tree.living()).extracting(member -> member.path).doesNotContain(child);
        assertThat(tree.job("/", 1).window()).isEqualTo(new TimeWindow(0, 100));
        replay();
    }

    @Test
    void aJobThatWaitsForTheReservationIsNotDelayed() {
        reserve(0, 100);
        for (String jobspec : List.of("3 slot { 1 core } for 10", "4 slot { 1 core } for 10")) {
            tree.ask("/", ANN, new JobRequest.Submit(inside(jobspec), "", Submission.USUAL_URGENCY));
        }
        tree.runFor(10);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RUNNING);
        assertThat(spawn(ANN, inside("1 slot { 1 core } for 50"))).isInstanceOf(Answer.Refused.class);
        spawned(ANN, inside("1 slot { 1 core } for 9"));
        tree.runFor(11_000);
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.RUNNING);
        replay();
    }

    @Test
    void whatCannotBeSpawnedIsRefused() {
        reserve(50, 100);
        assertThat(spawn(ANN, inside("1 slot { 1 core }")))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.WRONG_STATE,
                        "reservation 'r' has not begun, and a spawned instance starts at once; use 'banyan batch' to "
                                + "submit a job that starts an instance when it begins"));
        tree.runFor(50_100);
        assertThat(spawn(BEN, inside("1 slot { 1 core }")).toString()).contains("does not admit 'ben'");
        assertThat(spawn(ANN, inside("5 slot { 1 core }"))).isInstanceOf(Answer.Refused.class);
        assertThat(spawn(ANN, inside("1 slot { 1 core } for 101")).toString()).contains("lasts 100 s");
        Jobspec changing = inside("1 slot { 1 core }").with("malleable", Map.of("min", 1, "max", 4));
        assertThat(spawn(ANN, changing).toString()).contains("an instance in a reservation keeps its size");
        Jobspec unknown = Jobs.with(Jobs.jobspec("1 slot { 1 core }"), Map.of("banyan", Map.of("reservation", "x")));
        assertThat(spawn(ANN, unknown).toString()).contains("there is no reservation 'x' here");
    }
}
