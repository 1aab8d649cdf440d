package io.banyan.cli.connect;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan context}: the named daemons of the client file. */
@Command(
        name = "context",
        description = "List, show and select the daemons of the client file.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The client file is ~/.config/banyan/client.yaml ($XDG_CONFIG_HOME/banyan/client.yaml), "
                    + "followed by /etc/banyan/client.yaml. Command-line options and environment variables "
                    + "override it."
        })
public final class ContextCommand {
    private ContextCommand() {}

    /** The command. */
    public static CommandLine create(Terminal terminal) {
        Environment environment = Environment.ofThisProcess();
        return create(
                terminal, environment, () -> ClientFiles.read(environment.clientFile(), ClientFiles.OF_THE_MACHINE));
    }

    static CommandLine create(Terminal terminal, Environment environment, Supplier<ClientFiles> files) {
        Supplier<Known> known = () -> Known.of(environment, files.get());
        return new CommandLine(new ContextCommand())
                .addSubcommand(new ListAll(terminal, known))
                .addSubcommand(new Show(terminal, known))
                .addSubcommand(new Use(terminal, files));
    }

    /** A context as it is printed. */
    private record Shown(
            boolean current,
            String name,
            List<String> address,
            String state,
            String tokenFile,
            String instance,
            String tlsCa,
            String tlsCert,
            String tlsKey,
            String serverUser,
            String file) {
        static Shown of(String name, ConnectionSettings access, boolean isCurrent, Path file) {
            return new Shown(
                    isCurrent,
                    name,
                    access.addresses(),
                    text(access.state()),
                    text(access.tokenFile()),
                    text(access.instance()),
                    text(access.authority()),
                    text(access.certificate()),
                    text(access.key()),
                    text(access.serverUser()),
                    file.toString());
        }

        private static String text(Optional<?> value) {
            return value.map(String::valueOf).orElse("");
        }

        String daemon() {
            return state.isEmpty() ? String.join(",", address) : state;
        }

        /** The keys that have a value, as the file has them. */
        String lines() {
            StringBuilder lines = new StringBuilder();
            line(lines, "name", name);
            line(lines, "address", String.join(", ", address));
            line(lines, "state", state);
            line(lines, "token-file", tokenFile);
            line(lines, "instance", instance);
            line(lines, "tls-ca", tlsCa);
            line(lines, "tls-cert", tlsCert);
            line(lines, "tls-key", tlsKey);
            line(lines, "server-user", serverUser);
            line(lines, "file", file);
            return lines.toString().stripTrailing();
        }

        private static void line(StringBuilder lines, String key, String value) {
            if (!value.isEmpty()) {
                lines.append(key).append(": ").append(value).append('\n');
            }
        }
    }

    /** The contexts, and which of them is the current one. */
    private record Known(ClientFiles files, Optional<String> current) {
        static Known of(Environment environment, ClientFiles files) {
            return new Known(files, environment.context().or(files::current));
        }

        Shown shown(String name, ConnectionSettings access) {
            return Shown.of(name, access, current.equals(Optional.of(name)), files.fileOf(name));
        }
    }

    @Command(name = "list", description = "List the contexts.", mixinStandardHelpOptions = true)
    private static final class ListAll implements Callable<Integer> {
        @Mixin
        private final Output output;

        private final Supplier<Known> known;

        ListAll(Terminal terminal, Supplier<Known> known) {
            this.output = new Output(terminal);
            this.known = known;
        }

        @Override
        public Integer call() {
            Known now = known.get();
            List<Shown> all = new ArrayList<>();
            now.files().contexts().forEach((name, access) -> all.add(now.shown(name, access)));
            output.print(all, contexts -> contexts.isEmpty() ? "No contexts." : table(contexts));
            return ExitStatus.DONE;
        }

        private static Table table(List<Shown> contexts) {
            var table = new Table().left("current").left("name").left("daemon").left("file");
            contexts.forEach(it -> table.row(it.current() ? "*" : "", it.name(), it.daemon(), it.file()));
            return table;
        }
    }

    @Command(name = "show", description = "Show all settings of a context.", mixinStandardHelpOptions = true)
    private static final class Show implements Callable<Integer> {
        @Mixin
        private final Output output;

        @Parameters(arity = "0..1", paramLabel = "NAME", description = "Context to show (default: the current one).")
        private @Nullable String name;

        private final Supplier<Known> known;

        Show(Terminal terminal, Supplier<Known> known) {
            this.output = new Output(terminal);
            this.known = known;
        }

        @Override
        public Integer call() {
            Known now = known.get();
            String wanted = Optional.ofNullable(name)
                    .or(now::current)
                    .orElseThrow(() -> CommandFailure.no("no context is selected.\nMaybe: banyan context use NAME"));
            output.print(now.shown(wanted, now.files().context(wanted)), Shown::lines);
            return ExitStatus.DONE;
        }
    }

    /** The context that was chosen. */
    private record Chosen(String current, String file) {}

    @Command(
            name = "use",
            description = "Select the current context in the user's client file.",
            mixinStandardHelpOptions = true)
    private static final class Use implements Callable<Integer> {
        @Mixin
        private final Output output;

        @Parameters(paramLabel = "NAME", description = "A context of the client file.")
        private String name = "";

        private final Supplier<ClientFiles> files;

        Use(Terminal terminal, Supplier<ClientFiles> files) {
            this.output = new Output(terminal);
            this.files = files;
        }

        @Override
        public Integer call() {
            ClientFiles read = files.get();
            read.context(name);
            CurrentContext.write(read.own(), name);
            output.print(
                    new Chosen(name, read.own().toString()),
                    chosen -> chosen.current() + " is now the current context, set in " + chosen.file() + ".");
            return ExitStatus.DONE;
        }
    }
}
