package io.banyan.cli.token;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.security.LocalUsers;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.security.TokenTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code banyan token}: works on the table in the state directory; a daemon that runs there reads it again by itself.
 */
@Command(
        name = "token",
        description = "Manage the tokens and certificates that give users access to a daemon.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A reader can see everything. A user can submit jobs, and see and change only these. An "
                    + "admin can do everything. The token table contains no secrets. A running daemon applies "
                    + "changes within a second."
        })
public final class TokenCommand {
    private TokenCommand() {}

    /** The command. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new TokenCommand())
                .addSubcommand(new Add(terminal))
                .addSubcommand(new ListAll(terminal))
                .addSubcommand(new Revoke(terminal));
    }

    /** A token as it is printed. */
    private record Shown(String name, Role role, String user, String certificate, boolean secret) {
        static Shown of(NamedToken token) {
            return new Shown(
                    token.name(),
                    token.role(),
                    token.osUser().orElse(""),
                    token.certificate().orElse(""),
                    token.sha256().isPresent());
        }
    }

    /** The token that was revoked. */
    private record Revoked(String outcome, String name) {}

    /** Where the table is. */
    private static final class Place {
        @Option(
                names = "--state",
                paramLabel = "DIR",
                description = "State directory of the daemon (default: $" + Target.STATE_VARIABLE
                        + ", else ~/.local/state/banyan).")
        private @Nullable Path state;

        StateDirectory directory() {
            return new StateDirectory(state == null ? Target.defaultState(System.getenv()) : state);
        }

        TokenTable table() {
            StateDirectory directory = directory();
            done(() -> {
                directory.requireOpen();
                return directory;
            });
            if (!directory.exists()) {
                throw CommandFailure.no("state directory not found: " + directory.path()
                        + ".\nMaybe: banyan start --state " + directory.path());
            }
            return new TokenTable(directory.tokens());
        }

        /** Returns the token table for a command that writes to it. */
        TokenTable own() throws IOException {
            TokenTable table = table();
            new StateDirectory(table.file().toAbsolutePath().resolveSibling(".")).requireOurs();
            return table;
        }
    }

    /** An operation on the table. */
    private interface Step<T> {
        T run() throws IOException;
    }

    private static <T> T done(Step<T> step) {
        try {
            return step.run();
        } catch (IOException e) {
            throw CommandFailure.no(e);
        }
    }

    @Command(name = "add", description = "Add a token.", mixinStandardHelpOptions = true)
    private static final class Add implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private final Output output;

        @Mixin
        private final Place place = new Place();

        @Parameters(
                index = "0",
                paramLabel = "NAME",
                description = "Name of the user; jobs are recorded under this name.")
        private String name = "";

        @Option(names = "--role", paramLabel = "ROLE", required = true, description = "Role: reader, user or admin.")
        private String role = "";

        @Option(
                names = "--user",
                paramLabel = "OS_USER",
                description = "User of this machine whose identity the job processes get, if the daemon runs as root.")
        private @Nullable String user;

        @Option(
                names = "--certificate",
                paramLabel = "CN",
                description = "Also accept a client certificate with this common name.")
        private @Nullable String certificate;

        @Option(
                names = "--to",
                paramLabel = "FILE",
                description = "New file for the secret, readable only by its owner; for --token-file.")
        private @Nullable Path file;

        @Option(names = "--print", description = "Print the secret instead. It cannot be shown again.")
        private boolean isPrinted;

        Add(Terminal terminal) {
            this.terminal = terminal;
            this.output = new Output(terminal);
        }

        @Override
        public Integer call() {
            boolean hasSecret = file != null || isPrinted;
            if (file != null && isPrinted) {
                throw CommandFailure.wrongUse("--to and --print cannot be used together");
            }
            if (isPrinted && output.isData()) {
                throw CommandFailure.wrongUse(
                        "--print prints only the secret, and JSON output never contains it.\nMaybe: --to FILE");
            }
            if (!hasSecret && certificate == null) {
                throw CommandFailure.wrongUse("a token requires --to FILE for its secret, or --certificate CN");
            }
            if (file != null && Files.exists(file)) {
                throw CommandFailure.no("the file " + file + " already exists; the secret requires a new file");
            }
            Token secret = Token.random();
            NamedToken token = CheckedValues.value(() -> NamedToken.of(
                    name,
                    Role.parse(role),
                    hasSecret ? Optional.of(secret) : Optional.empty(),
                    Optional.ofNullable(user),
                    Optional.ofNullable(certificate)));
            done(() -> add(token, secret));
            output.printData(Shown.of(token));
            if (isPrinted) {
                TokenFile.print(secret, terminal.out());
            }
            return ExitStatus.DONE;
        }

        /** The table must not contain a secret without an owner, so that the secret's file is written first. */
        private NamedToken add(NamedToken token, Token secret) throws IOException {
            TokenTable table = place.own();
            if (user != null) {
                JobUsers.requireUser(user);
            }
            Optional<String> obstacle =
                    LocalUsers.obstacle(token, place.directory().localUsers());
            if (obstacle.isPresent()) {
                throw CommandFailure.no(obstacle.get());
            }
            if (file != null) {
                TokenFile.write(file, secret);
            }
            try {
                table.add(token);
            } catch (IOException | RuntimeException e) {
                if (file != null) {
                    Files.deleteIfExists(file);
                }
                throw e;
            }
            return token;
        }
    }

    @Command(name = "list", description = "List the tokens.", mixinStandardHelpOptions = true)
    private static final class ListAll implements Callable<Integer> {
        @Mixin
        private final Place place = new Place();

        @Mixin
        private final Output output;

        ListAll(Terminal terminal) {
            this.output = new Output(terminal);
        }

        @Override
        public Integer call() {
            List<Shown> tokens =
                    done(() -> place.table().read()).stream().map(Shown::of).toList();
            output.print(tokens, ListAll::text);
            return ExitStatus.DONE;
        }

        private static String text(List<Shown> tokens) {
            Table table = new Table()
                    .left("name")
                    .left("role")
                    .left("user")
                    .left("certificate")
                    .left("secret");
            for (Shown token : tokens) {
                table.row(token.name(), token.role(), token.user(), token.certificate(), token.secret() ? "yes" : "no");
            }
            return table.isEmpty() ? "No tokens; only the owner has access." : table.toString();
        }
    }

    @Command(
            name = "revoke",
            description = "Revoke a token. Jobs of the user continue.",
            mixinStandardHelpOptions = true)
    private static final class Revoke implements Callable<Integer> {
        @Mixin
        private final Place place = new Place();

        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the token.")
        private String name = "";

        @Mixin
        private final Output output;

        Revoke(Terminal terminal) {
            this.output = new Output(terminal);
        }

        @Override
        public Integer call() {
            if (!done(() -> place.table().revoke(name))) {
                throw CommandFailure.no("there is no token '" + name + "'.\nMaybe: banyan token list");
            }
            output.print(new Revoked("revoked", name), shown -> "Token '" + name + "' revoked.");
            return ExitStatus.DONE;
        }
    }
}
