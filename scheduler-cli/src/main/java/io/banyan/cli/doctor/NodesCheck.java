package io.banyan.cli.doctor;

import io.banyan.rpc.files.ThisMachine;
import io.banyan.rpc.health.HealthConfig;
import io.banyan.rpc.launch.LaunchTemplate;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a daemon can run its health check on the nodes.
 *
 * @param health with a check
 * @param command by which a check is run on a node; empty where all commands run on this machine
 * @param path where programs are looked for
 */
record NodesCheck(HealthConfig health, Optional<LaunchTemplate> command, String path) implements Check {
    @Override
    public String name() {
        return "health check";
    }

    @Override
    public DoctorFinding examine() {
        if (command.isEmpty()) {
            return warning("Without execution.command, the check runs only on the node with the name of this machine, "
                    + ThisMachine.name() + "; all other nodes are not checked.");
        }
        String program = command.get().words().getFirst();
        return isThere(program)
                ? ok("The check runs on each node through " + program + ", every "
                        + health.interval().toSeconds() + " s.")
                : problem("There is no program " + program
                        + " to run the check on the nodes. Correct execution.command.");
    }

    private boolean isThere(String program) {
        return program.contains("/")
                ? Files.isExecutable(Path.of(program))
                : Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                        .splitAsStream(path)
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
