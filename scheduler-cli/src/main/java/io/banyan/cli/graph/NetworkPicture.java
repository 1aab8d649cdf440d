package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.resource.Status;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import io.banyan.topology.NodeOrder;
import io.banyan.topology.Places;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A picture of the nodes of a network as SVG: rows of boxes, in which each node has the colour of its job. A grid has a
 * row of boxes for each of its rows, and any other network one for each switch with nodes.
 */
final class NetworkPicture {
    /** The most places of a picture; a larger one is not readable. */
    static final int MAX_PLACES = 4_096;

    private static final int MOST_COLUMNS = 64;
    private static final int MARGIN = 12;
    private static final int ROW = 24;
    private static final int GAP = 3;
    private static final int CHARACTER = 7;
    private static final int BASELINE = 16;
    private static final String FREE = "#d3ecd5";
    private static final String DOWN = "#f3b0a5";
    private static final String ABSENT = "#f4f6f8";

    /** Light colours that colour-blind readers can distinguish; further jobs begin again with the first one. */
    private static final List<String> JOBS =
            List.of("#a9c8ec", "#fdd58a", "#c7b5e6", "#8fd3c8", "#f0b7d3", "#c4c9ce", "#dbe06f", "#d9a679");

    private final ResourceGraph graph;
    private final NetworkMap map;
    private final String[] colours;
    private final Map<String, String> legend = new LinkedHashMap<>();
    private final StringBuilder boxes = new StringBuilder();

    /**
     * A picture without jobs.
     *
     * @throws CommandFailure if the network is too large
     */
    NetworkPicture(ResourceGraph graph, NetworkMap map) {
        int places = map.topology().nodes();
        if (places > MAX_PLACES) {
            throw CommandFailure.no("The picture would have " + places + " places; the maximum is " + MAX_PLACES + ".");
        }
        this.graph = graph;
        this.map = map;
        this.colours = new String[places];
        for (int node = 0; node < places; node++) {
            int v = map.vertex(node);
            colours[node] = v < 0 ? ABSENT : graph.initialStatus(v) == Status.DOWN ? DOWN : FREE;
        }
    }

    /** Marks the nodes of which a job has something. */
    void mark(String job, Selection selection) {
        String colour = JOBS.get(legend.size() % JOBS.size());
        legend.put(job, colour);
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            while (v >= 0 && map.node(v) < 0) {
                v = graph.parent(v);
            }
            if (v >= 0) {
                colours[map.node(v)] = colour;
            }
        }
    }

    /** Nodes beside each other, with the name of their row. */
    private record Row(String name, List<Integer> nodes) {
        Row {
            nodes = List.copyOf(nodes);
        }
    }

    /** The picture. O(places). */
    String svg(String title) {
        List<Row> rows = rows();
        int nameWidth = CHARACTER
                        * rows.stream().mapToInt(row -> row.name.length()).max().orElse(0)
                + 2 * GAP;
        int boxWidth = CHARACTER
                        * IntStream.range(0, colours.length)
                                .map(node -> name(node).length())
                                .max()
                                .orElse(1)
                + 2 * GAP;
        int columns = rows.stream().mapToInt(row -> row.nodes.size()).max().orElse(0);
        int y = MARGIN + ROW;
        text(MARGIN, MARGIN + BASELINE, title);
        for (Row row : rows) {
            text(MARGIN, y + BASELINE, row.name);
            for (int i = 0; i < row.nodes.size(); i++) {
                int node = row.nodes.get(i);
                box(MARGIN + nameWidth + i * (boxWidth + GAP), y, boxWidth, colours[node], name(node));
            }
            y += ROW;
        }
        int legendWidth = legend(y + GAP);
        int width = Math.max(
                Math.max(legendWidth, MARGIN + CHARACTER * title.length()),
                MARGIN + nameWidth + columns * (boxWidth + GAP));
        int height = y + GAP + ROW + MARGIN;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + (width + MARGIN) + " " + height
                + "\" width=\"" + (width + MARGIN) + "\" height=\"" + height
                + "\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">\n<title>"
                + escaped(title) + "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + boxes
                + "</svg>\n";
    }

    /** Draws the colours of the jobs and of the other nodes; returns the width. */
    private int legend(int y) {
        Map<String, String> all = new LinkedHashMap<>(legend);
        for (String colour : colours) {
            if (colour.equals(FREE)) {
                all.put("free", FREE);
            } else if (colour.equals(DOWN)) {
                all.put("down", DOWN);
            }
        }
        int x = MARGIN;
        for (Map.Entry<String, String> entry : all.entrySet()) {
            box(x, y, ROW, entry.getValue(), "");
            text(x + ROW + 2 * GAP, y + BASELINE, entry.getKey());
            x += ROW + 4 * GAP + CHARACTER * entry.getKey().length();
        }
        return x;
    }

    private void box(int x, int y, int width, String colour, String content) {
        boxes.append("<rect x=\"" + x + "\" y=\"" + y + "\" width=\"" + width + "\" height=\"" + (ROW - GAP)
                + "\" rx=\"3\" fill=\"" + colour + "\" stroke=\"#8a949e\"/>\n");
        text(x + GAP, y + BASELINE - 1, content);
    }

    private void text(int x, int y, String content) {
        if (!content.isEmpty()) {
            boxes.append("<text x=\"" + x + "\" y=\"" + y + "\" fill=\"#1f2933\">" + escaped(content) + "</text>\n");
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private String name(int node) {
        int v = map.vertex(node);
        return v < 0 ? "-" : graph.name(v);
    }

    private List<Row> rows() {
        Topology topology = map.topology();
        return topology.places().map(places -> rows(places, topology)).orElseGet(() -> bySwitch(topology));
    }

    /** The rows of the dimension in which the nodes of a network are numbered consecutively. */
    private static List<Row> rows(Places places, Topology topology) {
        int across = topology instanceof Grid ? 0 : places.dimensions() - 1;
        List<Row> rows = new ArrayList<>();
        for (int first = 0; first < topology.nodes(); first += places.side(across)) {
            int node = first;
            String name = IntStream.range(0, places.dimensions())
                    .filter(d -> d != across)
                    .mapToObj(d -> String.valueOf(places.coordinate(node, d)))
                    .collect(Collectors.joining(","));
            rows.addAll(wrapped(
                    name,
                    IntStream.range(first, first + places.side(across)).boxed().toList()));
        }
        return rows;
    }

    /** The nodes in the order of the hierarchy; those that have the same first switch are one row. */
    private static List<Row> bySwitch(Topology topology) {
        NodeOrder order = NodeOrder.hilbert(topology);
        Map<Integer, List<Integer>> bySwitch = new LinkedHashMap<>();
        for (int position = 0; position < order.length(); position++) {
            int node = order.node(position);
            int[] first = {-1};
            topology.eachLinked(node, other -> first[0] = first[0] < 0 && other >= topology.nodes() ? other : first[0]);
            bySwitch.computeIfAbsent(first[0], it -> new ArrayList<>()).add(node);
        }
        return bySwitch.values().stream()
                .flatMap(nodes -> wrapped("", nodes).stream())
                .toList();
    }

    private static List<Row> wrapped(String name, List<Integer> nodes) {
        List<Row> rows = new ArrayList<>();
        for (int from = 0; from < nodes.size(); from += MOST_COLUMNS) {
            rows.add(new Row(name, nodes.subList(from, Math.min(nodes.size(), from + MOST_COLUMNS))));
        }
        return rows;
    }
}
