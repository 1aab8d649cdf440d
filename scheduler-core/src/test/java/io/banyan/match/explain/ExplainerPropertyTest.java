package io.banyan.match.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Extension;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.Availability;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.Pruning;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Explanations of random jobspecs on random graphs in random states: the numbers add up, and they say what the matcher
 * does. That a level's candidates are what fits and what the obstacles took is checked by its constructor.
 */
class ExplainerPropertyTest {

    private static final List<String> POLICIES = List.of(
            "first", "firstnodex", "high", "low", "hinode", "hinodex", "lonode", "lonodex", "locality", "variation");
    private static final int REQUESTS = 60;

    private Random random = new Random(0);
    private long now;
    private long nextJob = 1;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25})
    void saysWhatTheMatcherDoesAndChangesNothing(int seed) throws Exception {
        random = new Random(seed);
        String graph = graph();
        Schedule schedule = Graphs.schedule(graph);
        Schedule twin = Graphs.schedule(graph);
        MatchPolicy policy = MatchPolicy.parse(POLICIES.get(random.nextInt(POLICIES.size())));
        var explainer = new Explainer(schedule, policy, TraverserKind.SIMPLE);
        for (int i = 1; i <= REQUESTS; i++) {
            now += random.nextInt(4);
            disturb(schedule, twin);
            Jobspec jobspec = jobspec();
            String context = "seed " + seed + ", request " + i + ", " + policy.name() + ", " + graph + ": "
                    + jobspec.resources() + jobspec.attributes().constraint();
            Explanation explanation = explainer.explain(jobspec, now);
            agreesWithTheMatcher(schedule, policy, jobspec, explanation, context);
            countsEveryCandidate(schedule, policy, jobspec, explanation, context);
            bookWhatWasFound(schedule, twin, policy, jobspec, context);
        }
    }

    // ---- the claims -----------------------------------------------------------------------------------------------

    private void agreesWithTheMatcher(
            Schedule schedule, MatchPolicy policy, Jobspec jobspec, Explanation explanation, String context)
            throws Exception {
        var matcher = new Matcher(schedule, policy);
        MatchResult atOnce = matcher.match(jobspec, MatchOperation.ALLOCATE, now);
        assertThat(explanation.start() instanceof Explanation.Start.Now)
                .as(context)
                .isEqualTo(atOnce instanceof MatchResult.Allocated);
        switch (matcher.match(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, now)) {
            case MatchResult.Allocated it ->
                assertThat(explanation.start()).as(context).isEqualTo(new Explanation.Start.Now(it.window()));
            case MatchResult.Reserved it ->
                assertThat(explanation.start()).as(context).isEqualTo(new Explanation.Start.Later(it.window()));
            case MatchResult.Busy it ->
                assertThat(explanation.start()).as(context).isInstanceOf(Explanation.Start.Blocked.class);
            case MatchResult.Unsatisfiable it ->
                assertThat(explanation.start()).as(context).isInstanceOf(Explanation.Start.Never.class);
            case MatchResult.Matched it -> throw new AssertionError(it);
            case MatchResult.Satisfiable it -> throw new AssertionError(it);
        }
        boolean met = explanation.levels().stream().allMatch(Explanation.Level::isMet);
        boolean takesSomething = takesSomething(jobspec.resources(), policy);
        assertThat(met && takesSomething).as(context).isEqualTo(atOnce instanceof MatchResult.Allocated);
    }

    /** A request for shared resources only is never met, however many there are. */
    private static boolean takesSomething(List<Resource> resources, MatchPolicy policy) {
        return policy.nodeExclusive()
                || resources.stream()
                        .anyMatch(resource -> resource.isSlot()
                                || resource.exclusive() == Exclusivity.TRUE
                                || takesSomething(resource.with(), policy));
    }

    private void countsEveryCandidate(
            Schedule schedule, MatchPolicy policy, Jobspec jobspec, Explanation explanation, String context) {
        List<Resource> resources = jobspec.resources();
        for (int i = 0; i < resources.size(); i++) {
            Explanation.Level level = explanation.levels().get(i);
            if (resources.get(i).isSlot()) {
                continue;
            }
            assertThat(level.candidates())
                    .as(context)
                    .isEqualTo(schedule.holdings().total(level.type()));
            assertThat(level.fits()).as(context).isEqualTo(level.best());
            if (resources.get(i).with().isEmpty()) {
                Map<Obstacle, Long> counted = new EnumMap<>(Obstacle.class);
                level.taken().stream()
                        .filter(taken -> taken.obstacle() != Obstacle.TAKEN_BY_SIBLING)
                        .forEach(taken -> counted.merge(taken.obstacle(), taken.count(), Long::sum));
                assertThat(counted)
                        .as(context)
                        .isEqualTo(naively(schedule, policy, jobspec, resources, resources.get(i)));
            }
        }
    }

    /** The first obstacle on the way from the root to each vertex of the type. */
    private Map<Obstacle, Long> naively(
            Schedule schedule, MatchPolicy policy, Jobspec jobspec, List<Resource> list, Resource resource) {
        Availability availability = availability(schedule, jobspec);
        var pruning = new Pruning(schedule, availability, jobspec.attributes().constraint(), policy.nodeExclusive());
        Map<Obstacle, Long> counted = new EnumMap<>(Obstacle.class);
        for (int v = 0; v < schedule.graph().vertexBound(); v++) {
            if (!type(schedule, v).equals(resource.type().name())) {
                continue;
            }
            boolean twice = !uses(jobspec, Extension.SIBLINGS)
                    && list.stream()
                                    .filter(other -> other.type().equals(resource.type()))
                                    .count()
                            > 1;
            Optional<Obstacle> first = Optional.empty();
            List<Integer> way = way(schedule, v);
            for (int u : way) {
                boolean last = u == v;
                boolean exclusive = (last && resource.exclusive() == Exclusivity.TRUE)
                        || (policy.nodeExclusive()
                                && way.stream().anyMatch(w -> type(schedule, w).equals("node")));
                if (first.isEmpty()) {
                    first = twice && last
                            ? Optional.of(Obstacle.ASKED_TWICE)
                            : obstacle(schedule, availability, pruning, policy, u, last && exclusive);
                }
            }
            long size = schedule.graph().size(v);
            long taken = first.isPresent() ? size : size - availability.free(v);
            if (taken > 0) {
                counted.merge(first.orElse(Obstacle.BUSY), taken, Long::sum);
            }
        }
        return counted;
    }

    private static Optional<Obstacle> obstacle(
            Schedule schedule,
            Availability availability,
            Pruning pruning,
            MatchPolicy policy,
            int u,
            boolean exclusive) {
        boolean node = type(schedule, u).equals("node");
        if (schedule.statuses().of(u) == Status.DOWN) {
            return Optional.of(Obstacle.DOWN);
        }
        if (node && !pruning.meetsConstraint(u)) {
            return Optional.of(Obstacle.CONSTRAINT);
        }
        if (availability.free(u) == 0) {
            return Optional.of(Obstacle.BUSY);
        }
        if ((exclusive || (node && policy.nodeExclusive())) && !availability.isExclusivelyFree(u)) {
            return Optional.of(Obstacle.NOT_EXCLUSIVE);
        }
        return Optional.empty();
    }

    private static boolean uses(Jobspec jobspec, Extension extension) {
        return jobspec.attributes().extensions().uses(extension);
    }

    private Availability availability(Schedule schedule, Jobspec jobspec) {
        long asked = jobspec.attributes().durationSec();
        return Availability.during(
                schedule,
                Optional.empty(),
                TimeWindow.startingAt(now, asked, schedule.horizon().endSec()),
                true);
    }

    private static List<Integer> way(Schedule schedule, int v) {
        var way = new ArrayList<Integer>();
        for (int u = v; u >= 0; u = schedule.aggregates().parent(u)) {
            way.addFirst(u);
        }
        return way;
    }

    private static String type(Schedule schedule, int v) {
        return schedule.graph().types().name(schedule.graph().typeId(v));
    }

    // ---- graphs, states, jobspecs ---------------------------------------------------------------------------------

    private String graph() {
        String socket = some(3) + "core, " + some(2) + "gpu, " + some(2) + "memory:" + (1 + random.nextInt(3));
        String node = random.nextInt(3) == 0 ? socket : some(2) + "socket { " + socket + " }";
        return "cluster { " + some(2) + "rack { " + some(3) + "node { " + node + " } } }";
    }

    private Jobspec jobspec() {
        String inner = some(2) + "core";
        inner += random.nextBoolean() ? ", " + some(2) + "gpu" : "";
        inner += random.nextBoolean() ? ", " + some(4) + "memory" : "";
        String mark = random.nextInt(4) == 0 ? "!" : "";
        String request = switch (random.nextInt(18)) {
            case 0 -> some(3) + "slot { 1 node }";
            case 1 -> some(3) + "slot { 1 socket { " + inner + " } }";
            case 2 -> some(3) + "node" + mark + " { 1 slot { 1 socket { " + inner + " } } }";
            case 3 -> some(3) + "core!, 1 gpu!";
            case 4 -> "1 rack" + mark + " { " + some(3) + "node { 1 slot { 1 socket } } }";
            case 5 -> some(3) + "slot { " + inner + " }";
            case 6 -> some(3) + "node { " + some(2) + "core! }";
            case 7 -> some(2) + "node { " + some(2) + "slot { " + inner + " } }";
            case 8 -> some(4) + "node!";
            case 9 -> some(6) + "memory!, " + some(2) + "core";
            case 10 -> "1 core!, 1 gpu, 2-4 core";
            case 11 -> some(3) + "core!, " + some(4) + "core!, " + some(2) + "gpu";
            case 12 -> some(2) + "node!, " + some(3) + "node" + mark + " { " + some(2) + "core }";
            case 13 -> some(3) + "slot { " + inner + " }, " + some(3) + "slot { " + some(2) + "core }";
            case 14 -> some(2) + "slot { " + some(2) + "slot { " + inner + " }, " + some(2) + "core }";
            case 15 ->
                some(2) + "node { " + some(2) + "slot { " + inner + " }, " + some(2) + "slot { 1 gpu } }, " + some(3)
                        + "memory!";
            case 16 -> "1-4 core!, 1 socket!, " + some(2) + "slot { 1 slot { 1 core } }";
            default -> some(4) + "socket" + mark;
        };
        boolean extended = isExtended(request) || random.nextInt(8) == 0;
        String extensions = extended ? "siblings,nested-slots" : "";
        if (random.nextInt(4) == 0) {
            extensions += extended ? ",node-slots" : "node-slots";
        }
        Jobspec jobspec = Jobs.jobspec(
                request + " for " + (1 + random.nextInt(20)) + (extensions.isEmpty() ? "" : " using " + extensions));
        Attributes bare = jobspec.attributes();
        var attributes = new Attributes(
                bare.durationSec(),
                bare.queue(),
                constraint(),
                bare.cwd(),
                bare.environment(),
                bare.system(),
                bare.user());
        return new Jobspec(1, jobspec.resources(), List.of(), attributes);
    }

    /** Whether it has several slots on one level, or a slot in a slot. */
    private static boolean isExtended(String request) {
        return request.split("slot", -1).length > 2 || request.startsWith("1-4") || request.contains("node!, ");
    }

    private Constraint constraint() {
        return switch (random.nextInt(6)) {
            case 0 -> new Constraint.Ranks(IdSet.parse("0-2"));
            case 1 ->
                new Constraint.And(List.of(
                        new Constraint.Ranks(IdSet.parse("1-4")),
                        new Constraint.Not(List.of(new Constraint.Ranks(IdSet.parse("2"))))));
            default -> new Constraint.Any();
        };
    }

    private String some(int most) {
        return (1 + random.nextInt(most)) + " ";
    }

    private void disturb(Schedule... schedules) {
        for (Booking booking : schedules[0].holdings().bookings()) {
            if (booking.window().endSec() <= now && random.nextInt(4) > 0) {
                List.of(schedules).forEach(schedule -> schedule.cancel(booking.job()));
            }
        }
        if (random.nextInt(5) == 0) {
            int v = random.nextInt(schedules[0].graph().vertexBound());
            Status status = random.nextInt(3) == 0 ? Status.DOWN : Status.UP;
            List.of(schedules).forEach(schedule -> schedule.setStatus(v, status));
        }
    }

    private void bookWhatWasFound(Schedule schedule, Schedule twin, MatchPolicy policy, Jobspec jobspec, String context)
            throws Exception {
        MatchOperation operation =
                random.nextInt(3) == 0 ? MatchOperation.ALLOCATE_ORELSE_RESERVE : MatchOperation.ALLOCATE;
        MatchResult result = new Matcher(schedule, policy).match(jobspec, operation, now);
        MatchResult other = new Matcher(twin, policy).match(jobspec, operation, now);
        var job = new JobId(nextJob++);
        book(schedule, job, result);
        book(twin, job, other);
        assertThat(text(schedule, job)).as(context).isEqualTo(text(twin, job));
    }

    private static void book(Schedule schedule, JobId job, MatchResult result) {
        if (result instanceof MatchResult.Allocated found) {
            schedule.commit(job, BookingKind.ALLOCATION, found.window(), found.selection());
        } else if (result instanceof MatchResult.Reserved found) {
            schedule.commit(job, BookingKind.RESERVATION, found.window(), found.selection());
        }
        schedule.checkInvariants();
    }

    private static String text(Schedule schedule, JobId job) {
        if (schedule.holdings().booking(job).isEmpty()) {
            return "nothing";
        }
        Selection selection = schedule.holdings().selection(job);
        var text = new StringBuilder(schedule.holdings().booking(job).toString());
        for (int i = 0; i < selection.size(); i++) {
            text.append(' ')
                    .append(schedule.graph().path(selection.vertex(i)))
                    .append(':')
                    .append(selection.amount(i));
        }
        return text.toString();
    }
}
