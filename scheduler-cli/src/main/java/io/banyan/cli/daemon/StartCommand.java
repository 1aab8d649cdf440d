package io.banyan.cli.daemon;

import io.banyan.cli.client.Target;
import io.banyan.cli.options.MatchOptions;
import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.GrowOrder;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.DaemonException;
import io.banyan.rpc.daemon.Founded;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.Parent;
import io.banyan.rpc.daemon.ResourceSource;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.transport.Address;
import io.banyan.schedule.JobId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan start}: is one instance until it is stopped. */
@Command(
        name = "start",
        description = "Run a daemon, in the foreground, until it is stopped by 'banyan stop' or a signal.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A child is started by 'banyan spawn'; nobody needs --parent, --job and --credential-file by hand."
        })
public final class StartCommand implements Callable<Integer> {
    private final Terminal terminal;

    @ArgGroup(multiplicity = "0..1")
    private Resources resources = new Resources();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "State directory (default: $" + Target.STATE_VARIABLE + ", else ~/.local/state/banyan).")
    private @Nullable Path state;

    @Option(names = "--name", paramLabel = "NAME", description = "What it is called (default ${DEFAULT-VALUE}).")
    private String name = "banyan";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where; port 0 stands for any free one (default ${DEFAULT-VALUE}).")
    private String listen = DaemonConfig.LOOPBACK.toString();

    @Mixin
    private final MatchOptions match = new MatchOptions();

    @Option(
            names = "--grow-order",
            paramLabel = "ORDER",
            description = "Whom it asks for more: parent-first, provider-first, provider-only or local-only "
                    + "(default ${DEFAULT-VALUE}).")
    private String order = GrowOrder.PARENT_FIRST.toString();

    @Option(
            names = "--provider",
            paramLabel = "KIND=PATH[,KEY=VALUE...]",
            description = "External provider, for example file=pool.json or exec=./provider.sh,name=cloud.")
    private @Nullable String provider;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description =
                    "What is decided survives the daemon (durable), or ends with it (memory) (default ${DEFAULT-VALUE}).")
    private String journal = JournalKind.DURABLE.toString();

    private static final class Resources {
        @ArgGroup(exclusive = false)
        private @Nullable OfFile file;

        @ArgGroup(exclusive = false)
        private @Nullable OfParent parent;
    }

    private static final class OfFile {
        @Option(
                names = "--graph",
                paramLabel = "FILE",
                required = true,
                description =
                        "Resource graph of the top level; not needed where one ran before on the state directory.")
        private Path graph = Path.of("");

        @Option(
                names = {"--format", "--load-format"},
                paramLabel = "FORMAT",
                description = "Of that file (default: by its beginning).")
        private @Nullable String format;

        @Option(
                names = "--load-allowlist",
                split = ",",
                paramLabel = "TYPE",
                description = "The resource types to keep of an hwloc topology (default: all).")
        private List<String> allowlist = List.of();
    }

    private static final class OfParent {
        @Option(names = "--parent", paramLabel = "HOST:PORT", required = true, description = "Address of the parent.")
        private String parent = "";

        @Option(
                names = "--job",
                paramLabel = "ID",
                required = true,
                description = "The parent's job that this daemon is.")
        private long job;

        @Option(
                names = "--credential-file",
                paramLabel = "FILE",
                required = true,
                description = "With what it presents itself to the parent.")
        private Path credential = Path.of("");
    }

    private StartCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The command. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new StartCommand(terminal));
    }

    @Override
    public Integer call() {
        DaemonConfig config = config();
        try {
            return Daemon.run(config, daemon -> {
                terminal.out()
                        .println(name + " listens on " + daemon.address() + ", state in "
                                + config.state().path());
                terminal.out().flush();
                warnIfOpen(daemon.address());
            });
        } catch (DaemonException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private void warnIfOpen(Address address) {
        if (!address.isLoopback()) {
            terminal.err()
                    .println(
                            "banyan: " + address
                                    + " is reachable from other machines, and what is said there, the token too, is not encrypted.");
            terminal.err().flush();
        }
    }

    /** What the options say. */
    DaemonConfig config() {
        var directory = new StateDirectory(state == null ? Target.defaultState(System.getenv()) : state);
        ResourceSource source = source(directory);
        return Checked.value(() -> DaemonConfig.of(directory, name, source)
                .listen(Address.parse(listen))
                .journal(JournalKind.parse(journal))
                .matching(match.match())
                .asking(
                        GrowOrder.parse(order),
                        Optional.ofNullable(provider)
                                .map(text -> ProviderSpec.parse(text).checked()))
                .build());
    }

    private ResourceSource source(StateDirectory directory) {
        OfFile file = resources.file;
        OfParent of = resources.parent;
        if (file != null) {
            return new GraphFile(
                    file.graph,
                    Optional.ofNullable(file.format).map(text -> Checked.value(() -> GraphFormat.parse(text))),
                    file.allowlist);
        }
        if (of == null && Files.exists(directory.journal())) {
            return new Founded();
        }
        if (of == null) {
            throw CommandFailure.wrongUse("a daemon needs --graph FILE, or --parent where it is a child");
        }
        return Checked.value(() -> new Parent(Address.parse(of.parent), new JobId(of.job), of.credential));
    }
}
