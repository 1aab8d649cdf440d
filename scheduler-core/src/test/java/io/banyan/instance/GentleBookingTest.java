package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.UserBookings;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
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
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Gentle bookings. The harness checks the invariants after every event. */
class GentleBookingTest {
    private static final String FOUR = "cluster { 4 node { 2 core } }";
    private static final Principal ANN = new Principal("ann", Role.USER);
    private static final Principal BEN = new Principal("ben", Role.USER);

    private TreeHarness tree = under(QueuePolicy.EASY);

    private static TreeHarness under(QueuePolicy policy) {
        return TreeHarness.over(FOUR, config -> config.queueing(policy).reserving(new UserBookings(1, 10_000)));
    }

    private static ReservationTarget names(String list) {
        return new ReservationTarget.Where("names=" + list);
    }

    private static ReservationTarget fitting(String jobspec) {
        return new ReservationTarget.Fitting(Jobs.jobspec(jobspec));
    }

    private static Reservation of(Principal who, String name, ReservationTarget target, long start, long lasts) {
        return new Reservation(
                name, who.name(), target, start, lasts, Recurrence.ONCE, new TreeSet<>(List.of(who.name())));
    }

    private static Reservation once(String name, ReservationTarget target, long start, long lasts) {
        return of(Principal.OWNER, name, target, start, lasts);
    }

    private Answer book(Principal who, Reservation... reservations) {
        return tree.ask("/", who, new ReservationRequest.Book(Arrays.asList(reservations)));
    }

    private Answer book(Reservation... reservations) {
        return book(Principal.OWNER, reservations);
    }

    private List<ReservationView> booked(Reservation... reservations) {
        Answer answer = book(reservations);
        assertThat(answer).isInstanceOf(Answer.Reservations.class);
        return ((Answer.Reservations) answer).reservations();
    }

    /** Asks, and checks that nothing has changed. */
    private BookingRefused refused(Principal who, Reservation... reservations) {
        String before = Fingerprint.of(tree.member("/").instance.state());
        int journal = tree.member("/").journal.size();
        Answer answer = book(who, reservations);
        assertThat(answer).isInstanceOf(BookingRefused.class);
        assertThat(Fingerprint.of(tree.member("/").instance.state())).isEqualTo(before);
        assertThat(tree.member("/").journal).hasSize(journal);
        return (BookingRefused) answer;
    }

    private JobId submit(Principal who, String jobspec) {
        Answer answer = tree.ask("/", who, new JobRequest.Submit(Jobs.jobspec(jobspec), "", Submission.USUAL_URGENCY));
        return ((JobAnswer.Submitted) answer).job().id();
    }

    private void restart() {
        String before = Fingerprint.of(tree.member("/").instance.state());
        Instance fresh = Instance.root(tree.member("/").instance.config(), Graphs.graph(FOUR), Graphs.HORIZON);
        tree.restart("/", fresh);
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }

    // ---- booked ---------------------------------------------------------------------------------------------------

    @Test
    void severalAreBookedInOneEvent() {
        List<ReservationView> views = booked(
                once("a", names("node0"), 100, 50),
                once("b", fitting("2 slot { 1 node! }"), 120, 50),
                once("c", names("node0"), 150, 50));
        assertThat(views).extracting(view -> view.reservation().name()).containsExactly("a", "b", "c");
        assertThat(views)
                .extracting(view -> view.times().getFirst().window().startSec())
                .containsExactly(100L, 120L, 150L);
        assertThat(tree.member("/").journal).hasSize(6).allMatch(append -> append.atMillis() == 0);
        restart();
    }

    @Test
    void aJobRunsInABookedReservation() {
        booked(once(
                "now",
                new ReservationTarget.Parts(List.of(new HeldPart("/cluster0/node1/core1", 1, false, Map.of()))),
                0,
                50));
        var named = Jobs.with(Jobs.jobspec("1 slot { 1 core } for 20"), Map.of("banyan", Map.of("reservation", "now")));
        tree.ask("/", new JobRequest.Submit(named, "", Submission.USUAL_URGENCY));
        tree.runFor(100);
        assertThat(tree.states("/", 2)).containsOnly(JobState.RUNNING);
        restart();
    }

