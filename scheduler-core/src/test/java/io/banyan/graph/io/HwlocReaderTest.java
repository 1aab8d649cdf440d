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

    /** Two sockets of two cores; the second core of the first socket and the second socket can be withheld. */
    private static String machine(String attributes) {
        return """
                <topology><object type="Machine" cpuset="0xf" nodeset="0x3" %s><info name="HostName" value="fat012"/>
                  <object type="Package" cpuset="0x3" nodeset="0x1">
                    <object type="NUMANode" os_index="0" cpuset="0x3" nodeset="0x1"/>
                    <object type="Core" cpuset="0x1"><object type="PU" cpuset="0x1"/></object>
                    <object type="Core" cpuset="0x2"><object type="PU" cpuset="0x2"/><object type="Misc"/></object>
                  </object>
                  <object type="Package" cpuset="0xc" nodeset="0x2">
                    <object type="NUMANode" os_index="1" cpuset="0xc" nodeset="0x2"/>
                    <object type="Core" cpuset="0x4"><object type="PU" cpuset="0x4"/></object>
                    <object type="Core" cpuset="0x8"><object type="PU" cpuset="0x8"/></object>
                  </object>
                </object></topology>""".formatted(attributes);
    }

    @Test
    void leavesOutWhatTheTopologyDoesNotAllow() throws GraphException {
        List<String> types = List.of("node", "socket", "core", "numanode");
        assertThat(paths(graph(types, machine("allowed_cpuset='0xa' allowed_nodeset='0x1'"))))
                .as("logical indexes count what is allowed, as hwloc's do")
                .containsExactly(
                        "/cluster0",
                        "",
                        "/socket0",
                        "/socket0/core0",
                        "/socket0/numanode0",
                        "/socket1",
                        "/socket1/core1");
        assertThat(paths(graph(types, machine("allowed_cpuset='0x00000003' allowed_nodeset='0x1'"))))
                .containsExactly("/cluster0", "", "/socket0", "/socket0/core0", "/socket0/core1", "/socket0/numanode0");
        assertThat(paths(graph(List.of("core"), machine("online_cpuset='0x7' allowed_cpuset='0xe'"))))
                .containsExactly("/cluster0", "/cluster0/core0", "/cluster0/core1");
        assertThat(graph(List.of("core"), machine("allowed_cpuset='0xf...f'")).vertexCount())
                .isEqualTo(5);
        refused(
                machine("allowed_cpuset='0x0'"),
                "node.xml:1: the topology does not allow any processor of the machine.");
        refused(machine("allowed_cpuset='0-3'"), "the set '0-3' is malformed; expected words such as 0x0000000f.");
    }

    private static String devices(String version, String... devices) {
        StringBuilder topology = new StringBuilder("<topology version='" + version
                + "'><info name='HostName' value='fat012'/><object type='Machine' cpuset='0x1'><object type='Bridge'>");
        for (String device : devices) {
            topology.append("<object type='PCIDev'>").append(device).append("</object>");
        }
        return topology.append("</object></object></topology>").toString();
    }

    private static String device(String name, int type, String size) {
        return "<object type='OSDev' name='" + name + "' osdev_type='" + type + "'>"
                + (size.isEmpty() ? "" : "<info name='Size' value='" + size + "'/>") + "</object>";
    }

    @Test
    void readsTheDeviceTypesOfHwloc3AsBits() throws GraphException {
        ResourceGraph graph = graph(
                List.of(),
                devices(
                        "3.0",
                        device("card0", 4, ""),
                        device("card1", 4, "") + device("cuda0", 12, "") + device("nvml0", 12, ""),
                        device("rsmi0", 4, ""),
                        device("opencl0d2", 8, ""),
                        device("nvme0n1", 1, "2000000KiB"),
                        device("dax0.0", 3, "64GiB"),
                        device("eth0", 16, "") + device("mlx5_0", 48, "") + device("dma0", 64, "")));
        assertThat(paths(graph)).containsExactly("/cluster0", "", "/gpu0", "/gpu1", "/gpu2", "/storage6", "/storage7");
        assertThat(graph.size(graph.find("/cluster0/fat012/storage6"))).isEqualTo(2);
        assertThat(graph.size(graph.find("/cluster0/fat012/storage7"))).isEqualTo(68);
    }

    @Test
    void readsTheSizeOfADiskInItsUnit() throws GraphException {
        for (String size : List.of("976562500", "976562500KiB", "976562500 kB", "976TB", "931322MiB", "1TiB")) {
            ResourceGraph graph = graph(List.of(), devices("2.0", device("sda", 0, size)));
            long expected = size.equals("976TB") ? 976_000 : size.equals("1TiB") ? 1_099 : 976;
            assertThat(graph.size(graph.find("/cluster0/fat012/storage0")))
                    .as(size)
                    .isEqualTo(expected);
        }
        refused(
                devices("2.0", device("sda", 0, "7 blocks")),
                "the size '7 blocks' has an unknown unit; expected B, KiB");
        refused(devices("2.0", device("sda", 0, "999999999999999999TiB")), "is too large.");
    }

    @Test
    void refusesWhatHwlocDoesNotHave() {
        refused(devices("4.0"), "node.xml:1: the topology's version '4.0' is unknown; 1, 2 and 3 are known.");
        refused(devices("2.0", device("x0", 6, "")), "the device 'x0' has the unknown osdev_type 6; 0 to 5 are known.");
        refused(
                devices("3.0", device("x0", 128, "")),
                "the device 'x0' has the unknown osdev_type 128; bits from 1 to 64");
        refused(devices("3.0", "<object type='OSDev' name='x0'/>"), "<object> has no attribute 'osdev_type'");
        refused(OLD.replace("type=\"PU\"", "type=\"Strand\""), "the object type 'Strand' is unknown.");
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
        refused("<graphml/>", "node.xml:1: expected <topology>, not <graphml>.");
        refused("<topology/>", "node.xml:1: the first object of the topology is not a Machine.");
        refused("<topology><object type='Core'/></topology>", "the first object of the topology is not a Machine.");
        refused("<topology><object/></topology>", "<object> has no attribute 'type'");
        refused(
                "<topology><object type='Machine'/><object type='Machine'/></topology>",
                "this is a second object at the same level");
        refused(OLD.replace("195360984", "large"), "the size 'large' is not a whole number.");
        refused("<topology>", "not well-formed XML");
        refused("<topology>" + "<object type='Machine'>".repeat(300), "80 levels");
    }

    private static void refused(String topology, String why) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> graph(List.of(), topology))
                .withMessageContaining(why);
    }
}
