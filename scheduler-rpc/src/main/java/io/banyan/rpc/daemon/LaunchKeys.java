package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.path;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.launch.Elsewhere;
import io.banyan.rpc.launch.LaunchTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of a daemon's configuration that say how its children are started. */
final class LaunchKeys {
    static final Key<Optional<LaunchTemplate>> COMMAND = Key.of(
                    "launch.command",
                    text("COMMAND", LaunchTemplate::parse).orNothing(),
                    Optional.empty(),
                    "Command that starts a child on another machine, with {start} or {shell-start} and optionally {host}, {hosts}, {job} and {user}. Without it, children run on this machine.")
            .sample("ssh -o BatchMode=yes {host} {shell-start}");

    static final Key<Optional<String>> PROGRAM = Key.of(
                    "launch.program",
                    text("FILE", it -> it).orNothing(),
                    Optional.empty(),
                    "Path of the program banyan on those machines (default: as on this machine).")
            .sample("/usr/bin/banyan");

    static final Key<Optional<Path>> DIRECTORY = Key.of(
                    "launch.directory",
                    path("DIR").orNothing(),
                    Optional.empty(),
                    "Directory of the state directories of such children on their machines (default: as on this machine, for machines that share their files).")
            .sample("/var/tmp/banyan");

    static final Key<Optional<String>> HOST = Key.of(
                    "launch.host",
                    text("HOST", it -> it).orNothing(),
                    Optional.empty(),
                    "Name by which such children reach this machine (default: the host of 'listen').")
            .sample("head.cluster");

    static final List<Key<?>> ALL = List.of(COMMAND, PROGRAM, DIRECTORY, HOST);

    private LaunchKeys() {}

    /** The options for launches on other machines. */
    static Optional<Elsewhere> elsewhere(Settings settings) {
        if (settings.get(COMMAND).isEmpty() && settings.isAnySet(PROGRAM, DIRECTORY, HOST)) {
            throw new IllegalArgumentException(
                    "launch.program, launch.directory and launch.host require launch.command.");
        }
        return settings.get(COMMAND)
                .map(template ->
                        new Elsewhere(template, settings.get(PROGRAM), settings.get(DIRECTORY), settings.get(HOST)));
    }
}
