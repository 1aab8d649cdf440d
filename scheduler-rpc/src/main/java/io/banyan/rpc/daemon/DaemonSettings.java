package io.banyan.rpc.daemon;

import static io.banyan.rpc.daemon.DaemonKeys.GRAPH_ALLOWLIST;
import static io.banyan.rpc.daemon.DaemonKeys.GRAPH_FILE;
import static io.banyan.rpc.daemon.DaemonKeys.GRAPH_FORMAT;
import static io.banyan.rpc.daemon.DaemonKeys.GROW_HOPS;
import static io.banyan.rpc.daemon.DaemonKeys.GROW_ORDER;
import static io.banyan.rpc.daemon.DaemonKeys.GROW_PENDING;
import static io.banyan.rpc.daemon.DaemonKeys.GROW_TIMEOUT;
import static io.banyan.rpc.daemon.DaemonKeys.GROW_VERTICES;
import static io.banyan.rpc.daemon.DaemonKeys.HEARTBEAT;
import static io.banyan.rpc.daemon.DaemonKeys.HISTORY_AGE;
import static io.banyan.rpc.daemon.DaemonKeys.HISTORY_MOST;
import static io.banyan.rpc.daemon.DaemonKeys.JOBS_REMEMBERED;
import static io.banyan.rpc.daemon.DaemonKeys.JOURNAL;
import static io.banyan.rpc.daemon.DaemonKeys.JOURNAL_LEASE;
import static io.banyan.rpc.daemon.DaemonKeys.JOURNAL_PASSWORD;
import static io.banyan.rpc.daemon.DaemonKeys.LEASE;
import static io.banyan.rpc.daemon.DaemonKeys.LISTEN;
import static io.banyan.rpc.daemon.DaemonKeys.LOG_FILE_SIZE;
import static io.banyan.rpc.daemon.DaemonKeys.LOG_FORMAT;
import static io.banyan.rpc.daemon.DaemonKeys.LOG_LEVEL;
import static io.banyan.rpc.daemon.DaemonKeys.LOG_OLD_FILES;
import static io.banyan.rpc.daemon.DaemonKeys.METRICS;
import static io.banyan.rpc.daemon.DaemonKeys.NAME;
import static io.banyan.rpc.daemon.DaemonKeys.NEWS;
import static io.banyan.rpc.daemon.DaemonKeys.PARENT_ADDRESS;
import static io.banyan.rpc.daemon.DaemonKeys.PARENT_CREDENTIAL;
import static io.banyan.rpc.daemon.DaemonKeys.PARENT_JOB;
import static io.banyan.rpc.daemon.DaemonKeys.PEERS;
import static io.banyan.rpc.daemon.DaemonKeys.POLICY;
import static io.banyan.rpc.daemon.DaemonKeys.PROVIDER;
import static io.banyan.rpc.daemon.DaemonKeys.PRUNE;
import static io.banyan.rpc.daemon.DaemonKeys.QUEUE_CAPACITY;
import static io.banyan.rpc.daemon.DaemonKeys.START_TIMEOUT;
import static io.banyan.rpc.daemon.DaemonKeys.STATE;
import static io.banyan.rpc.daemon.DaemonKeys.STOP_TIMEOUT;
import static io.banyan.rpc.daemon.DaemonKeys.SUBSYSTEMS;
import static io.banyan.rpc.daemon.DaemonKeys.TRAVERSER;
import static io.banyan.rpc.daemon.DaemonKeys.VISITS;

