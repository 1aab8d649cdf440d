package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.config.UserBookings;
import io.banyan.jobspec.OnLost;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.config.ConfigDocument;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.config.ValueSource;
import io.banyan.rpc.execute.Affinity;
import io.banyan.rpc.execute.Confinement;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.execute.Hooks;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.health.HealthConfig;
import io.banyan.rpc.health.OnFailure;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.launch.Elsewhere;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.pmi.PmiSetting;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.store.PostgresUrl;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.TlsFiles;
import io.banyan.rpc.transport.UnixSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That what is said of each key reaches the daemon. */
class DaemonSettingsTest {
    /** The settings, of all that are given, that the children receive as well. */
    private static final List<String> PASSED_ON = List.of(
            "journal.shorten-after=50000",
            "jobs.on-lost=requeue",
            "jobs.history=30d",
            "jobs.history-most=10000",
            "execution.kind=mock",
            "execution.command=ssh -o BatchMode=yes {host} {shell-start}",
            "execution.affinity=none",
            "hierarchy.lease=30s",
            "hierarchy.heartbeat=2s",
            "hierarchy.news=250ms",
            "hierarchy.start-timeout=2m",
            "hierarchy.stop-timeout=20s",
            "hierarchy.revoke=grown",
            "log.level=debug",
            "log.format=json",
            "log.file-size=1MiB",
            "log.old-files=5",
            "security.jobs-as-root=true");

    private static final Path NOWHERE = Path.of("nowhere");
    private static final ValueSource SOMEWHERE = new ValueSource.Option("--somewhere");
    private static final List<Key<?>> OF_CHILDREN =
            List.of(DaemonKeys.PARENT_ADDRESS, DaemonKeys.PARENT_JOB, DaemonKeys.PARENT_CREDENTIAL);

    private static final List<Key<?>> OF_SERVER =
            List.of(JournalKeys.JOURNAL_PASSWORD, JournalKeys.JOURNAL_LEASE, JournalKeys.PEERS);

    @TempDir
    private Path directory;

    private static Collection<Key<?>> keys() {
        return DaemonKeys.ALL.all();
    }

    private static Settings sampled(Settings settings, Key<?> key) {
        return settings.with(key, key.sample(), SOMEWHERE);
    }

    /** The least that makes a daemon for which this key has a meaning. */
    private static Settings least(Key<?> key) {
        Settings settings = Settings.defaults(DaemonKeys.ALL);
        if (OF_CHILDREN.contains(key)) {
            return settings.with(DaemonKeys.PARENT_ADDRESS, List.of("127.0.0.1:1"), SOMEWHERE)
                    .with(DaemonKeys.PARENT_JOB, List.of("1"), SOMEWHERE)
                    .with(DaemonKeys.PARENT_CREDENTIAL, List.of("x"), SOMEWHERE);
        }
        Settings ofGraph = settings.with(DaemonKeys.GRAPH_FILE, List.of("x"), SOMEWHERE);
        if (key.name().startsWith("launch.")) {
            return ofGraph.with(LaunchKeys.COMMAND, List.of("srun {start}"), SOMEWHERE);
        }
        if (key.name().startsWith("tls.")) {
            return ofGraph.with(SecurityKeys.TLS_CERTIFICATE, List.of("x"), SOMEWHERE)
                    .with(SecurityKeys.TLS_KEY, List.of("x"), SOMEWHERE);
        }
        return OF_SERVER.contains(key)
                ? ofGraph.with(JournalKeys.JOURNAL, List.of("postgresql://db1/site"), SOMEWHERE)
                : ofGraph;
    }

    @ParameterizedTest
    @MethodSource("keys")
    void eachKeyReachesTheDaemonsConfiguration(Key<?> key) {
        Settings least = least(key);
        Settings sampled = sampled(least, key);
        assertThat(sampled.differences(least))
                .as("the sample is not the default")
                .containsExactly(key);
        assertThat(DaemonSettings.config(sampled, NOWHERE)).isNotEqualTo(DaemonSettings.config(least, NOWHERE));
    }

