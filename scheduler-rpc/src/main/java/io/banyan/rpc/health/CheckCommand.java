package io.banyan.rpc.health;

import io.banyan.rpc.files.ThisMachine;
import io.banyan.rpc.launch.LaunchTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The words that run a check on a node, as the daemon's own user. The node ends a check by itself a second after the
 * daemon has given it up, where it has timeout(1): the daemon can end the command that connects to the node, but not
 * the processes there.
 *
 * @param template starts a command on a host; empty where all commands run on this machine
 */
record CheckCommand(Optional<LaunchTemplate> template) {
    /** The word in place of a job's number in the template. */
    private static final String JOB = "health";

    /** BusyBox has had other options of that program. */
    private static final String SCRIPT = """
            BANYAN_NODE=$3
            export BANYAN_NODE
            if timeout -s KILL 5 true 2>/dev/null; then
                exec timeout -s KILL "$1" /bin/sh -c "$2"
            fi
            exec /bin/sh -c "$2"
            """;

    /**
     * Whether a check can be run on a node. Without a template the node must be this machine: by its name, or as the
     * only node.
     *
     * @param all how many nodes there are
     */
    boolean reaches(CheckedNode node, int all) {
        return template.isPresent() || all == 1 || ThisMachine.isNamed(node.name());
    }

    /**
     * The words for a node.
     *
     * @throws IllegalArgumentException with one sentence, if the name of the node could be anything else
     */
    List<String> words(CheckedNode node, String check, Duration timeout) {
        String seconds = Long.toString(timeout.toSeconds() + 2);
        List<String> start = List.of("/bin/sh", "-c", SCRIPT, "banyan-health-check", seconds, check, node.name());
        var child = new LaunchTemplate.Child(List.of(node.name()), JOB, System.getProperty("user.name", ""));
        return template.map(it -> it.words(child, start)).orElse(start);
    }
}
