package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.InputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.resource.JobId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan attach}: stays with a job, or adds resources to the graph. */
@Command(
        name = "attach",
        description =
                "Stay with a job that was submitted: print what it writes, and end as it does. Or add resources to the graph of the root of the tree.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Whoever interrupts it (Ctrl-C) is asked, and cancels the job by a second interrupt within two seconds; a hang-up leaves the job alone.",
            "What the graph has already stays as it is. A new node whose name exists is refused. An instance below grows, see 'banyan grow'."
        })
final class AttachCommand implements Callable<Integer> {
    /** What is new. */
    private record Attached(int vertices, int edges) {}

    @Mixin
    private final Asked asked;

    private final Terminal terminal;

    @Option(
            names = "--read-only",
            description = "With a job: an interrupt ends this command, and leaves the job alone.")
    private boolean readOnly;

    @Parameters(
            paramLabel = "JOBID|FILE",
            description =
                    "The job; or a file with resources and their ancestors, as JGF. A number is a job unless there is such a file.")
    private Path file = Path.of("");

    AttachCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        String word = file.toString();
        if (word.matches("\\d{1,18}") && !Files.exists(file)) {
            JobId job = Checked.value(() -> new JobId(Long.parseLong(word)));
            return new AttachedJob(asked, terminal).stay(job, readOnly);
        }
        if (readOnly) {
            throw CommandFailure.wrongUse("--read-only goes with a job");
        }
        Subgraph subgraph = InputFile.read(file, JgfReader::read);
        if (subgraph.isEmpty()) {
            throw CommandFailure.no(file + " describes no resources; at least one vertex is expected.");
        }
        Request.Attach request = Checked.value(() -> new Request.Attach(subgraph));
        Answer.Attached attached = asked.ask(client -> client.attach(request));
        asked.print(
                new Attached(attached.vertices(), attached.edges()),
                view -> "attached " + view.vertices() + " vertices and " + view.edges() + " edges");
        return ExitStatus.DONE;
    }
}