    private static final List<ProviderSpec> PROVIDERS =
            List.of(ProviderSpec.parse("exec=./provider.sh,name=cloud"), ProviderSpec.parse("file=pool.json"));

    @Test
    void allKeysTogetherMakeTheConfigurationThatTheySay() {
        Settings settings = Settings.defaults(DaemonKeys.ALL);
        for (Key<?> key : keys()) {
            settings = OF_CHILDREN.contains(key) ? settings : sampled(settings, key);
        }
        assertThat(DaemonSettings.config(settings, NOWHERE))
                .isEqualTo(DaemonConfig.of(
                                new StateDirectory(Path.of("/var/lib/banyan")),
                                "cluster1",
                                new GraphFile(
                                        Path.of("/usr/share/banyan/resource-graphs/small.graphml"),
                                        Optional.of(GraphFormat.GRUG),
                                        List.of("node", "core")))
                        .listen(new Address("127.0.0.1", 7070))
                        .journal(JournalKind.DURABLE)
                        .sharing(Optional.of(new StandbySettings(
                                PostgresUrl.parse("postgresql://banyan@db1/site?schema=cluster1"),
                                Optional.of(Path.of("/etc/banyan/journal-password")),
                                Duration.ofSeconds(3),
                                List.of(new Address("10.0.0.2", 7070), new Address("10.0.0.3", 7070)))))
                        .matching(new InstanceConfig.Match(
                                PruneFilters.parse("ALL:gpu"),
                                MatchPolicy.parse("low"),
                                TraverserKind.FLEXIBLE,
                                MatchSubsystems.parse("C+PA"),
                                MatchExtent.FLUXION))
                        .asking(GrowOrder.parse("local-only"), PROVIDERS)
                        .bounded(new InstanceConfig.Most(
                                new TreeMap<>(Map.of("node", 8L, "gpu", 4L)), new TreeMap<>(Map.of("node", 2L))))
                        .yielding(RevokePolicy.GROWN)
                        .within(new InstanceLimits(3, 10, 5_000, 500, 90_000, 30_000, 2_000, 250, 120_000, 20_000), 100)
                        .onLost(OnLost.REQUEUE)
                        .queueing(queues())
                        .reserving(new UserBookings(500, 2 * 86_400))
                        .rescaling(Elasticity.of("elastic", new ResourceType("gpu"), 300, 10_000))
                        .executing(ExecutionConfig.MOCK
                                .by(LaunchTemplate.parse("ssh -o BatchMode=yes {host} {shell-start}"))
                                .with(new Hooks(
                                        Optional.of(Path.of("/etc/banyan/prolog")),
                                        Optional.of(Path.of("/etc/banyan/epilog"))))
                                .confined(new Confinement(Affinity.NONE, Optional.of(Path.of("/sys/fs/cgroup/banyan"))))
                                .serving(PmiSetting.parse("10.0.0.1")))
                        .checking(health())
                        .history(new HistoryPolicy(Duration.ofDays(30), 10_000))
                        .shortenedAfter(50_000)
                        .secured(new SecurityConfig(
                                Optional.of(new TlsFiles(
                                        Path.of("/etc/banyan/server.pem"),
                                        Path.of("/etc/banyan/server.key"),
                                        Optional.of(Path.of("/etc/banyan/clients-ca.pem")))),
                                true,
                                true,
                                100,
                                1 << 20,
                                Optional.of(new SocketConfig(
                                        new UnixSocket(Path.of("/srv/banyan/site.sock")),
                                        true,
                                        new LocalAccess(false, Set.of("alice", "bob"))))))
                        .metrics(Optional.of(new Address("127.0.0.1", 9464)))
                        .logging(new Logging(LogLevel.DEBUG, LogFormat.JSON, 1 << 20, 5))
                        .launching(Optional.of(new Elsewhere(
                                LaunchTemplate.parse("ssh -o BatchMode=yes {host} {shell-start}"),
                                Optional.of("/usr/bin/banyan"),
                                Optional.of(Path.of("/var/tmp/banyan")),
                                Optional.of("head.cluster"))))
                        .passingOn(PASSED_ON)
                        .build());
    }

