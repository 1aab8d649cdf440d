package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.Divisible;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A match chooses the same whether it looks at everything or asks one parcel of those that are alike, tells runs from
 * what parcels promise, and lays what it found in one on others: on systems whose logical ids ascend, come in any
 * order, have gaps, and come several times, while these fill up, empty and change.
 */
@Execution(ExecutionMode.CONCURRENT)
class SparingMatchTest {

    private static final MatchPolicy LOCALITY = MatchPolicy.parse("locality");
    private static final int SEEDS = 18;
    private static final int STEPS = 100;
    private static final List<String> REQUESTS = List.of(
            "1 node!",
            "3 node { 1 core }",
            "2-9 node",
            "5 core",
            "1-3 core, 2 node!",
            "1 slot { 1 core }",
            "4 slot { 2 core }",
            "2 slot { 1 core, 1 gpu }",
            "1 slot { 1 node }",
            "3 slot { 1 node { 2 core } }",
            "1-4 slot { 1 node }, 2 licence",
            "2 slot { 2 node }",
            "2 slot { 1 node, 1 licence }",
            "2 node { 1 slot { 1 core } }",
            "1 rack { 1 slot { 2 node } }",
            "2 licence",
            "2 slot { 3 licence }",
            "1 slot { 2 licence }",
            "5 memory",
            "1 slot { 3 memory }",
            "2 slot { 1 memory, 1 node }",
            "6 node { 2 core }",
            "3 node { 1 socket { 1 core } }",
            "4 slot { 1 socket { 1 core } }",
            "2-6 node { 1 slot { 1-3 core } }",
            "5 slot { 1 node { 1 slot { 1-2 core } } }",
            "2-8 node! { 1 slot { 2 memory } }",
            "1 slot { 3 core } for 7 using node-slots",
            "3 slot { 3 core } for 7 using node-slots",
            "1-6 slot { 2 core, 1 gpu } for 7 using node-slots",
            "2 slot { 4 core, 1 memory } for 7 using node-slots",
            "2 node { 2 slot { 2 core } } for 7 using node-slots",
            "1 rack { 3 slot { 4 core } } for 7 using node-slots",
            "2 slot { 2-5 core } for 7 using node-slots",
            "2 slot { 1 node } for 7 using node-slots");

