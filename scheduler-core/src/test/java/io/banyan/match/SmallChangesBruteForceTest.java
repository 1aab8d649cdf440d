package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.fixture.Powered;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.explain.Explainer;
import io.banyan.match.explain.Explanation;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Explanations of random requests, with alternatives, siblings, nested slots, conditions and draws, on small graphs
 * that fill up and empty: the numbers of every level add up, a request starts now where the levels of an alternative
 * are met, and the small changes are those that trying every one of them finds.
 */
class SmallChangesBruteForceTest {

    private static final List<String> POLICIES =
            List.of("first", "firstnodex", "high", "low", "hinode", "lonodex", "locality");
    private static final List<Count.Operator> OPERATORS = List.of(Count.Operator.values());
    private static final String EXTENDED = " using siblings,nested-slots";
    private static final int REQUESTS = 100;

    private Random random = new Random(0);
    private RandomRequests requests = new RandomRequests(random);
    private Schedule schedule = Graphs.schedule("cluster { 1 node { 1 core } }");
    private MatchPolicy policy = MatchPolicy.FIRST;
    private TraverserKind kind = TraverserKind.SIMPLE;
    private boolean powered;
    private long now;
    private long lastJob;

    @ParameterizedTest
    @ValueSource(
            ints = {
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                29, 30
            })
    void findsWhatTryingEveryChangeFinds(int seed) throws Exception {
        random = new Random(seed);
        requests = new RandomRequests(random);
        policy = MatchPolicy.parse(one(POLICIES));
        kind = random.nextBoolean() ? TraverserKind.SIMPLE : TraverserKind.FLEXIBLE;
        powered = seed % 3 == 0;
        String graph = powered ? buildPowered() : build();
        for (int i = 1; i <= REQUESTS; i++) {
            now += random.nextInt(4);
            disturb();
            String text = request();
            Jobspec jobspec = jobspec(text);
            String context =
                    "seed " + seed + ", request " + i + ", " + policy.name() + ", " + kind.label() + ": " + text
                            + " on " + graph + ", " + jobspec.resources()
                            + jobspec.attributes().constraint();
            Explanation explanation = new Explainer(schedule, policy, kind).explain(jobspec, now);
            explanation.alternatives().forEach(alternative -> addsUp(alternative.levels(), context));
            startsWhereAllLevelsAreMet(jobspec, explanation, context);
            if (!(explanation.start() instanceof Explanation.Start.Now)) {
                assertThat(explanation.changes()).as(context).isEqualTo(changesThatHelp(jobspec));
            }
            book(jobspec, explanation, context);
        }
    }

    // ---- the claims -----------------------------------------------------------------------------------------------

    private static void addsUp(List<Explanation.Level> levels, String context) {
        for (Explanation.Level level : levels) {
            long taken =
                    level.taken().stream().mapToLong(Explanation.Taken::count).sum();
            assertThat(level.fits() + taken).as(context + level).isEqualTo(level.candidates());
            assertThat(level.fits()).as(context + level).isNotNegative();
            addsUp(level.below(), context);
        }
    }

    private void startsWhereAllLevelsAreMet(Jobspec jobspec, Explanation explanation, String context) {
        boolean met = explanation.alternatives().stream()
                .anyMatch(alternative -> alternative.levels().stream().allMatch(Explanation.Level::isMet));
        assertThat(met && takesSomething(jobspec.resources()))
                .as(context + explanation.alternatives())
                .isEqualTo(explanation.start() instanceof Explanation.Start.Now);
    }

    /** A request for shared resources only is never met. */
    private boolean takesSomething(List<Resource> resources) {
        return policy.nodeExclusive()
                || resources.stream()
                        .anyMatch(resource -> resource.isSlot()
                                || resource.exclusive() == Exclusivity.TRUE
                                || takesSomething(resource.with()));
    }

    /** Every count, every condition and every duration, one after the other. */
    private List<Explanation.Change> changesThatHelp(Jobspec jobspec) throws JobspecException {
        var helpful = new ArrayList<Explanation.Change>();
        fewer(jobspec, jobspec.resources(), "", resources -> resources, helpful);
        Attributes attributes = jobspec.attributes();
        List<Constraint> conditions =
                ConstraintConditions.of(attributes.constraint()).all();
        for (Constraint condition : conditions) {
            var others = new ArrayList<>(conditions);
            others.remove(condition);
            if (starts(jobspec, jobspec.resources(), new Constraint.And(others), attributes.durationSec())) {
                helpful.add(new Explanation.Change.Without(ConstraintConditions.text(condition)));
            }
        }
        withoutRequired(jobspec, jobspec.resources(), "", resources -> resources, helpful);
        for (long duration = attributes.durationSec() - 1; duration > 0; duration--) {
            if (starts(jobspec, jobspec.resources(), attributes.constraint(), duration)) {
                helpful.add(new Explanation.Change.Shorter(attributes.durationSec(), duration));
                break;
            }
        }
        return helpful;
    }