    @Test
    void matchesOfOneRequestGetDifferentResources() {
        booked(once("a", fitting("2 slot { 1 node! }"), 100, 50), once("b", fitting("2 slot { 1 node! }"), 100, 50));
        assertThat(refused(Principal.OWNER, once("c", fitting("1 slot { 1 core }"), 120, 10))
                        .fromSec())
                .hasValue(150);
    }

    @Test
    void aMatchAvoidsTheExpectedPlacesOfWaitingJobs() {
        submit(Principal.OWNER, nodes(4, 100));
        submit(Principal.OWNER, nodes(2, 100));
        submit(Principal.OWNER, nodes(1, 100));
        booked(once("one", fitting("1 slot { 1 node! }"), 100, 100));
        assertThat(refused(Principal.OWNER, once("two", fitting("1 slot { 1 node! }"), 150, 100))
                        .fromSec())
                .hasValue(200);
    }

    // ---- refused --------------------------------------------------------------------------------------------------

    @Test
    void aRunningJobIsInTheWay() {
        submit(Principal.OWNER, nodes(2, 100));
        BookingRefused refused =
                refused(Principal.OWNER, once("a", names("node0"), 10, 10), once("b", names("node[0-3]"), 90, 10));
        assertThat(refused)
                .isEqualTo(
                        new BookingRefused(
                                List.of(new JobId(1)),
                                0,
                                List.of(),
                                OptionalLong.of(20),
                                "job 1 would hold some of the resources then; from 1970-01-01T00:00:20Z on there would be room"));
        booked(once("a", names("node0"), 20, 10), once("b", names("node[0-3]"), 100, 10));
    }

    @Test
    void theSecondOfTwoIsRefusedWithTheNameOfTheFirst() {
        var core = new ReservationTarget.Parts(List.of(new HeldPart("/cluster0/node1/core1", 1, false, Map.of())));
        booked(once("first", core, 100, 50));
        assertThat(refused(Principal.OWNER, once("second", core, 120, 50)))
                .isEqualTo(new BookingRefused(
                        List.of(),
                        0,
                        List.of("first"),
                        OptionalLong.of(150),
                        "reservation 'first' would hold some of the resources then; from 1970-01-01T00:02:30Z on there "
                                + "would be room"));
    }

    @Test
    void aPlanOfAWaitingJobDoesNotYield() {
        tree = under(QueuePolicy.CONSERVATIVE);
        submit(Principal.OWNER, nodes(4, 100));
        submit(Principal.OWNER, nodes(4, 100));
        BookingRefused refused = refused(Principal.OWNER, once("a", names("node0"), 150, 10));
        assertThat(refused.jobs()).containsExactly(new JobId(2));
        assertThat(refused.message()).startsWith("job 2 would hold some of the resources then; from");
        assertThat(refused.fromSec()).hasValue(200);
        assertThat(tree.job("/", 2).state()).isEqualTo(JobState.RESERVED);
    }

    @Test
    void underEasyAnExpectedStartIsKeptAsWell() {
        submit(Principal.OWNER, nodes(4, 100));
        submit(Principal.OWNER, nodes(4, 100));
        submit(Principal.OWNER, nodes(4, 100));
        assertThat(tree.job("/", 3).state()).isEqualTo(JobState.PENDING);
        BookingRefused refused = refused(Principal.OWNER, once("a", names("node0"), 250, 10));
        assertThat(refused.jobs()).containsExactly(new JobId(3));
        assertThat(refused.message())
                .isEqualTo("job 3 would start later; from 1970-01-01T00:05:00Z on there would be room");
        booked(once("a", names("node0"), 300, 10));
    }

    @Test
    void aJobThatCanGoElsewhereIsNoObstacle() {
        submit(Principal.OWNER, nodes(4, 100));
        submit(Principal.OWNER, nodes(4, 100));
        submit(Principal.OWNER, nodes(1, 100));
        booked(once("a", names("node0"), 250, 10));
    }

