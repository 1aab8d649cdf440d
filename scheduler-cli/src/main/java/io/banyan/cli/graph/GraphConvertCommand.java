package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.DotWriter;
import io.banyan.graph.io.GraphmlWriter;
import io.banyan.graph.io.JgfWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan graph convert}: writes a resource graph in another format. */
@Command(name = "convert", description = "Write a resource graph in another format.", mixinStandardHelpOptions = true)
final class GraphConvertCommand implements Callable<Integer> {
    /** What can be written. */
    enum Target {
        JGF,
        DOT,
        GRAPHML;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Option(
            names = {"-f", "--format"},
            paramLabel = "FORMAT",
            description = GraphInput.FORMAT_HELP)
    private String format = "";

    @Option(
            names = {"-t", "--to"},
            paramLabel = "FORMAT",
            description = "What to write: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Target target = Target.JGF;

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            description = "Where to write it (default: standard output).")
    private @Nullable Path written;

    @Parameters(paramLabel = "FILE", description = "The file to read.")
    private Path file = Path.of("");

    GraphConvertCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        ResourceGraph graph = GraphInput.load(file, format);
        if (written == null) {
            write(graph, terminal.out());
            terminal.out().flush();
            return ExitStatus.DONE;
        }
        if (Files.exists(written) && Files.isSameFile(written, file)) {
            throw CommandFailure.wrongUse("the file to write is the file to read, " + file);
        }
        Path directory = written.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            throw CommandFailure.no(
                    "there is no directory " + directory + " to write " + written.getFileName() + " to");
        }
        try (Writer out = Files.newBufferedWriter(written)) {
            write(graph, out);
        }
        return ExitStatus.DONE;
    }

    private void write(ResourceGraph graph, Writer out) throws IOException {
        switch (target) {
            case JGF -> JgfWriter.write(graph, out);
            case DOT -> DotWriter.write(graph, out);
            case GRAPHML -> GraphmlWriter.write(graph, out);
        }
        out.write("\n");
    }
}
