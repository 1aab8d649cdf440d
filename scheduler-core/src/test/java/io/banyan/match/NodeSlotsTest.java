package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Selection;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots that are made of what is anywhere in one node. */
class NodeSlotsTest {
    private static final String TWO_SOCKETS = "cluster { 3 node { 2 socket { 4 core } } }";

    @ParameterizedTest
    @ValueSource(strings = {"first", "firstnodex", "low", "high", "lonode", "hinodex", "locality", "variation"})
    void aSlotSpansSocketsWhereItMust(String policy) throws Exception {
        Schedule schedule = Graphs.schedule(TWO_SOCKETS);
        assertThat(coresByNode(schedule, policy, "1 slot { 8 core } for 10 using node-slots"))
                .hasSize(1);
        assertThat(coresByNode(schedule, policy, "3 slot { 8 core } for 10 using node-slots")
                        .values())
                .allMatch(sockets -> sockets.equals(Map.of("socket0", 4, "socket1", 4)))
                .hasSize(3);
    }

    @Test
    void withoutTheExtensionASlotIsMadeInOneSocket() throws Exception {
        Schedule schedule = Graphs.schedule(TWO_SOCKETS);
        assertThat(match(schedule, "first", "1 slot { 8 core } for 10")).isInstanceOf(MatchResult.Busy.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "low", "high", "lonode", "locality"})
    void aSlotThatFitsInOneSocketIsMadeThere(String policy) throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 3 socket { 4 core } } }");
        // One core of a socket is taken: of the other two each has room for one slot, and the third slot spans what is
        // left.
        take(schedule, 1, "1 slot { 1 core } for 100");
        assertThat(coresByNode(schedule, policy, "1 slot { 4 core } for 10 using node-slots")
                        .values())
                .allMatch(sockets -> sockets.size() == 1);
        assertThat(coresByNode(schedule, policy, "2 slot { 4 core } for 10 using node-slots")
                        .values())
                .allMatch(sockets -> sockets.size() == 2);
        assertThat(coresByNode(schedule, policy, "3 slot { 3 core } for 10 using node-slots")
                        .values())
                .allMatch(sockets -> sockets.equals(Map.of("socket0", 3, "socket1", 3, "socket2", 3)));
    }

    @Test
    void theSmallestPlaceThatHasEnoughIsTaken() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 socket { 2 numanode { 2 core } } } }");
        for (String policy : List.of("first", "lonode", "locality")) {
            assertThat(paths(schedule, policy, "1 slot { 2 core } for 10 using node-slots", "numanode"))
                    .hasSize(1);
            assertThat(paths(schedule, policy, "1 slot { 4 core } for 10 using node-slots", "socket"))
                    .hasSize(1);
            assertThat(paths(schedule, policy, "1 slot { 7 core } for 10 using node-slots", "node"))
                    .hasSize(1);
        }
    }

    @Test
    void whatSocketsHaveLeftMakesSlotsToo() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 3 socket { 4 core } } }");
        assertThat(coresByNode(schedule, "first", "4 slot { 3 core } for 10 using node-slots"))
                .isEqualTo(Map.of("node0", Map.of("socket0", 4, "socket1", 4, "socket2", 4)));
        assertThat(match(schedule, "first", "5 slot { 3 core } for 10 using node-slots"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void slotsShareNodesAndLieOnSeveral() throws Exception {
        Schedule schedule = Graphs.schedule(TWO_SOCKETS);
        take(schedule, 1, "1 node { 1 slot { 1 socket } } for 100");
        Map<String, Map<String, Integer>> cores =
                coresByNode(schedule, "first", "5 slot { 3 core } for 10 using node-slots");
        assertThat(cores.values().stream().flatMap(it -> it.values().stream()).mapToInt(it -> it))
                .allMatch(it -> it <= 4);
        assertThat(cores).hasSize(3);
        assertThat(match(schedule, "first", "6 slot { 3 core } for 10 using node-slots"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void partsOfASlotMayHangAtDifferentLevels() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 socket { 4 core }, 1 gpu } }");
        assertThat(coresByNode(schedule, "first", "2 slot { 6 core, 1 gpu } for 10 using node-slots")
                        .values())
                .allMatch(
                        sockets -> sockets.values().stream().mapToInt(it -> it).sum() == 6)
                .hasSize(2);
        assertThat(match(schedule, "first", "3 slot { 1 core, 1 gpu } for 10 using node-slots"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void aSlotIsMadeWithinWhatTheRequestNames() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 rack { 2 node { 2 socket { 2 numanode { 2 core } } } } }");
        assertThat(paths(schedule, "first", "1 rack { 2 slot { 8 core } } for 10 using node-slots", "rack"))
                .hasSize(1);
        assertThat(paths(schedule, "first", "2 node { 2 slot { 3 core } } for 10 using node-slots", "node"))
                .hasSize(2);
        assertThat(paths(schedule, "first", "2 socket { 1 slot { 3 core } } for 10 using node-slots", "socket"))
                .hasSize(2);
        assertThat(match(schedule, "first", "1 socket { 1 slot { 5 core } } for 10 using node-slots"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void graphsWithoutSocketsOrNodesAreMatchedAsEver() throws Exception {
        Schedule flat = Graphs.schedule("cluster { 2 node { 8 core } }");
        assertThat(paths(flat, "first", "2 slot { 8 core } for 10 using node-slots", "core"))
                .hasSize(16);
        Schedule bare = Graphs.schedule("cluster { 2 socket { 4 core } }");
        assertThat(paths(bare, "first", "2 slot { 4 core } for 10 using node-slots", "core"))
                .hasSize(8);
        assertThat(match(bare, "first", "1 slot { 5 core } for 10 using node-slots"))
                .isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void siblingsAndSlotsInSlotsSpanSocketsToo() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 socket { 4 core }, 1 gpu } }");
        String request = "1 slot { 8 core }, 1 slot { 6 core, 1 gpu } for 10 using siblings,node-slots";
        assertThat(paths(schedule, "first", request, "core")).hasSize(14);
        String nested = "2 slot { 2 slot { 3 core }, 1 gpu } for 10 using nested-slots,node-slots";
        assertThat(paths(schedule, "first", nested, "core")).hasSize(12);
    }

    @Test
    void placesThatAreDownAreNotUsed() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 1 node { 2 socket { 4 core } } }");
        schedule.setStatus(schedule.graph().find("/cluster0/node0/socket1"), Status.DOWN);
        assertThat(match(schedule, "first", "1 slot { 5 core } for 10 using node-slots"))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(paths(schedule, "first", "1 slot { 4 core } for 10 using node-slots", "socket"))
                .containsExactly("/cluster0/node0/socket0");
    }

    /** So much of each node, however many there are: a job with tasks and memory of a node is matched in this way. */
    @Test
    void slotsInASlotOfANodeAreLookedForInAsManyNodesAsAreWanted() throws Exception {
        String wanted = "2 node { 1 slot { 2 slot { 3 core }, 1 memory } } for 10 using nested-slots,node-slots";
        long few = visits("cluster { 4 node { 2 socket { 4 core, 1 memory } } }", wanted);
        assertThat(visits("cluster { 128 node { 2 socket { 4 core, 1 memory } } }", wanted))
                .isEqualTo(few);
        Schedule schedule = Graphs.schedule("cluster { 4 node { 2 socket { 4 core, 1 memory } } }");
        take(schedule, 1, "3 slot { 8 core } for 100 using node-slots");
        assertThat(match(schedule, "first", wanted)).isInstanceOf(MatchResult.Busy.class);
        assertThat(match(
                        schedule,
                        "first",
                        "1 node { 1 slot { 2 slot { 3 core }, 1 memory } } for 10 using nested-slots,node-slots"))
                .isInstanceOf(MatchResult.Allocated.class);
    }

    private static long visits(String graph, String wanted) throws Exception {
        var matcher = new Matcher(Graphs.schedule(graph), MatchPolicy.parse("first"));
        assertThat(matcher.match(Jobs.jobspec(wanted), MatchOperation.ALLOCATE, 0))
                .isInstanceOf(MatchResult.Allocated.class);
        return matcher.visits().preorder();
    }

    /** The match looks at what is needed of a node with two sockets of 64 cores, and at no more. */
    @Test
    void visitsWhatIsNeeded() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 100 node { 2 socket { 64 core } } }");
        var matcher = new Matcher(schedule, MatchPolicy.parse("first"));
        matcher.match(Jobs.jobspec("1 slot { 4 core } for 10 using node-slots"), MatchOperation.ALLOCATE, 0);
        // The cluster; for what nodes offer, and again for the one that is taken: the node, a socket and 4 cores.
        assertThat(matcher.visits().preorder()).isLessThanOrEqualTo(1 + 2 * (1 + 1 + 4));
        matcher.match(Jobs.jobspec("1 slot { 66 core } for 10 using node-slots"), MatchOperation.ALLOCATE, 0);
        // The same with both sockets and all of their cores, since no socket has enough.
        assertThat(matcher.visits().preorder()).isLessThanOrEqualTo(1 + 2 * (1 + 2 + 128));
    }

    private static MatchResult match(Schedule schedule, String policy, String request) throws JobspecException {
        return new Matcher(schedule, MatchPolicy.parse(policy))
                .match(Jobs.jobspec(request), MatchOperation.ALLOCATE, 0);
    }

    private static Selection found(Schedule schedule, String policy, String request) throws JobspecException {
        MatchResult result = match(schedule, policy, request);
        assertThat(result).as(request).isInstanceOf(MatchResult.Allocated.class);
        return ((MatchResult.Allocated) result).selection();
    }

    private static void take(Schedule schedule, long job, String request) throws JobspecException {
        schedule.commit(
                new JobId(job), BookingKind.ALLOCATION, new TimeWindow(0, 100), found(schedule, "first", request));
    }

    /** The paths of what was chosen of a type. */
    private static List<String> paths(Schedule schedule, String policy, String request, String type)
            throws JobspecException {
        Selection selection = found(schedule, policy, request);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            if (schedule.graph().types().name(schedule.graph().typeId(v)).equals(type)) {
                paths.add(schedule.graph().path(v));
            }
        }
        return paths;
    }

    /** By node and socket: how many cores were chosen. */
    private static Map<String, Map<String, Integer>> coresByNode(Schedule schedule, String policy, String request)
            throws JobspecException {
        Map<String, Map<String, Integer>> cores = new TreeMap<>();
        boolean whole = policy.contains("nodex");
        for (String path : paths(schedule, policy, request, "core")) {
            String[] names = path.split("/", -1);
            cores.computeIfAbsent(names[2], unused -> new TreeMap<>()).merge(names[3], 1, Integer::sum);
        }
        assertThat(whole || !cores.isEmpty()).isTrue();
        return cores;
    }
}
