package io.banyan.bench.fuzz;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.GivenReader;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.GraphFormat;
import io.banyan.graph.io.GrugReader;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.JgfWriter;
import io.banyan.graph.io.RReader;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.Parcel;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.exec.Messages;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.ConfigDocument;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.daemon.DaemonKeys;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.wire.GraphReader;
import io.banyan.rpc.wire.GraphWriter;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.EditRequests;
import io.banyan.rpc.wire.client.RequestReader;
import io.banyan.rpc.wire.journal.JournalBytes;
import io.banyan.rpc.wire.session.ChildFrames;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.v1.AttachRequest;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.FindRequest;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.JgfGraph;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.RemoveRequest;
import io.banyan.v1.SpawnRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every door through which something comes from outside, with well-formed input of the project's own. */
final class FuzzTargets {
    private static final long LARGEST_SEED = 16 << 10;
    private static final String TOPOLOGY = """
            <?xml version="1.0" encoding="UTF-8"?>
            <topology version="2.0">
              <object type="Machine" os_index="0" gp_index="1">
                <info name="HostName" value="node7"/>
                <object type="Package" os_index="0" gp_index="2">
                  <object type="NUMANode" os_index="0" gp_index="3" local_memory="67108864000"/>
                  <object type="L3Cache" gp_index="4" cache_size="33554432" depth="3">
                    <object type="Core" os_index="0" gp_index="5"><object type="PU" os_index="0" gp_index="6"/></object>
                    <object type="Core" os_index="1" gp_index="7"><object type="PU" os_index="1" gp_index="8"/></object>
                  </object>
                </object>
              </object>
            </topology>
            """;
    private static final String R = """
            {"version": 1, "execution": {"R_lite": [{"rank": "0-3", "children": {"core": "0-7", "gpu": "0-1"}}],
             "starttime": 0, "expiration": 3600, "nodelist": ["node[0-3]"], "properties": {"fast": "1-2"}}}
            """;

    /** A recipe of a few lines may stand for millions of vertices, and then takes as long as these do. */
    private static final int MOST_OF_A_RECIPE = 1_000_000;

    private static final int MOST_MORE_SEEDS = 500;
    private static final int KINDS_OF_REQUESTS = 6;
    private static final String TOKENS = """
            {"tokens": [{"name": "ada", "role": "user", "sha256": "%s", "user": "ada"},
             {"name": "eve", "role": "reader", "certificate": "eve@example.org"}]}
            """.formatted("0123456789abcdef".repeat(4));

    private static final String HOLDINGS = """
            {"holdings": [{"request_id": "g1", "handle": "/lab0/node0", "user": "alice", "price": 0.0928, "usable": true},
             {"request_id": "g2", "handle": "i-1", "price": "1e-7"}, {"request_id": "g2", "handle": "i-2"}]}
            """;
    private static final String ITEMS = """
            {"items": [{"count": 2, "what": "t2.large", "price": 0.0928}, {"count": 9223372036854775807, "what": "a node"}]}
            """;

    private final Path home;
    private final Path scratch;
    private final Optional<Path> more;

    /**
     * The doors.
     *
     * @param home the project's root
     * @param scratch the directory for input files
     * @param more a directory with more well-formed input; the ending of a file's name selects its door
     */
    FuzzTargets(Path home, Path scratch, Optional<Path> more) {
        this.home = home;
        this.scratch = scratch;
        this.more = more;
    }

