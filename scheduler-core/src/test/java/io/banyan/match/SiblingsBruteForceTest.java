package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several demands of one type on a level, on random nodes, against all ways to share the nodes out. The seed is the
 * parameter.
 */
class SiblingsBruteForceTest {
    private static final List<String> POLICIES = List.of("first", "high", "low", "hinode", "lonode", "locality");
    private static final int REQUESTS = 60;

    /** The free cores and GPUs of one node; whole where nobody has anything of it. */
    private record Node(int cores, int gpus, boolean whole) {}

    /** So many, each of so many cores and GPUs. */
    private record Ask(int count, int cores, int gpus) {
        int fitting(int freeCores, int freeGpus) {
            return Math.min(freeCores / cores, gpus == 0 ? Integer.MAX_VALUE : freeGpus / gpus);
        }

        Ask less(int made) {
            return new Ask(count - made, cores, gpus);
        }

        String text(boolean whole) {
            String members = " { " + cores + " core" + (gpus > 0 ? ", " + gpus + " gpu" : "") + " }";
            return count + (whole ? " node!" : " slot") + members;
        }
    }

    private Schedule schedule = Graphs.schedule("cluster { 1 node }");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void findsAWayWhereThereIsOne(int seed) throws Exception {
        var random = new Random(seed);
        var nodes = new ArrayList<String>();
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            int gpus = random.nextInt(3);
            nodes.add("1 node { " + (1 + random.nextInt(5)) + " core" + (gpus > 0 ? ", " + gpus + " gpu" : "") + " }");
        }
        schedule = Graphs.schedule("cluster { " + String.join(", ", nodes) + " }");
        var matcher = new Matcher(schedule, MatchPolicy.parse(POLICIES.get(random.nextInt(POLICIES.size()))));
        for (int i = 1; i <= REQUESTS; i++) {
            for (Booking booking : schedule.holdings().bookings()) {
                if (random.nextInt(3) == 0) {
                    schedule.cancel(booking.job());
                }
            }
            boolean whole = random.nextBoolean();
            List<Ask> asks = Stream.generate(() -> ask(random))
                    .limit(2 + random.nextInt(4))
                    .toList();
            String text = asks.stream().map(ask -> ask.text(whole)).collect(Collectors.joining(", "));
            boolean possible = whole ? nodesFit(free(), 0, asks) : slotsFit(free(), 0, asks);
            MatchResult result = matcher.match(Jobs.jobspec(text + " using siblings"), MatchOperation.ALLOCATE, 0);
            String context = "seed " + seed + ", request " + i + ": " + text + " of " + free();
            assertThat(result instanceof MatchResult.Allocated).as(context).isEqualTo(possible);
            if (result instanceof MatchResult.Allocated it) {
                schedule.commit(new JobId(i), BookingKind.ALLOCATION, it.window(), it.selection());
                schedule.checkInvariants();
                if (!whole) {
                    assertThat(held(it.selection(), "core"))
                            .as(context)
                            .isEqualTo(asks.stream()
                                    .mapToInt(ask -> ask.count() * ask.cores())
                                    .sum());
                }
            }
        }
    }

    private static Ask ask(Random random) {
        return new Ask(1 + random.nextInt(2), 1 + random.nextInt(3), random.nextInt(2));
    }

    private int held(Selection selection, String type) {
        int held = 0;
        for (int i = 0; i < selection.size(); i++) {
            boolean counts = selection.exclusive(i) && isOf(selection.vertex(i), type);
            held += counts ? 1 : 0;
        }
        return held;
    }

    private boolean isOf(int v, String type) {
        return schedule.graph().types().name(schedule.graph().typeId(v)).equals(type);
    }

    private List<Node> free() {
        var nodes = new ArrayList<Node>();
        for (int v = 0; v < schedule.graph().vertexBound(); v++) {
            if (isOf(v, "node")) {
                boolean held = !schedule.holdings().holders(v).isEmpty();
                nodes.add(new Node(
                        held ? 0 : freeBelow(v, "core"),
                        held ? 0 : freeBelow(v, "gpu"),
                        !schedule.holdings().isUsed(v)));
            }
        }
        return nodes;
    }

    private int freeBelow(int node, String type) {
        int free = 0;
        for (int e = schedule.graph().firstOut(node);
                e >= 0;
                e = schedule.graph().nextOut(e)) {
            int v = schedule.graph().target(e);
            free += isOf(v, type) && schedule.holdings().holders(v).isEmpty() ? 1 : 0;
        }
        return free;
    }

    private static boolean nodesFit(List<Node> nodes, int at, List<Ask> asks) {
        if (asks.stream().allMatch(ask -> ask.count() == 0)) {
            return true;
        }
        if (at == nodes.size()) {
            return false;
        }
        Node node = nodes.get(at);
        for (int i = 0; node.whole() && i < asks.size(); i++) {
            Ask ask = asks.get(i);
            boolean fits = ask.count() > 0 && ask.fitting(node.cores(), node.gpus()) > 0;
            if (fits && nodesFit(nodes, at + 1, replaced(asks, i, ask.less(1)))) {
                return true;
            }
        }
        return nodesFit(nodes, at + 1, asks);
    }

    private static List<Ask> replaced(List<Ask> asks, int i, Ask by) {
        var replaced = new ArrayList<>(asks);
        replaced.set(i, by);
        return replaced;
    }

    private static boolean slotsFit(List<Node> nodes, int at, List<Ask> asks) {
        if (asks.stream().allMatch(ask -> ask.count() == 0)) {
            return true;
        }
        if (at == nodes.size()) {
            return false;
        }
        Node node = nodes.get(at);
        for (int i = 0; i < asks.size(); i++) {
            Ask ask = asks.get(i);
            if (ask.count() > 0 && ask.fitting(node.cores(), node.gpus()) > 0) {
                var rest = new ArrayList<>(nodes);
                rest.set(at, new Node(node.cores() - ask.cores(), node.gpus() - ask.gpus(), false));
                if (slotsFit(rest, at, replaced(asks, i, ask.less(1)))) {
                    return true;
                }
            }
        }
        return slotsFit(nodes, at + 1, asks);
    }
}
