package io.banyan.cli.graph;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.topology.DistanceCounts;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import io.banyan.topology.NodeOrder;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan graph topology}: the network of a graph's nodes. */
@Command(
        name = "topology",
        description = "Show the network of the nodes of a resource graph.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A grid of two dimensions is drawn with the position of each node on the",
            "Hilbert curve. A place without a node is shown as '-'. For a network with",
            "switches, the number of pairs of nodes at each distance is shown."
        })
final class GraphTopologyCommand implements Callable<Integer> {
    private static final int MOST_COLUMNS = 32;

    /**
     * The network.
     *
     * @param pairs the number of pairs of places at each distance
     * @param unreachablePairs the number of pairs of places without a path
     * @param jumps the number of steps of the curve that are longer than a shortest one
     * @param curve the names of the nodes in the order of the curve; empty strings for places without one
     */
    private record View(
            String topology,
            int places,
            int nodes,
            int switches,
            long links,
            int diameter,
            double meanDistance,
            List<PairsView> pairs,
            long unreachablePairs,
            int jumps,
            List<String> curve) {}

    /** The pairs of places at one distance. */
    private record PairsView(int distance, long pairs) {}

    /**
     * A node with its neighbours.
     *
     * @param coordinates empty in a network whose nodes have none
     * @param neighbours the names of the neighbours, in the order of their distances
     * @param distances the distance of each neighbour, in links
     */
    private record NodeView(
            String name,
            List<Integer> coordinates,
            int curvePosition,
            @JsonInclude(JsonInclude.Include.ALWAYS) List<String> neighbours,
            @JsonInclude(JsonInclude.Include.ALWAYS) List<Integer> distances) {
        String text() {
            String place = coordinates.stream().map(String::valueOf).collect(Collectors.joining(","));
            return name + ": " + (place.isEmpty() ? "" : "at " + place + ", ") + "position " + curvePosition
                    + " on the curve, " + neighbourText();
        }

        /** The names; with their distances, if these differ. */
        private String neighbourText() {
            if (neighbours.isEmpty()) {
                return "no neighbours";
            }
            if (distances.stream().allMatch(distance -> distance == 1)) {
                return (neighbours.size() == 1 ? "neighbour " : "neighbours ") + String.join(", ", neighbours);
            }
            Map<Integer, List<String>> byDistance = new TreeMap<>();
            for (int i = 0; i < neighbours.size(); i++) {
                byDistance
                        .computeIfAbsent(distances.get(i), distance -> new ArrayList<>())
                        .add(neighbours.get(i));
            }
            return "neighbours by distance:\n"
                    + byDistance.entrySet().stream()
                            .map(entry -> "  " + entry.getKey() + ": " + String.join(", ", entry.getValue()))
                            .collect(Collectors.joining("\n"));
        }
    }

    @Mixin
    private final Output output;

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Option(names = "--node", paramLabel = "NAME", description = "Show one node with its neighbours.")
    private @Nullable String node;

    GraphTopologyCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        ResourceGraph read = graph.load();
        NetworkMap map = graph.network(read);
        if (node == null) {
            output.print(view(read, map), view -> text(view, map));
        } else {
            output.print(nodeView(read, map, node), NodeView::text);
        }
        return ExitStatus.DONE;
    }

    private static View view(ResourceGraph read, NetworkMap map) {
        Topology topology = map.topology();
        NodeOrder curve = NodeOrder.hilbert(topology);
        DistanceCounts distances = topology.distances();
        long[] ends = {0};
        IntStream.range(0, topology.vertices()).forEach(at -> topology.eachLinked(at, other -> ends[0]++));
        return new View(
                topology.toString(),
                topology.nodes(),
                map.nodes(),
                topology.vertices() - topology.nodes(),
                ends[0] / 2,
                distances.diameter(),
                distances.mean(),
                IntStream.rangeClosed(1, distances.diameter())
                        .filter(distance -> distances.pairs(distance) > 0)
                        .mapToObj(distance -> new PairsView(distance, distances.pairs(distance)))
                        .toList(),
                distances.unreachablePairs(),
                curve.jumps(),
                IntStream.range(0, topology.nodes())
                        .mapToObj(position -> name(read, map, curve.node(position)))
                        .toList());
    }

    private static String name(ResourceGraph read, NetworkMap map, int at) {
        return map.vertex(at) < 0 ? "" : read.name(map.vertex(at));
    }

    private NodeView nodeView(ResourceGraph read, NetworkMap map, String name) {
        int[] found = read.nodesNamed(name);
        if (found.length != 1) {
            throw CommandFailure.no(graph.file() + ": " + notOneNode(read, name, found.length));
        }
        int at = map.node(found[0]);
        if (at < 0) {
            throw CommandFailure.no(graph.file() + ": node '" + name + "' is not in the topology");
        }
        Topology topology = map.topology();
        List<String> neighbours = new ArrayList<>();
        List<Integer> distances = new ArrayList<>();
        topology.eachNeighbour(at, neighbour -> {
            if (map.vertex(neighbour) >= 0) {
                neighbours.add(name(read, map, neighbour));
                distances.add(topology.distance(at, neighbour));
            }
        });
        return new NodeView(
                name,
                topology.places().stream()
                        .flatMap(places ->
                                IntStream.range(0, places.dimensions()).mapToObj(d -> places.coordinate(at, d)))
                        .toList(),
                NodeOrder.hilbert(topology).position(at),
                neighbours,
                distances);
    }

    /** The sentence about a name that no node has, or several have. */
    private static String notOneNode(ResourceGraph read, String name, int nodes) {
        if (nodes > 1) {
            return "there are " + nodes + " nodes '" + name + "'";
        }
        return IntStream.range(0, read.vertexBound())
                .filter(v -> read.contains(v) && read.name(v).equals(name))
                .mapToObj(v -> read.types().name(read.typeId(v)))
                .findFirst()
                .map(type -> "'" + name + "' is " + ("aeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type
                        + ", not a node")
                .orElse("there is no node '" + name + "'");
    }

    private static String text(View view, NetworkMap map) {
        int empty = view.places() - view.nodes();
        String summary = view.topology() + ": " + counted(view.nodes(), "node", "nodes")
                + (empty == 0 ? "" : " (" + counted(empty, "place", "places") + " without one)")
                + (view.switches() == 0 ? "" : ", " + counted(view.switches(), "switch", "switches")) + ", "
                + counted(view.links(), "link", "links") + ", diameter " + view.diameter() + ", "
                + counted(view.jumps(), "jump", "jumps") + " of the curve\n";
        return summary + (map.topology() instanceof Grid grid ? drawn(map, grid) : pairs(view));
    }

    private static String counted(long count, String one, String more) {
        return count + " " + (count == 1 ? one : more);
    }

    /** The pairs of places by distance; nothing for a network of one place. */
    private static String pairs(View view) {
        if (view.pairs().isEmpty() && view.unreachablePairs() == 0) {
            return "";
        }
        var table = new Table().right("distance").right("pairs of nodes");
        view.pairs().forEach(it -> table.row(it.distance(), it.pairs()));
        if (view.unreachablePairs() > 0) {
            table.row("no path", view.unreachablePairs());
        }
        return "\n" + table
                + (view.pairs().isEmpty()
                        ? ""
                        : String.format(Locale.ROOT, "\nmean distance %.2f\n", view.meanDistance()));
    }

    /** The positions on the curve, row by row; nothing for grids that are too wide, or of other dimensions. */
    private static String drawn(NetworkMap map, Grid grid) {
        if (grid.dimensions() != 2 || grid.side(0) > MOST_COLUMNS) {
            return "";
        }
        NodeOrder curve = NodeOrder.hilbert(grid);
        int width = String.valueOf(grid.nodes() - 1).length();
        var text = new StringBuilder("\n");
        for (int y = 0; y < grid.side(1); y++) {
            for (int x = 0; x < grid.side(0); x++) {
                int at = grid.node(x, y);
                String cell = map.vertex(at) < 0 ? "-" : String.valueOf(curve.position(at));
                text.append(x == 0 ? "" : " ")
                        .append(" ".repeat(width - cell.length()))
                        .append(cell);
            }
            text.append('\n');
        }
        return text.toString();
    }
}
