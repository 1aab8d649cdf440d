package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.io.DotWriter;
import io.banyan.graph.io.GraphmlWriter;
import io.banyan.graph.io.JgfWriter;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.ResourceWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan graph convert}: writes a resource graph in another format. */
@Command(
        name = "convert",
        description = "Convert a resource graph to another format.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "jgf contains the complete graph. graphml and dot are for other programs. rv1, "
                    + "rv1_nosched and rlite are R with all resources of the ranks. pretty_simple is a "
                    + "readable tree.",
            "",
            "Exit status: 0 success, 1 the file cannot be read or converted, 2 incorrect usage."
        })
final class GraphConvertCommand implements Callable<Integer> {
    /** The formats that can be written. */
    enum Target {
        JGF,
        DOT,
        GRAPHML,
        RV1,
        RV1_NOSCHED,
        RLITE,
        PRETTY_SIMPLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Option(
            names = {"-t", "--to"},
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Target target = Target.JGF;

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            description = "Output file (default: standard output).")
    private @Nullable Path written;

    GraphConvertCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        ResourceGraph read = graph.load();
        if (written == null) {
            write(read, terminal.out());
            terminal.out().flush();
            return ExitStatus.DONE;
        }
        if (Files.exists(written) && Files.isSameFile(written, graph.file())) {
            throw CommandFailure.wrongUse("the output file is also the input file, " + graph.file());
        }
        try (Writer out = Files.newBufferedWriter(OutputFile.checked(written))) {
            write(read, out);
        }
        return ExitStatus.DONE;
    }

    private void write(ResourceGraph graph, Writer out) throws IOException {
        switch (target) {
            case JGF -> JgfWriter.write(graph, out);
            case DOT -> DotWriter.write(graph, out);
            case GRAPHML -> GraphmlWriter.write(graph, out);
            case RV1, RV1_NOSCHED, RLITE -> out.write(byRank(graph, MatchFormat.parse(target.toString())));
            case PRETTY_SIMPLE -> out.write(all(graph, MatchFormat.PRETTY_SIMPLE));
        }
        out.write("\n");
    }

    /** R of the whole graph, which contains only nodes with a rank. */
    private String byRank(ResourceGraph read, MatchFormat format) {
        int[] nodes = read.verticesOfType(read.types().id("node"));
        if (Arrays.stream(nodes).allMatch(v -> read.rank(v) < 0)) {
            throw CommandFailure.no(graph.file() + ": R lists resources by rank, but no node of this graph has a rank");
        }
        return all(read, format);
    }

    private static String all(ResourceGraph graph, MatchFormat format) {
        return ResourceWriter.write(format, graph, Selection.all(graph), 0, 0, Optional.empty());
    }
}
