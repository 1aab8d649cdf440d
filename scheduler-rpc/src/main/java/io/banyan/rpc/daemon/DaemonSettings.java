package io.banyan.rpc.daemon;

import static io.banyan.rpc.daemon.DaemonKeys.GRAPH_ALLOWLIST;
import static io.banyan.rpc.daemon.DaemonKeys.GRAPH_FILE;
import static io.banyan.rpc.daemon.DaemonKeys.GRAPH_FORMAT;
import static io.banyan.rpc.daemon.DaemonKeys.LISTEN;
import static io.banyan.rpc.daemon.DaemonKeys.METRICS;
import static io.banyan.rpc.daemon.DaemonKeys.NAME;
import static io.banyan.rpc.daemon.DaemonKeys.PARENT_ADDRESS;
import static io.banyan.rpc.daemon.DaemonKeys.PARENT_CREDENTIAL;
import static io.banyan.rpc.daemon.DaemonKeys.PARENT_JOB;
import static io.banyan.rpc.daemon.DaemonKeys.POLICY;
import static io.banyan.rpc.daemon.DaemonKeys.PRUNE;
import static io.banyan.rpc.daemon.DaemonKeys.QUEUE_CAPACITY;
import static io.banyan.rpc.daemon.DaemonKeys.STATE;
import static io.banyan.rpc.daemon.DaemonKeys.SUBSYSTEMS;
import static io.banyan.rpc.daemon.DaemonKeys.TRAVERSER;
import static io.banyan.rpc.daemon.DaemonKeys.VISITS;
import static io.banyan.rpc.daemon.GrowKeys.GROW_HOPS;
import static io.banyan.rpc.daemon.GrowKeys.GROW_ORDER;
import static io.banyan.rpc.daemon.GrowKeys.GROW_PENDING;
import static io.banyan.rpc.daemon.GrowKeys.GROW_TIMEOUT;
import static io.banyan.rpc.daemon.GrowKeys.GROW_VERTICES;
import static io.banyan.rpc.daemon.GrowKeys.PROVIDER;
import static io.banyan.rpc.daemon.HierarchyKeys.HEARTBEAT;
import static io.banyan.rpc.daemon.HierarchyKeys.LEASE;
import static io.banyan.rpc.daemon.HierarchyKeys.NEWS;
import static io.banyan.rpc.daemon.HierarchyKeys.START_TIMEOUT;
import static io.banyan.rpc.daemon.HierarchyKeys.STOP_TIMEOUT;
import static io.banyan.rpc.daemon.JournalKeys.JOBS_ON_LOST;
import static io.banyan.rpc.daemon.JournalKeys.JOBS_REMEMBERED;
import static io.banyan.rpc.daemon.JournalKeys.JOURNAL;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.config.ValueSource;
import io.banyan.rpc.launch.LaunchLetter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The translation of {@link DaemonKeys} to the configuration of a daemon. */
public final class DaemonSettings {
    private DaemonSettings() {}

    /**
     * The configuration that the settings describe. Touches nothing but to see whether a daemon ran here before.
     *
     * @param defaultState the state directory where the settings name none
     * @throws IllegalArgumentException with one sentence, where they do not agree
     */
    public static DaemonConfig config(Settings settings, Path defaultState) {
        StateDirectory state = state(settings, defaultState);
        return DaemonConfig.of(state, settings.get(NAME), resources(settings, state))
                .listen(settings.get(LISTEN))
                .journal(settings.get(JOURNAL).kind())
                .sharing(JournalKeys.sharing(settings))
                .matching(new InstanceConfig.Match(
                        settings.get(PRUNE),
                        settings.get(POLICY),
                        settings.get(TRAVERSER),
                        settings.get(SUBSYSTEMS),
                        settings.get(VISITS)))
                .onLost(settings.get(JOBS_ON_LOST))
                .reserving(ReservationKeys.limits(settings))
                .rescaling(ElasticKeys.elasticity(settings))
                .queueing(QueueKeys.queues(settings))
                .executing(ExecutionKeys.config(settings))
                .checking(HealthKeys.config(settings))
                .asking(settings.get(GROW_ORDER), settings.get(PROVIDER))
                .bounded(GrowKeys.most(settings))
                .yielding(settings.get(HierarchyKeys.REVOKE))
                .within(limits(settings), queueCapacity(settings))
                .history(JournalKeys.history(settings))
                .shortenedAfter(settings.get(JournalKeys.SHORTEN_AFTER))
                .secured(SecurityKeys.config(settings)
                        .listeningOn(SocketKeys.socket(settings, state, isChild(settings))))
                .logging(LogKeys.logging(settings))
                .metrics(settings.get(METRICS))
                .passingOn(passedOn(settings))
                .launching(LaunchKeys.elsewhere(settings))
                .build();
    }

