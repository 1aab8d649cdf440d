package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Jobs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Does one random thing after the other to a schedule, and checks of each what can be said of it alone. */
final class RandomOperations {

    private static final int MAX_JOBS = 10;
    private static final long[] ALL = {Long.MAX_VALUE, Long.MAX_VALUE};
    private static final List<String> POLICIES = Stream.concat(
                    MatchPolicy.scored().stream(), Stream.of("policy=low node_centric=true stop_on_1_matches=true"))
            .toList();
    private static final List<String> REQUESTS = List.of(
            "1 slot { 1 node! }",
            "1-2 slot { 1 node }",
            "2 core!",
            "1 node { 1 slot { 1 socket { 2 core } } }",
            "1 slot { 1 socket { 2 core, 1 gpu, 2 memory } }",
            "1 node { 2 socket! }",
            "1 rack!",
            "1 rack { 1-2 node { 1 slot { 1 socket { 1 core } } } }",
            "3 memory!",
            "1 slot { 2 gpu, 1 core }",
            "2 node { 1 slot { 1-2 core } }",
            "1 pdu { 1 node! }",
            "1 pdu!",
            "1-8 ssd!",
            "1 cluster!",
            "1 slot { 1 node { 2 core } }, 1 slot { 1 node { 1 gpu } }",
            "2 slot { 1 core, 3 memory }",
            "1 slot { 1 core }, 2 licence",
            "1-4 licence",
            "5 licence!");
    private static final List<Constraint> CONSTRAINTS = List.of(
            new Constraint.Any(),
            new Constraint.Any(),
            new Constraint.Any(),
            new Constraint.Properties(List.of(new Constraint.Property("fast", false))),
            new Constraint.Not(List.of(new Constraint.Properties(List.of(new Constraint.Property("fast", false))))),
            new Constraint.Ranks(IdSet.parse("0-1")),
            new Constraint.Hosts(HostList.parse("node[1-9]")));

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Shapes shape;
    private final Random random;
    private final Map<String, Matcher> matchers = new HashMap<>();
    private long nowSec;
    private long lastJob;