    private void fewer(
            Jobspec jobspec,
            List<Resource> list,
            String place,
            UnaryOperator<List<Resource>> whole,
            List<Explanation.Change> helpful)
            throws JobspecException {
        for (int i = 0; i < list.size(); i++) {
            Resource resource = list.get(i);
            int at = i;
            String name =
                    RequirementNames.below(place, RequirementNames.names(list).get(i));
            Count count = resource.count();
            long least = count.operator() == Count.Operator.POWER ? 2 : 1;
            for (long less = count.min() - 1; less >= least; less--) {
                Count changed = count.isExact()
                        ? Count.exactly(less)
                        : new Count(less, count.max(), count.operator(), count.operand());
                if (starts(jobspec, whole.apply(replaced(list, at, resource.withCount(changed))))) {
                    helpful.add(new Explanation.Change.Fewer(name, count.min(), less));
                    break;
                }
            }
            fewer(
                    jobspec,
                    resource.with(),
                    name,
                    with -> whole.apply(replaced(list, at, resource.with(resource.type(), with))),
                    helpful);
        }
    }

    private void withoutRequired(
            Jobspec jobspec,
            List<Resource> list,
            String place,
            UnaryOperator<List<Resource>> whole,
            List<Explanation.Change> helpful)
            throws JobspecException {
        for (int i = 0; i < list.size(); i++) {
            Resource resource = list.get(i);
            int at = i;
            String name =
                    RequirementNames.below(place, RequirementNames.names(list).get(i));
            List<Constraint> conditions =
                    ConstraintConditions.of(resource.requires()).all();
            for (Constraint condition : conditions) {
                var others = new ArrayList<>(conditions);
                others.remove(condition);
                Resource changed = resource.requiring(new Constraint.And(others));
                if (starts(jobspec, whole.apply(replaced(list, at, changed)))) {
                    helpful.add(new Explanation.Change.WithoutRequired(name, ConstraintConditions.text(condition)));
                }
            }
            withoutRequired(
                    jobspec,
                    resource.with(),
                    name,
                    with -> whole.apply(replaced(list, at, resource.with(resource.type(), with))),
                    helpful);
        }
    }

    private static List<Resource> replaced(List<Resource> list, int at, Resource other) {
        var replaced = new ArrayList<>(list);
        replaced.set(at, other);
        return replaced;
    }

    private boolean starts(Jobspec jobspec, List<Resource> resources) throws JobspecException {
        Attributes attributes = jobspec.attributes();
        return starts(jobspec, resources, attributes.constraint(), attributes.durationSec());
    }

    private boolean starts(Jobspec jobspec, List<Resource> resources, Constraint constraint, long durationSec)
            throws JobspecException {
        Jobspec changed =
                new Jobspec(1, resources, List.of(), attributes(jobspec.attributes(), constraint, durationSec));
        return new Matcher(schedule, policy, kind).match(changed, MatchOperation.ALLOCATE, now)
                instanceof MatchResult.Allocated;
    }

    // ---- graphs, states, jobspecs ---------------------------------------------------------------------------------

    private String build() {
        String graph = requests.graph();
        schedule = Graphs.schedule(graph);
        giveProperties();
        return graph;
    }

    private String buildPowered() {
        int racks = upTo(2);
        int nodes = upTo(3);
        long[] units = random.longs(upTo(3), 4, 12).toArray();
        int[] unitOfNode = random.ints((long) racks * nodes, 0, units.length).toArray();
        String graph = "cluster { " + racks + " rack { " + nodes + " node { 2 core, 1 gpu } } }";
        schedule = Powered.schedule(graph, 6L + random.nextInt(20), units, unitOfNode);
        giveProperties();
        return graph;
    }

    private void giveProperties() {
        for (int v = 0; v < schedule.graph().vertexBound(); v++) {
            if (random.nextBoolean()) {
                schedule.graph().setProperty(v, "fast", "");
            }
            if (random.nextBoolean()) {
                schedule.graph().setProperty(v, "big", "");
            }
        }
    }

    private String request() {
        if (powered && random.nextInt(3) > 0) {
            return powered();
        }
        if (random.nextInt(3) > 0) {
            return requests.request(kind == TraverserKind.FLEXIBLE);
        }
        String inner = some(2) + "core" + (random.nextBoolean() ? ", 1 gpu" : "");
        String mark = random.nextInt(3) == 0 ? "!" : "";
        String request = switch (random.nextInt(6)) {
            case 0 -> some(3) + "slot { " + inner + " }, " + some(3) + "slot { " + some(2) + "core }";
            case 1 -> some(2) + "node!, " + some(2) + "node" + mark + " { " + some(2) + "core! }";
            case 2 -> some(2) + "slot { " + some(2) + "slot { " + inner + " }, " + some(2) + "core }";
            case 3 -> some(2) + "node" + mark + " { " + some(2) + "slot { " + inner + " }, 1 slot { 1 gpu } }";
            case 4 -> some(3) + "core!, " + some(2) + "core!, " + some(2) + "memory!";
            default -> "1 rack { " + some(2) + "node! { 1 gpu }, " + some(2) + "node! }";
        };
        return request + EXTENDED;
    }