    @Test
    void jobsOfOthersAreOnlyCounted() {
        submit(BEN, nodes(1, 100));
        submit(BEN, nodes(1, 100));
        submit(ANN, nodes(1, 100));
        BookingRefused refused = refused(ANN, of(ANN, "a", names("node[0-3]"), 50, 10));
        assertThat(refused.jobs()).containsExactly(new JobId(3));
        assertThat(refused.others()).isEqualTo(2);
        assertThat(refused.message())
                .startsWith("job 3 and 2 jobs of other users would hold some of the resources then");
        assertThat(refused(BEN, of(BEN, "b", names("node1"), 50, 10)).message())
                .startsWith("one job of another user would hold");
    }

    @Test
    void aJobPastItsLimitIsInTheWayForASecond() {
        submit(Principal.OWNER, "1 slot { 1 node! } for 100");
        tree.killMillis = 50_000;
        tree.runFor(105_000);
        assertThat(tree.job("/", 1).state()).isEqualTo(JobState.STOPPING);
        assertThat(refused(Principal.OWNER, once("a", names("node[0-3]"), 0, 10))
                        .jobs())
                .containsExactly(new JobId(1));
        booked(once("a", names("node[0-3]"), 106, 10));
    }

    @Test
    void reservationsOfOneRequestDoNotOverlap() {
        Answer answer = book(once("a", names("node[0-1]"), 100, 50), once("b", names("node[1-2]"), 149, 50));
        assertThat(answer)
                .isEqualTo(new Answer.Failed(
                        ErrorCode.INVALID, "reservations 'a' and 'b' would have the same resources at the same time"));
        assertThat(tree.member("/").journal).isEmpty();
    }

    @Test
    void aTooLargeOneIsRefusedForGood() {
        assertThat(book(once("a", fitting("5 slot { 1 node! }"), 100, 50))).isInstanceOf(Answer.Refused.class);
        assertThat(book(once("a", names("rack7"), 100, 50))).isInstanceOf(Answer.Refused.class);
        assertThat(book(once("a", names("node0,nod1"), 100, 50)).toString()).contains("there is no nod1 here");
    }

