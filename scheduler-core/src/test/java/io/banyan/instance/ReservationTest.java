package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Fingerprint;
import io.banyan.instance.state.InstanceState;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Advance reservations and maintenance windows. The harness checks the invariants after every event. */
class ReservationTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final Principal ANN = new Principal("ann", Role.USER);
    private static final Principal BEN = new Principal("ben", Role.USER);

    private final TreeHarness tree = under(QueuePolicy.EASY);

    private static TreeHarness under(QueuePolicy policy) {
        return TreeHarness.over(FOUR, config -> config.queueing(policy));
    }

    private static ReservationTarget names(String list) {
        return new ReservationTarget.Where("names=" + list);
    }

    private static Reservation once(String name, ReservationTarget target, long start, long lasts, String... users) {
        return new Reservation(name, "owner", target, start, lasts, Recurrence.ONCE, new TreeSet<>(List.of(users)));
    }

    private Answer create(Reservation reservation) {
        return tree.ask("/", new ReservationRequest.Create(reservation, false));
    }

    private ReservationView made(Reservation reservation) {
        return ((Answer.Reservations) create(reservation)).reservations().getFirst();
    }

    private List<ReservationView> all() {
        return ((Answer.Reservations) tree.ask("/", new ReservationRequest.All())).reservations();
    }

    private Answer submit(Principal who, String jobspec, String reservation) {
        return tree.ask(
                "/",
                who,
                new JobRequest.Submit(
                        Jobs.with(Jobs.jobspec(jobspec), Map.of("banyan", Map.of("reservation", reservation))),
                        "",
                        Submission.USUAL_URGENCY));
    }

    @Test
    void whoCannotMeetItsDeadlineInAReservationIsNotTaken() {
        create(once("later", names("node[0-1]"), 1_000, 500, "owner"));
        for (Map.Entry<Integer, Boolean> deadline :
                Map.of(900, false, 1_099, false, 1_100, true).entrySet()) {
            Map<String, ?> system = Map.of("banyan", Map.of("reservation", "later", "deadline", deadline.getKey()));
            Answer answer = tree.ask(
                    "/",
                    new JobRequest.Submit(
                            Jobs.with(Jobs.jobspec(nodes(1, 100)), system), "", Submission.USUAL_URGENCY));
            assertThat(answer instanceof JobAnswer.Submitted)
                    .as("%s: %s", deadline, answer)
                    .isEqualTo(deadline.getValue());
            assertThat(answer.toString())
                    .contains(
                            deadline.getValue()
                                    ? "Submitted"
                                    : "because reservation 'later' begins 1970-01-01T00:16:40Z");
        }
    }

    private JobState state(long job) {
        return tree.job("/", job).state();
    }

    private TimeWindow window(long job) {
        return tree.job("/", job).window();
    }

    private List<String> held(long job) {
        InstanceState state = tree.member("/").instance.state();
        Selection held = state.schedule().holdings().selection(new JobId(job));
        return IntStream.range(0, held.size())
                .filter(held::exclusive)
                .mapToObj(i -> state.resources().graph().path(held.vertex(i)))
                .sorted()
                .toList();
    }

    private void restart() {
        InstanceConfig config = tree.member("/").instance.config();
        String before = Fingerprint.of(tree.member("/").instance.state());
        Instance fresh = Instance.root(config, Graphs.graph(FOUR), Graphs.HORIZON);
        tree.restart("/", fresh);
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }

    // ---- maintenance ----------------------------------------------------------------------------------------------

    @Test
    void aJobThatIsPlannedBehindMaintenanceSaysSo() {
        create(once("tidy", names("node[0-3]"), 1_000, 500));
        tree.submit("/", nodes(2, 2_000));
        var pending = (JobAnswer.Pending) tree.ask("/", new JobRead.Pending(Optional.empty()));
        assertThat(pending.waiting())
                .extracting(Waiting::why)
                .containsExactly(new WaitReason.Reserved(1_500, Optional.of(new WaitReason.Kept("tidy", 1_500))));
        assertThat(tree.ask("/", new JobRead.Pending(Optional.empty()))).isEqualTo(pending);
    }

    @Test
    void aNameThatNothingHasIsSaidAndNotLeftOut() {
        Answer answer = create(once("m", new ReservationTarget.Where("names=node[0-1],nod3"), 100, 10));
        assertThat(((Answer.Failed) answer).message()).isEqualTo("there is no nod3 here");
        assertThat(((Answer.Reservations) tree.ask("/", new ReservationRequest.All())).reservations())
                .isEmpty();
    }

    @Test
    void nobodyRunsDuringMaintenance() {
        made(once("tidy", names("node[0-3]"), 100, 50));
        JobRecord early = tree.submit("/", nodes(1, 100));
        JobRecord late = tree.submit("/", nodes(1, 101));
        assertThat(early.state()).isEqualTo(JobState.RUNNING);
        assertThat(late.state()).isEqualTo(JobState.RESERVED);
        assertThat(late.window().startSec()).isEqualTo(150);
        tree.runFor(100_100);
        assertThat(state(1)).as("maintenance, booked as job 1").isEqualTo(JobState.RUNNING);
        restart();
        tree.runFor(50_100);
        assertThat(state(1)).isEqualTo(JobState.COMPLETED);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(all()).isEmpty();
        restart();
    }

    @Test
    void whereNothingIsSaidItBeginsAtOnce() {
        tree.runFor(7_000);
        made(once("tidy", names("node0"), 0, 50));
        assertThat(window(1)).isEqualTo(new TimeWindow(7, 57));
        tree.runFor(10);
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void maintenanceOfSomeNodesLeavesTheOthers() {
        made(once("tidy", names("node[0-1]"), 0, 50));
        assertThat(held(1))
                .containsExactly(
                        "/cluster0/node0",
                        "/cluster0/node0/core0",
                        "/cluster0/node0/core1",
                        "/cluster0/node1",
                        "/cluster0/node1/core0",
                        "/cluster0/node1/core1");
        assertThat(tree.submit("/", nodes(2, 100)).state()).isEqualTo(JobState.RUNNING);
        assertThat(tree.submit("/", nodes(1, 100)).window().startSec()).isEqualTo(50);
    }

    @Test
    void allThatThereIsCanBeReservedAndSoCanWhatIsDown() {
        tree.ask("/", new Request.SetStatus("/cluster0/node2", Status.DOWN));
        made(once("all", new ReservationTarget.All(), 10, 50));
        assertThat(held(1)).hasSize(13);
        assertThat(tree.submit("/", "1 slot { 1 core } for 11").window().startSec())
                .isEqualTo(60);
    }

    @Test
    void whatIsOnlyPlannedYields() {
        tree.submit("/", nodes(4, 100));
        assertThat(tree.submit("/", nodes(4, 100)).window().startSec()).isEqualTo(100);
        made(once("tidy", names("node0"), 150, 50));
        assertThat(window(2).startSec()).isEqualTo(200);
    }

    @Test
    void forceIsNotAdvisedWhereItDoesNotHelp() {
        made(once("tidy", names("node0"), 50, 50));
        for (boolean isForced : List.of(false, true)) {
            Answer answer =
                    tree.ask("/", new ReservationRequest.Create(once("more", names("node0"), 60, 50), isForced));
            assertThat(((Answer.Failed) answer).message())
                    .isEqualTo(
                            "job 1 (reservation 'tidy') would hold some of the resources then, and cannot be ended by then");
        }
    }

    @Test
    void whoRunsIsNamedAndEndsBeforeIfThatIsForced() {
        tree.submit("/", nodes(4, 100));
        assertThat(create(once("tidy", names("node0"), 50, 50)))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.WRONG_STATE,
                        "job 1 would hold some of the resources then; with --force, running jobs end by then"));
        assertThat(all()).isEmpty();
        tree.ask("/", new ReservationRequest.Create(once("tidy", names("node0"), 50, 50), true));
        assertThat(window(1)).isEqualTo(new TimeWindow(0, 50));
        tree.runFor(50_100);
        assertThat(state(1)).isEqualTo(JobState.EXPIRED);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatIsReservedForOthersCannotBe() {
        made(once("tidy", names("node0"), 50, 50));
        assertThat(create(once("more", names("node[0-1]"), 99, 50)).toString())
                .contains("job 1 (reservation 'tidy') would hold some of the resources then");
        assertThat(create(once("tidy", names("node3"), 50, 50)).toString()).contains("the reservation 'tidy' already");
        assertThat(create(once("none", names("rack7"), 50, 50)).toString()).contains("nothing here matches it");
        tree.runFor(60_000);
        assertThat(create(once("past", names("node3"), 50, 50)).toString())
                .contains("the reservation would have begun at 1970-01-01T00:00:50Z");
    }

    @Test
    void aRequestGetsWhatAMatchFinds() {
        tree.submit("/", nodes(2, 100));
        ReservationTarget two = new ReservationTarget.Fitting(Jobs.jobspec("2 slot { 1 node! }"));
        made(once("course", two, 50, 50, "ann"));
        assertThat(create(once("more", two, 60, 10)).toString()).contains("Refused");
        made(once("later", two, 100, 50));
        assertThat(held(2)).hasSize(6).doesNotContainAnyElementsOf(held(1));
    }

    /** Also without a request for exclusive use. */
    @Test
    void whoReservesNodesReservesTheirCores() {
        made(once("two", new ReservationTarget.Fitting(Jobs.jobspec("2 slot { 1 node }")), 50, 50, "ann"));
        assertThat(held(1)).hasSize(6);
        submit(ANN, "3 slot { 1 core } for 20", "two");
        submit(ANN, "1 slot { 1 core } for 20", "two");
        tree.runFor(50_100);
        assertThat(List.of(state(2), state(3))).containsOnly(JobState.RUNNING);
        restart();
    }

    @Test
    void onlyAnAdminReservesAndEverybodyLooks() {
        Answer no = tree.ask("/", ANN, new ReservationRequest.Create(once("tidy", names("node0"), 50, 50), false));
        assertThat(no.toString()).contains("FORBIDDEN");
        made(once("tidy", names("node0"), 50, 50, "ann"));
        assertThat(tree.ask("/", ANN, new ReservationRequest.Cancel("tidy", false))
                        .toString())
                .contains("FORBIDDEN");
        assertThat(((Answer.Reservations) tree.ask("/", BEN, new ReservationRequest.All())).reservations())
                .hasSize(1);
    }

    @Test
    void cancelledItIsFree() {
        made(once("tidy", names("node[0-3]"), 100, 50));
        tree.submit("/", nodes(1, 101));
        tree.ask("/", new ReservationRequest.Cancel("tidy", false));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(state(1)).isEqualTo(JobState.CANCELLED);
        assertThat(all()).isEmpty();
        assertThat(tree.ask("/", new ReservationRequest.Cancel("tidy", false)).toString())
                .contains("there is no reservation 'tidy' here");
        restart();
    }

    // ---- jobs inside ----------------------------------------------------------------------------------------------

    @Test
    void whoIsAllowedRunsInIt() {
        made(once("course", names("node[0-1]"), 100, 100, "ann"));
        submit(ANN, "1 slot { 1 core } for 20", "course");
        submit(ANN, nodes(1, 30), "course");
        assertThat(List.of(state(2), state(3))).containsOnly(JobState.PENDING);
        tree.runFor(100_100);
        assertThat(List.of(state(1), state(2), state(3))).containsOnly(JobState.RUNNING);
        assertThat(held(2)).hasSize(1).first().asString().matches("/cluster0/node[01]/core[01]");
        assertThat(held(3)).hasSize(3);
        assertThat(held(1)).as("the other core of that node").hasSize(1);
        assertThat(window(2)).isEqualTo(new TimeWindow(100, 120));
        restart();
        tree.finish("/", 2);
        assertThat(held(1)).as("the node again, and its cores").hasSize(3);
        tree.finish("/", 3);
        assertThat(held(1)).hasSize(6);
        restart();
    }

    @Test
    void othersDoNot() {
        made(once("course", names("node[0-3]"), 0, 100, "ann"));
        assertThat(submit(BEN, nodes(1, 10), "course"))
                .isEqualTo(new Answer.Failed(ErrorCode.FORBIDDEN, "reservation 'course' does not admit 'ben'"));
        assertThat(submit(ANN, nodes(1, 10), "curse"))
                .isEqualTo(new Answer.Failed(ErrorCode.NOT_FOUND, "there is no reservation 'curse' here"));
        assertThat(submit(ANN, nodes(1, 101), "course").toString())
                .contains("the job would run for 101 s, but reservation 'course' lasts 100 s");
        assertThat(submit(ANN, nodes(5, 10), "course")).isInstanceOf(Answer.Refused.class);
        made(once("tidy", names("node[0-3]"), 200, 100));
        assertThat(submit(ANN, nodes(1, 10), "tidy").toString()).contains("no job runs in it");
    }

    @Test
    void anAccountLetsItsUsersIn() {
        tree.ask(
                "/",
                new ReservationRequest.Create(
                        new Reservation(
                                "course",
                                "owner",
                                names("node[0-3]"),
                                0,
                                100,
                                Recurrence.ONCE,
                                new TreeSet<>(),
                                new TreeSet<>(List.of("physics"))),
                        false));
        tree.runFor(10);
        Map<String, Object> inIt = Map.of("reservation", "course");
        var paid = Jobs.with(Jobs.jobspec(nodes(1, 10)), Map.of("banyan", inIt, "bank", "physics"));
        tree.ask("/", BEN, new JobRequest.Submit(paid, "", 16));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(submit(BEN, nodes(1, 10), "course").toString()).contains("does not admit 'ben'");
    }

    @Test
    void aMalleableJobKeepsItsSizeThere() {
        made(once("course", names("node[0-2]"), 0, 100, "owner"));
        tree.runFor(10);
        var malleable = Jobs.with(
                Jobs.jobspec(nodes(2, 50)),
                Map.of("malleable", Map.of("min", 1, "max", 4, "unit", 1), "banyan", Map.of("reservation", "course")));
        tree.ask("/", new JobRequest.Submit(malleable, "", 16));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(tree.ask("/", new RescaleRequest.Propose(new JobId(2), 1)))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.WRONG_STATE, "job 2 runs in a reservation and keeps its size there"));
        restart();
        tree.finish("/", 2);
        assertThat(held(1)).hasSize(9);
    }

    /**
     * The nodes of a job in a reservation are booked until the reservation is over, and so is what it gets from
     * elsewhere.
     */
    @Test
    void whatIsGrownForAJobInItIsFreeForAsLong() {
        made(once("course", names("node[0-2]"), 0, 100, "owner"));
        made(once("tidy", names("node3"), 60, 100));
        tree.runFor(10);
        submit(Principal.OWNER, nodes(1, 50), "course");
        Answer grown = tree.growJob("/", "g1", 3, "1 slot { 1 node! }");
        assertThat(grown).isInstanceOf(Answer.Refused.class);
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatALeavingJobHadIsTheReservationsAgainAndNobodyElses() {
        made(once("course", names("node[0-3]"), 0, 1000, "ann"));
        tree.runFor(10);
        submit(ANN, nodes(2, 100), "course");
        JobRecord other = tree.submit("/", nodes(1, 10));
        assertThat(other.window().startSec()).as("not when job 2 ends").isEqualTo(1000);
        tree.finish("/", 2);
        assertThat(window(3).startSec()).isEqualTo(1000);
        assertThat(held(1)).hasSize(12);
    }

    @Test
    void nobodyInItDelaysWhoCameBefore() {
        made(once("course", names("node[0-3]"), 0, 1000, "ann"));
        tree.runFor(10);
        submit(ANN, nodes(3, 100), "course");
        submit(ANN, nodes(2, 100), "course");
        submit(ANN, nodes(4, 50), "course");
        submit(ANN, nodes(1, 301), "course");
        submit(ANN, nodes(1, 100), "course");
        assertThat(List.of(state(2), state(3), state(4), state(5), state(6)))
                .containsExactly(
                        JobState.RUNNING, JobState.PENDING, JobState.PENDING, JobState.PENDING, JobState.RUNNING);
        tree.runFor(100_100);
        assertThat(List.of(state(3), state(4))).containsExactly(JobState.RUNNING, JobState.PENDING);
    }

    @Test
    void aJobThatIsTooLongForTheRestWaitsAndEndsWithTheReservation() {
        made(once("course", names("node[0-3]"), 0, 100, "ann"));
        tree.runFor(50_000);
        submit(ANN, nodes(1, 60), "course");
        submit(ANN, nodes(1, 50), "course");
        submit(ANN, "1 slot { 1 node! }", "course");
        assertThat(List.of(state(2), state(3), state(4)))
                .containsExactly(JobState.PENDING, JobState.RUNNING, JobState.RUNNING);
        assertThat(window(4)).isEqualTo(new TimeWindow(50, 100));
        tree.runFor(50_100);
        assertThat(List.of(state(1), state(2), state(3), state(4)))
                .containsExactly(JobState.COMPLETED, JobState.CANCELLED, JobState.EXPIRED, JobState.EXPIRED);
        assertThat(tree.job("/", 2).detail()).isEqualTo("the reservation 'course' has ended");
        restart();
    }

    @Test
    void whoRunsInOneThatIsCancelledGoesOn() {
        made(once("course", names("node[0-3]"), 0, 100, "ann"));
        tree.runFor(10);
        submit(ANN, nodes(1, 60), "course");
        assertThat(tree.ask("/", new ReservationRequest.Cancel("course", false)).toString())
                .contains("job 2 runs in the reservation");
        tree.ask("/", new ReservationRequest.Cancel("course", true));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        assertThat(tree.submit("/", nodes(3, 10)).state()).isEqualTo(JobState.RUNNING);
        tree.finish("/", 2);
        restart();
    }

    /** Held until there is another reservation of that name, in which it has no business. */
    @Test
    void whoWaitedForAnotherOneOfThatNameIsNotLetIn() {
        long now = 50;
        made(once("mine", names("node0"), now + 50, 100, "ann"));
        submit(ANN, nodes(1, 10), "mine");
        tree.ask("/", new JobRequest.Urge(new JobId(2), Submission.HELD));
        tree.ask("/", new ReservationRequest.Cancel("mine", false));
        made(once("mine", names("node0"), now + 50, 100, "ben"));
        tree.ask("/", ANN, new JobRequest.Urge(new JobId(2), Submission.USUAL_URGENCY));
        tree.runFor(60_000);
        assertThat(state(2)).isEqualTo(JobState.CANCELLED);
        assertThat(tree.job("/", 2).detail()).isEqualTo("the reservation 'mine' no longer admits the job");
    }

    @Test
    void itsTimeCanBeMoreWithinTheReservation() {
        made(once("course", names("node[0-3]"), 0, 100, "ann"));
        tree.runFor(10);
        submit(ANN, nodes(1, 60), "course");
        assertThat(tree.ask("/", new JobRequest.Limit(new JobId(2), 101)).toString())
                .contains("runs in a reservation that ends before");
        tree.ask("/", new JobRequest.Limit(new JobId(2), 100));
        assertThat(window(2)).isEqualTo(new TimeWindow(0, 100));
        restart();
    }

    @Test
    void aJobThatIsRequeuedWaitsForItAgain() {
        made(once("course", names("node[0-3]"), 0, 100, "ann"));
        tree.runFor(10);
        submit(ANN, nodes(4, 60), "course");
        submit(ANN, nodes(1, 60), "course");
        tree.ask("/", new JobRequest.Requeue(new JobId(2)));
        tree.runFor(10);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
        tree.ask("/", new JobRequest.Urge(new JobId(3), Submission.HELD));
        tree.finish("/", 2);
        assertThat(state(3)).isEqualTo(JobState.PENDING);
        tree.ask("/", new JobRequest.Urge(new JobId(3), 16));
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatIsRemovedByForceIsLostForAll() {
        made(once("course", names("node[0-3]"), 0, 100, "ann"));
        tree.runFor(10);
        submit(ANN, nodes(2, 60), "course");
        String first = held(2).getFirst();
        tree.ask("/", new Request.Remove(new VertexTarget.ByPath(first), true));
        tree.finish("/", 2);
        assertThat(held(1)).hasSize(9);
        restart();
    }

    @Test
    void nothingStartsOnWhatIsDown() {
        made(once("course", names("node[0-1]"), 0, 100, "ann"));
        tree.runFor(10);
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.DOWN));
        submit(ANN, nodes(2, 60), "course");
        assertThat(state(2)).isEqualTo(JobState.PENDING);
        tree.ask("/", new Request.SetStatus("/cluster0/node0", Status.UP));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    // ---- again and again ------------------------------------------------------------------------------------------

    private static Reservation again(Recurrence recurrence) {
        return new Reservation("tidy", "owner", names("node0"), 100, 50, recurrence, new TreeSet<>());
    }

    private static Recurrence each(long sec, long until, long count) {
        return new Recurrence(Recurrence.Every.SECONDS, sec, "", until, count);
    }

    private List<Long> starts() {
        return all().stream()
                .flatMap(view -> view.times().stream())
                .map(time -> time.window().startSec())
                .toList();
    }

    @Test
    void itIsBookedForItsNextTimes() {
        made(again(each(200, 0, 0)));
        assertThat(starts()).containsExactly(100L, 300L, 500L, 700L);
        tree.runFor(150_100);
        assertThat(starts()).containsExactly(300L, 500L, 700L, 900L);
        restart();
        tree.cancel("/", 2);
        assertThat(starts()).as("one of them was cancelled").containsExactly(500L, 700L, 900L, 1100L);
        restart();
    }

    @Test
    void itEndsWithTheLastOfThem() {
        made(again(each(200, 0, 2)));
        assertThat(starts()).containsExactly(100L, 300L);
        tree.runFor(350_100);
        assertThat(all()).isEmpty();
        made(new Reservation("til", "owner", names("node0"), 400, 50, each(200, 800, 0), new TreeSet<>()));
        assertThat(starts()).containsExactly(400L, 600L);
    }

    @Test
    void aTimeThatIsTakenIsLeftOut() {
        made(again(each(200, 0, 6)));
        made(once("other", names("node0"), 900, 30));
        tree.runFor(150_100);
        assertThat(starts()).containsExactly(900L, 300L, 500L, 700L, 1100L);
        assertThat(all().getLast().problem())
                .isEqualTo(
                        "not booked from 1970-01-01T00:15:00Z: job 5 (reservation 'other') would hold some of the resources then");
        tree.runFor(200_000);
        restart();
    }

    @Test
    void daysAreOfTheCalendar() {
        Recurrence daily = new Recurrence(Recurrence.Every.DAY, 0, "Europe/Berlin", 0, 0);
        long noon = java.time.ZonedDateTime.of(2026, 10, 24, 12, 0, 0, 0, java.time.ZoneId.of("Europe/Berlin"))
                .toEpochSecond();
        assertThat(daily.start(noon, 1)).as("the clocks are set").hasValue(noon + 25 * 3600);
        assertThat(daily.start(noon, 2)).hasValue(noon + 49 * 3600);
    }

    @Test
    void jobsInsideRunInOneTimeAfterTheOther() {
        made(new Reservation(
                "course", "owner", names("node[0-3]"), 100, 50, each(100, 0, 2), new TreeSet<>(List.of("ann"))));
        submit(ANN, nodes(4, 40), "course");
        submit(ANN, nodes(4, 40), "course");
        submit(ANN, nodes(4, 40), "course");
        tree.runFor(150_100);
        assertThat(List.of(state(3), state(4), state(5)))
                .containsExactly(JobState.EXPIRED, JobState.PENDING, JobState.PENDING);
        tree.runFor(100_100);
        assertThat(List.of(state(3), state(4), state(5)))
                .containsExactly(JobState.EXPIRED, JobState.EXPIRED, JobState.CANCELLED);
        assertThat(Optional.of(all())).hasValue(List.of());
    }
}
