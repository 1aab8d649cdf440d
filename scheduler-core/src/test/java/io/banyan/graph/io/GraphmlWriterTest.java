package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.resource.Usage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class GraphmlWriterTest {
    private static final String TWO = """
            <?xml version="1.0" encoding="UTF-8"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
              <key id="k0" for="node" attr.name="basename" attr.type="string"/>
              <key id="k1" for="node" attr.name="exclusive" attr.type="boolean"/>
              <key id="k2" for="node" attr.name="name" attr.type="string"/>
              <key id="k3" for="node" attr.name="number" attr.type="long"/>
              <key id="k4" for="node" attr.name="rank" attr.type="int"/>
              <key id="k5" for="node" attr.name="size" attr.type="long"/>
              <key id="k6" for="node" attr.name="status" attr.type="string"/>
              <key id="k7" for="node" attr.name="type" attr.type="string"/>
              <key id="k8" for="node" attr.name="uniq_id" attr.type="long"/>
              <key id="k9" for="node" attr.name="unit" attr.type="string"/>
              <key id="k10" for="node" attr.name="path.containment" attr.type="string"/>
              <key id="k11" for="edge" attr.name="subsystem" attr.type="string"/>
              <graph id="resources" edgedefault="directed">
                <node id="v0"><data key="k7">cluster</data><data key="k0">cluster</data><data key="k2">cluster0</data>\
            <data key="k3">0</data><data key="k8">0</data><data key="k4">-1</data><data key="k5">1</data><data key="k9"></data>\
            <data key="k1">false</data><data key="k6">up</data><data key="k10">/cluster0</data></node>
                <node id="v1"><data key="k7">node</data><data key="k0">node</data><data key="k2">node0</data>\
            <data key="k3">0</data><data key="k8">1</data><data key="k4">0</data><data key="k5">1</data><data key="k9"></data>\
            <data key="k1">false</data><data key="k6">up</data><data key="k10">/cluster0/node0</data></node>
                <edge source="v0" target="v1"><data key="k11">containment</data></edge>
              </graph>
            </graphml>""";

    @Test
    void writesEveryKeyOfEveryVertex() throws Exception {
        assertThat(written(Graphs.graph("cluster { node }"))).isEqualTo(TWO);
    }

    @Test
    void propertiesAreKeysAndEveryCharacterSurvivesThatXmlCanHold() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { node }");
        int node = graph.find("/cluster0/node0");
        graph.setProperty(node, "a<b>&\"c'", "x < y & z > \"1\" 'é' \uD83D\uDE00");
        graph.setProperty(node, "odd", "bell\u0007end");
        Map<String, String> data = data(parsed(written(graph)), 1);
        assertThat(data)
                .containsEntry("property.a<b>&\"c'", "x < y & z > \"1\" 'é' \uD83D\uDE00")
                .containsEntry("property.odd", "bell\uFFFDend");
        assertThat(data(parsed(written(graph)), 0)).doesNotContainKey("property.odd");
    }

    @Test
    void otherSubsystemsHaveTheirOwnPathsAndEdges() throws Exception {
        ResourceGraph graph = TinyGraph.read(TinyGraph.recipe("""
                <node id="c"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="n"><data key="type">node</data></node>
                <node id="p"><data key="root">1</data><data key="type">plant</data><data key="subsystem">power</data></node>
                <edge source="c" target="n"/>
                <edge source="p" target="n"><data key="e_subsystem">power</data><data key="gen_method">ASSOCIATE_IN</data></edge>
                """));
        Document document = parsed(written(graph));
        assertThat(document.getElementsByTagName("edge").getLength()).isEqualTo(2);
        assertThat(data(document, 1))
                .containsEntry("path.containment", "/cluster0/node0")
                .containsEntry("path.power", "/plant0/node0");
    }

    @Test
    void aSelectionKeepsTheIdsOfTheGraphAndSaysWhatIsExclusive() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { node { 2 core } }");
        int core = graph.find("/cluster0/node0/core1");
        int node = graph.find("/cluster0/node0");
        Selection selection = new Selection.Builder()
                .add(core, 1, true, 2, graph.firstIn(core))
                .add(node, 1, false, 1, -1)
                .build();
        var out = new StringWriter();
        GraphmlWriter.write(graph, selection, out);
        Document document = parsed(out.toString());
        assertThat(document.getElementsByTagName("node").getLength()).isEqualTo(2);
        assertThat(((Element) document.getElementsByTagName("node").item(0)).getAttribute("id"))
                .isEqualTo("v" + graph.uniqId(core));
        assertThat(data(document, 0)).containsEntry("exclusive", "true");
        assertThat(data(document, 1)).containsEntry("exclusive", "false");
    }

    @Test
    void saysTheUsageWhereItIsKnown() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { node }");
        var out = new StringWriter();
        GraphmlWriter.write(graph, v -> v == graph.root() ? Usage.PARTLY_TAKEN : Usage.DOWN, out);
        Document document = parsed(out.toString());
        assertThat(data(document, 0)).containsEntry("usage", "partly taken");
        assertThat(data(document, 1)).containsEntry("usage", "down");
    }

    private static String written(ResourceGraph graph) throws IOException {
        var out = new StringWriter();
        GraphmlWriter.write(graph, out);
        return out.toString();
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    /** The data of the node at a position by the names that the keys declare. */
    private static Map<String, String> data(Document document, int position) {
        Map<String, String> names = new LinkedHashMap<>();
        NodeList keys = document.getElementsByTagName("key");
        for (int i = 0; i < keys.getLength(); i++) {
            Element key = (Element) keys.item(i);
            assertThat(names.put(key.getAttribute("id"), key.getAttribute("attr.name")))
                    .isNull();
        }
        Map<String, String> data = new LinkedHashMap<>();
        Element node = (Element) document.getElementsByTagName("node").item(position);
        NodeList values = node.getElementsByTagName("data");
        for (int i = 0; i < values.getLength(); i++) {
            Element value = (Element) values.item(i);
            assertThat(names).containsKey(value.getAttribute("key"));
            data.put(names.getOrDefault(value.getAttribute("key"), ""), value.getTextContent());
        }
        return data;
    }
}