    RandomOperations(Schedule schedule, Shapes shape, Random random) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.shape = shape;
        this.random = random;
    }

    /** Does the next thing and tells what. */
    String next() throws JobspecException, GraphException {
        nowSec += random.nextInt(5) == 0 ? random.nextInt(10) : 0;
        schedule.at(nowSec);
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6 -> schedule.holdings().bookings().size() < MAX_JOBS ? match() : cancel();
            case 7, 8 -> cancel();
            case 9, 10 -> release();
            case 11 -> extend();
            case 12 -> start();
            case 13 -> attach();
            case 14 -> detach();
            case 15, 16, 17 -> status();
            case 18 -> property();
            default -> comeAndGo();
        };
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Jobspec jobspec(String request) {
        Jobspec plain = Jobs.jobspec(request);
        Attributes attributes = new Attributes(
                random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(60),
                Optional.empty(),
                one(CONSTRAINTS),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of());
        return new Jobspec(1, plain.resources(), List.of(), attributes);
    }

    private Matcher matcher(String request, String policy) {
        boolean several = request.contains("}, 1 slot");
        TraverserKind kind = several || random.nextBoolean() ? TraverserKind.FLEXIBLE : TraverserKind.SIMPLE;
        // Matchers are kept, since they remember what they have found out.
        return matchers.computeIfAbsent(
                policy + kind, unused -> new Matcher(schedule, MatchPolicy.parse(policy), kind));
    }

    /** Requires that what the matcher looks at makes no difference. */
    private void requireSameByLookingAtAll(
            Matcher matcher, String policy, Jobspec jobspec, MatchOperation operation, MatchResult result)
            throws JobspecException {
        var thorough = new Matcher(schedule, MatchPolicy.parse(policy), matcher.kind(), MatchExtent.FLUXION);
        assertThat(text(result))
                .as("%s %s %s by looking at all", policy, operation, jobspec)
                .isEqualTo(text(thorough.match(jobspec, operation, nowSec)));
    }

    private String text(MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                "allocated " + text(selection, window);
            case MatchResult.Reserved(Selection selection, TimeWindow window) -> "reserved " + text(selection, window);
            case MatchResult.Matched(Selection selection, TimeWindow window) -> "matched " + text(selection, window);
            case MatchResult.Satisfiable yes -> "satisfiable";
            case MatchResult.Busy busy -> withoutDetails(busy.toString());
            case MatchResult.Unsatisfiable never -> withoutDetails(never.toString());
        };
    }

    /**
     * Returns the reasons without their details, because different ones of equal places are reported, and what is
     * refused early is not counted one by one.
     */
    private static String withoutDetails(String reasons) {
        return reasons.replaceAll(" \\([^)]*\\)", "");
    }

    private String text(Selection selection, TimeWindow window) {
        var text = new StringBuilder(window.toString());
        for (int i = 0; i < selection.size(); i++) {
            text.append(", ").append(graph.path(selection.vertex(i)));
            text.append(selection.exclusive(i) ? " x " + selection.amount(i) : "");
        }
        return text.toString();
    }

    // ---- matches --------------------------------------------------------------------------------------------------

    private String match() throws JobspecException {
        String policy = one(POLICIES);
        String request = one(REQUESTS);
        MatchOperation operation = one(List.of(MatchOperation.values()));
        Matcher matcher = matcher(request, policy);
        Jobspec jobspec = jobspec(request);
        String before = ScheduleText.of(schedule);
        MatchResult result = matcher.match(jobspec, operation, nowSec);
        assertThat(ScheduleText.of(schedule)).as("a match changes nothing").isEqualTo(before);
        requireSameByLookingAtAll(matcher, policy, jobspec, operation, result);
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            commit(BookingKind.ALLOCATION, window, selection);
        } else if (result instanceof MatchResult.Reserved(Selection selection, TimeWindow window)) {
            commit(BookingKind.RESERVATION, window, selection);
        } else if (result instanceof MatchResult.Matched(Selection selection, TimeWindow window)) {
            assertThat(schedule.holdings().isFree(window, selection)).isTrue();
        }
        if (!(result instanceof MatchResult.Busy) && !(result instanceof MatchResult.Unsatisfiable)) {
            assertThat(matcher.match(jobspec, MatchOperation.SATISFIABILITY, nowSec))
                    .as("what was found is satisfiable: %s, %s, %s", policy, request, operation)
                    .isInstanceOf(MatchResult.Satisfiable.class);
        }
        return "match " + policy + " " + operation + " " + request + " at " + nowSec + ": " + result;
    }

    private void commit(BookingKind kind, TimeWindow window, Selection selection) {
        if (kind == BookingKind.ALLOCATION) {
            requireNoOverrunJob(selection);
        }
        var job = new JobId(++lastJob);
        schedule.commit(job, kind, window, selection);
        Selection held = schedule.holdings().selection(job);
        if (!schedule.aggregates().hasSeveralParents()) {
            assertThat(held.size()).isEqualTo(selection.size());
            for (int i = 0; i < held.size(); i++) {
                assertThat(held.vertex(i)).isEqualTo(selection.vertex(i));
                assertThat(held.exclusive(i)).isEqualTo(selection.exclusive(i));
            }
        }
    }

    /** A job that has an allocation keeps it until it is cancelled, whatever its window says. */
    private void requireNoOverrunJob(Selection selection) {
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            for (Booking booking : selection.exclusive(i) ? schedule.holdings().bookings() : List.<Booking>of()) {
                boolean overrun = graph.granule(v) == 0
                        && booking.kind() == BookingKind.ALLOCATION
                        && booking.window().endSec() <= nowSec;
                assertThat(overrun && schedule.holdings().holds(booking.job(), v))
                        .as("%s is still held by %s, which has overrun its time", graph.path(v), booking)
                        .isFalse();
            }
        }
    }

    /** Whatever happened to a job, when it is cancelled everything is as it was before it came. */
    private String comeAndGo() throws JobspecException {
        String before = ScheduleText.of(schedule);
        String request = one(REQUESTS);
        MatchResult result =
                matcher(request, one(POLICIES)).match(jobspec(request), MatchOperation.ALLOCATE_ORELSE_RESERVE, nowSec);
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            commit(BookingKind.ALLOCATION, window, selection);
        } else if (result instanceof MatchResult.Reserved(Selection selection, TimeWindow window)) {
            commit(BookingKind.RESERVATION, window, selection);
        } else {
            return "nobody came";
        }
        var job = new JobId(lastJob);
        var text = new StringBuilder(request);
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(", ").append(random.nextInt(3) == 0 ? extend(job) : release(job));
            schedule.checkInvariants();
        }
        schedule.cancel(job);
        assertThat(ScheduleText.of(schedule)).as("%s", text).isEqualTo(before);
        return text.toString();
    }

    // ---- jobs -----------------------------------------------------------------------------------------------------

    private Optional<JobId> anyJob() {
        List<Booking> bookings = schedule.holdings().bookings();
        return bookings.isEmpty() ? Optional.empty() : Optional.of(one(bookings).job());
    }

    private String cancel() {
        anyJob().ifPresent(schedule::cancel);
        return "cancel";
    }

    private String start() {
        Optional<JobId> job = anyJob();
        job.ifPresent(schedule::start);
        return "start " + job;
    }

    private String release() {
        return anyJob().map(this::release).orElse("nothing to release");
    }

    private String release(JobId job) {
        Selection held = schedule.holdings().selection(job);
        if (held.size() == 0) {
            return "nothing to release";
        }
        if (random.nextInt(4) == 0) {
            return releasePart(job, held, random.nextInt(held.size()));
        }
        int[] part = {held.vertex(random.nextInt(held.size())), held.vertex(random.nextInt(held.size()))};
        boolean subtrees = random.nextBoolean();
        boolean more = subtrees ? schedule.release(job, part) : schedule.releaseAmounts(job, part, ALL);
        assertThat(more).isEqualTo(schedule.holdings().selection(job).size() > 0);
        for (int v : part) {
            assertThat(schedule.holdings().holds(job, v))
                    .as("released %s", graph.path(v))
                    .isFalse();
        }
        return "release " + graph.path(part[0]) + " and " + graph.path(part[1]) + " of job " + job + ", " + subtrees;
    }

    /** Gives back a part of a divisible pool, or all of anything else. */
    private String releasePart(JobId job, Selection held, int at) {
        int v = held.vertex(at);
        long amount = 1L + random.nextInt(3);
        long had = held.exclusive(at) ? held.amount(at) : 0;
        long left = graph.granule(v) == 0 ? 0 : Math.max(0, had - amount);
        schedule.releaseAmounts(job, new int[] {v}, new long[] {amount});
        Selection rest = schedule.holdings().selection(job);
        long has = 0;
        for (int i = 0; i < rest.size(); i++) {
            has = rest.vertex(i) == v && rest.exclusive(i) ? rest.amount(i) : has;
        }
        assertThat(has).as("what is left of %s", graph.path(v)).isEqualTo(left);
        return "release " + amount + " of " + had + " of " + graph.path(v) + " of job " + job;
    }

    private String extend() throws JobspecException {
        Optional<JobId> job = anyJob();
        return job.isPresent() ? extend(job.get()) : "nobody to extend";
    }

    private String extend(JobId job) throws JobspecException {
        TimeWindow window = schedule.holdings().booking(job).orElseThrow().window();
        String request = one(REQUESTS);
        Jobspec plain = Jobs.jobspec(request + " for " + window.durationSec());
        MatchResult result = matcher(request, "first").more(plain, job, window.startSec());
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow same)) {
            assertThat(same).isEqualTo(window);
            schedule.extend(job, selection);
            for (int i = 0; i < selection.size(); i++) {
                assertThat(!selection.exclusive(i) || schedule.holdings().holds(job, selection.vertex(i)))
                        .isTrue();
            }
        }
        return "extend " + job + " by " + request + ": " + result;
    }

    // ---- the graph ------------------------------------------------------------------------------------------------

    private String attach() throws GraphException {
        if (random.nextInt(3) > 0) {
            schedule.attach(random.nextBoolean() ? shape.small() : shape.large());
            return "attach";
        }
        var vertices = new ArrayList<>(shape.large().vertices());
        vertices.add(SubgraphVertex.of("lost", new ResourceType("core"), 0, "/cluster0/nowhere0/core0"));
        String before = ScheduleText.of(schedule);
        assertThatThrownBy(() ->
                        schedule.attach(new Subgraph(vertices, shape.large().edges())))
                .isInstanceOf(GraphException.class);
        assertThat(ScheduleText.of(schedule)).isEqualTo(before);
        return "refused attach";
    }

    private String detach() {
        int v = random.nextInt(graph.vertexBound());
        if (!graph.contains(v) || v == graph.root() || random.nextInt(3) > 0) {
            return "nothing to detach";
        }
        String path = graph.path(v);
        boolean used = !schedule.holdings().jobsWithin(v).isEmpty();
        String before = ScheduleText.of(schedule);
        try {
            schedule.detach(new int[] {v});
            assertThat(used).as(path).isFalse();
        } catch (IllegalStateException e) {
            assertThat(used).as(path + ": " + e.getMessage()).isTrue();
            assertThat(ScheduleText.of(schedule)).isEqualTo(before);
        }
        return "detach " + path;
    }

    private String status() {
        int v = random.nextInt(graph.vertexBound());
        if (graph.contains(v)) {
            schedule.setStatus(v, random.nextInt(4) == 0 ? Status.DOWN : Status.UP);
        }
        return "status of " + v;
    }

    private String property() {
        int v = random.nextInt(graph.vertexBound());
        if (graph.contains(v) && graph.size(v) > 1 && random.nextInt(4) == 0) {
            if (graph.granule(v) == 0) {
                graph.setProperty(v, "divisible", Integer.toString(1 + random.nextInt(3)));
            } else {
                graph.removeProperty(v, "divisible");
            }
            return "granule of " + v + " is " + graph.granule(v);
        }
        if (graph.contains(v) && random.nextBoolean()) {
            graph.setProperty(v, "fast", "");
            graph.setProperty(v, "perf_class", Integer.toString(random.nextInt(4)));
        } else if (graph.contains(v)) {
            graph.removeProperty(v, "fast");
        }
        return "property of " + v;
    }
}
