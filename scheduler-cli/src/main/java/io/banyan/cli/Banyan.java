package io.banyan.cli;

import io.banyan.cli.client.ClientCommands;
import io.banyan.cli.completion.CompletionCommand;
import io.banyan.cli.connect.ContextCommand;
import io.banyan.cli.daemon.BackupCommand;
import io.banyan.cli.daemon.ConfigCommands;
import io.banyan.cli.daemon.FenceCommand;
import io.banyan.cli.daemon.RestoreCommand;
import io.banyan.cli.daemon.StartCommand;
import io.banyan.cli.doctor.DoctorCommand;
import io.banyan.cli.graph.GraphCommands;
import io.banyan.cli.jobspec.JobspecCommands;
import io.banyan.cli.nested.AllocCommand;
import io.banyan.cli.nested.BatchCommand;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.cli.priority.PriorityCommand;
import io.banyan.cli.query.QueryCommand;
import io.banyan.cli.quickstart.QuickstartCommand;
import io.banyan.cli.simulate.SimulateCommands;
import io.banyan.cli.slurm.SlurmCommands;
import io.banyan.cli.token.TokenCommand;
import io.banyan.cli.usage.UsageCommand;
import io.banyan.cli.workflow.WorkflowCommands;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code banyan} command. */
@Command(
        name = "banyan",
        description = "A hierarchical, graph-based resource scheduler whose instances grow and shrink while they run.",
        mixinStandardHelpOptions = true,
        versionProvider = Banyan.OfVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Exit status: 0 success, 1 failure (the reason is on standard error), 2 incorrect usage.",
            "'banyan COMMAND --help' describes a command."
        })
public final class Banyan {
    /** Alone, they are answered without looking at any command. */
    private static final Set<String> VERSION = Set.of("--version", "-V");

    @Option(names = "--debug", description = "Print the stack trace of an error.", scope = ScopeType.INHERIT)
    private boolean debug;

    /** The text that picocli prints as the version of a command. */
    static final class OfVersion implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return Version.lines();
        }
    }

    private Banyan() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] args) {
        Terminal terminal = Terminal.ofThisProcess();
        int status = runWithinMemory(terminal, args);
        terminal.err().flush();
        System.exit(status);
    }

    private static int runWithinMemory(Terminal terminal, String... args) {
        try {
            return run(terminal, args);
        } catch (OutOfMemoryError e) {
            terminal.err()
                    .println("banyan: Out of memory at the limit of "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB. BANYAN_JAVA_OPTS=-Xmx4g raises the limit.");
            return ExitStatus.NO;
        }
    }

    /** Runs one command and returns its exit status, which is no success where its result was lost. */
    public static int run(Terminal terminal, String... args) {
        return terminal.statusWithResult(execute(terminal, args));
    }

    private static int execute(Terminal terminal, String... args) {
        Optional<String> undecodable =
                Arrays.stream(args).filter(it -> !Texts.isDecoded(it)).findFirst();
        if (undecodable.isPresent()) {
            terminal.err()
                    .println("banyan: The argument '" + Printable.text(undecodable.get()) + "' is not valid UTF-8.");
            return ExitStatus.WRONG_USE;
        }
        if (args.length == 1 && VERSION.contains(args[0])) {
            return Version.print(terminal);
        }
        Banyan banyan = new Banyan();
        CommandFailures failures = new CommandFailures(() -> banyan.debug);
        return HelpSections.apply(commandLine(banyan, terminal, args))
                .registerConverter(Path.class, Values::path)
                .registerConverter(Long.class, Values::number)
                .registerConverter(long.class, Values::number)
                .registerConverter(Integer.class, Values::smallNumber)
                .registerConverter(int.class, Values::smallNumber)
                .setOut(terminal.out())
                .setErr(terminal.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false) // '@' begins words of commands that are to be run.
                .setExecutionStrategy(new EmptyWords(new CommandLine.RunLast()))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures)
                .execute(args);
    }

    /**
     * The command with the subcommands that these arguments can mean: the one that they begin with, or all of them.
     * Inspecting all of them takes several times as long as running most of them.
     */
    private static CommandLine commandLine(Banyan banyan, Terminal terminal, String... args) {
        CommandLine command = new CommandLine(banyan);
        Map<String, Supplier<Object>> commands = commands(terminal);
        Supplier<Object> named = args.length == 0 ? null : commands.get(args[0]);
        if (named != null) {
            return command.addSubcommand(args[0], named.get());
        }
        commands.forEach((name, create) -> command.addSubcommand(name, create.get()));
        return command;
    }

    /** The command with all its subcommands. */
    static CommandLine whole(Terminal terminal) {
        return HelpSections.apply(commandLine(new Banyan(), terminal));
    }

    /** How each command is made, by its name, in the order in which the help lists them. */
    static Map<String, Supplier<Object>> commands(Terminal terminal) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>(ClientCommands.byName(terminal));
        commands.put("alloc", () -> new AllocCommand(terminal));
        commands.put("batch", () -> new BatchCommand(terminal));
        commands.put("priority", () -> new PriorityCommand(terminal));
        commands.put("usage", () -> new UsageCommand(terminal));
        commands.put("backup", () -> new BackupCommand(terminal));
        commands.put("restore", () -> new RestoreCommand(terminal));
        commands.put("fence", () -> new FenceCommand(terminal));
        commands.put("config", () -> ConfigCommands.create(terminal));
        commands.put("context", () -> ContextCommand.create(terminal));
        commands.put("doctor", () -> DoctorCommand.create(terminal));
        commands.put("graph", () -> GraphCommands.create(terminal));
        commands.put("jobspec", () -> JobspecCommands.create(terminal));
        commands.put("query", () -> QueryCommand.create(terminal));
        commands.put("quickstart", () -> QuickstartCommand.create(terminal));
        commands.put("slurm", () -> SlurmCommands.create(terminal));
        commands.put("simulate", () -> SimulateCommands.create(terminal));
        commands.put("token", () -> TokenCommand.create(terminal));
        commands.put("workflow", () -> WorkflowCommands.create(terminal));
        commands.put("completion", () -> new CompletionCommand(terminal, () -> whole(terminal)));
        commands.put("start", () -> StartCommand.create(terminal));
        return commands;
    }
}
