package io.banyan.cli.daemon;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.store.JournalBackup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan backup}: a copy of a journal. */
@Command(
        name = "backup",
        description = "Back up the journal and the tokens of a daemon, running or not, and verify the backup.",
        mixinStandardHelpOptions = true)
public final class BackupCommand implements Callable<Integer> {
    /** The data that was copied. */
    private record Copied(String file, String state, long transactions, int tokens) {}

    @Mixin
    private final Output output;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "State directory of the daemon (default: $" + Target.STATE_VARIABLE
                    + ", else ~/.local/state/banyan).")
    private @Nullable Path state;

    @Parameters(paramLabel = "FILE", description = "Backup file to create; it must not exist.")
    private Path file = Path.of("");

    public BackupCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        var directory = new StateDirectory(state == null ? Target.defaultState(System.getenv()) : state);
        try {
            directory.requireOpen();
            long transactions = JournalBackup.write(directory.journal(), file);
            int tokens = new TokenTable(directory.tokens()).read().size();
            output.print(
                    new Copied(file.toString(), directory.path().toString(), transactions, tokens),
                    copied -> copied.file() + " contains the " + transactions + " transactions of " + copied.state()
                            + ", and " + RestoreCommand.counted(tokens) + ".");
            return ExitStatus.DONE;
        } catch (IOException e) {
            throw CommandFailure.no(e);
        }
    }
}
