package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.bytes;
import static io.banyan.rpc.config.ValueType.choice;
import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.listOf;
import static io.banyan.rpc.config.ValueType.longNumber;
import static io.banyan.rpc.config.ValueType.number;
import static io.banyan.rpc.config.ValueType.path;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.GrowOrder;
import io.banyan.instance.InstanceConfig.Match;
import io.banyan.instance.InstanceLimits;
import io.banyan.match.Counting;
import io.banyan.match.MatchPolicy;
import io.banyan.match.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Keys;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.JournalPlace;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that a daemon can be told, each with its type, default and meaning: the only place where that stands. The options of {@code banyan
 * start}, the messages, {@code banyan config} and {@code docs/configuration.md} are made of it; {@link DaemonSettings} says what becomes of each.
 */
public final class DaemonKeys {
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final InstanceLimits LIMITS = InstanceLimits.DEFAULT;
    private static final int MOST_OLD_FILES = 20;

    static final Key<String> NAME = Key.of("name", text("NAME", name -> name), "banyan", "What the daemon is called.")
            .option("--name")
            .sample("cluster1");

    static final Key<Optional<Path>> STATE = Key.of(
                    "state",
                    path("DIR").orNothing(),
                    Optional.empty(),
                    "State directory; without it $BANYAN_STATE, else ~/.local/state/banyan.")
            .option("--state")
            .sample("/var/lib/banyan");

    static final Key<Address> LISTEN = Key.of(
                    "listen",
                    text("HOST:PORT", Address::parse),
                    DaemonConfig.LOOPBACK,
                    "Where it listens; port 0 stands for any free one.")
            .option("--listen")
            .sample("127.0.0.1:7070");

    static final Key<Optional<Path>> GRAPH_FILE = Key.of(
                    "graph.file",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Resource graph of the top level; not needed where one ran before on the state directory.")
            .option("--graph")
            .sample("/usr/share/banyan/resource-graphs/small.graphml");

    static final Key<Optional<GraphFormat>> GRAPH_FORMAT = Key.of(
                    "graph.format",
                    text("FORMAT", GraphFormat::parse).orNothing(),
                    Optional.empty(),
                    "Format of that file; without it, it is told from how the file begins.")
            .option("--format", "--load-format")
            .sample("grug");

    static final Key<List<String>> GRAPH_ALLOWLIST = Key.of(
                    "graph.allowlist",
                    listOf(text("TYPE", type -> type)),
                    List.of(),
                    "The resource types to keep of an hwloc topology; without them, all.")
            .option("--load-allowlist")
            .sample("node", "core");

    static final Key<List<Address>> PARENT_ADDRESS = Key.of(
                    "parent.address",
                    listOf(text("HOST:PORT", Address::parse)),
                    List.of(),
                    "Address of the parent, where the daemon is a child, and of those that may go on in its place. "
                            + "'banyan spawn' gives them.")
            .option("--parent")
            .sample("127.0.0.1:7171");

    static final Key<Optional<Long>> PARENT_JOB = Key.of(
                    "parent.job",
                    longNumber(1, Long.MAX_VALUE).called("ID").orNothing(),
                    Optional.empty(),
                    "The parent's job that this daemon is.")
            .option("--job")
            .sample("7");

    static final Key<Optional<Path>> PARENT_CREDENTIAL = Key.of(
                    "parent.credential-file",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "The file with what it presents itself to the parent.")
            .option("--credential-file")
            .sample("/var/lib/banyan/credential");

    static final Key<MatchPolicy> POLICY = Key.written(
                    "match.policy",
                    text("POLICY", MatchPolicy::parse),
                    "first",
                    "Which of the resources that fit are taken.")
            .option("--policy", "--match-policy", "-P")
            .sample("low");

    static final Key<PruneFilters> PRUNE = Key.of(
                    "match.prune",
                    text("FILTERS", DaemonKeys::filters),
                    Match.DEFAULT.filters(),
                    "Which types are counted on which vertices, such as ALL:core,rack:node.")
            .option("--prune", "--prune-filters", "-p")
            .sample("ALL:gpu");

    static final Key<TraverserKind> TRAVERSER = Key.written(
                    "match.traverser",
                    text("NAME", TraverserKind::parse),
                    "simple",
                    "What several slots on one level mean: simple (one only) or flexible (alternatives).")
            .option("--traverser", "--traverser-policy", "-T")
            .sample("flexible");

    static final Key<MatchSubsystems> SUBSYSTEMS = Key.written(
                    "match.subsystems",
                    text("NAME", MatchSubsystems::parse),
                    "CA",
                    "The subsystem that is walked, which is containment, and those from whose pools is drawn: CA, C+PA, "
                            + "C+IBA, ALL and resource-query's other names, or containment+NAME.")
            .option("--subsystems", "--match-subsystems", "-S")
            .sample("C+PA");

    static final Key<Counting> VISITS = Key.written(
                    "match.visits",
                    text("NAME", Counting::parse),
                    "few",
                    "How much a match looks at: few, as little as will do, or fluxion, as much as Fluxion would, so that "
                            + "visits are counted in its way. What is found is the same; the reasons of a no can count "
                            + "otherwise.")
            .option("--visits")
            .sample("fluxion");

    static final Key<GrowOrder> GROW_ORDER = Key.of(
                    "grow.order",
                    text("ORDER", GrowOrder::parse),
                    GrowOrder.PARENT_FIRST,
                    "Whom it asks for more: parent-first, provider-first, provider-only or local-only.")
            .option("--grow-order")
            .sample("local-only");

    static final Key<Optional<ProviderSpec>> PROVIDER = Key.of(
                    "grow.provider",
                    text(
                                    "KIND=PATH[,KEY=VALUE...]",
                                    text -> ProviderSpec.parse(text).checked())
                            .orNothing(),
                    Optional.empty(),
                    "External provider, for example file=pool.json or exec=./provider.sh,name=cloud.")
            .option("--provider")
            .sample("exec=./provider.sh,name=cloud");

    static final Key<Duration> GROW_TIMEOUT = Key.of(
                    "grow.timeout",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.growMillis()),
                    "How long a grow waits whose asker names no time.")
            .sample("90s");

