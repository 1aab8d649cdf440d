package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.NaiveMatch.Luck;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The matcher against a naive one, for every policy, on random small graphs that fill up: what is chosen is what was
 * asked for and can be booked, a no is a no for the naive one too, a reservation begins at the earliest time there is,
 * and what is called satisfiable is what the empty graph could give.
 *
 * <p>The naive matcher follows the rules by which Fluxion says no although another choice would do, since they are part
 * of the language: a count inside a slot is settled once, by all that there is, so that {@code 2 slot { 1-4 core }}
 * finds nothing on four cores; a vertex is never split; and of a level that names a type nothing is taken from inside
 * another vertex of that type. Where an answer depends on the order in which a slot takes pools of different sizes,
 * either is right, and only what is chosen is checked.
 */
class BruteForceTest {

    private static final int SEEDS = 12;
    private static final int REQUESTS = 60;
    private static final List<MatchOperation> OPERATIONS = List.of(MatchOperation.values());

    static Stream<String> policies() {
        return Stream.concat(
                MatchPolicy.scored().stream(),
                Stream.of(
                        "policy=low node_centric=true stop_on_1_matches=true",
                        "policy=low node_exclusive=true stop_on_1_matches=true"));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void agreesWithTheNaiveMatcher(String policy) throws Exception {
        agrees(policy, Map.of());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void agreesAboutSlotsThatSpanNodes(String policy) throws Exception {
        agrees(policy, Map.of("banyan", Map.of("extensions", List.of(Extension.NODE_SLOTS.word()))));
    }

    private static void agrees(String policy, Map<String, ?> system) throws JobspecException {
        int decided = 0;
        int undecided = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (TraverserKind kind : TraverserKind.values()) {
                var rounds = new Rounds(seed, policy, kind, system);
                rounds.run();
                decided += rounds.decided;
                undecided += rounds.undecided;
            }
        }
        assertThat(undecided).as("answers that depend on the order").isLessThan(decided / 20);
    }

    /** One graph that fills up and empties. */
    private static final class Rounds {

        private final Random random;
        private final RandomRequests requests;
        private final String name;
        private final TraverserKind kind;
        private final Schedule schedule;
        private final Matcher matcher;
        private final boolean wholeNodes;
        private final Map<String, ?> system;
        private long nowSec;
        private long lastJob;
        private int decided;
        private int undecided;

        Rounds(int seed, String policy, TraverserKind kind, Map<String, ?> system) {
            this.system = system;
            this.random = new Random(seed);
            this.requests = new RandomRequests(random);
            this.kind = kind;
            String graph = requests.graph();
            this.name = "seed " + seed + ", " + policy + ", " + kind.label() + ", " + graph;
            this.schedule = Graphs.schedule(graph);
            this.matcher = new Matcher(schedule, MatchPolicy.parse(policy), kind);
            this.wholeNodes = matcher.policy().nodeExclusive();
            for (int v = 0; v < schedule.graph().vertexBound(); v += upTo(3)) {
                schedule.graph().setProperty(v, "fast", "");
                schedule.graph().setProperty(v, "perf_class", Integer.toString(upTo(3)));
            }
        }

        private int upTo(int most) {
            return 1 + random.nextInt(most);
        }

        void run() throws JobspecException {
            boolean flexible = kind == TraverserKind.FLEXIBLE;
            for (int i = 1; i <= REQUESTS; i++) {
                nowSec += random.nextInt(3);
                endJobs();
                disturb();
                String text = requests.request(flexible);
                Jobspec jobspec = Jobs.with(requests.jobspec(text, flexible && random.nextInt(3) == 0), system);
                MatchOperation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
                check(jobspec, operation, name + ", request " + i + ": " + text + ", " + operation + " at " + nowSec);
            }
        }

        private void check(Jobspec jobspec, MatchOperation operation, String context) throws JobspecException {
            MatchResult result = matcher.match(jobspec, operation, nowSec);
            if (result instanceof MatchResult.Unsatisfiable(List<Reason> reasons) && knowsNot(jobspec)) {
                assertThat(reasons).as(context).isNotEmpty();
                return;
            }
            String least = expected(operation, jobspec, Luck.WORST);
            String most = expected(operation, jobspec, Luck.BEST);
            if (least.equals(most)) {
                assertThat(text(result)).as(context).isEqualTo(least);
                decided++;
            } else {
                undecided++;
            }
            switch (result) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                    book(jobspec, BookingKind.ALLOCATION, window, selection, context);
                case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                    book(jobspec, BookingKind.RESERVATION, window, selection, context);
                case MatchResult.Matched(Selection selection, TimeWindow window) -> {
                    GrantCheck.check(schedule, jobspec, selection, wholeNodes, context);
                    assertThat(schedule.holdings().isFree(window, selection))
                            .as(context)
                            .isTrue();
                }
                case MatchResult.Satisfiable() -> {}
                case MatchResult.Busy(List<Reason> reasons) ->
                    assertThat(reasons).as(context).isNotEmpty();
                case MatchResult.Unsatisfiable(List<Reason> reasons) ->
                    assertThat(reasons).as(context).isNotEmpty();
            }
        }

        private boolean knowsNot(Jobspec jobspec) {
            return !matcher.unknownTypes(jobspec).isEmpty();
        }

        private static TimeWindow window(long startSec, Jobspec jobspec) {
            return TimeWindow.startingAt(startSec, jobspec.attributes().durationSec(), Graphs.HORIZON.endSec());
        }

        private static String text(MatchResult result) {
            String kind = result.getClass().getSimpleName();
            return switch (result) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) -> kind + " at " + window.startSec();
                case MatchResult.Reserved(Selection selection, TimeWindow window) -> kind + " at " + window.startSec();
                case MatchResult.Matched(Selection selection, TimeWindow window) -> kind + " at " + window.startSec();
                case MatchResult.Satisfiable satisfiable -> kind;
                case MatchResult.Busy busy -> kind;
                case MatchResult.Unsatisfiable unsatisfiable -> kind;
            };
        }

        private String expected(MatchOperation operation, Jobspec jobspec, Luck luck) {
            boolean possible = isPossible(jobspec, nowSec, luck);
            boolean ever =
                    NaiveMatch.onTheEmptyGraph(schedule, wholeNodes, luck).canMeet(jobspec);
            String no = ever ? "Busy" : "Unsatisfiable";
            return switch (operation) {
                case ALLOCATE -> possible ? "Allocated at " + nowSec : "Busy";
                case ALLOCATE_WITH_SATISFIABILITY -> possible ? "Allocated at " + nowSec : no;
                case ALLOCATE_ORELSE_RESERVE ->
                    possible ? "Allocated at " + nowSec : later(jobspec, "Reserved at ", ever, no, luck);
                case SATISFIABILITY -> ever ? "Satisfiable" : "Unsatisfiable";
                case WITHOUT_ALLOCATING -> possible ? "Matched at " + nowSec : "Busy";
                case WITHOUT_ALLOCATING_FUTURE ->
                    possible ? "Matched at " + nowSec : later(jobspec, "Matched at ", ever, no, luck);
            };
        }

        private boolean isPossible(Jobspec jobspec, long startSec, Luck luck) {
            return NaiveMatch.during(schedule, window(startSec, jobspec), wholeNodes, luck)
                    .canMeet(jobspec);
        }

        /** Whether anything is free changes only where a job begins or ends. */
        private String later(Jobspec jobspec, String found, boolean ever, String no, Luck luck) {
            var times = new TreeSet<Long>(List.of(nowSec + 1));
            for (Booking booking : schedule.holdings().bookings()) {
                times.add(booking.window().startSec());
                times.add(booking.window().endSec());
            }
            for (long time : times.tailSet(nowSec + 1)) {
                if (ever && isPossible(jobspec, time, luck)) {
                    return found + time;
                }
            }
            return no;
        }

        private void book(Jobspec jobspec, BookingKind as, TimeWindow window, Selection selection, String context) {
            GrantCheck.check(schedule, jobspec, selection, wholeNodes, context);
            schedule.commit(new JobId(++lastJob), as, window, selection);
            schedule.checkInvariants();
        }

        /** A job that overran its time would keep its vertices; the naive matcher knows nothing of that. */
        private void endJobs() {
            for (Booking booking : schedule.holdings().bookings()) {
                if (booking.window().endSec() <= nowSec) {
                    schedule.cancel(booking.job());
                }
            }
        }

        /** Ends jobs and changes the status of vertices now and then. */
        private void disturb() {
            if (random.nextInt(3) == 0) {
                var bookings = new ArrayList<>(schedule.holdings().bookings());
                if (!bookings.isEmpty()) {
                    schedule.cancel(
                            bookings.get(random.nextInt(bookings.size())).job());
                }
            }
            if (random.nextInt(8) == 0) {
                int v = random.nextInt(schedule.graph().vertexBound());
                schedule.setStatus(v, random.nextInt(3) == 0 ? Status.DOWN : Status.UP);
            }
        }
    }
}
