package io.banyan.cli.graph;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkMap;
import io.banyan.topology.NodeOrder;
import java.util.ArrayList;
import java.util.List;
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
            "A grid of two dimensions is drawn with the position of each node on the Hilbert curve.",
            "A place without a node is shown as '-'."
        })
final class GraphTopologyCommand implements Callable<Integer> {
    private static final int MOST_COLUMNS = 32;

    /**
     * The network.
     *
     * @param jumps the number of steps of the curve that are longer than one link
     * @param curve the names of the nodes in the order of the curve; empty strings for places without one
     */
    private record View(
            String topology, int places, int nodes, long links, int diameter, int jumps, List<String> curve) {}

    /** A node with its neighbours. */
    private record NodeView(
            String name,
            List<Integer> coordinates,
            int curvePosition,
            @JsonInclude(JsonInclude.Include.ALWAYS) List<String> neighbours) {
        String text() {
            String place = coordinates.stream().map(String::valueOf).collect(Collectors.joining(","));
            return name + ": at " + place + ", position " + curvePosition + " on the curve, neighbours "
                    + String.join(", ", neighbours);
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
        NetworkMap map = map(read);
        if (node == null) {
            output.print(view(read, map), view -> text(view, map));
        } else {
            output.print(nodeView(read, map, node), NodeView::text);
        }
        return ExitStatus.DONE;
    }

    private NetworkMap map(ResourceGraph read) {
        try {
            return NetworkMap.of(read)
                    .orElseThrow(
                            () -> CommandFailure.no(graph.file() + ": the graph has no topology; 'banyan graph generate"
                                    + " grid 16x8' makes one that has"));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(graph.file() + ": " + e.getMessage());
        }
    }

    private static View view(ResourceGraph read, NetworkMap map) {
        Grid grid = map.grid();
        NodeOrder curve = NodeOrder.hilbert(grid);
        int diameter = 0;
        for (int d = 0; d < grid.dimensions(); d++) {
            diameter += grid.isTorus() ? grid.side(d) / 2 : grid.side(d) - 1;
        }
        long[] ends = {0};
        IntStream.range(0, grid.nodes()).forEach(at -> grid.eachNeighbour(at, neighbour -> ends[0]++));
        return new View(
                grid.toString(),
                grid.nodes(),
                map.nodes(),
                ends[0] / 2,
                diameter,
                curve.jumps(),
                IntStream.range(0, grid.nodes())
                        .mapToObj(position -> name(read, map, curve.node(position)))
                        .toList());
    }

    private static String name(ResourceGraph read, NetworkMap map, int at) {
        return map.vertex(at) < 0 ? "" : read.name(map.vertex(at));
    }

    private NodeView nodeView(ResourceGraph read, NetworkMap map, String name) {
        int[] found = read.nodesNamed(name);
        if (found.length != 1) {
            throw CommandFailure.no(graph.file() + ": "
                    + (found.length == 0 ? "there is no node '" : "there are " + found.length + " nodes '") + name
                    + "'");
        }
        int at = map.node(found[0]);
        if (at < 0) {
            throw CommandFailure.no(graph.file() + ": node '" + name + "' is not in the topology");
        }
        List<String> neighbours = new ArrayList<>();
        map.grid().eachNeighbour(at, neighbour -> {
            if (map.vertex(neighbour) >= 0) {
                neighbours.add(name(read, map, neighbour));
            }
        });
        return new NodeView(
                name,
                IntStream.range(0, map.grid().dimensions())
                        .mapToObj(d -> map.grid().coordinate(at, d))
                        .toList(),
                NodeOrder.hilbert(map.grid()).position(at),
                neighbours);
    }

    private static String text(View view, NetworkMap map) {
        String nodes =
                view.nodes() == view.places() ? "" : " (" + (view.places() - view.nodes()) + " places without one)";
        String summary = view.topology() + ": " + view.nodes() + " nodes" + nodes + ", " + view.links()
                + " links, diameter " + view.diameter() + ", " + view.jumps()
                + (view.jumps() == 1 ? " jump" : " jumps") + " of the curve\n";
        return summary + drawn(map);
    }

    /** The positions on the curve, row by row; nothing for grids that are too wide, or of other dimensions. */
    private static String drawn(NetworkMap map) {
        Grid grid = map.grid();
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
