package io.banyan.cli.connect;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        description = "List, show and choose the daemons that the client file names.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The client file is ~/.config/banyan/client.yaml ($XDG_CONFIG_HOME/banyan/client.yaml), and after it"
                    + " /etc/banyan/client.yaml. Options and environment variables go before it."
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
        return new CommandLine(new ContextCommand())
                .addSubcommand(new ListAll(terminal, environment, files))
                .addSubcommand(new Show(terminal, environment, files))
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
        static Shown of(String name, Access access, boolean isCurrent, Path file) {
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

    private static Optional<String> current(Environment environment, ClientFiles files) {
        return environment.context().or(files::current);
    }

    @Command(name = "list", description = "List the contexts.", mixinStandardHelpOptions = true)
    private static final class ListAll implements Callable<Integer> {
        @Mixin
        private final Output output;

        private final Environment environment;
        private final Supplier<ClientFiles> files;

        ListAll(Terminal terminal, Environment environment, Supplier<ClientFiles> files) {
            this.output = new Output(terminal);
            this.environment = environment;
            this.files = files;
        }

        @Override
        public Integer call() {
            ClientFiles read = files.get();
            Optional<String> current = current(environment, read);
            List<Shown> all = new ArrayList<>();
            for (Map.Entry<String, Access> context : read.contexts().entrySet()) {
                String name = context.getKey();
                all.add(Shown.of(name, context.getValue(), current.equals(Optional.of(name)), read.fileOf(name)));
            }
            output.print(all, contexts -> contexts.isEmpty() ? "no contexts" : table(contexts));
            return ExitStatus.DONE;
        }

        private static Table table(List<Shown> contexts) {
            var table = new Table().left("current").left("name").left("daemon").left("file");
            contexts.forEach(it -> table.row(it.current() ? "*" : "", it.name(), it.daemon(), it.file()));
            return table;
        }
    }

    @Command(name = "show", description = "Show a context with all that it says.", mixinStandardHelpOptions = true)
    private static final class Show implements Callable<Integer> {
        @Mixin
        private final Output output;

        @Parameters(arity = "0..1", paramLabel = "NAME", description = "Of which context (default: the current one).")
        private @Nullable String name;

        private final Environment environment;
        private final Supplier<ClientFiles> files;

        Show(Terminal terminal, Environment environment, Supplier<ClientFiles> files) {
            this.output = new Output(terminal);
            this.environment = environment;
            this.files = files;
        }

        @Override
        public Integer call() {
            ClientFiles read = files.get();
            Optional<String> current = current(environment, read);
            String wanted = Optional.ofNullable(name)
                    .or(() -> current)
                    .orElseThrow(
                            () -> CommandFailure.no("no context is the current one.\nMaybe: banyan context use NAME"));
            Access access = read.context(wanted);
            output.print(
                    Shown.of(wanted, access, current.equals(Optional.of(wanted)), read.fileOf(wanted)), Shown::lines);
            return ExitStatus.DONE;
        }
    }

    /** What was chosen. */
    private record Chosen(String current, String file) {}

    @Command(
            name = "use",
            description = "Make a context the current one, in the user's own client file.",
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
                    chosen -> chosen.current() + " is the current context now, by " + chosen.file() + ".");
            return ExitStatus.DONE;
        }
    }
}
