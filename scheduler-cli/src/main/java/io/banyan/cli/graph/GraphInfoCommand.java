package io.banyan.cli.graph;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Subsystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan graph info}: the contents of a resource graph. */
@Command(name = "info", description = "Summarize a resource graph.", mixinStandardHelpOptions = true)
final class GraphInfoCommand implements Callable<Integer> {
    /** One type of the graph: how many vertices, and the sum of their sizes. */
    private record TypeLine(String type, int vertices, long size, String unit) {}

    private record Contents(
            String file,
            int vertices,
            int edges,
            int levels,
            List<String> subsystems,
            String root,
            List<TypeLine> types) {}

    @Mixin
    private final Output output;

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    GraphInfoCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        output.print(info(graph.file(), graph.load()), GraphInfoCommand::text);
        return ExitStatus.DONE;
    }

    private static Contents info(Path file, ResourceGraph graph) {
        int types = graph.types().size();
        int[] counts = new int[types];
        long[] sizes = new long[types];
        String[] units = new String[types];
        int deepest = 0;
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v)) {
                int type = graph.typeId(v);
                counts[type]++;
                sizes[type] += graph.size(v);
                units[type] = graph.unit(v);
                deepest = Math.max(deepest, graph.depth(v) + 1);
            }
        }
        List<TypeLine> lines = new ArrayList<>();
        for (int type = 0; type < types; type++) {
            if (counts[type] > 0) {
                lines.add(new TypeLine(graph.types().name(type), counts[type], sizes[type], units[type]));
            }
        }
        return new Contents(
                file.toString(),
                graph.vertexCount(),
                graph.edgeCount(),
                deepest,
                graph.subsystems().stream().map(Subsystem::name).toList(),
                graph.root() < 0 ? "" : graph.path(graph.root()),
                lines);
    }

    private static String text(Contents info) {
        Table table = new Table().left("type").right("vertices").right("size").left("unit");
        info.types().forEach(line -> table.row(line.type(), line.vertices(), line.size(), line.unit()));
        return "%s: %d vertices, %d edges, %d levels, root %s, subsystems %s%n%s"
                .formatted(
                        info.file(),
                        info.vertices(),
                        info.edges(),
                        info.levels(),
                        info.root(),
                        String.join(", ", info.subsystems()),
                        table);
    }
}
