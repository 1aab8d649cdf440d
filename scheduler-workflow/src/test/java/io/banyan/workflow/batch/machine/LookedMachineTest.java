package io.banyan.workflow.batch.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.planner.TimeWindow;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.SlotProfile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LookedMachineTest {
    private static final long START = 1_000;
    private static final int SLOT = 60;

    private LookedMachine machine;

    /** Two nodes with two cores, a pool of four cores, and two gigabytes of memory each. */
    @BeforeEach
    void look() throws Exception {
        List<String> nodes = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        nodes.add(vertex(0, "cluster", "cluster0", "/cluster0", 1, ""));
        int id = 1;
        for (int n = 0; n < 2; n++) {
            String path = "/cluster0/node" + n;
            int node = id++;
            nodes.add(vertex(node, "node", "node" + n, path, 1, ""));
            edges.add(edge(0, node));
            for (String child : List.of("core0:1", "core1:1", "core2:4", "memory0:2")) {
                String name = child.split(":", -1)[0];
                String type = name.replaceAll("\\d", "");
                int size = Integer.parseInt(child.split(":", -1)[1]);
                nodes.add(vertex(id, type, name, path + "/" + name, size, type.equals("memory") ? "GB" : ""));
                edges.add(edge(node, id++));
            }
        }
        String jgf =
                "{\"graph\":{\"nodes\":[" + String.join(",", nodes) + "],\"edges\":[" + String.join(",", edges) + "]}}";
        ResourceGraph graph = ResourceGraph.of(
                JgfReader.read(new ByteArrayInputStream(jgf.getBytes(StandardCharsets.UTF_8)), "test"));
        machine = LookedMachine.of(graph, START, Set.of("core"));
    }

    private static String vertex(int id, String type, String name, String path, int size, String unit) {
        return """
                {"id":"%d","metadata":{"type":"%s","basename":"%s","name":"%s","id":%s,"uniq_id":%d,"rank":-1,"exclusive":false,
                "unit":"%s","size":%d,"paths":{"containment":"%s"}}}""".formatted(id, type, type, name, name.replaceAll("\\D", ""), id, unit, size, path);
    }

    private static String edge(int from, int to) {
        return "{\"source\":\"%d\",\"target\":\"%d\",\"metadata\":{\"subsystem\":\"containment\"}}".formatted(from, to);
    }

    private static BusyParts busy(long fromSec, long toSec, HeldPart... parts) {
        return new BusyParts(new TimeWindow(fromSec, toSec), List.of(parts), parts.length == 0);
    }

    private static HeldPart part(String path, long amount, boolean whole) {
        return new HeldPart(path, amount, whole, Map.of());
    }

    @Test
    void idleNodesHaveAllUnitsOfTheirVertices() {
        SlotProfile profile = machine.profile(7, SLOT);
        assertThat(profile.version()).isEqualTo(7);
        assertThat(profile.horizon()).isZero();
        assertThat(profile.nodes()).allMatch(node -> node.count("core") == 6 && node.memoryMib() == 2_048);
    }

    @Test
    void busyTimesCoverTheSlotsThatTheyTouch() {
        machine.busy(busy(START - 500, START + 61, part("/cluster0/node0/core1", 1, false)));
        machine.busy(busy(START + 130, START + 170, part("/cluster0/node0/core2", 3, false)));
        assertThat(machine.profile(0, SLOT).nodes().getFirst().busy())
                .containsExactlyInAnyOrder(
                        new BusyTime("core", 1, 1, 0, 2),
                        new BusyTime("core", 2, 1, 2, 3),
                        new BusyTime("core", 3, 1, 2, 3),
                        new BusyTime("core", 4, 1, 2, 3));
    }

    @Test
    void aWholeNodeAndUnknownResourcesMakeAllBusy() {
        machine.busy(busy(START, START + SLOT, part("/cluster0/node1", 1, true)));
        assertThat(machine.profile(0, SLOT).nodes().getFirst().busy()).isEmpty();
        assertThat(machine.profile(0, SLOT).nodes().getLast().busy()).hasSize(6);
        assertThat(machine.profile(0, SLOT).nodes().getLast().busyMemory()).hasSize(2);
        machine.busy(busy(START + 5 * SLOT, START + 6 * SLOT));
        assertThat(machine.profile(0, SLOT).nodes().getFirst().busy()).hasSize(6);
        assertThat(machine.profile(0, SLOT).horizon()).isEqualTo(6);
    }

    @Test
    void resourcesThatStayBusyAreLeftOut() throws Exception {
        machine.busy(busy(START, START + 100L * 365 * 86_400, part("/cluster0/node0/core0", 1, false)));
        assertThat(machine.profile(0, SLOT).nodes().getFirst().count("core")).isEqualTo(5);
        assertThat(machine.parts(reservation(0, 0))).containsExactly(part("/cluster0/node0/core1", 1, false));
    }

    @Test
    void aReservationNamesVerticesAndFreeMemory() throws Exception {
        machine.busy(busy(START, START + SLOT, part("/cluster0/node0/memory0", 1, false)));
        assertThat(machine.parts(reservation(1_000, 0, 3, 4)))
                .containsExactly(
                        part("/cluster0/node0/core0", 1, false),
                        part("/cluster0/node0/core2", 2, false),
                        part("/cluster0/node0/memory0", 1, false));
        assertThatThrownBy(() -> machine.parts(reservation(1_000, 1)))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("node0 has no memory of 1000 MiB free");
        assertThatThrownBy(() -> machine.parts(reservation(0, 6)))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("no core 6");
    }

    private static BatchReservation reservation(long memoryMib, Integer... cores) {
        return new BatchReservation(
                "r",
                START,
                START + SLOT,
                List.of(new ReservedShare("node0", new TreeMap<>(Map.of("core", List.of(cores))), memoryMib)));
    }
}