    List<Door> all() throws IOException, GraphException {
        BenchCluster cluster = new BenchCluster(2, 4, 2);
        ResourceGraph graph = GraphFiles.load(cluster.write(scratch));
        var jgf = new StringWriter();
        JgfWriter.write(graph, jgf);
        List<Seed> documents = with(".json", Seed.of(jgf.toString()));
        List<Seed> recipes = with(".graphml", seeds("resource-graphs", ".graphml"));
        Subgraph subgraph = read(jgf.toString());
        List<Seed> rs = with(".json", Seed.of(R));
        Set<Class<? extends Exception>> graphs = Set.of(GraphException.class);
        Set<Class<? extends Exception>> wire = Set.of(WireException.class, InvalidProtocolBufferException.class);
        List<Door> doors = List.of(
                new Door(
                        "jobspec",
                        with(".yaml", seeds("jobspecs", ".yaml")),
                        FuzzTargets::jobspec,
                        Set.of(JobspecException.class)),
                new Door("grug", recipes, this::grug, graphs),
                new Door("jgf", documents, this::jgf, graphs),
                new Door("jgf-subgraph", documents, bytes -> ResourceGraph.of(read(text(bytes))), graphs),
                new Door("hwloc", with(".xml", Seed.of(TOPOLOGY)), bytes -> file(bytes, GraphFormat.HWLOC), graphs),
                new Door("r", rs, bytes -> RReader.read(stream(bytes), "fuzz"), graphs),
                new Door("r-graph", rs, bytes -> file(bytes, GraphFormat.RV1EXEC), graphs),
                new Door(
                        "given",
                        with(".json", given(jgf.toString())),
                        bytes -> GivenReader.read(stream(bytes), "fuzz"),
                        graphs),
                new Door(
                        "config",
                        List.of(Seed.of(ConfigDocument.defaults(DaemonKeys.ALL))),
                        bytes -> ConfigFile.read(DaemonKeys.ALL, file(bytes)),
                        Set.of(ConfigException.class)),
                new Door(
                        "tokens",
                        List.of(Seed.of(TOKENS)),
                        bytes -> new TokenTable(file(bytes)).read(),
                        Set.of(IOException.class)),
                new Door(
                        "inventory",
                        List.of(Seed.of(HOLDINGS)),
                        bytes -> Messages.inventory(text(bytes)),
                        Set.of(IOException.class)),
                new Door(
                        "estimate",
                        List.of(Seed.of(ITEMS)),
                        bytes -> Messages.estimate(text(bytes)),
                        Set.of(IOException.class)),
                new Door("idset", idsets(), bytes -> IdSet.parse(text(bytes)), Set.of(IllegalArgumentException.class)),
                new Door(
                        "hostlist",
                        idsets(),
                        bytes -> HostList.parse(text(bytes)),
                        Set.of(IllegalArgumentException.class)),
                new Door(
                        "wire-graph",
                        List.of(new Seed(GraphWriter.write(subgraph).toByteArray())),
                        bytes -> GraphReader.read(JgfGraph.parseFrom(bytes)),
                        wire),
                new Door("request", requests(subgraph), FuzzTargets::request, wire),
                new Door("wire-frame", frames(), bytes -> new ChildFrames().read(ChildFrame.parseFrom(bytes)), wire),
                new Door("journal", records(subgraph), JournalBytes::read, wire));
        return doors.stream().map(Door::withSeedsItTakes).toList();
    }

    private List<Seed> seeds(String directory, String ending) throws IOException {
        try (Stream<Path> list = Files.list(home.resolve(directory))) {
            return seeds(list, ending);
        }
    }

    private List<Seed> with(String ending, Seed own) throws IOException {
        return with(ending, List.of(own));
    }

    /** The project's own seeds, and those from elsewhere. */
    private List<Seed> with(String ending, List<Seed> own) throws IOException {
        if (more.isEmpty()) {
            return own;
        }
        List<Seed> all = new ArrayList<>(own);
        try (Stream<Path> walk = Files.walk(more.get())) {
            List<Seed> found = seeds(walk, ending);
            all.addAll(found.subList(0, Math.min(found.size(), MOST_MORE_SEEDS)));
        }
        return all;
    }

    private static List<Seed> seeds(Stream<Path> paths, String ending) throws IOException {
        List<Path> files = paths.filter(file -> file.toString().endsWith(ending) && Files.isRegularFile(file))
                .sorted()
                .toList();
        List<Seed> seeds = new ArrayList<>();
        for (Path file : files) {
            if (Files.size(file) <= LARGEST_SEED) {
                seeds.add(new Seed(Files.readAllBytes(file)));
            }
        }
        return seeds;
    }

    private static List<Seed> given(String jgf) {
        return List.of(Seed.of(R), Seed.of(jgf));
    }

    private static List<Seed> idsets() {
        return Stream.of("0-3,5,7-9", "[0-1023]", "node[0-3,17],login", "a[01-10]b[1-2]", "0,1,2,3")
                .map(Seed::of)
                .toList();
    }

