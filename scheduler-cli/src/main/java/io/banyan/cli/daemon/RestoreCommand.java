package io.banyan.cli.daemon;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.store.JournalBackup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan restore}: a state directory made of a backup. */
@Command(
        name = "restore",
        description = "Verify a backup and create a state directory from it.",
        mixinStandardHelpOptions = true)
public final class RestoreCommand implements Callable<Integer> {
    /** The state directory that was made. */
    private record Restored(String state, String file, long transactions, int tokens) {}

    @Mixin
    private final Output output;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            required = true,
            description = "State directory to create, empty or missing.")
    private Path state = Path.of("");

    @Parameters(paramLabel = "FILE", description = "Backup file of 'banyan backup'.")
    private Path file = Path.of("");

    public RestoreCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        var directory = new StateDirectory(state);
        try {
            requireEmpty(directory);
            boolean isNew = !directory.exists();
            directory.create();
            long transactions = restored(directory, isNew);
            int tokens = new TokenTable(directory.tokens()).read().size();
            output.print(
                    new Restored(directory.path().toString(), file.toString(), transactions, tokens),
                    made -> made.state() + " contains the " + transactions + " transactions of " + made.file()
                            + ", and " + counted(tokens) + "." + advice(tokens, made.state()));
            return ExitStatus.DONE;
        } catch (IOException e) {
            throw CommandFailure.no(e);
        }
    }

    /** So many tokens in words. */
    static String counted(int tokens) {
        return switch (tokens) {
            case 0 -> "no tokens";
            case 1 -> "1 token";
            default -> tokens + " tokens";
        };
    }

    /** A backup is a past: of the tokens too. */
    private static String advice(int tokens, String state) {
        return tokens == 0
                ? ""
                : "\nTokens that were revoked after the backup are valid again, and newer ones are "
                        + "missing: banyan token list --state " + state;
    }

    private long restored(StateDirectory directory, boolean isNew) throws IOException {
        try {
            return JournalBackup.restore(file, directory.journal());
        } catch (IOException e) {
            if (isNew) {
                Files.deleteIfExists(directory.path());
            }
            throw e;
        }
    }

    private static void requireEmpty(StateDirectory directory) throws IOException {
        if (!directory.exists()) {
            return;
        }
        try (Stream<Path> files = Files.list(directory.path())) {
            if (files.anyMatch(file -> !JournalBackup.isUnfinished(file))) {
                throw new IOException(
                        "The state directory " + directory.path() + " is not empty and is not overwritten.");
            }
        }
    }
}
