package io.banyan.provider.hwloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalTopologyTest {
    @TempDir
    Path root;

    @Test
    void twoThreadsOfACoreAreOneAndWhatIsOfflineIsNotThere() throws Exception {
        file("sys/devices/system/cpu/online", "0-6");
        for (int cpu = 0; cpu < 8; cpu++) {
            // Linux numbers the second threads after all the first ones: 0 and 4 are a core.
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", Integer.toString(cpu % 2));
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", Integer.toString(cpu % 4 / 2));
        }
        file("proc/meminfo", "MemTotal:       65802172 kB\nMemFree: 1 kB\n");
        file("proc/sys/kernel/hostname", "lab-3.example.org");
        Subgraph graph = new Kernel(root).graph();
        assertThat(counts(graph)).isEqualTo(Map.of("cluster", 1L, "node", 1L, "socket", 2L, "core", 4L, "memory", 62L));
        assertThat(graph.vertices().get(1).path()).isEqualTo("/cluster0/lab-3");
        assertThat(ResourceGraph.of(graph).find("/cluster0/lab-3/socket1/core3"))
                .isPositive();
    }

    @Test
    void coresOfTwoDiesWithTheSameNumbersAreDifferentOnes() throws Exception {
        file("sys/devices/system/cpu/online", "0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", Integer.toString(cpu % 2));
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/die_id", Integer.toString(cpu / 2));
            file("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", "0");
        }
        assertThat(counts(new Kernel(root).graph())).containsEntry("socket", 1L).containsEntry("core", 4L);
    }

    @Test
    void cardsThatComputeAreGpusAndTheScreenIsNot() throws Exception {
        file("sys/devices/system/cpu/online", "0");
        device("0000:00:02.0", "0x030000", "0x8086");
        device("0000:07:00.0", "0x030000", "0x1a03");
        device("0000:41:00.0", "0x030200", "0x10de");
        device("0000:81:00.0", "0x038000", "0x1002");
        device("0000:82:00.0", "0x020000", "0x8086");
        assertThat(counts(new Kernel(root).graph())).containsEntry("gpu", 2L);
    }

    @Test
    void aMachineThatTellsNothingIsAnErrorThatSaysWhatToDo() {
        assertThatThrownBy(() -> new Kernel(root).graph())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Maybe: install hwloc");
    }

    @Test
    void aTopologyBecomesTheSameWithTheKernelsMemory() throws Exception {
        String topology = """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE topology SYSTEM "hwloc2.dtd">
                <topology version="2.0"><object type="Machine" os_index="0" cpuset="0xf" gp_index="1">
                <info name="HostName" value="lab-3"/>
                <object type="Package" os_index="0" cpuset="0xf" gp_index="2">
                <object type="NUMANode" os_index="0" cpuset="0xf" gp_index="9" local_memory="17179869184"/>
                <object type="L3Cache" cpuset="0xf" gp_index="3" cache_size="8388608" depth="3" cache_type="0">
                <object type="Core" os_index="0" cpuset="0x3" gp_index="4"><object type="PU" os_index="0" cpuset="0x1" gp_index="5"/>
                <object type="PU" os_index="1" cpuset="0x2" gp_index="6"/></object>
                <object type="Core" os_index="1" cpuset="0xc" gp_index="7"><object type="PU" os_index="2" cpuset="0x4" gp_index="8"/></object>
                </object></object></object></topology>
                """;
        Subgraph graph = LocalTopology.ofTopology(topology, 16);
        assertThat(counts(graph)).isEqualTo(Map.of("cluster", 1L, "node", 1L, "socket", 1L, "core", 2L, "memory", 16L));
        assertThat(ResourceGraph.of(graph).find("/cluster0/lab-3/memory0")).isPositive();
        assertThat(graph.vertices().getLast().properties()).isEqualTo(Map.of("divisible", "1"));
    }

    @Test
    void whereLstopoWritesWhatCannotBeUsedTheKernelTells() throws Exception {
        file("sys/devices/system/cpu/online", "0");
        for (String wrong : List.of(
                "<topology><object type=\"Machine\"",
                "Segmentation fault",
                "<?xml version=\"1.0\"?><topology version=\"2.0\"><object type=\"Machine\" os_index=\"0\"/></topology>")) {
            LocalTopology.Found found = LocalTopology.look(new Kernel(root), Optional.of(wrong));
            assertThat(counts(found.graph())).containsEntry("core", 1L);
            assertThat(found.source()).startsWith("/sys, because the output of lstopo cannot be used: ");
        }
        assertThat(LocalTopology.look(new Kernel(root), Optional.empty()).source())
                .isEqualTo("/sys");
    }

    @Test
    void thisVeryMachineHasANodeWithACore() throws Exception {
        LocalTopology.Found found = LocalTopology.look();
        assertThat(found.source()).isIn("lstopo", "/sys");
        assertThat(counts(found.graph())).containsEntry("node", 1L).containsKey("core");
    }

    private void device(String address, String kind, String vendor) throws IOException {
        file("sys/bus/pci/devices/" + address + "/class", kind);
        file("sys/bus/pci/devices/" + address + "/vendor", vendor);
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    /** How much there is of each type. */
    private static Map<String, Long> counts(Subgraph graph) {
        Map<String, Long> counts = new TreeMap<>();
        graph.vertices().forEach(vertex -> counts.merge(vertex.type().name(), vertex.size(), Long::sum));
        return counts;
    }
}
