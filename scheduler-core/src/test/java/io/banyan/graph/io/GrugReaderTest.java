package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Subsystem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrugReaderTest {
    private static final Subsystem POWER = new Subsystem("power");

    private static final String DECLARED =
            "<?xml version=\"1.0\" encoding=\"%s\"?><graphml><node id=\"\u00e9\"/></graphml>";

    @Test
    void readsTheEncodingThatIsDeclared() {
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16)) {
            byte[] bytes = DECLARED.formatted(charset.name()).getBytes(charset);
            // It was read as far as to where something is missing.
            assertThatThrownBy(() -> GrugReader.read(new ByteArrayInputStream(bytes), "x"))
                    .as(charset.name())
                    .isInstanceOf(GraphException.class)
                    .message()
                    .doesNotContain("well-formed")
                    .contains("\u00e9");
        }
        byte[] marked = ("\uFEFF" + DECLARED.formatted("UTF-8")).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> GrugReader.read(new ByteArrayInputStream(marked), "x"))
                .message()
                .contains("\u00e9");
    }

    @Test
    void refusesBytesThatAreNoCharactersAndWritesNothingElsewhere() {
        var said = new ByteArrayOutputStream();
        PrintStream standardError = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            for (byte[] bytes : List.of(
                    new byte[] {(byte) 0xff, 0, 1},
                    DECLARED.formatted("UTF-8").getBytes(StandardCharsets.ISO_8859_1))) {
                assertThatThrownBy(() -> GrugReader.read(new ByteArrayInputStream(bytes), "x"))
                        .isInstanceOf(GraphException.class)
                        .hasMessageContaining("not valid in its encoding");
            }
        } finally {
            System.setErr(standardError);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void refusesAnEncodingThatThereIsNot() {
        assertThatThrownBy(() -> GrugReader.read(
                        new ByteArrayInputStream(DECLARED.formatted("klingon").getBytes(StandardCharsets.UTF_8)), "x"))
                .hasMessage("x:1: unknown encoding 'klingon'.");
    }

    @Test
    void generatesDepthFirstAndNumbersInOrderOfCreation() throws GraphException {
        ResourceGraph graph = TinyGraph.graph();
        // 1 cluster, 1 rack, 2 nodes, 4 sockets, 4 x 18 cores, 4 GPUs, 4 x 4 pieces of memory.
        assertThat(graph.vertexCount()).isEqualTo(100);
        assertThat(graph.edgeCount()).isEqualTo(99);
        int core = graph.find("/tiny0/rack0/node1/socket1/core35");
        assertThat(graph.uniqId(core)).isEqualTo(79);
        assertThat(graph.rank(core)).isEqualTo(-1);
        assertThat(graph.rank(graph.find("/tiny0/rack0/node1"))).isEqualTo(1);
        int memory = graph.find("/tiny0/rack0/node0/socket1/memory7");
        assertThat(graph.size(memory)).isEqualTo(2);
        assertThat(graph.unit(memory)).isEqualTo("GB");
        graph.checkInvariants();
    }

    @ParameterizedTest
    @CsvSource({
        // scope, start, stride, ids of the cores of the four sockets
        "-1, 0, 1, ''",
        "0, 0, 1, 0 1 | 0 1 | 0 1 | 0 1",
        "1, 0, 1, 0 1 | 2 3 | 0 1 | 2 3",
        "2, 0, 1, 0 1 | 2 3 | 4 5 | 6 7",
        "9, 0, 1, 0 1 | 2 3 | 4 5 | 6 7",
        "1, 10, 3, 10 13 | 16 19 | 10 13 | 16 19",
    })
    void idsContinueAcrossTheScope(int scope, int start, int stride, String expected) throws GraphException {
        String rule = """
                <node id="cluster"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="node"><data key="type">node</data></node>
                <node id="socket"><data key="type">socket</data></node>
                <node id="core"><data key="type">core</data></node>
                <edge source="cluster" target="node"><data key="multi_scale">2</data></edge>
                <edge source="node" target="socket"><data key="multi_scale">2</data></edge>
                <edge source="socket" target="core"><data key="multi_scale">%d</data><data key="id_scope">%d</data>
                    <data key="id_start">%d</data><data key="id_stride">%d</data></edge>
                """.formatted(scope < 0 ? 1 : 2, scope, start, stride);
        ResourceGraph graph = TinyGraph.read(TinyGraph.recipe(rule));
        List<String> ids = IntStream.of(graph.verticesOfType(graph.types().id("core")))
                .mapToObj(v -> graph.name(v).substring("core".length()))
                .toList();
        assertThat(String.join(" ", ids).strip()).isEqualTo(expected.replace(" | ", " "));
    }

    /** Racks with cores beside nodes with cores, in two ways through the recipe, and disks whose numbers have gaps. */
    private static final String TWO_WAYS = """
            <node id="cluster"><data key="root">1</data><data key="type">cluster</data></node>
            <node id="rack"><data key="type">rack</data></node>
            <node id="node"><data key="type">node</data></node>
            <node id="core"><data key="type">core</data></node>
            <node id="disk"><data key="type">disk</data><data key="basename">%s</data></node>
            <edge source="cluster" target="rack"><data key="multi_scale">3</data></edge>
            <edge source="rack" target="core"><data key="multi_scale">2</data><data key="id_start">%d</data></edge>
            <edge source="rack" target="node"><data key="id_scope">1</data><data key="multi_scale">4</data></edge>
            <edge source="node" target="core"><data key="multi_scale">3</data></edge>
            <edge source="rack" target="disk"><data key="multi_scale">2</data><data key="id_stride">7</data></edge>
            """;

    @Test
    void whatIsMadeAtOnceIsWhatIsMadeOneByOne() throws GraphException {
        // A disk that is called core10 might be core100, so that paths are looked up one by one; here it is not.
        ResourceGraph atOnce = TinyGraph.read(TinyGraph.recipe(TWO_WAYS.formatted("disk", 200)));
        ResourceGraph oneByOne = TinyGraph.read(TinyGraph.recipe(TWO_WAYS.formatted("core10", 200)));
        atOnce.checkInvariants();
        oneByOne.checkInvariants();
        assertThat(atOnce.vertexCount()).isEqualTo(1 + 3 * (1 + 2 + 4 * (1 + 3) + 2));
        assertThat(described(oneByOne)).isEqualTo(described(atOnce).replace("disk:disk", "disk:core10"));
    }

    private static String described(ResourceGraph graph) {
        var text = new StringBuilder();
        for (int v = 0; v < graph.vertexBound(); v++) {
            text.append(graph.types().name(graph.typeId(v)) + ":" + graph.basename(v) + ":" + graph.number(v) + ":"
                    + graph.uniqId(v) + ":" + graph.rank(v) + ":" + graph.parent(v) + ">");
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                text.append(graph.target(e)).append(',');
            }
            text.append('\n');
        }
        return text.toString();
    }

    @Test
    void namesThatMeetByTheirNumbersAreRefused() {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> TinyGraph.read(TinyGraph.recipe(TWO_WAYS.formatted("core10", 100))))
                .withMessageEndingWith("Two vertices have the same path /cluster0/rack0/core100.");
        refused("""
                <node id="cluster"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="rack"><data key="type">rack</data></node>
                <edge source="cluster" target="rack"/><edge source="cluster" target="rack"/>
                """, "recipe.graphml:9: Two vertices have the same path /cluster0/rack0.");
    }

    @Test
    void whatIsMadeAtOnceCanBeFoundAndChanged() throws GraphException {
        ResourceGraph graph = TinyGraph.read(TinyGraph.recipe(TWO_WAYS.formatted("disk", 0)));
        int node = graph.find("/cluster0/rack2/node10");
        assertThat(graph.rank(node)).isEqualTo(10);
        assertThat(graph.find("/cluster0/rack1/disk7")).isPositive();
        var whole = graph.toSubgraph();
        assertThat(graph.detach(node)).hasSize(4);
        graph.checkInvariants();
        assertThat(graph.attach(whole).added()).hasSize(4);
        graph.checkInvariants();
        assertThat(graph.verticesOfRank(10)).containsExactly(graph.find("/cluster0/rack2/node10"));
    }

    @Test
    void associatesByPathAndWhole() throws GraphException {
        ResourceGraph graph = TinyGraph.read(TinyGraph.recipe("""
                <node id="cluster"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="rack"><data key="type">rack</data></node>
                <node id="pdu"><data key="type">pdu</data></node>
                <node id="node"><data key="type">node</data></node>
                <node id="panel"><data key="root">1</data><data key="type">panel</data><data key="subsystem">power</data></node>
                <node id="pdu_power"><data key="type">pdu</data><data key="subsystem">power</data></node>
                <node id="node_power"><data key="type">node</data><data key="subsystem">power</data></node>
                <node id="watt"><data key="type">power</data><data key="subsystem">power</data></node>
                <edge source="cluster" target="rack"><data key="multi_scale">2</data></edge>
                <edge source="rack" target="pdu"><data key="id_scope">1</data></edge>
                <edge source="rack" target="node"><data key="id_scope">1</data><data key="multi_scale">3</data></edge>
                <edge source="panel" target="pdu_power"><data key="e_subsystem">power</data><data key="gen_method">ASSOCIATE_IN</data></edge>
                <edge source="pdu_power" target="node_power"><data key="e_subsystem">power</data>
                    <data key="gen_method">ASSOCIATE_BY_PATH_IN</data></edge>
                <edge source="node_power" target="watt"><data key="e_subsystem">power</data><data key="multi_scale">2</data></edge>
                """));
        // Containment: 1 cluster, 2 racks, 2 PDUs, 6 nodes; power: 1 panel, 6 x 2 capacities.
        assertThat(graph.vertexCount()).isEqualTo(24);
        assertThat(graph.root(POWER)).isEqualTo(graph.find("/panel0", POWER));
        assertThat(graph.find("/panel0/pdu1/node5/power1", POWER)).isNotEqualTo(-1);
        assertThat(graph.find("/panel0/pdu1/node2", POWER)).isEqualTo(-1);
        assertThat(graph.path(graph.find("/cluster0/rack1/node5"), POWER)).contains("/panel0/pdu1/node5");
        graph.checkInvariants();
    }

    @ParameterizedTest
    @CsvSource({
        // Levels up from the target and from the source, and the vertices that each of the four sockets gets.
        "1, 1, 1 1 1 1", // in the same node: its one disk
        "1, 2, 0 0 0 0", // a node is no rack
        "2, 2, 2 2 2 2", // in the same rack
        "3, 3, 2 2 2 2", // in the same cluster, which has no more disks than the rack
        "0, 0, 0 0 0 0", // no socket is a disk
    })
    void associatesWhatMeetsSoManyLevelsUp(int targetLevels, int sourceLevels, String expected) throws GraphException {
        ResourceGraph graph = TinyGraph.read(TinyGraph.recipe("""
                <node id="cluster"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="rack"><data key="type">rack</data></node>
                <node id="node"><data key="type">node</data></node>
                <node id="disk"><data key="type">disk</data></node>
                <node id="socket"><data key="type">socket</data></node>
                <node id="net"><data key="root">1</data><data key="type">cluster</data><data key="basename">net</data>
                  <data key="subsystem">net</data></node>
                <node id="socket_net"><data key="type">socket</data><data key="subsystem">net</data></node>
                <node id="disk_net"><data key="type">disk</data><data key="subsystem">net</data></node>
                <edge source="cluster" target="rack"/>
                <edge source="rack" target="node"><data key="multi_scale">2</data></edge>
                <edge source="node" target="disk"><data key="id_scope">1</data></edge>
                <edge source="node" target="socket"><data key="id_scope">1</data><data key="multi_scale">2</data></edge>
                <edge source="net" target="socket_net"><data key="e_subsystem">net</data>
                  <data key="gen_method">ASSOCIATE_IN</data></edge>
                <edge source="socket_net" target="disk_net"><data key="e_subsystem">net</data>
                  <data key="gen_method">ASSOCIATE_BY_PATH_IN</data><data key="as_tgt_subsystem">containment</data>
                  <data key="as_tgt_uplvl">%d</data><data key="as_src_uplvl">%d</data></edge>
                """.formatted(targetLevels, sourceLevels)));
        int net = graph.subsystemId(new Subsystem("net"));
        List<String> counts = IntStream.of(graph.verticesOfType(graph.types().id("socket")))
                .mapToObj(v -> {
                    int count = 0;
                    for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                        count += graph.subsystem(e) == net ? 1 : 0;
                    }
                    return Integer.toString(count);
                })
                .toList();
        assertThat(String.join(" ", counts)).isEqualTo(expected);
        graph.checkInvariants();
    }

    @Test
    void saysWhereAndWhatIsWrong() {
        String cluster = "<node id=\"c\"><data key=\"root\">1</data><data key=\"type\">cluster</data></node>\n";
        refused(
                cluster + "<edge source=\"c\" target=\"x\"/>",
                "recipe.graphml:8: an edge names the node 'x', which the recipe does not contain.");
        refused(cluster + "<node id=\"n\"/>", "recipe.graphml:8: the node 'n' has no type.");
        refused(
                cluster + "<node id=\"n\"><data key=\"type\">n</data><data key=\"size\">0</data></node>",
                "recipe.graphml:8: size is 0; expected a number from 1 to 9223372036854775807.");
        refused(
                cluster + "<node id=\"n\"><data key=\"type\">n</data><data key=\"size\">big</data></node>",
                "recipe.graphml:8: size is 'big'; expected a whole number.");
        refused(
                cluster + "<node id=\"n\"><data key=\"colour\">n</data></node>",
                "recipe.graphml:8: no <key> declares 'colour'.");
        refused(
                "<key id=\"k0\" for=\"edge\" attr.name=\"mutli_scale\"/>" + cluster
                        + "<node id=\"n\"><data key=\"type\">n</data></node>"
                        + "<edge source=\"c\" target=\"n\"><data key=\"k0\">4</data></edge>",
                "recipe.graphml:8: a recipe cannot have the attribute 'mutli_scale'.");
        refused(
                cluster + "<edge source=\"c\" target=\"c\"><data key=\"gen_method\">GUESS</data></edge>",
                "recipe.graphml:8: gen_method is 'GUESS'; expected MULTIPLY, ASSOCIATE_IN or ASSOCIATE_BY_PATH_IN.");
        refused(
                cluster + "<edge source=\"c\" target=\"c\"/>",
                "recipe.graphml:8: the edges of the recipe form a cycle.");
        refused(cluster + "<desk/>", "recipe.graphml:8: <desk> is not expected in a recipe.");
        refused(
                "<node id=\"c\"><data key=\"type\">cluster</data></node>",
                "recipe.graphml: no node of the recipe is marked as root; expected <data key=\"root\">1</data> in one of them.\nMaybe the file contains a graph instead of a recipe; use the format JGF for graphs.");
        refused(
                cluster + cluster.replace("\"c\"", "\"d\""),
                "recipe.graphml:8: The subsystem containment has two roots: /cluster0 and /cluster0; "
                        + "expected a single root.");
        refused(
                cluster + "<node id=\"n\"><data key=\"type\">n</data></node>"
                        + "<edge source=\"c\" target=\"n\"/><edge source=\"c\" target=\"n\"/>",
                "recipe.graphml:8: Two vertices have the same path /cluster0/n0.");
    }

    @Test
    void refusesMoreVerticesThanTheLimitBeforeItMakesAny() {
        refused("""
                <node id="c"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="n"><data key="type">node</data></node>
                <node id="m"><data key="type">core</data></node>
                <edge source="c" target="n"><data key="multi_scale">1000000</data></edge>
                <edge source="n" target="m"><data key="multi_scale">1000000</data></edge>
                """, "recipe.graphml:11: the graph would have more than 20000000 vertices, which is the limit.");
    }

    private static String chain(int pools) {
        var text = new StringBuilder();
        for (int i = 0; i < pools; i++) {
            text.append("<node id=\"p%d\"><data key=\"root\">%d</data><data key=\"type\">t</data></node>\n"
                    .formatted(i, i == 0 ? 1 : 0));
        }
        for (int i = 1; i < pools; i++) {
            text.append("<edge source=\"p%d\" target=\"p%d\"/>\n".formatted(i - 1, i));
        }
        return text.toString();
    }

    @Test
    void refusesMoreLevelsThanAGraphCanHave() throws GraphException {
        assertThat(TinyGraph.read(TinyGraph.recipe(chain(256))).vertexCount()).isEqualTo(256);
        String tooMany = ": the recipe creates more than 256 levels, which is the limit.";
        refused(chain(257), "recipe.graphml:519" + tooMany);
        refused(chain(20_000), "recipe.graphml:20262" + tooMany);
    }

    @Test
    void refusesDocumentTypesAndEntities() {
        assertRefused(
                "<!DOCTYPE graphml [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n<graphml>&x;</graphml>",
                "recipe.graphml:1: a document type declaration is not allowed.");
        assertRefused("<graphml>&x;</graphml>", "recipe.graphml:1:");
        assertRefused("<graphml><node", "recipe.graphml:1: not well-formed XML:");
        assertRefused("", "recipe.graphml:1: not well-formed XML:");
        assertRefused("<topology/>", "recipe.graphml:1: expected <graphml>, not <topology>.");
    }

    private static void refused(String content, String message) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> TinyGraph.read(TinyGraph.recipe(content)))
                .withMessage(message);
    }

    private static void assertRefused(String document, String beginning) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> TinyGraph.read(document))
                .withMessageStartingWith(beginning);
    }
}