import io.banyan.instance.InstanceConfig;
import io.banyan.instance.InstanceLimits;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Origin;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.store.PostgresUrl;
import io.banyan.schedule.JobId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What becomes of each of the {@link DaemonKeys} in a daemon's configuration. */
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
                .sharing(sharing(settings))
                .matching(new InstanceConfig.Match(
                        settings.get(PRUNE),
                        settings.get(POLICY),
                        settings.get(TRAVERSER),
                        settings.get(SUBSYSTEMS),
                        settings.get(VISITS)))
                .asking(settings.get(GROW_ORDER), settings.get(PROVIDER))
                .within(limits(settings), queueCapacity(settings))
                .history(history(settings))
                .secured(SecurityKeys.config(settings))
                .logging(logging(settings))
                .metrics(settings.get(METRICS))
                .passingOn(passedOn(settings))
                .build();
    }

    /**
     * Checks what a file says, to which options may add where the resources come from.
     *
     * @return the configuration; with the graph {@code graph} where they name none
     * @throws IllegalArgumentException with one sentence, where its parts do not agree
     */
    public static DaemonConfig requireSound(Settings settings, Path defaultState) {
        boolean isWhole = settings.get(GRAPH_FILE).isPresent()
                || isAnySet(settings, PARENT_ADDRESS, PARENT_JOB, PARENT_CREDENTIAL);
        return config(
                isWhole ? settings : settings.with(GRAPH_FILE, List.of("graph"), new Origin.Option("--graph")),
                defaultState);
    }

    /** Where its files are. */
    public static StateDirectory state(Settings settings, Path defaultState) {
        return new StateDirectory(settings.get(STATE).orElse(defaultState));
    }

    /** How many requests of clients may wait. */
    static int queueCapacity(Settings settings) {
        return settings.get(QUEUE_CAPACITY);
    }

    static Logging logging(Settings settings) {
        return new Logging(
                settings.get(LOG_LEVEL),
                settings.get(LOG_FORMAT),
                settings.get(LOG_FILE_SIZE),
                settings.get(LOG_OLD_FILES));
    }

    static HistoryPolicy history(Settings settings) {
        return new HistoryPolicy(settings.get(HISTORY_AGE), settings.get(HISTORY_MOST));
    }

    /** What the children are told as well, where it is not the default. */
    private static List<String> passedOn(Settings settings) {
        return settings.all().stream()
                .filter(setting -> setting.key().inherited() && !(setting.origin() instanceof Origin.Default))
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

    private static Optional<Sharing> sharing(Settings settings) {
        Optional<PostgresUrl> url = settings.get(JOURNAL).url();
        if (url.isEmpty() && isAnySet(settings, JOURNAL_PASSWORD, PEERS)) {
            throw new IllegalArgumentException(
                    "--journal-password-file and --peers go with --journal postgresql://...");
        }
        return url.map(it -> new Sharing(
                it.orSchema(settings.get(NAME)),
                settings.get(JOURNAL_PASSWORD),
                settings.get(JOURNAL_LEASE),
                settings.get(PEERS)));
    }

    private static ResourceSource resources(Settings settings, StateDirectory state) {
        Optional<Path> graph = settings.get(GRAPH_FILE);
        boolean isChild = isAnySet(settings, PARENT_ADDRESS, PARENT_JOB, PARENT_CREDENTIAL);
        if (graph.isPresent() && isChild) {
            throw new IllegalArgumentException("A daemon has a graph of its own (--graph, "
                    + settings.setting(GRAPH_FILE).origin() + ") or a parent (--parent), not both.");
        }
        if (graph.isPresent()) {
            return new GraphFile(graph.get(), settings.get(GRAPH_FORMAT), settings.get(GRAPH_ALLOWLIST));
        }
        if (isAnySet(settings, GRAPH_FORMAT) || !settings.get(GRAPH_ALLOWLIST).isEmpty()) {
            throw new IllegalArgumentException("--format and --load-allowlist go with --graph FILE.");
        }
        if (isChild) {
            return parent(settings);
        }
        if (Files.exists(state.journal()) || settings.get(JOURNAL).url().isPresent()) {
            return new Founded();
        }
        throw new IllegalArgumentException("a daemon needs --graph FILE, or --parent where it is a child");
    }

    private static Parent parent(Settings settings) {
        if (settings.get(PARENT_ADDRESS).isEmpty()
                || settings.get(PARENT_JOB).isEmpty()
                || settings.get(PARENT_CREDENTIAL).isEmpty()) {
            throw new IllegalArgumentException("A child needs all of --parent, --job and --credential-file.");
        }
        return new Parent(
                settings.get(PARENT_ADDRESS),
                new JobId(settings.get(PARENT_JOB).orElseThrow()),
                settings.get(PARENT_CREDENTIAL).orElseThrow());
    }

    private static boolean isAnySet(Settings settings, Key<?>... keys) {
        return List.of(keys).stream()
                .anyMatch(key -> !settings.setting(key).words().isEmpty());
    }
}
