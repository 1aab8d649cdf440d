package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node with two sockets, as hwloc 1 and hwloc 2 write it. */
class HwlocReaderTest {
    private static final String DEVICES = """
            <object type="Bridge" depth="0"><object type="PCIDev">
              <object type="OSDev" name="eth0" osdev_type="2"/>
            </object><object type="PCIDev">
              <object type="OSDev" name="sda" osdev_type="0">
                <info name="Size" value="195360984"/><info name="LinuxDeviceID" value="8:0"/>
              </object>
            </object><object type="PCIDev">
              <object type="OSDev" name="card0" osdev_type="1"/>
              <object type="OSDev" name="cuda0" osdev_type="5"/>
              <object type="OSDev" name="opencl0d0" osdev_type="5"/>
            </object><object type="PCIDev">
              <object type="OSDev" name="rsmi0" osdev_type="1"/>
            </object></object>
            """;
    private static final String CORES = """
            <object type="Cache" depth="3" cache_size="8388608" cache_type="0">
              <object type="Cache" depth="1" cache_size="65536" cache_type="2">
                <object type="Core"><object type="PU"/><object type="PU"/></object>
              </object><object type="Core"><object type="PU"/></object>
            </object>
            """;
    /** Memory stands above the first socket and below the second one. */
    private static final String OLD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE topology SYSTEM "hwloc.dtd">
            <topology>
              <object type="Machine" cpuset="0xf">
                <page_type size="4096" count="0"/>
                <info name="HostName" value="fat012"/>
                <object type="NUMANode" cpuset="0x3"><object type="Socket" cpuset="0x3">%s</object>%s</object>
                <object type="Socket" cpuset="0xc"><object type="NUMANode" cpuset="0xc">%s</object></object>
              </object>
            </topology>
            """.formatted(CORES, DEVICES, CORES);

    private static ResourceGraph graph(List<String> allowed, String... topologies) throws GraphException {
        var reader = new HwlocReader(allowed);
        for (String topology : topologies) {
            reader.add(new ByteArrayInputStream(topology.getBytes(StandardCharsets.UTF_8)), "node.xml");
        }
        ResourceGraph graph = reader.graph();
        graph.checkInvariants();
        return graph;
    }

    private static List<String> paths(ResourceGraph graph) {
        return Arrays.stream(graph.preOrder())
                .mapToObj(v -> graph.path(v).replace("/cluster0/fat012", ""))
                .toList();
    }

    @Test
    void keepsEverythingWithoutAnAllowlist() throws GraphException {
        ResourceGraph graph = graph(List.of(), OLD);
        assertThat(paths(graph))
                .containsExactly(
                        "/cluster0",
                        "",
                        "/socket0",
                        "/socket0/L3cache0",
                        "/socket0/L3cache0/core0",
                        "/socket0/L3cache0/core0/pu0",
                        "/socket0/L3cache0/core0/pu1",
                        "/socket0/L3cache0/core1",
                        "/socket0/L3cache0/core1/pu2",
                        "/socket0/numanode0",
                        "/socket0/storage1",
                        "/socket0/gpu0",
                        "/socket0/gpu1",
                        "/socket1",
                        "/socket1/L3cache1",
                        "/socket1/L3cache1/core2",
                        "/socket1/L3cache1/core2/pu3",
                        "/socket1/L3cache1/core2/pu4",
                        "/socket1/L3cache1/core3",
                        "/socket1/L3cache1/core3/pu5",
                        "/socket1/numanode1");
    }

    @Test
    void linksTheKeptToTheNearestKept() throws GraphException {
        assertThat(paths(graph(List.of("node", "socket", "core", "storage"), OLD)))
                .containsExactly(
                        "/cluster0",
                        "",
                        "/socket0",
                        "/socket0/core0",
                        "/socket0/core1",
                        "/socket0/storage1",
                        "/socket1",
                        "/socket1/core2",
                        "/socket1/core3");
        assertThat(graph(List.of("core"), OLD).find("/cluster0/core3")).isPositive();
    }

    @Test
    void knowsSizesUnitsAndDevices() throws GraphException {
        ResourceGraph graph = graph(List.of(), OLD);
        int storage = graph.find("/cluster0/fat012/socket0/storage1");
        assertThat(graph.size(storage)).isEqualTo(195);
        assertThat(graph.unit(storage)).isEqualTo("GB");
        assertThat(graph.properties(storage)).containsEntry("LinuxDeviceID", "8:0");
        int cache = graph.find("/cluster0/fat012/socket0/L3cache0");
        assertThat(graph.size(cache)).isEqualTo(8192);
        assertThat(graph.types().name(graph.typeId(cache))).isEqualTo("cache");
        int node = graph.find("/cluster0/fat012");
        assertThat(graph.basename(node)).isEqualTo("fat");
        assertThat(graph.number(node)).isEqualTo(12);
        assertThat(graph.rank(storage)).isZero();
    }

    @Test
    void memoryBetweenAMachineAndSeveralSocketsMakesAGroup() throws GraphException {
        ResourceGraph graph = graph(List.of(), """
                <topology><object type="Machine" cpuset="0xff"><info name="HostName" value="fat012"/>
                  <object type="NUMANode" cpuset="0xf">
                    <object type="Package" cpuset="0x3"/><object type="Package" cpuset="0xc"/>
                  </object>
                  <object type="NUMANode" cpuset="0x0"/>
                </object></topology>""");
        assertThat(paths(graph))
                .containsExactly(
                        "/cluster0",
                        "",
                        "/group0",
                        "/group0/socket0",
                        "/group0/socket1",
                        "/group0/numanode0",
                        "/numanode1");
    }

    @Test
    void severalNodesShareOneCluster() throws GraphException {
        ResourceGraph graph = graph(List.of("node", "core"), OLD, OLD.replace("fat012", "thin"));
        assertThat(graph.find("/cluster0/thin/core0")).isPositive();
        assertThat(graph.rank(graph.find("/cluster0/thin/core0"))).isEqualTo(1);
        assertThat(graph.number(graph.find("/cluster0/thin"))).isEqualTo(-1);
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> graph(List.of(), OLD, OLD))
                .withMessageContaining("/cluster0/fat012");
    }

    @Test
    void refusesEntitiesWhereverTheyAre() {
        String bomb = "<!DOCTYPE topology [<!ENTITY a \"aaaa\"><!ENTITY b SYSTEM \"file:///etc/hostname\">]>";
        refused(
                bomb + "<topology><object type=\"Machine\"><info name=\"HostName\" value=\"&a;\"/></object></topology>",
                "");
        refused(bomb + "<topology>&b;<object type=\"Machine\"/></topology>", "");
    }

    @Test
    void refusesWhatIsNoTopology() {
        refused("<graphml/>", "node.xml:1: <topology> is expected, not <graphml>.");
        refused("<topology/>", "node.xml:1: the topology's first object is no Machine.");
        refused("<topology><object type='Core'/></topology>", "the topology's first object is no Machine.");
        refused("<topology><object/></topology>", "<object> has no attribute 'type'");
        refused(
                "<topology><object type='Machine'/><object type='Machine'/></topology>",
                "this is a second object beside it");
        refused(OLD.replace("195360984", "large"), "the size 'large' is no whole number.");
        refused("<topology>", "not well-formed XML");
        refused("<topology>" + "<object type='Machine'>".repeat(300), "80 levels");
    }

    private static void refused(String topology, String why) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> graph(List.of(), topology))
                .withMessageContaining(why);
    }
}