    @Test
    void aChildIsMadeOfTheThreeThingsThatItsParentSays() {
        Settings settings = Settings.defaults(DaemonKeys.ALL);
        for (Key<?> key : OF_CHILDREN) {
            settings = sampled(settings, key);
        }
        assertThat(DaemonSettings.config(settings, NOWHERE).resources())
                .isEqualTo(new Parent(
                        new Address("127.0.0.1", 7171), new JobId(7), Path.of("/var/lib/banyan/credential")));
        Settings half = sampled(Settings.defaults(DaemonKeys.ALL), DaemonKeys.PARENT_JOB);
        assertThatThrownBy(() -> DaemonSettings.config(half, NOWHERE))
                .hasMessage("A child requires all of --parent, --job and --credential-file.");
        Settings both = sampled(settings, DaemonKeys.GRAPH_FILE);
        assertThatThrownBy(() -> DaemonSettings.config(both, NOWHERE)).hasMessageContaining("not both");
    }

    @Test
    void theDefaultsAreThoseOfADaemonThatIsToldNothing() {
        assertThat(least(DaemonKeys.NAME).get(DaemonKeys.PRUNE)).isEqualTo(PruneFilters.DEFAULT);
        Settings noSocket =
                least(DaemonKeys.NAME).with(SocketKeys.PATH, List.of("none"), new ValueSource.Option("--socket"));
        assertThat(DaemonSettings.config(noSocket, NOWHERE))
                .isEqualTo(DaemonConfig.of(new StateDirectory(NOWHERE), "banyan", GraphFile.of(Path.of("x")))
                        .build());
    }

    @Test
    void theSocketIsAtAKnownPlaceAndForAllUsersWhereTheDaemonIsRootAndElseInTheStateDirectoryForItsOwner() {
        SocketConfig expected = ThisUser.isRoot()
                ? new SocketConfig(new UnixSocket(Path.of("/run/banyan/banyan.sock")), false, LocalAccess.ANY)
                : new SocketConfig(new UnixSocket(new StateDirectory(NOWHERE).socket()), false, LocalAccess.OWNER);
        assertThat(DaemonSettings.config(least(DaemonKeys.NAME), NOWHERE)
                        .security()
                        .socket())
                .contains(expected);
    }

    @Test
    void theDocumentOfTheDefaultsReadsBackToThem() throws Exception {
        Path file = Files.writeString(directory.resolve("banyan.yaml"), ConfigDocument.defaults(DaemonKeys.ALL));
        Settings read = ConfigFile.read(DaemonKeys.ALL, file);
        assertThat(read.differences(Settings.defaults(DaemonKeys.ALL))).isEmpty();
        DaemonSettings.requireSound(read, NOWHERE);
    }

    @Test
    void aFileWithTheSampleOfEachKeyReadsAsTheOptionsWould() throws Exception {
        for (Key<?> key : keys()) {
            String[] parts = key.name().split("\\.", -1);
            String word = "'" + String.join("', '", key.sample()) + "'";
            String value = switch (key.type().shape()) {
                case TEXT -> word;
                case NUMBER, SWITCH -> key.sample().getFirst();
                case LIST, TEXTS -> "[" + word + "]";
            };
            String text =
                    parts.length == 1 ? key.name() + ": " + value : parts[0] + ": {" + parts[1] + ": " + value + "}";
            Path file = Files.writeString(directory.resolve("one.yaml"), text);
            assertThat(ConfigFile.read(DaemonKeys.ALL, file).get(key))
                    .as(key.name())
                    .isEqualTo(sampled(Settings.defaults(DaemonKeys.ALL), key).get(key));
        }
    }

    @Test
    void whatAChildIsToldIsWhatItsParentWasTold() {
        LaunchCommand command = DaemonSettings.config(
                        sampled(least(HierarchyKeys.HEARTBEAT), HierarchyKeys.HEARTBEAT), NOWHERE)
                .launcher();
        assertThat(command.settings()).containsExactly("hierarchy.heartbeat=2s");
    }

