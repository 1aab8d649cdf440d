package io.banyan.rpc.launch;

import io.banyan.instance.Effect;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a child's daemon is started.
 *
 * @param prefix what runs a banyan command, to which {@code start ...} is added
 */
public record LaunchCommand(List<String> prefix) {
    /** What a spawn may say about the child's daemon; each becomes the option of {@code banyan start} of the same name. */
    public static final Set<String> OPTIONS = Set.of("policy", "prune", "grow-order", "provider");

    private static final String MAIN_CLASS = "io.banyan.cli.Banyan";

    /** Copies the list. */
    public LaunchCommand {
        prefix = List.copyOf(prefix);
    }

    /** The launcher script that started this process, or else this virtual machine with its class path. */
    public static LaunchCommand ofThisProcess(Map<String, String> environment) {
        String launcher = environment.getOrDefault("BANYAN_LAUNCHER", "");
        if (!launcher.isEmpty() && Files.isExecutable(Path.of(launcher))) {
            return new LaunchCommand(List.of(launcher));
        }
        String java =
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
        return new LaunchCommand(List.of(
                java, "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path", ""), MAIN_CLASS));
    }

    /**
     * The words that start a child.
     *
     * @throws IllegalArgumentException if an option is none of {@link #OPTIONS}
     */
    List<String> words(Effect.StartChild child, Address parent, StateDirectory directory) {
        List<String> words = new ArrayList<>(prefix);
        words.add("start");
        words.addAll(List.of("--state", directory.path().toString()));
        words.addAll(List.of("--name", child.name()));
        words.addAll(List.of("--parent", parent.toString()));
        words.addAll(List.of("--job", Long.toString(child.child().value())));
        words.addAll(List.of("--credential-file", directory.credential().toString()));
        child.options().forEach((key, value) -> {
            if (!OPTIONS.contains(key)) {
                throw new IllegalArgumentException("A spawned instance has no option '" + key + "'; there are "
                        + String.join(", ", new TreeSet<>(OPTIONS)) + ".");
            }
            words.add("--" + key + "=" + value);
        });
        return words;
    }
}
