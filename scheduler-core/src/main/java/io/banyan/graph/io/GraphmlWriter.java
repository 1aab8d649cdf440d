package io.banyan.graph.io;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import io.banyan.resource.Usage;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes GraphML (http://graphml.graphdrawing.org/specification.html), which yEd, Gephi and NetworkX read: the vertices
 * themselves, not a recipe for them. Every key is declared with its type and written out, since readers disagree about
 * defaults; a property {@code p} is the key {@code property.p}, the path in a subsystem {@code s} is {@code path.s}.
 * Characters that XML cannot contain are written as U+FFFD. O(length of the text).
 */
public final class GraphmlWriter {
    private static final String NAMESPACE = "http://graphml.graphdrawing.org/xmlns";
    private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
    private static final String SCHEMA = "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd";

    /** The keys that every vertex has, with their types. */
    private static final Map<String, String> VERTEX_KEYS = new TreeMap<>(Map.ofEntries(
            Map.entry("type", "string"),
            Map.entry("basename", "string"),
            Map.entry("name", "string"),
            Map.entry("number", "long"),
            Map.entry("uniq_id", "long"),
            Map.entry("rank", "int"),
            Map.entry("size", "long"),
            Map.entry("unit", "string"),
            Map.entry("exclusive", "boolean"),
            Map.entry("status", "string")));

    private static final String PATH = "path.";
    private static final String PROPERTY = "property.";
    private static final String USAGE = "usage";

    private final XMLStreamWriter xml;
    /** By the attribute's name: the id of its key, which may hold no other characters than a name's. */
    private final Map<String, String> keys = new TreeMap<>();

    private GraphmlWriter(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** Writes a document into a stream of XML. */
    private interface Document {
        void write(GraphmlWriter writer) throws XMLStreamException;
    }

    /** Writes a whole graph, vertex by vertex, without making a value of it first. */
    public static void write(ResourceGraph graph, Writer out) throws IOException {
        document(out, writer -> writer.whole(graph, Optional.empty()));
    }

    /** Writes a whole graph, with the use of each vertex at the time under a key of its own. */
    public static void write(ResourceGraph graph, IntFunction<Usage> usages, Writer out) throws IOException {
        document(out, writer -> writer.whole(graph, Optional.of(usages)));
    }

    /** Writes a selection of a graph; {@code exclusive} marks exclusive vertices. */
    public static void write(ResourceGraph graph, Selection selection, Writer out) throws IOException {
        write(selection.toSubgraph(graph), out);
    }

    /** Writes a subgraph. */
    public static void write(Subgraph subgraph, Writer out) throws IOException {
        document(out, writer -> writer.part(subgraph));
    }

    private static void document(Writer out, Document document) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out);
            document.write(new GraphmlWriter(xml));
            xml.flush();
        } catch (XMLStreamException e) {
            throw e.getNestedException() instanceof IOException io ? io : new IOException(e.getMessage(), e);
        }
    }

    private void whole(ResourceGraph graph, Optional<IntFunction<Usage>> usages) throws XMLStreamException {
        int[] order = graph.preOrder();
        Set<String> properties = new TreeSet<>();
        for (int v : order) {
            properties.addAll(graph.properties(v).keySet());
        }
        begin(new LinkedHashSet<>(graph.subsystems()), properties, usages.isPresent());
        for (int v : order) {
            SubgraphVertex vertex = graph.vertex(v);
            beginVertex("v" + vertex.id(), vertex);
            if (usages.isPresent()) {
                data(USAGE, usages.get().apply(v).words());
            }
            endVertex();
        }
        for (int v : order) {
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                Subsystem subsystem = graph.subsystems().get(graph.subsystem(e));
                edge("v" + graph.uniqId(v), "v" + graph.uniqId(graph.target(e)), subsystem);
            }
        }
        end();
    }

    private void part(Subgraph subgraph) throws XMLStreamException {
        Set<Subsystem> subsystems = new LinkedHashSet<>();
        Set<String> properties = new TreeSet<>();
        for (SubgraphVertex vertex : subgraph.vertices()) {
            subsystems.addAll(vertex.paths().keySet());
            properties.addAll(vertex.properties().keySet());
        }
        begin(subsystems, properties, false);
        for (int i = 0; i < subgraph.vertices().size(); i++) {
            beginVertex(id(subgraph, i), subgraph.vertices().get(i));
            endVertex();
        }
        for (SubgraphEdge edge : subgraph.edges()) {
            edge(id(subgraph, edge.source()), id(subgraph, edge.target()), edge.subsystem());
        }
        end();
    }

    /** The vertex's own id where it is a number, so that parts of one graph can be laid over each other. */
    private static String id(Subgraph subgraph, int position) {
        SubgraphVertex vertex = subgraph.vertices().get(position);
        return SubgraphVertex.uniqIdOf(vertex.id()) >= 0 ? "v" + vertex.id() : "p" + position;
    }

    private void begin(Set<Subsystem> subsystems, Set<String> properties, boolean hasUsage) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        line(0);
        xml.writeStartElement("graphml");
        xml.writeDefaultNamespace(NAMESPACE);
        xml.writeNamespace("xsi", INSTANCE);
        xml.writeAttribute("xsi", INSTANCE, "schemaLocation", NAMESPACE + " " + SCHEMA);
        for (Map.Entry<String, String> key : VERTEX_KEYS.entrySet()) {
            key("node", key.getKey(), key.getValue());
        }
        for (Subsystem subsystem : subsystems) {
            key("node", PATH + subsystem.name(), "string");
        }
        for (String property : properties) {
            key("node", PROPERTY + property, "string");
        }
        if (hasUsage) {
            key("node", USAGE, "string");
        }
        key("edge", "subsystem", "string");
        line(1);
        xml.writeStartElement("graph");
        xml.writeAttribute("id", "resources");
        xml.writeAttribute("edgedefault", "directed");
    }

    private void end() throws XMLStreamException {
        line(1);
        xml.writeEndElement();
        line(0);
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void key(String element, String name, String type) throws XMLStreamException {
        String id = "k" + keys.size();
        keys.put(name, id);
        line(1);
        xml.writeEmptyElement("key");
        xml.writeAttribute("id", id);
        xml.writeAttribute("for", element);
        xml.writeAttribute("attr.name", legal(name));
        xml.writeAttribute("attr.type", type);
    }

    private void beginVertex(String id, SubgraphVertex vertex) throws XMLStreamException {
        line(2);
        xml.writeStartElement("node");
        xml.writeAttribute("id", id);
        data("type", vertex.type().name());
        data("basename", vertex.basename());
        data("name", vertex.name());
        data("number", Long.toString(vertex.number()));
        data("uniq_id", Long.toString(vertex.uniqId()));
        data("rank", Integer.toString(vertex.rank()));
        data("size", Long.toString(vertex.size()));
        data("unit", vertex.unit());
        data("exclusive", Boolean.toString(vertex.exclusive()));
        data("status", vertex.status() == Status.UP ? "up" : "down");
        for (Map.Entry<Subsystem, String> path : vertex.paths().entrySet()) {
            data(PATH + path.getKey().name(), path.getValue());
        }
        for (Map.Entry<String, String> property : vertex.properties().entrySet()) {
            data(PROPERTY + property.getKey(), property.getValue());
        }
    }

    private void endVertex() throws XMLStreamException {
        xml.writeEndElement();
    }

    private void edge(String source, String target, Subsystem subsystem) throws XMLStreamException {
        line(2);
        xml.writeStartElement("edge");
        xml.writeAttribute("source", source);
        xml.writeAttribute("target", target);
        data("subsystem", subsystem.name());
        xml.writeEndElement();
    }

    private void data(String name, String value) throws XMLStreamException {
        xml.writeStartElement("data");
        xml.writeAttribute("key", keys.getOrDefault(name, name));
        xml.writeCharacters(legal(value));
        xml.writeEndElement();
    }

    private void line(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** The text without what XML 1.0 cannot hold in any spelling. */
    private static String legal(String text) {
        boolean isLegal = text.codePoints().allMatch(GraphmlWriter::isLegal);
        return isLegal
                ? text
                : text.codePoints()
                        .map(c -> isLegal(c) ? c : 0xFFFD)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private static boolean isLegal(int c) {
        return c == '\t'
                || c == '\n'
                || (c >= ' ' && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0x10FFFF);
    }
}