    @Test
    void namesAndTimesAreChecked() {
        booked(once("a", names("node0"), 100, 50));
        assertThat(book(once("b", names("node1"), 100, 50), once("a", names("node2"), 100, 50))
                        .toString())
                .contains("the reservation 'a' already exists");
        assertThat(book(once("b", names("node1"), 999_990, 50)).toString())
                .contains("would end after the end of the plan");
        tree.runFor(50_000);
        assertThat(book(once("b", names("node1"), 49, 50)).toString()).contains("would have begun at");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationRequest.Book(
                        List.of(once("x", names("node1"), 1, 1), once("x", names("node2"), 1, 1))))
                .withMessageContaining("different names, found 'x' twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationRequest.Book(List.of()))
                .withMessageContaining("found 0");
        List<Reservation> many = IntStream.range(0, 101)
                .mapToObj(i -> once("x" + i, fitting("1 slot { 1 core }"), 1, 1))
                .toList();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationRequest.Book(many))
                .withMessageContaining("at most 100 reservations for a jobspec can be booked at once, found 101");
        var again = new Recurrence(Recurrence.Every.SECONDS, 100, "", 0, 0);
        var recurring = new Reservation("x", "owner", names("node1"), 1, 1, again, new TreeSet<>());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReservationRequest.Book(List.of(recurring)))
                .withMessageContaining("'x' recurs");
    }

    // ---- users ----------------------------------------------------------------------------------------------------

    @Test
    void aUserBooksWithinTheLimits() {
        assertThat(book(ANN, of(ANN, "a", names("node0"), 100, 1_000))).isInstanceOf(Answer.Reservations.class);
        assertThat(book(ANN, of(ANN, "b", names("node1"), 100, 801)))
                .isEqualTo(new Answer.Failed(
                        ErrorCode.FORBIDDEN,
                        "the reservations of 'ann' would have 1.0 core hours, and reservations.user-core-hours "
                                + "permits 1"));
        assertThat(book(ANN, of(ANN, "b", names("node1"), 100, 800))).isInstanceOf(Answer.Reservations.class);
        assertThat(book(BEN, of(BEN, "c", names("node2"), 100, 800))).isInstanceOf(Answer.Reservations.class);
        assertThat(book(ANN, of(ANN, "d", names("node3"), 9_990, 11)).toString())
                .contains("FORBIDDEN")
                .contains("reservation 'd' would end at 1970-01-01T02:46:41Z, and reservations.max-ahead permits ends "
                        + "until 1970-01-01T02:46:40Z");
        restart();
    }

    @Test
    void aShareOfGpusCountsForTheSameShareOfCores() {
        tree = TreeHarness.over(
                "cluster { 1 node { 8 core, 2 gpu } }", config -> config.reserving(new UserBookings(1, 10_000)));
        ReservationTarget gpu =
                new ReservationTarget.Parts(List.of(new HeldPart("/cluster0/node0/gpu0", 1, false, Map.of())));
        assertThat(book(ANN, of(ANN, "a", gpu, 100, 901)).toString()).contains("would have 1.0 core hours");
        assertThat(book(ANN, of(ANN, "a", gpu, 100, 900))).isInstanceOf(Answer.Reservations.class);
    }

    @Test
    void aUserLeavesPlacesForOthers() {
        Reservation[] many = IntStream.range(0, 100)
                .mapToObj(i -> of(ANN, "r" + i, names("node0"), 100 + 10L * i, 1))
                .toArray(Reservation[]::new);
        assertThat(book(ANN, many)).isInstanceOf(Answer.Reservations.class);
        assertThat(book(ANN, of(ANN, "more", names("node1"), 100, 1)))
                .isEqualTo(new Answer.Failed(ErrorCode.LIMIT, "a user can have 100 reservations, and 'ann' has 100"));
        assertThat(book(BEN, of(BEN, "b", names("node1"), 100, 1))).isInstanceOf(Answer.Reservations.class);
    }

    @Test
    void aUserBooksForNobodyElse() {
        assertThat(book(ANN, of(BEN, "a", names("node0"), 100, 10)).toString())
                .contains("FORBIDDEN")
                .contains("'ann' can book only for 'ann'");
        var both = new Reservation(
                "a", "ann", names("node0"), 100, 10, Recurrence.ONCE, new TreeSet<>(List.of("ann", "ben")));
        assertThat(book(ANN, both).toString()).contains("FORBIDDEN");
        var reader = new Principal("rita", Role.READER);
        assertThat(book(reader, of(reader, "a", names("node0"), 100, 10)).toString())
                .contains("FORBIDDEN");
        assertThat(tree.member("/").journal).isEmpty();
    }

    @Test
    void usersDoNotBookByDefault() {
        tree = TreeHarness.over(FOUR);
        assertThat(book(ANN, of(ANN, "a", names("node0"), 100, 10)).toString())
                .contains("FORBIDDEN")
                .contains("reservations.user-core-hours is 0");
        assertThat(book(of(ANN, "a", names("node0"), 100, 10))).isInstanceOf(Answer.Reservations.class);
    }

    @Test
    void aUserCancelsOwnReservationsOnly() {
        book(ANN, of(ANN, "a", names("node0"), 100, 10));
        assertThat(tree.ask("/", BEN, new ReservationRequest.Cancel("a", false)))
                .isEqualTo(new Answer.Failed(ErrorCode.FORBIDDEN, "reservation 'a' belongs to another user"));
        assertThat(tree.ask("/", ANN, new ReservationRequest.Cancel("a", false)))
                .isInstanceOf(Answer.Reservations.class);
        assertThat(tree.ask("/", ANN, new ReservationRequest.Cancel("a", false)).toString())
                .contains("there is no reservation 'a' here");
        assertThat(book(ANN, of(ANN, "b", names("node0"), 100, 1_800)))
                .as("the core hours of a cancelled one are free")
                .isInstanceOf(Answer.Reservations.class);
        assertThat(tree.job("/", 2).window()).isEqualTo(new TimeWindow(100, 1_900));
    }
}