    /** How logical ids follow each other. */
    private enum Numbers {
        ASCENDING,
        SHUFFLED,
        REPEATED
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "locality",
                "first",
                "firstnodex",
                "low",
                "lonode",
                "hinodex",
                "variation",
                "policy=low stop_on_1_matches=true"
            })
    void choosesTheSameAsByLookingAtAll(String policy) throws Exception {
        int sparing = 0;
        int answers = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (boolean reserves : new boolean[] {false, true}) {
                var use = new Use(seed, MatchPolicy.parse(policy), reserves);
                use.run();
                sparing += use.sparing;
                answers += use.answers;
            }
        }
        assertThat(sparing).as("of %s answers without looking at all", answers).isGreaterThan(answers / 4);
    }

    @Test
    void whatIsWantedBesideSlotsIsTakenFromTheFirstOfARun() throws Exception {
        var schedule = Graphs.schedule("cluster { 3 node, 4 licence:2/1 }");
        Jobspec jobspec = Jobs.jobspec("1 slot { 1 node }, 4 licence");
        MatchResult result = new Matcher(schedule, LOCALITY).match(jobspec, MatchOperation.ALLOCATE, 0);
        assertThat(text(schedule.graph(), result))
                .contains("licence0 ", "licence1 ")
                .doesNotContain("licence3 ");
    }

    @Test
    void whatWasFoundInAParcelIsKnownInLaterMatches() throws Exception {
        var schedule = Graphs.schedule("cluster { 40 node { 2 core } }");
        Jobspec jobspec = Jobs.jobspec("4 slot { 1 core } for 10");
        var matcher = new Matcher(schedule, MatchPolicy.parse("first"));
        List<Long> searched = new ArrayList<>();
        for (int job = 1; job <= 12; job++) {
            long before = matcher.visits().searched();
            MatchResult result = matcher.find(jobspec, MatchOperation.ALLOCATE, 0);
            searched.add(matcher.visits().searched() - before);
            var found = (MatchResult.Allocated) result;
            schedule.commit(new JobId(job), BookingKind.ALLOCATION, found.window(), found.selection());
        }
        assertThat(searched.getFirst()).isGreaterThan(3);
        // Of the cluster alone: each node that is free, or half free, is like one that was searched before.
        assertThat(searched.subList(4, 12)).containsOnly(1L);
    }

    /** One system that is used. */
    private static final class Use {
        private final Random random;
        private final boolean reserves;
        private final Schedule schedule;
        private final Matcher matcher;
        private final Matcher thorough;
        private final List<SubgraphVertex> vertices = new ArrayList<>();
        private final List<SubgraphEdge> edges = new ArrayList<>();
        /** The vertices that nodes hang in. */
        private final List<Integer> homes = new ArrayList<>();

        private final Numbers numbers;
        private int nodes;
        private long lastJob;
        private long nowSec;
        private int sparing;
        private int answers;
        private final String name;

        Use(int seed, MatchPolicy policy, boolean reserves) throws Exception {
            this.random = new Random(seed);
            this.reserves = reserves;
            this.numbers = List.of(Numbers.values()).get(seed % Numbers.values().length);
            this.name = policy.name() + ", seed " + seed + ", " + numbers;
            schedule = new Schedule(
                    ResourceGraph.of(subgraph(seed % 2 == 0)), PruneFilters.parse("ALL:core,ALL:node"), Graphs.HORIZON);
            matcher = new Matcher(schedule, policy);
            thorough = new Matcher(schedule, policy, TraverserKind.SIMPLE, MatchExtent.FLUXION);
        }

        private Subgraph subgraph(boolean racks) {
            int root = add(-1, "cluster", 0, 1, Map.of());
            for (int r = 0; r < (racks ? 4 : 1); r++) {
                int above = racks ? add(root, "rack", r, 1, Map.of()) : root;
                homes.add(above);
                for (int n = 4 + random.nextInt(5); n > 0; n--) {
                    node(above);
                }
            }
            boolean divisible = random.nextBoolean();
            for (int i = 0; i < 8; i++) {
                add(root, "licence", i, 1L + random.nextInt(3), divisible ? Map.of(Divisible.PROPERTY, "1") : Map.of());
            }
            return new Subgraph(vertices, edges);
        }

        private void node(int above) {
            nodes++;
            long number = switch (numbers) {
                case ASCENDING -> 2L * nodes - nodes / 4;
                case SHUFFLED -> (nodes * 7L) % 41;
                case REPEATED -> nodes % 5;
            };
            int node = add(above, "node", number, 1, Map.of());
            for (int c = 0; c < 2; c++) {
                add(node, "core", c * (1L + random.nextInt(2)), 1, Map.of());
            }
            for (int i = 0; i < 2 && nodes % 3 > 0; i++) {
                int socket = add(node, "socket", i, 1, Map.of());
                add(socket, "core", 2L * i, 1, Map.of());
                add(socket, "core", 2L * i + 1, 1, Map.of());
            }
            if (random.nextBoolean()) {
                add(node, "gpu", 0, 1, Map.of());
            }
            for (int m = random.nextInt(3); m > 0; m--) {
                add(node, "memory", m, m, Map.of());
            }
        }

        private int add(int above, String type, long number, long size, Map<String, String> properties) {
            int v = vertices.size();
            String path = (above < 0 ? "" : vertices.get(above).path()) + "/" + type + "x" + v;
            vertices.add(SubgraphVertex.of(Integer.toString(v), new ResourceType(type), number, path)
                    .withSize(size, "")
                    .withProperties(properties));
            if (above >= 0) {
                edges.add(new SubgraphEdge(above, v, Subsystem.CONTAINMENT));
            }
            return v;
        }

        void run() throws Exception {
            for (int step = 0; step < STEPS; step++) {
                nowSec += random.nextInt(2);
                for (Booking booking : List.copyOf(schedule.holdings().bookings())) {
                    if (booking.window().endSec() <= nowSec || random.nextInt(12) == 0) {
                        schedule.cancel(booking.job());
                    }
                }
                switch (random.nextInt(8)) {
                    case 0 -> status();
                    case 1 -> detach();
                    case 2 -> attach();
                    default -> {}
                }
                match(step);
                schedule.checkInvariants();
            }
        }

        private void match(int step) throws Exception {
            String request = REQUESTS.get(random.nextInt(REQUESTS.size()));
            Jobspec jobspec =
                    Jobs.jobspec(request.contains(" for ") ? request : request + " for " + (1 + random.nextInt(30)));
            MatchOperation operation = random.nextInt(6) == 0
                    ? MatchOperation.SATISFIABILITY
                    : reserves ? MatchOperation.ALLOCATE_ORELSE_RESERVE : MatchOperation.ALLOCATE;
            MatchResult result = matcher.match(jobspec, operation, nowSec);
            long visits = matcher.visits().preorder();
            ResourceGraph graph = schedule.graph();
            String expected = text(graph, thorough.match(jobspec, operation, nowSec));
            assertThat(text(graph, result))
                    .as("%s, step %s, %s, %s", name, step, operation, request)
                    .isEqualTo(expected);
            answers++;
            sparing += visits < thorough.visits().preorder() ? 1 : 0;
            assertThat(text(graph, matcher.find(jobspec, operation, nowSec)))
                    .as("%s, step %s, %s, %s, without reasons", name, step, operation, request)
                    .isEqualTo(expected);
            if (random.nextInt(4) == 0) {
                long later = nowSec + random.nextInt(20);
                assertThat(text(graph, matcher.findAt(jobspec, later)))
                        .as("%s, step %s, %s, at %s", name, step, request, later)
                        .isEqualTo(text(graph, thorough.findAt(jobspec, later)));
            }
            if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
                schedule.commit(new JobId(++lastJob), BookingKind.ALLOCATION, window, selection);
            } else if (result instanceof MatchResult.Reserved(Selection selection, TimeWindow window)) {
                schedule.commit(new JobId(++lastJob), BookingKind.RESERVATION, window, selection);
            }
        }

        private void status() {
            int v = random.nextInt(schedule.graph().vertexBound());
            if (schedule.graph().contains(v)) {
                schedule.setStatus(v, random.nextInt(3) == 0 ? Status.DOWN : Status.UP);
            }
        }

        private void detach() {
            ResourceGraph graph = schedule.graph();
            int v = random.nextInt(graph.vertexBound());
            boolean there = graph.contains(v)
                    && v != graph.root()
                    && graph.typeId(v) != graph.types().id("rack")
                    && schedule.holdings().jobsWithin(v).isEmpty();
            if (there) {
                schedule.detach(new int[] {v});
            }
        }

        /** Everything that was there once comes again, and perhaps one more node. */
        private void attach() throws Exception {
            if (random.nextBoolean()) {
                node(homes.get(random.nextInt(homes.size())));
            }
            schedule.attach(new Subgraph(vertices, edges));
        }
    }

    private static String text(ResourceGraph graph, MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) -> text(graph, selection, window);
            case MatchResult.Reserved(Selection selection, TimeWindow window) -> text(graph, selection, window);
            case MatchResult.Matched(Selection selection, TimeWindow window) -> text(graph, selection, window);
            case MatchResult.Satisfiable yes -> "satisfiable";
            case MatchResult.Busy busy -> "busy";
            case MatchResult.Unsatisfiable never -> "unsatisfiable";
        };
    }

    private static String text(ResourceGraph graph, Selection selection, TimeWindow window) {
        var text = new StringBuilder(window.toString());
        for (int i = 0; i < selection.size(); i++) {
            text.append(", ").append(graph.path(selection.vertex(i))).append(' ');
            text.append(selection.exclusive(i) ? "x " + selection.amount(i) : "");
        }
        return text.toString();
    }
}