    static final Key<Integer> GROW_HOPS = Key.of(
                    "grow.max-hops", number(1, 1_000), LIMITS.maxHops(), "How many levels a grow may climb.")
            .sample("3");

    static final Key<Integer> GROW_PENDING = Key.of(
                    "grow.max-pending",
                    number(1, 1_000_000),
                    LIMITS.maxPendingGrows(),
                    "How many grows may wait for an answer from elsewhere at once.")
            .sample("10");

    static final Key<Integer> GROW_VERTICES = Key.of(
                    "grow.max-vertices",
                    number(1, Integer.MAX_VALUE),
                    LIMITS.maxGrantVertices(),
                    "The most vertices that a provider may bring at once.")
            .sample("5000");

    static final Key<JournalPlace> JOURNAL = Key.of(
                    "journal.kind",
                    text("KIND", JournalPlace::parse),
                    JournalPlace.DIRECTORY,
                    "What is decided survives the daemon (durable), or ends with it (memory), or is on a server "
                            + "(postgresql://[USER@]HOST[:PORT]/DATABASE[?schema=NAME]), where a second daemon waits to "
                            + "take over.")
            .option("--journal")
            .sample("postgresql://banyan@db1/site");

    static final Key<Optional<Path>> JOURNAL_PASSWORD = Key.of(
                    "journal.password-file",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "The file whose first line is the password at that server; without it, the driver looks into "
                            + "~/.pgpass.")
            .option("--journal-password-file")
            .sample("/etc/banyan/journal-password");

    static final Key<Duration> JOURNAL_LEASE = Key.of(
                    "journal.lease",
                    duration(Duration.ofMillis(500), DAY),
                    Sharing.DEFAULT_LEASE,
                    "How long the daemon that leads may be silent before another one on the same server takes over.")
            .option("--journal-lease")
            .sample("3s");

    static final Key<List<Address>> PEERS = Key.of(
                    "journal.peers",
                    listOf(text("HOST:PORT", Address::parse)),
                    List.of(),
                    "Where the other daemons on the same server listen, as children reach them.")
            .option("--peers")
            .sample("10.0.0.2:7070", "10.0.0.3:7070");

    static final Key<Integer> JOBS_REMEMBERED = Key.of(
                    "jobs.remembered",
                    number(1, 100_000_000),
                    LIMITS.maxEndedJobs(),
                    "How many ended jobs, and how many settled grows and returns, are remembered.")
            .sample("500");

    static final Key<Duration> HISTORY_AGE = Key.of(
                    "jobs.history",
                    duration(Duration.ofSeconds(1), Duration.ofDays(36_500)),
                    HistoryPolicy.DEFAULT.age(),
                    "How long 'banyan jobs --since' still finds a job that is over, where the journal is durable.")
            .sample("30d")
            .passedOn();

    static final Key<Long> HISTORY_MOST = Key.of(
                    "jobs.history-most",
                    longNumber(1, Long.MAX_VALUE),
                    HistoryPolicy.DEFAULT.most(),
                    "How many jobs that are over it finds at most; those that ended first go.")
            .sample("10000")
            .passedOn();