    private static List<Seed> frames() {
        return Stream.of(
                        new UpMessage.Register(new JobId(3), "child", "127.0.0.1:7", true, List.of("a", "b")),
                        new UpMessage.Return("r", List.of(new Parcel("g", List.of("/cluster0/node1")))),
                        new UpMessage.Leave("done"))
                .map(message -> new Seed(ChildFrames.write(message).getFirst().toByteArray()))
                .toList();
    }

    /** The first byte says which message follows. */
    private static List<Seed> requests(Subgraph subgraph) {
        String jobspec = "{version: 1, resources: [{type: slot, count: 1, label: a, with: [{type: core, count: 1}]}],"
                + " tasks: [{command: [a], slot: a, count: {per_slot: 1}}], attributes: {system: {duration: 60}}}";
        var match = MatchRequest.newBuilder().setJobspec(jobspec).setName("job");
        var grow = GrowRequest.newBuilder().setRequestId("g1").setJob(1).setJobspec(jobspec);
        var attach = EditRequests.write(new Request.Attach(subgraph));
        var remove = EditRequests.write(new Request.Remove(new VertexTarget.ByPath("/cluster0/node1"), true));
        var find = FindRequest.newBuilder().setCriteria("status=up and sched-now=free");
        var spawn = SpawnRequest.newBuilder().setJobspec(jobspec).setName("child");
        List<MessageLite> messages = List.of(match.build(), grow.build(), attach, remove, find.build(), spawn.build());
        List<Seed> seeds = new ArrayList<>();
        for (int kind = 0; kind < messages.size(); kind++) {
            byte[] message = messages.get(kind).toByteArray();
            byte[] seed = new byte[message.length + 1];
            seed[0] = (byte) kind;
            System.arraycopy(message, 0, seed, 1, message.length);
            seeds.add(new Seed(seed));
        }
        return seeds;
    }

    private static void request(byte[] bytes) throws WireException, InvalidProtocolBufferException {
        ByteString rest = ByteString.copyFrom(bytes, Math.min(1, bytes.length), Math.max(0, bytes.length - 1));
        switch (bytes.length == 0 ? 0 : Math.floorMod(bytes[0], KINDS_OF_REQUESTS)) {
            case 0 -> RequestReader.read(MatchRequest.parseFrom(rest));
            case 1 -> RequestReader.read(GrowRequest.parseFrom(rest));
            case 2 -> EditRequests.read(AttachRequest.parseFrom(rest));
            case 3 -> EditRequests.read(RemoveRequest.parseFrom(rest));
            case 4 -> RequestReader.read(FindRequest.parseFrom(rest));
            default -> RequestReader.read(SpawnRequest.parseFrom(rest));
        }
    }

    private static List<Seed> records(Subgraph subgraph) {
        var granted = new JobDecision.JobGranted(
                new JobId(1),
                "job",
                "alice",
                BookingKind.ALLOCATION,
                new TimeWindow(0, 60),
                Optional.of("batch"),
                List.of(new HeldPart("/cluster0/node1", 1, true, Map.of())),
                Optional.of("/1"),
                new IfLost.Keep());
        return List.of(
                new Seed(JournalBytes.write(new Transaction(5, List.of(granted)))),
                new Seed(JournalBytes.write(new Transaction(6, List.of(new EditDecision.Attached(subgraph))))));
    }

    /** Checks that a jobspec that was read can be written, and is equal when it is read again. */
    private static void jobspec(byte[] bytes) throws JobspecException {
        Jobspec read = JobspecReader.read(text(bytes), "fuzz");
        Jobspec again = JobspecReader.read(JobspecWriter.json(read), "written");
        if (!again.equals(read)) {
            throw new IllegalStateException("it is another jobspec once it was written and read");
        }
    }

    private void grug(byte[] bytes) throws GraphException {
        GrugReader.read(stream(bytes), "fuzz", MOST_OF_A_RECIPE);
    }

    private void jgf(byte[] bytes) throws GraphException, IOException {
        file(bytes, GraphFormat.JGF);
    }

    private void file(byte[] bytes, GraphFormat format) throws GraphException, IOException {
        GraphFiles.load(file(bytes), format);
    }

    private Path file(byte[] bytes) throws IOException {
        Path file = scratch.resolve("input");
        if (Files.notExists(file)) {
            // Some readers refuse a file that other users could have written.
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.write(file, bytes);
    }

    private static Subgraph read(String text) throws GraphException {
        return JgfReader.read(text, "fuzz");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static ByteArrayInputStream stream(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }
}