    private String powered() {
        String power = some(6) + "power";
        return switch (random.nextInt(kind == TraverserKind.FLEXIBLE ? 8 : 7)) {
            case 0 -> some(3) + "slot { 1 node { " + power + " } }";
            case 1 -> some(3) + "node { " + power + ", 1 slot { " + some(2) + "core } }";
            case 2 -> some(2) + "rack { " + some(2) + "node! { " + power + " } }";
            case 3 -> some(3) + "node! { " + power + ", " + some(2) + "core }, 1 rack!";
            case 4 -> some(2) + "node! { " + power + " }, " + some(2) + "slot { 1 node { 2 power } }" + EXTENDED;
            case 5 ->
                some(2) + "slot { 1 node { " + power + " } }, " + some(2) + "slot { 1 node { " + some(6) + "power } }"
                        + EXTENDED;
            case 6 -> some(2) + "slot { 1 slot { 1 node { " + power + " } }, 1 node }" + EXTENDED;
            default -> "1 slot { 2 node { " + power + " } }, " + some(2) + "slot { 1 node { " + some(3) + "power } }";
        };
    }

    private Jobspec jobspec(String text) {
        boolean extended = text.contains(" using ");
        boolean alternatives = kind == TraverserKind.FLEXIBLE && !extended && random.nextInt(3) > 0;
        Jobspec plain = requests.jobspec(extended ? text.substring(0, text.indexOf(" using ")) : text, alternatives);
        Attributes attributes = extended
                ? attributes(
                        Jobs.jobspec(text).attributes(),
                        plain.attributes().constraint(),
                        plain.attributes().durationSec())
                : plain.attributes();
        return new Jobspec(1, varied(plain.resources()), List.of(), attributes);
    }

    /** Now and then with conditions of its own, or with a count that goes by steps. */
    private List<Resource> varied(List<Resource> resources) {
        return resources.stream()
                .map(resource -> varied(resource.with(resource.type(), varied(resource.with()))))
                .toList();
    }

    private Resource varied(Resource resource) {
        boolean drawn = resource.type().name().equals("power");
        long min = resource.count().min();
        return switch (random.nextInt(12)) {
            case 0, 1 -> resource.isSlot() || drawn ? resource : resource.requiring(conditions());
            case 2 -> resource.withCount(new Count(min + 1, min + upTo(6), one(OPERATORS), 2));
            default -> resource;
        };
    }

    private Constraint conditions() {
        return new Constraint.Properties(
                one(List.of(List.of(property("fast")), List.of(property("fast"), property("big")))));
    }

    private static Constraint.Property property(String name) {
        return new Constraint.Property(name, false);
    }

    private static Attributes attributes(Attributes old, Constraint constraint, long durationSec) {
        return new Attributes(
                durationSec, old.queue(), constraint, old.cwd(), old.environment(), old.system(), old.user());
    }

    private void disturb() {
        for (Booking booking : schedule.holdings().bookings()) {
            if ((booking.window().endSec() <= now && random.nextInt(4) > 0) || random.nextInt(10) == 0) {
                schedule.cancel(booking.job());
            }
        }
        if (random.nextInt(5) == 0) {
            Status status = random.nextInt(6) == 0 ? Status.DOWN : Status.UP;
            schedule.setStatus(upTo(schedule.graph().vertexBound() - 1), status);
        }
    }

    /** Books what a match finds, and checks that it is what the explanation says. */
    private void book(Jobspec jobspec, Explanation explanation, String context) throws JobspecException {
        Explanation.Start start = explanation.start();
        var job = new JobId(++lastJob);
        switch (new Matcher(schedule, policy, kind).match(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, now)) {
            case MatchResult.Allocated it -> {
                assertThat(start).as(context).isEqualTo(new Explanation.Start.Now(it.window()));
                schedule.commit(job, BookingKind.ALLOCATION, it.window(), it.selection());
            }
            case MatchResult.Reserved it -> {
                assertThat(start).as(context).isEqualTo(new Explanation.Start.Later(it.window()));
                if (random.nextBoolean()) {
                    schedule.commit(job, BookingKind.RESERVATION, it.window(), it.selection());
                }
            }
            case MatchResult.Busy it -> assertThat(start).as(context).isInstanceOf(Explanation.Start.Blocked.class);
            case MatchResult.Unsatisfiable it ->
                assertThat(start).as(context).isInstanceOf(Explanation.Start.Never.class);
            case MatchResult.Matched it -> throw new AssertionError(it);
            case MatchResult.Satisfiable it -> throw new AssertionError(it);
        }
        schedule.checkInvariants();
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    private String some(int most) {
        return upTo(most) + " ";
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
