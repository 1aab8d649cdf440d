package io.banyan.cli.quickstart;

import java.nio.file.Path;
import java.util.List;

/** The commands that a user types after the quickstart: a daemon for this machine, and a first job. */
final class NextCommands {
    private static final Path STATE = Path.of("/tmp/first");

    private NextCommands() {}

    /**
     * The commands, with paths as they are from here.
     *
     * @param launcher of the banyan command
     * @param home the directory with the examples
     * @param isRoot whether the user is root; jobs run as root only if the configuration allows it
     */
    static List<String> of(Path launcher, Path home, boolean isRoot) {
        String banyan = shown(launcher);
        return List.of(
                banyan + " start --state " + STATE + (isRoot ? " --jobs-as-root" : "") + " &",
                "export BANYAN_STATE=" + STATE,
                banyan + " submit " + shown(home.resolve("examples").resolve("hello.sh")),
                banyan + " wait 1",
                banyan + " logs 1");
    }

    private static String shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        if (!path.toAbsolutePath().startsWith(here)) {
            return path.toString();
        }
        Path relative = here.relativize(path.toAbsolutePath());
        return relative.getNameCount() == 1 ? "./" + relative : relative.toString();
    }
}
