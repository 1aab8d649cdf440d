package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.InputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan attach}: adds resources to the graph. */
@Command(
        name = "attach",
        description = "Add resources to the graph of the root of the tree.",
        mixinStandardHelpOptions = true,
        footer = {"", "What the graph has already stays as it is. An instance below grows, see 'banyan grow'."})
final class AttachCommand implements Callable<Integer> {
    /** What is new. */
    private record Attached(int vertices, int edges) {}

    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "FILE", description = "The resources with their ancestors, as JGF.")
    private Path file = Path.of("");

    AttachCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Subgraph subgraph = InputFile.read(file, JgfReader::read);
        if (subgraph.isEmpty()) {
            throw CommandFailure.no(file + " describes no resources; at least one vertex is expected.");
        }
        var request = new Request.Attach(subgraph);
        Answer.Attached attached = asked.ask(client -> client.attach(request));
        asked.print(
                new Attached(attached.vertices(), attached.edges()),
                view -> "attached " + view.vertices() + " vertices and " + view.edges() + " edges");
        return ExitStatus.DONE;
    }
}
