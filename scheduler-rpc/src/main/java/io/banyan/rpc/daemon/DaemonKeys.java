package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.listOf;
import static io.banyan.rpc.config.ValueType.longNumber;
import static io.banyan.rpc.config.ValueType.number;
import static io.banyan.rpc.config.ValueType.path;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.config.InstanceConfig.Match;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.PrintableText;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Keys;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All configuration keys of a daemon, each with its type, default and meaning. This is their only definition: the
 * options of {@code banyan start}, the messages, {@code banyan config} and {@code docs/reference/configuration.md} are
 * made from it. {@link DaemonSettings} applies each value.
 */
public final class DaemonKeys {

    static final Key<String> NAME = Key.of(
                    "name",
                    text("NAME", name -> PrintableText.require("a daemon's name", name)),
                    "banyan",
                    "Name of the daemon.")
            .option("--name")
            .sample("cluster1");

    static final Key<Optional<Path>> STATE = Key.of(
                    "state",
                    path("DIR").orNothing(),
                    Optional.empty(),
                    "State directory (default: $BANYAN_STATE, or else ~/.local/state/banyan).")
            .option("--state")
            .sample("/var/lib/banyan");

    static final Key<Address> LISTEN = Key.of(
                    "listen",
                    text("HOST:PORT", Address::parse),
                    DaemonConfig.LOOPBACK,
                    "Address to listen on; port 0 selects any free port.")
            .option("--listen")
            .sample("127.0.0.1:7070");

    static final Key<Optional<Path>> GRAPH_FILE = Key.of(
                    "graph.file",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "Resource graph of the top level; not required if a daemon has already run on the state directory.")
            .option("--graph")
            .sample("/usr/share/banyan/resource-graphs/small.graphml");

    static final Key<Optional<GraphFormat>> GRAPH_FORMAT = Key.of(
                    "graph.format",
                    text("FORMAT", GraphFormat::parse).orNothing(),
                    Optional.empty(),
                    "Format of the graph file (default: detected from its beginning).")
            .option("--graph-format", "--load-format")
            .sample("grug");

    static final Key<List<String>> GRAPH_ALLOWLIST = Key.of(
                    "graph.allowlist",
                    listOf(text("TYPE", type -> type)),
                    List.of(),
                    "Resource types to keep from an hwloc topology (default: all).")
            .option("--load-allowlist")
            .sample("node", "core");

    static final Key<List<Address>> PARENT_ADDRESS = Key.of(
                    "parent.address",
                    listOf(text("HOST:PORT", Address::parseReachable)),
                    List.of(),
                    "Addresses of the parent of a child and of the daemons that may take over from it. 'banyan spawn' sets them.")
            .option("--parent")
            .sample("127.0.0.1:7171");

    static final Key<Optional<Long>> PARENT_JOB = Key.of(
                    "parent.job",
                    longNumber(1, Long.MAX_VALUE).called("ID").orNothing(),
                    Optional.empty(),
                    "Job of the parent that runs this daemon.")
            .option("--job")
            .sample("7");

    static final Key<Optional<Path>> PARENT_CREDENTIAL = Key.of(
                    "parent.credential-file",
                    path("FILE").orNothing(),
                    Optional.empty(),
                    "File with the credential for the parent; - reads what the parent writes to standard input.")
            .option("--credential-file")
            .sample("/var/lib/banyan/credential");

    static final Key<MatchPolicy> POLICY = Key.written(
                    "match.policy",
                    text("POLICY", MatchPolicy::parse),
                    "first",
                    "Match policy, which selects among suitable resources.")
            .option("--policy", "--match-policy", "-P")
            .sample("low");

    static final Key<PruneFilters> PRUNE = Key.of(
                    "match.prune",
                    text("FILTERS", DaemonKeys::filters),
                    Match.DEFAULT.filters(),
                    "Pruning filters: which types are counted at which vertices, such as ALL:core,rack:node.")
            .option("--prune", "--prune-filters", "-p")
            .sample("ALL:gpu");

    static final Key<TraverserKind> TRAVERSER = Key.written(
                    "match.traverser",
                    text("NAME", TraverserKind::parse),
                    "simple",
                    "Traverser: simple (one slot on a level) or flexible (several slots on a level are alternatives).")
            .option("--traverser", "--traverser-policy", "-T")
            .sample("flexible");

    static final Key<MatchSubsystems> SUBSYSTEMS = Key.written(
                    "match.subsystems",
                    text("NAME", MatchSubsystems::parse),
                    "CA",
                    "Subsystems: containment, which is traversed, and the subsystems whose pools jobs draw from: CA, C+PA, C+IBA, ALL and the other names of resource-query, or containment+NAME.")
            .option("--subsystems", "--match-subsystems", "-S")
            .sample("C+PA");

    static final Key<MatchExtent> VISITS = Key.written(
                    "match.visits",
                    text("NAME", MatchExtent::parse),
                    "few",
                    "Vertices that a match visits: few (the minimum) or fluxion (the same number as Fluxion, for comparable counts). The allocations are the same; counts in the reasons of a refusal can differ.")
            .option("--visits")
            .sample("fluxion");

    static final Key<Integer> QUEUE_CAPACITY = Key.of(
                    "queue.capacity",
                    number(1, 10_000_000),
                    Mailbox.DEFAULT_CAPACITY,
                    "Maximum number of waiting client requests; further requests are refused at once.")
            .sample("100")
            .reloaded();

    static final Key<QueuePolicy> QUEUE_POLICY = Key.written(
                    "queue.policy",
                    text("POLICY", QueuePolicy::parse),
                    "easy",
                    "Order in which waiting jobs start: fcfs (no job overtakes), easy (a job may overtake if it does not delay the first), conservative (if it delays none), hybrid (if it does not delay the first 64, or N with hybrid:reservation-depth=N) or deadline (each job needs a deadline, and is booked or refused when it is submitted). With :queue-depth=N, only the first N jobs are considered.")
            .option("--queue-policy")
            .sample("conservative");

    static final Key<Optional<Address>> METRICS = Key.of(
                    "metrics.listen",
                    text("HOST:PORT", Address::parse).orNothing(),
                    Optional.empty(),
                    "Address that serves metrics to Prometheus, without a password (default: none).")
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
            VISITS);

    /** All keys, in the order in which they are documented; those of one section stand together. */
    public static final Keys ALL = new Keys(Stream.of(
                    FIRST,
                    GrowKeys.ALL,
                    JournalKeys.ALL,
                    List.of(QUEUE_CAPACITY, QUEUE_POLICY),
                    QueueKeys.ALL,
                    ReservationKeys.ALL,
                    ElasticKeys.ALL,
                    ExecutionKeys.ALL,
                    HealthKeys.ALL,
                    HierarchyKeys.ALL,
                    LaunchKeys.ALL,
                    LogKeys.ALL,
                    List.of(METRICS),
                    SecurityKeys.ALL,
                    SocketKeys.ALL)
            .<Key<?>>flatMap(List::stream)
            .toList());

    private DaemonKeys() {}

    private static PruneFilters filters(String text) {
        return text.isBlank() ? new PruneFilters(List.of()) : PruneFilters.parse(text);
    }
}
