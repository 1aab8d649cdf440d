package io.banyan.cli.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The archive of classes with which the launcher makes commands start sooner.
 *
 * @param options of the Java virtual machine
 * @param launcher the script that ran it; empty where there was none
 */
record ArchiveCheck(List<String> options, Optional<String> launcher) implements Check {
    private static final List<String> NAMING = List.of("-XX:AOTCache=", "-XX:SharedArchiveFile=");

    static ArchiveCheck ofThisProcess() {
        return new ArchiveCheck(
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                Optional.ofNullable(System.getenv("BANYAN_LAUNCHER")));
    }

    @Override
    public String name() {
        return "start-up archive";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        if (launcher.isEmpty()) {
            return warning("Not checked: this command was not started by the banyan launcher.");
        }
        Optional<Path> archive = archive();
        if (archive.isPresent() && Files.isReadable(archive.get())) {
            return ok(archive.get() + ", " + Quantity.bytes(Files.size(archive.get())) + ".");
        }
        return warning(
                "There is no archive, so each command takes about a second longer to start. The archive is created by the first command after a build whose user can write to the directory of scheduler-cli.jar (or to /var/cache/banyan, if the package is installed).");
    }

    private Optional<Path> archive() {
        return options.stream()
                .flatMap(option -> NAMING.stream()
                        .filter(option::startsWith)
                        .map(naming -> Path.of(option.substring(naming.length()))))
                .findFirst();
    }
}