    @Test
    void listsAreNotInheritedSinceTheyWouldBeCutAtTheirCommas() {
        assertThat(keys()).noneMatch(key -> key.inherited() && key.type().isSeveral());
    }

    @Test
    void oneProviderNeedsNoBracketsAndSeveralAreAskedInTheirOrder() throws Exception {
        assertThat(providers("provider: 'file=a,name=x'")).containsExactly("x");
        assertThat(providers("provider: file=a")).containsExactly("file");
        assertThat(providers("provider: ['file=b,name=y', 'exec=a,name=x', 'file=a']"))
                .containsExactly("y", "x", "file");
        assertThat(providers("provider: []")).isEmpty();
        assertThatThrownBy(() -> providers("provider: ['file=a,name=x', 'file=b,name=x']"))
                .hasMessageEndingWith(
                        "grow.yaml:1:18: grow.provider: Two providers have the name 'x', but the providers of an instance must have different names; rename one with ',name=...'.");
        assertThatThrownBy(() -> providers("provider: ['file=a', 'x']")).hasMessageContaining("KIND=PATH");
        assertThatThrownBy(() -> providers("provider: true"))
                .hasMessageContaining(
                        "expected one KIND=PATH[,KEY=VALUE...] or a list of them in brackets, found true");
    }

    private List<String> providers(String grow) throws Exception {
        Settings read = ConfigFile.read(
                        DaemonKeys.ALL, Files.writeString(directory.resolve("grow.yaml"), "grow: {" + grow + "}"))
                .with(DaemonKeys.GRAPH_FILE, List.of("x"), SOMEWHERE);
        DaemonConfig config = DaemonSettings.config(read, NOWHERE);
        assertThat(config.instance().grow().providers())
                .isEqualTo(config.providers().stream().map(ProviderSpec::name).toList());
        return config.instance().grow().providers();
    }

    @Test
    void aLeaseThatIsShorterThanAHeartbeatIsRefused() {
        Settings settings = least(HierarchyKeys.LEASE).with(HierarchyKeys.LEASE, List.of("1s"), SOMEWHERE);
        assertThatThrownBy(() -> DaemonSettings.requireSound(settings, NOWHERE)).hasMessageContaining("heartbeat");
    }

    @Test
    void whereOthersCanReachItItEncryptsOrIsToldNotTo() {
        Settings open = least(DaemonKeys.NAME).with(DaemonKeys.LISTEN, List.of("0.0.0.0:0"), SOMEWHERE);
        assertThatThrownBy(() -> DaemonSettings.config(open, NOWHERE))
                .hasMessageContaining("would not be encrypted")
                .hasMessageContaining("--insecure");
        Settings told = open.with(SecurityKeys.INSECURE, List.of("true"), SOMEWHERE);
        assertThat(DaemonSettings.config(told, NOWHERE).security().insecure()).isTrue();
    }

    @Test
    void aCertificateNeedsItsKey() {
        Settings half = sampled(least(DaemonKeys.NAME), SecurityKeys.TLS_CERTIFICATE);
        assertThatThrownBy(() -> DaemonSettings.config(half, NOWHERE)).hasMessageContaining("must be used together");
    }

    private static HealthConfig health() {
        return new HealthConfig(
                Optional.of("/usr/sbin/nhc"),
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                3,
                OnFailure.LOST,
                false,
                64,
                100);
    }

    private static Queues queues() {
        return new Queues(
                QueuePolicy.CONSERVATIVE,
                List.of(
                        QueueText.queue("batch,policy=conservative"),
                        QueueText.queue("debug,priority=10,max-time=30m,user.jobs=2,requires=fast")),
                new QueueLimits(
                        List.of(QueueLimits.parse("user.jobs=50"), QueueLimits.parse("account:physics.core=256"))),
                QueueText.priority(
                        "age=1000,fairshare=2000,half-life=14d",
                        List.of(
                                QueueText.account("physics,shares=3,users=alice:2+bob"),
                                QueueText.account("chemistry"))),
                Preemption.parse("urgency=28,mode=requeue,victims=all"));
    }
}
