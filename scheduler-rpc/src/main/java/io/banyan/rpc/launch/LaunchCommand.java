package io.banyan.rpc.launch;

import io.banyan.instance.Effect;
import io.banyan.instance.GrowOrder;
import io.banyan.match.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.transport.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a child's daemon is started.
 *
 * @param prefix what runs a banyan command, to which {@code start ...} is added
 * @param journal how long the journals of children live
 * @param settings of the configuration that children are told as well, each as {@code KEY=VALUE}
 */
public record LaunchCommand(List<String> prefix, JournalKind journal, List<String> settings) {
    /** What a spawn may say about the child's daemon; each becomes the option of {@code banyan start} of the same name. */
    public static final List<String> OPTIONS = List.of("grow-order", "policy", "provider", "prune");

    private static final String MAIN_CLASS = "io.banyan.cli.Banyan";

    /** Copies the lists. */
    public LaunchCommand {
        prefix = List.copyOf(prefix);
        settings = List.copyOf(settings);
    }

    /** A command that leaves the journal as it is where nothing is said. */
    public LaunchCommand(List<String> prefix) {
        this(prefix, JournalKind.DURABLE, List.of());
    }

    /** The same for children with journals of this kind. */
    public LaunchCommand journaling(JournalKind kind) {
        return new LaunchCommand(prefix, kind, settings);
    }

    /** The same for children that are told these settings. */
    public LaunchCommand telling(List<String> newSettings) {
        return new LaunchCommand(prefix, journal, newSettings);
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
     * Checks what a spawn says about the child's daemon, before it costs a job.
     *
     * @throws IllegalArgumentException with one sentence, if an option is none of {@link #OPTIONS} or its value cannot be one
     */
    public static void requireOptions(Map<String, String> options) {
        options.forEach((key, value) -> {
            switch (key) {
                case "policy" -> MatchPolicy.parse(value);
                case "prune" -> PruneFilters.parse(value);
                case "grow-order" -> GrowOrder.parse(value);
                case "provider" -> ProviderSpec.parse(value).checked();
                default ->
                    throw new IllegalArgumentException("A spawned instance has no option '" + key + "'; there are "
                            + String.join(", ", OPTIONS) + ".");
            }
        });
    }

    /** The words that start a child. */
    List<String> words(Effect.StartChild child, List<Address> parents, StateDirectory directory) {
        List<String> words = new ArrayList<>(prefix);
        words.add("start");
        words.addAll(List.of("--state", directory.path().toString()));
        words.addAll(List.of("--name", child.name()));
        words.addAll(List.of("--parent", parents.stream().map(Address::toString).collect(Collectors.joining(","))));
        words.addAll(List.of("--job", Long.toString(child.child().value())));
        words.addAll(List.of("--credential-file", directory.credential().toString()));
        words.addAll(List.of("--journal", journal.toString()));
        settings.forEach(setting -> words.addAll(List.of("--set", setting)));
        child.options().forEach((key, value) -> {
            words.add("--" + key + "=" + value);
        });
        return words;
    }
}