    /**
     * Checks the settings of a file, to which options may add the source of resources.
     *
     * @return the configuration; with the graph {@code graph} where they name none
     * @throws IllegalArgumentException with one sentence, where its parts do not agree
     */
    public static DaemonConfig requireSound(Settings settings, Path defaultState) {
        boolean isWhole = settings.get(GRAPH_FILE).isPresent() || isChild(settings);
        return config(
                isWhole ? settings : settings.with(GRAPH_FILE, List.of("graph"), new ValueSource.Option("--graph")),
                defaultState);
    }

    /** The queues that the settings describe. */
    public static Queues queues(Settings settings) {
        return QueueKeys.queues(settings);
    }

    /** Where its files are. */
    public static StateDirectory state(Settings settings, Path defaultState) {
        return new StateDirectory(settings.get(STATE).orElse(defaultState));
    }

    /** How many requests of clients may wait. */
    static int queueCapacity(Settings settings) {
        return settings.get(QUEUE_CAPACITY);
    }

    /** The options for the children: settings that are passed on and differ from their defaults. */
    private static List<String> passedOn(Settings settings) {
        return settings.all().stream()
                .filter(setting -> setting.key().inherited() && !(setting.origin() instanceof ValueSource.Default))
                .map(setting -> setting.key().name() + "=" + String.join(",", setting.words()))
                .toList();
    }

    private static InstanceLimits limits(Settings settings) {
        return new InstanceLimits(
                settings.get(GROW_HOPS),
                settings.get(GROW_PENDING),
                settings.get(GROW_VERTICES),
                settings.get(JOBS_REMEMBERED),
                settings.get(GROW_TIMEOUT).toMillis(),
                settings.get(LEASE).toMillis(),
                settings.get(HEARTBEAT).toMillis(),
                settings.get(NEWS).toMillis(),
                settings.get(START_TIMEOUT).toMillis(),
                settings.get(STOP_TIMEOUT).toMillis());
    }

    private static ResourceSource resources(Settings settings, StateDirectory state) {
        Optional<Path> graph = settings.get(GRAPH_FILE);
        boolean isChild = isChild(settings);
        if (graph.isPresent() && isChild) {
            throw new IllegalArgumentException("A daemon can have its own graph (--graph, "
                    + settings.setting(GRAPH_FILE).origin() + ") or a parent (--parent), not both.");
        }
        if (graph.isPresent()) {
            return new GraphFile(graph.get(), settings.get(GRAPH_FORMAT), settings.get(GRAPH_ALLOWLIST));
        }
        if (settings.isAnySet(GRAPH_FORMAT) || !settings.get(GRAPH_ALLOWLIST).isEmpty()) {
            throw new IllegalArgumentException("--graph-format and --load-allowlist require --graph FILE.");
        }
        if (isChild) {
            return parent(settings, state);
        }
        if (hasPast(settings, state)) {
            return new Founded();
        }
        throw new IllegalArgumentException(
                "neither --graph FILE nor, for a child, --parent is specified: the daemon would use the resources of this machine");
    }

    private static boolean isChild(Settings settings) {
        return settings.isAnySet(PARENT_ADDRESS, PARENT_JOB, PARENT_CREDENTIAL);
    }

    private static boolean hasPast(Settings settings, StateDirectory state) {
        return Files.exists(state.journal()) || settings.get(JOURNAL).url().isPresent() || LostPast.shows(state);
    }

    /** Whether the settings name no source of resources, and no earlier daemon recorded one. */
    public static boolean namesNoResources(Settings settings, Path defaultState) {
        return !settings.isAnySet(GRAPH_FILE, GRAPH_FORMAT, PARENT_ADDRESS, PARENT_JOB, PARENT_CREDENTIAL)
                && settings.get(GRAPH_ALLOWLIST).isEmpty()
                && !hasPast(settings, state(settings, defaultState));
    }

    private static Parent parent(Settings settings, StateDirectory state) {
        if (settings.get(PARENT_ADDRESS).isEmpty()
                || settings.get(PARENT_JOB).isEmpty()
                || settings.get(PARENT_CREDENTIAL).isEmpty()) {
            throw new IllegalArgumentException("A child requires all of --parent, --job and --credential-file.");
        }
        return new Parent(
                settings.get(PARENT_ADDRESS),
                new JobId(settings.get(PARENT_JOB).orElseThrow()),
                readsLetter(settings)
                        ? state.credential()
                        : settings.get(PARENT_CREDENTIAL).orElseThrow());
    }

    /** Whether a parent sends the daemon its secrets on standard input before it starts. */
    public static boolean readsLetter(Settings settings) {
        return settings.get(PARENT_CREDENTIAL)
                .filter(file -> file.toString().equals(LaunchLetter.STANDARD_INPUT))
                .isPresent();
    }
}
