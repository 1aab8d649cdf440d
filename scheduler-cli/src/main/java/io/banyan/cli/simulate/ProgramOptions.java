package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.sim.program.ProgramSettings;
import java.util.List;
import picocli.CommandLine.Option;

/** The option with the parameters of programs. */
final class ProgramOptions {
    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A parameter of the programs, such as unit=node. Can be repeated.")
    private List<String> changes = List.of();

    /** The parameters of the programs. */
    ProgramSettings settings() {
        ProgramSettings settings = ProgramSettings.defaults();
        for (String change : changes) {
            try {
                settings = settings.with(change);
            } catch (IllegalArgumentException e) {
                throw CommandFailure.wrongUse("--set: " + e.getMessage());
            }
        }
        return settings;
    }

    /** Refuses changes of parameters whose values the command sets itself. */
    void requireUnchanged(List<String> names, String reason) {
        for (String change : changes) {
            String name = change.split("=", 2)[0];
            if (names.contains(name)) {
                throw CommandFailure.wrongUse("--set cannot change '" + name + "', since " + reason);
            }
        }
    }
}
