package io.banyan.cli.doctor;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.Founded;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.Parent;
import io.banyan.rpc.daemon.StandbySettings;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.store.JournalLook;
import io.banyan.rpc.store.ServerLook;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The checks to make, as far as the configuration of the daemon is known. */
final class DoctorChecks {
    private DoctorChecks() {}

    /** Returns the checks that need no configuration. */
    static List<Check> ofMachine() {
        return List.of(JavaCheck.ofThisProcess(), ArchiveCheck.ofThisProcess());
    }

    /** Returns the checks that need the state directory alone. */
    static List<Check> ofDirectory(StateDirectory state) {
        return List.of(
                new DirectoryCheck(state, System.getProperty("user.name", "")),
                new SpaceCheck(state),
                new TokenCheck(state),
                new RunningCheck(state));
    }

    /**
     * Returns the checks of everything else that a configuration names.
     *
     * @param hasSource whether it says from where the resources come
     */
    static List<Check> of(DaemonConfig config, boolean hasSource, InstantSource clock) {
        List<Check> checks = new ArrayList<>();
        StateDirectory state = config.state();
        checks.add(new JournalCheck(
                state, config.journal(), config.sharing().isPresent(), config.resources() instanceof Parent));
        config.sharing().ifPresent(sharing -> checks.add(new ServerCheck(sharing, clock)));
        checks.add(new ClockCheck(clock, () -> lastDecision(config)));
        checks.add(AddressCheck.ofListener(config.listen(), state));
        config.metrics().ifPresent(address -> checks.add(AddressCheck.ofMetrics(address, state)));
        config.security().tls().ifPresent(files -> checks.add(new TlsCheck(files, clock)));
        if (config.health().check().isPresent()) {
            checks.add(new NodesCheck(
                    config.health(),
                    config.execution().command(),
                    Optional.ofNullable(System.getenv("PATH")).orElse("")));
        }
        checks.add(JobUsersCheck.ofThisProcess(config.security().jobsAsRoot()));
        if (hasSource) {
            switch (config.resources()) {
                case GraphFile file -> checks.add(new GraphCheck(file.file()));
                case Parent parent -> checks.add(new ParentCheck(parent, state));
                case Founded it -> {
                    // Its graph is in the journal.
                }
            }
        }
        config.providers().forEach(spec -> checks.add(new ProviderCheck(spec, state)));
        return checks;
    }

    private static Optional<Instant> lastDecision(DaemonConfig config) throws IOException {
        Optional<StandbySettings> sharing = config.sharing();
        if (sharing.isPresent()) {
            return ServerLook.at(sharing.get().url(), sharing.get().passwordFile())
                    .last();
        }
        StateDirectory state = config.state();
        if (config.journal() == JournalKind.MEMORY || Files.notExists(state.journal())) {
            return Optional.empty();
        }
        return JournalLook.at(state.journal(), PidFile.running(state.pid()).isPresent())
                .last();
    }
}