    static final Key<Integer> QUEUE_CAPACITY = Key.of(
                    "queue.capacity",
                    number(1, 10_000_000),
                    Mailbox.DEFAULT_CAPACITY,
                    "How many requests of clients may wait for their turn; those beyond are refused at once.")
            .sample("100")
            .reloaded();

    static final Key<Duration> LEASE = Key.of(
                    "hierarchy.lease",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.leaseMillis()),
                    "How long a child may be silent before it is lost; longer than the heartbeat of the children.")
            .sample("30s")
            .passedOn();

    static final Key<Duration> HEARTBEAT = Key.of(
                    "hierarchy.heartbeat",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.heartbeatMillis()),
                    "How often it tells its parent, where it is a child, that it is alive.")
            .sample("2s")
            .passedOn();

    static final Key<Duration> NEWS = Key.of(
                    "hierarchy.news",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.newsMillis()),
                    "How long after a change it tells its parent, of all that changed until then.")
            .sample("250ms")
            .passedOn();

    static final Key<Duration> START_TIMEOUT = Key.of(
                    "hierarchy.start-timeout",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.startMillis()),
                    "How long a spawned child may take to register.")
            .sample("2m")
            .passedOn();

    static final Key<Duration> STOP_TIMEOUT = Key.of(
                    "hierarchy.stop-timeout",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.stopMillis()),
                    "How long a child may take to stop before its process is killed.")
            .sample("20s")
            .passedOn();

    static final Key<LogLevel> LOG_LEVEL = Key.of(
                    "log.level",
                    choice(LogLevel.class),
                    Logging.DEFAULT.level(),
                    "The least that is logged; warnings go to standard error as well.")
            .sample("debug")
            .reloaded()
            .passedOn();

    static final Key<LogFormat> LOG_FORMAT = Key.of(
                    "log.format",
                    choice(LogFormat.class),
                    Logging.DEFAULT.format(),
                    "How the lines of banyan.log are written: for people, or an object of JSON a line.")
            .sample("json")
            .reloaded()
            .passedOn();

    static final Key<Long> LOG_FILE_SIZE = Key.of(
                    "log.file-size",
                    bytes(1 << 16, 1L << 40),
                    Logging.DEFAULT.maxFileBytes(),
                    "How long banyan.log becomes before another is begun.")
            .sample("1MiB")
            .reloaded()
            .passedOn();

    static final Key<Integer> LOG_OLD_FILES = Key.of(
                    "log.old-files",
                    number(1, MOST_OLD_FILES),
                    Logging.DEFAULT.oldFiles(),
                    "How many older logs are kept.")
            .sample("5")
            .reloaded()
            .passedOn();

    static final Key<Optional<Address>> METRICS = Key.of(
                    "metrics.listen",
                    text("HOST:PORT", Address::parse).orNothing(),
                    Optional.empty(),
                    "Where it serves its metrics to Prometheus, without a password; without it, nowhere.")
            .option("--metrics")
            .sample("127.0.0.1:9464");

    private static final List<Key<?>> FIRST = List.of(
            NAME,
            STATE,
            LISTEN,
            GRAPH_FILE,
            GRAPH_FORMAT,
            GRAPH_ALLOWLIST,
            PARENT_ADDRESS,
            PARENT_JOB,
            PARENT_CREDENTIAL,
            POLICY,
            PRUNE,
            TRAVERSER,
            SUBSYSTEMS,
            VISITS,
            GROW_ORDER,
            PROVIDER,
            GROW_TIMEOUT,
            GROW_HOPS,
            GROW_PENDING,
            GROW_VERTICES,
            JOURNAL,
            JOURNAL_PASSWORD,
            JOURNAL_LEASE,
            PEERS,
            JOBS_REMEMBERED,
            HISTORY_AGE,
            HISTORY_MOST,
            QUEUE_CAPACITY,
            LEASE,
            HEARTBEAT,
            NEWS,
            START_TIMEOUT,
            STOP_TIMEOUT,
            LOG_LEVEL,
            LOG_FORMAT,
            LOG_FILE_SIZE,
            LOG_OLD_FILES,
            METRICS);

    /** All keys, in the order in which they are documented; those of one section stand together. */
    public static final Keys ALL =
            new Keys(Stream.concat(FIRST.stream(), SecurityKeys.ALL.stream()).toList());

    private DaemonKeys() {}

    private static PruneFilters filters(String text) {
        return text.isBlank() ? new PruneFilters(List.of()) : PruneFilters.parse(text);
    }
}
