package io.banyan.cli.doctor;

import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/** Whether a daemon runs on the state directory, and answers. */
record RunningCheck(StateDirectory state) implements Check {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "daemon";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        Optional<ProcessHandle> process = PidFile.running(state.pid());
        if (process.isEmpty()) {
            return Files.exists(state.address())
                    ? warning(
                            "No daemon runs here; the last one did not shut down cleanly. The next start continues from its journal.")
                    : ok("No daemon runs here.");
        }
        String holder = "Process " + process.get().pid() + " runs here";
        if (Files.notExists(state.address())) {
            return warning(holder + " but does not listen yet. If this persists, see " + state.log() + ".");
        }
        try (BanyanClient client = BanyanClient.ofStateDirectory(state.path(), PATIENCE)) {
            client.stat();
            return ok(holder + " and answers at " + AddressFile.read(state) + ".");
        } catch (ClientException e) {
            return unanswered(holder, e);
        }
    }

    private DoctorFinding unanswered(String holder, ClientException e) {
        return switch (e.failure()) {
            case STANDBY, NOT_NOW, STOPPING, FORBIDDEN -> ok(holder + " and reports: " + e.getMessage());
            case UNAUTHENTICATED,
                    INVALID,
                    BAD_JOBSPEC,
                    NOT_FOUND,
                    EXISTS,
                    OVERLOADED,
                    TOO_LARGE,
                    DEADLINE,
                    INCOMPATIBLE,
                    JOURNAL,
                    UNREACHABLE,
                    INTERNAL -> problem(holder + " but does not answer; see " + state.log() + ": " + e.getMessage());
        };
    }
}
