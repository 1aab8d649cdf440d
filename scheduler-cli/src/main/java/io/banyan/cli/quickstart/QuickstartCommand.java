package io.banyan.cli.quickstart;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.GraphException;
import io.banyan.jobspec.JobspecException;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan quickstart}: demonstrates Banyan with real daemons, and checks the results. */
@Command(
        name = "quickstart",
        description = "Run five nested daemons on this machine, grow and shrink them, measure and check every "
                + "step, and stop them.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit status: 0 if every check passed, otherwise 1. All daemons are stopped in both",
            "cases; after a failure, the state directory with their logs is kept."
        })
public final class QuickstartCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final String PREFIX = "banyan-quickstart-";

    private final Terminal terminal;

    @Mixin
    private final Output output;

    private QuickstartCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    /** The command. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new QuickstartCommand(terminal));
    }

    @Override
    public Integer call() throws IOException {
        Path launcher = Optional.ofNullable(System.getenv(Daemons.LAUNCHER))
                .map(Path::of)
                .orElseThrow(() -> CommandFailure.no(
                        "quickstart starts daemons with the launcher script, which sets its own path in "
                                + Daemons.LAUNCHER + "; this variable is not set.\nMaybe: ./banyan quickstart"));
        Narration narration = output.isData() ? Narration.silent(terminal) : Narration.aloud(terminal);
        Path home = launcher.resolveSibling("");
        try (QuickstartProviders clouds = QuickstartProviders.start(home)) {
            QuickstartReport report = run(
                    QuickstartScenario.paper(home).bursting(clouds.providers(), clouds.bursts()),
                    clouds::environment,
                    launcher,
                    narration,
                    () -> terminal.err().println("\nbanyan: Interrupted; all daemons have ended."));
            output.print(report, it -> "");
            narration.next(
                    "To continue manually:",
                    NextCommands.of(launcher, home, ThisUser.isRoot()),
                    "For users of Slurm and Flux: docs/user/from-slurm-and-flux.md");
        }
        return ExitStatus.DONE;
    }

    /**
     * Runs a scenario in a fresh directory, which is kept only where something fails.
     *
     * @param environment of the daemons, given their directory
     */
    static QuickstartReport run(
            QuickstartScenario scenario,
            Function<Path, Map<String, String>> environment,
            Path launcher,
            Narration narration,
            Runnable interrupted)
            throws IOException {
        StateDirectory directory = new StateDirectory(Files.createTempDirectory(PREFIX));
        try (Daemons daemons = new Daemons(launcher, directory, Daemons.JAVA_OPTIONS, GRACE, interrupted)) {
            daemons.environment(environment.apply(directory.path()));
            QuickstartReport report = new Quickstart(scenario, directory, daemons, narration).run();
            daemons.removeFiles();
            return report;
        } catch (QuickstartFailure
                | ClientException
                | GraphException
                | JobspecException
                | CommandFailure
                | IOException e) {
            throw CommandFailure.no("quickstart failed in " + narration.currentStep() + ": " + e.getMessage()
                    + "\nAll daemons have ended; their logs are in " + directory.path());
        }
    }
}
