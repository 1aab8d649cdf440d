package io.banyan.rpc.launch;

import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.Effect;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.config.ValueType;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.transport.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The command that starts a child's daemon.
 *
 * @param prefix the words that run a banyan command, to which {@code start ...} is added
 * @param journal how long the journals of children live
 * @param settings of the configuration that children get as well, each as {@code KEY=VALUE}
 * @param elsewhere how they are started on other machines; empty where they run on this one
 */
public record LaunchCommand(
        List<String> prefix, JournalKind journal, List<String> settings, Optional<Elsewhere> elsewhere) {
    /**
     * The beginning of a daemon's warning on standard error. By it, the parent distinguishes warnings from failures.
     */
    public static final String WARNING = "banyan: warning: ";

    /** The option with the child's providers, {@link SpawnProviders}. */
    private static final String PROVIDER = "provider";

    private static final String QUEUE_POLICY = "queue-policy";
    private static final String HOPS = "max-hops";

    /**
     * The options of a spawn for the child's daemon. Each becomes the option of {@code banyan start} with the same
     * name.
     */
    public static final List<String> OPTIONS = List.of(
            "grow-order", "max-external", HOPS, "max-resources", "policy", PROVIDER, "prune", QUEUE_POLICY, "revoke");

    private static final String MAIN_CLASS = "io.banyan.cli.Banyan";

    /** Copies the lists. */
    public LaunchCommand {
        prefix = List.copyOf(prefix);
        settings = List.copyOf(settings);
    }

    /** A command that leaves the journal as it is where nothing is said. */
    public LaunchCommand(List<String> prefix) {
        this(prefix, JournalKind.DURABLE, List.of(), Optional.empty());
    }

    /** Returns the command for children with journals of the given kind. */
    public LaunchCommand journaling(JournalKind kind) {
        return new LaunchCommand(prefix, kind, settings, elsewhere);
    }

    /** Returns the command for children with the given settings. */
    public LaunchCommand telling(List<String> newSettings) {
        return new LaunchCommand(prefix, journal, newSettings, elsewhere);
    }

    /** Returns the command for children that are started on other machines if that is configured. */
    public LaunchCommand elsewhere(Optional<Elsewhere> how) {
        return new LaunchCommand(prefix, journal, settings, how);
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
                java,
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path", ""),
                MAIN_CLASS));
    }

    /**
     * Checks the options of a spawn for the child's daemon, before a job is allocated.
     *
     * @throws IllegalArgumentException with one sentence, if an option is none of {@link #OPTIONS} or its value cannot
     *     be one
     */
    public static void requireOptions(Map<String, String> options) {
        var unused = JobCommand.in(options);
        options.forEach((key, value) -> {
            switch (key) {
                case "policy" -> MatchPolicy.parse(value);
                case "prune" -> PruneFilters.parse(value);
                case "grow-order" -> GrowOrder.parse(value);
                case "max-external", "max-resources" -> InstanceConfig.Most.parse(value);
                case QUEUE_POLICY -> QueuePolicy.parse(value);
                case HOPS -> requireHops(value);
                case "revoke" -> RevokePolicy.parse(value);
                case PROVIDER -> SpawnProviders.check(value);
                case JobCommand.WORDS,
                        JobCommand.DIRECTORY,
                        JobCommand.OUTPUT,
                        JobCommand.ENVIRONMENT,
                        JobCommand.UMASK,
                        JobCommand.LIMITS -> {
                    // They were read together.
                }
                default ->
                    throw new IllegalArgumentException("A spawned instance does not accept the option '" + key
                            + "'; the options are " + String.join(", ", OPTIONS) + ".");
            }
        });
    }

    /**
     * Checks the options of an instance that a job of the queue starts, whose tasks take the place of a command.
     *
     * @throws IllegalArgumentException with one sentence, if an option is not known, has a wrong value, or describes a
     *     command
     */
    public static void requireNestedOptions(Map<String, String> options) {
        Optional<String> ofCommand =
                options.keySet().stream().filter(JobCommand.ALL::contains).findFirst();
        if (ofCommand.isPresent()) {
            throw new IllegalArgumentException("The instance of a job does not accept the option '" + ofCommand.get()
                    + "'; the tasks of the job are its command.");
        }
        requireOptions(options);
    }

    private static void requireHops(String value) {
        try {
            var unused = ValueType.number(1, InstanceLimits.MOST_HOPS).reading().apply(List.of(value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(HOPS + ": " + e.getMessage(), e);
        }
    }

    /** The words that start a child. */
    List<String> words(Effect.StartChild child, List<Address> parents, StateDirectory directory) {
        return words(prefix, child, parents, directory, directory.credential().toString());
    }

    /** The words that start a child on another machine, where it receives its secrets on standard input. */
    List<String> wordsElsewhere(
            Effect.StartChild child, List<Address> parents, StateDirectory directory, Elsewhere how) {
        List<String> program = how.program().map(List::of).orElse(prefix);
        return words(program, child, parents, directory, LaunchLetter.STANDARD_INPUT);
    }

    /** Returns the place where an earlier daemon has started a child, with the fence command of this one. */
    public ChildPlaces.Place place(JobId job, String machine, StateDirectory directory) {
        var child = new LaunchTemplate.Child(List.of(machine), job.toString(), System.getProperty("user.name", ""));
        List<String> fence = elsewhere
                .filter(how -> how.template().isFor(child))
                .map(how -> how.template().words(child, fenceElsewhere(directory, how)))
                .orElse(List.of());
        return new ChildPlaces.Place(machine, directory, fence);
    }

    /**
     * Returns the words that end the remaining processes of a child on another machine, and return its provider
     * resources.
     */
    List<String> fenceElsewhere(StateDirectory directory, Elsewhere how) {
        List<String> words = new ArrayList<>(how.program().map(List::of).orElse(prefix));
        return fence(words, directory);
    }

    /** Returns the words that end the remaining processes of a child here, and return its provider resources. */
    List<String> fenceHere(StateDirectory directory) {
        return fence(new ArrayList<>(prefix), directory);
    }

    private static List<String> fence(List<String> words, StateDirectory directory) {
        words.addAll(List.of("fence", "--give-back", "--state", directory.path().toString()));
        return words;
    }

    private List<String> words(
            List<String> program,
            Effect.StartChild child,
            List<Address> parents,
            StateDirectory directory,
            String credential) {
        List<String> words = new ArrayList<>(program);
        words.add("start");
        words.addAll(List.of("--state", directory.path().toString()));
        // A name may begin like an option.
        words.add("--name=" + child.name());
        words.addAll(List.of("--parent", parents.stream().map(Address::toString).collect(Collectors.joining(","))));
        words.addAll(List.of("--job", Long.toString(child.child().value())));
        words.addAll(List.of("--credential-file", credential));
        words.addAll(List.of("--journal", journal.toString()));
        settings.forEach(setting -> words.addAll(List.of("--set", setting)));
        child.options().forEach((key, value) -> {
            if (key.equals(PROVIDER)) {
                SpawnProviders.texts(value).forEach(one -> words.add("--" + key + "=" + one));
            } else if (!JobCommand.ALL.contains(key)) {
                words.add("--" + key + "=" + value);
            }
        });
        return words;
    }
}
