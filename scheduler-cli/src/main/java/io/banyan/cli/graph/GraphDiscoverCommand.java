package io.banyan.cli.graph;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code banyan graph discover}: writes the graph of the machine that it runs on. */
@Command(
        name = "discover",
        description = "Write the graph (JGF) of this machine: a cluster of one node.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Sockets, cores and GPUs come from lstopo (hwloc) if it is installed, otherwise from "
                    + "/sys on Linux. Memory",
            "is in GB. 'banyan start' without --graph uses the same graph.",
            "",
            "Exit status: 0 success, 1 discovery failed or the file cannot be written, 2 incorrect usage."
        })
final class GraphDiscoverCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            description = "Output file (default: standard output).")
    private @Nullable Path written;

    GraphDiscoverCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        MachineDiscovery.Seen seen = MachineDiscovery.look();
        if (written == null) {
            terminal.out().print(seen.jgf());
        } else {
            Files.writeString(OutputFile.checked(written), seen.jgf());
            terminal.out().println(written + ": " + seen.sentence());
        }
        terminal.out().flush();
        return ExitStatus.DONE;
    }
}
