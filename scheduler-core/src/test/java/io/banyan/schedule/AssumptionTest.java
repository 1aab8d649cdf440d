package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A booking that is made for a question and taken off again, or taken off for one and put back, leaves no trace: nor in
 * the order in which children are explored.
 */
class AssumptionTest {

    private static final int STEPS = 150;
    private static final List<String> REQUESTS = List.of(
            "1 slot { 1 node! }",
            "2 slot { 1 core! }",
            "1 slot { 2 core, 1 gpu }",
            "1 slot { 1 core, 1 memory }",
            "1-3 slot { 1 node }",
            "4 core!",
            "2 node { 1 slot { 1 core } }");

    static Stream<Arguments> shapes() {
        return IntStream.range(0, 2)
                .boxed()
                .flatMap(seed -> Shapes.ALL.stream().map(shape -> Arguments.of(seed, shape)));
    }

    /**
     * Returns the shapes that are trees, because only the edge of its path is reported for a vertex that has several
     * parents.
     */
    static Stream<Arguments> trees() {
        return shapes().filter(it -> isTree((Shapes) it.get()[1]));
    }

    private static boolean isTree(Shapes shape) {
        try {
            return !new Schedule(ResourceGraph.of(shape.small()), PruneFilters.DEFAULT, Graphs.HORIZON)
                    .aggregates()
                    .hasSeveralParents();
        } catch (GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    private final List<JobId> jobs = new ArrayList<>();
    private long lastJob;

    /** A job and what it would have. */
    private record Proposal(BookingKind kind, TimeWindow window, Selection selection) {}

    @ParameterizedTest
    @MethodSource("shapes")
    void leavesNoTrace(int seed, Shapes shape) throws Exception {
        var random = new Random(seed);
        var schedule = new Schedule(ResourceGraph.of(shape.small()), PruneFilters.DEFAULT, Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE);
        for (int step = 0; step < STEPS; step++) {
            if (jobs.size() > 6 || (!jobs.isEmpty() && random.nextInt(4) == 0)) {
                schedule.cancel(jobs.remove(random.nextInt(jobs.size())));
            }
            place(schedule, matcher, random);
            String before = everything(schedule, matcher);
            assume(schedule, matcher, random);
            assertThat(everything(schedule, matcher))
                    .as("seed %d, %s, step %d", seed, shape.name(), step)
                    .isEqualTo(before);
            schedule.checkInvariants();
        }
    }

    /** The holdings do not say all: jobs that are gone have left their traces in the order, and those can be told. */
    @ParameterizedTest
    @MethodSource("trees")
    void whatIsLeftOfPlacementsCanBeTold(int seed, Shapes shape) throws Exception {
        var random = new Random(seed);
        var schedule = new Schedule(ResourceGraph.of(shape.small()), PruneFilters.DEFAULT, Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.FIRST, TraverserKind.SIMPLE);
        var other = new Schedule(ResourceGraph.of(shape.small()), PruneFilters.DEFAULT, Graphs.HORIZON);
        for (int step = 0; step < 20; step++) {
            place(schedule, matcher, random);
            if (random.nextBoolean() && !jobs.isEmpty()) {
                schedule.cancel(jobs.removeFirst());
            }
        }
        for (Booking booking : schedule.holdings().bookings()) {
            other.assume(
                    booking.job(),
                    booking.kind(),
                    booking.window(),
                    schedule.holdings().selection(booking.job()));
        }
        other.placed(schedule.placements());
        assertThat(other.placements()).isEqualTo(schedule.placements());
        assertThat(explored(other)).isEqualTo(explored(schedule));
        other.checkInvariants();
    }

    private void place(Schedule schedule, Matcher matcher, Random random) throws JobspecException {
        Proposal proposal = proposal(matcher, random);
        if (proposal.selection.size() > 0) {
            var job = new JobId(++lastJob);
            schedule.commit(job, proposal.kind, proposal.window, proposal.selection);
            jobs.add(job);
        }
    }

    /** Takes some jobs off, books others in their place, takes those off and puts the first back. */
    private void assume(Schedule schedule, Matcher matcher, Random random) throws JobspecException {
        List<JobId> away = jobs.stream().filter(job -> random.nextBoolean()).toList();
        List<Booking> bookings = away.stream()
                .map(job -> schedule.holdings().booking(job).orElseThrow())
                .toList();
        List<Selection> held = away.stream().map(schedule.holdings()::selection).toList();
        away.forEach(schedule::cancel);
        List<JobId> assumed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Proposal proposal = proposal(matcher, random);
            if (proposal.selection.size() > 0) {
                assumed.add(new JobId(1_000_000 + i));
                schedule.assume(assumed.getLast(), proposal.kind, proposal.window, proposal.selection);
            }
        }
        schedule.checkInvariants();
        assumed.forEach(schedule::cancel);
        for (int i = 0; i < away.size(); i++) {
            Booking booking = bookings.get(i);
            schedule.assume(booking.job(), booking.kind(), booking.window(), held.get(i));
        }
    }

    private static Proposal proposal(Matcher matcher, Random random) throws JobspecException {
        String request = REQUESTS.get(random.nextInt(REQUESTS.size())) + " for " + (1 + random.nextInt(50));
        MatchResult found = matcher.match(Jobs.jobspec(request), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
        return switch (found) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                new Proposal(BookingKind.ALLOCATION, window, selection);
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                new Proposal(BookingKind.RESERVATION, window, selection);
            case MatchResult other ->
                new Proposal(BookingKind.ALLOCATION, new TimeWindow(0, 1), new Selection.Builder().build());
        };
    }

    /** The state, in which order children are explored, and what {@code first} finds. */
    private static String everything(Schedule schedule, Matcher matcher) throws JobspecException {
        ResourceGraph graph = schedule.graph();
        var text = new StringBuilder(ScheduleText.of(schedule) + explored(schedule));
        for (String request : REQUESTS) {
            MatchResult found =
                    matcher.match(Jobs.jobspec(request + " for 10"), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
            text.append(paths(graph, found)).append('\n');
        }
        return text.toString();
    }

    private static String explored(Schedule schedule) {
        ResourceGraph graph = schedule.graph();
        var text = new StringBuilder();
        for (int v = 0; v < graph.vertexBound(); v++) {
            for (var edges = schedule.childOrder().of(graph.contains(v) ? v : graph.root()); edges.hasNext(); ) {
                text.append(graph.path(graph.target(edges.nextInt()))).append(' ');
            }
        }
        return text.toString();
    }

    private static String paths(ResourceGraph graph, MatchResult found) {
        return switch (found) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) -> window + paths(graph, selection);
            case MatchResult.Reserved(Selection selection, TimeWindow window) -> window + paths(graph, selection);
            case MatchResult other -> other.getClass().getSimpleName();
        };
    }

    private static String paths(ResourceGraph graph, Selection selection) {
        return IntStream.range(0, selection.size())
                .mapToObj(i -> graph.path(selection.vertex(i)))
                .toList()
                .toString();
    }
}
