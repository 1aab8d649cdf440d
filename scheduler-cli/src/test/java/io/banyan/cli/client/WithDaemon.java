package io.banyan.cli.client;

import io.banyan.cli.Run;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.execute.ExecutionConfig;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The {@link RunningDaemon} of a test of commands: each test has one of its own, which begins before it and has ended
 * after it, so that tests run side by side.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class WithDaemon {
    private final UnaryOperator<DaemonConfig.Builder> configured;

    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon site;

    /** One that runs nothing: its jobs are mocks. */
    protected WithDaemon() {
        this(config -> config.executing(ExecutionConfig.MOCK));
    }

    protected WithDaemon(UnaryOperator<DaemonConfig.Builder> configured) {
        this.configured = configured;
    }

    @BeforeEach
    protected final void begin() throws Exception {
        site = RunningDaemon.in(directory, configured);
    }

    @AfterEach
    protected final void end() {
        site.close();
    }

    /** For the files of the test. */
    protected final Path directory() {
        return directory;
    }

    protected final RunningDaemon site() {
        return site;
    }

    /** Returns the result of a command that asks the daemon. */
    protected final Run banyan(String command, String... words) {
        return site.banyan(command, words);
    }
}
