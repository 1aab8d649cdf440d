package io.banyan.bench.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.bench.compare.Cluster;
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
import io.banyan.instance.Decision;
import io.banyan.instance.HeldPart;
import io.banyan.instance.Parcel;
import io.banyan.instance.Transaction;
import io.banyan.instance.UpMessage;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.wire.ChildFrames;
import io.banyan.rpc.wire.GraphReader;
import io.banyan.rpc.wire.GraphWriter;
import io.banyan.rpc.wire.JournalBytes;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.JgfGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every door through which something comes from outside, with well-formed input of the project's own. */
final class Doors {
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

    private final Path home;
    private final Path scratch;

    /**
     * The doors.
     *
     * @param home the project's root
     * @param scratch where what is read from files is written to
     */
    Doors(Path home, Path scratch) {
        this.home = home;
        this.scratch = scratch;
    }

    List<Door> all() throws IOException, GraphException {
        Cluster cluster = new Cluster(2, 4, 2);
        ResourceGraph graph = GraphFiles.load(cluster.write(scratch));
        var jgf = new StringWriter();
        JgfWriter.write(graph, jgf);
        List<Seed> documents = List.of(Seed.of(jgf.toString()));
        List<Seed> recipes = seeds("resource-graphs", ".graphml");
        Subgraph subgraph = read(jgf.toString());
        Set<Class<? extends Exception>> graphs = Set.of(GraphException.class);
        Set<Class<? extends Exception>> wire = Set.of(WireException.class, InvalidProtocolBufferException.class);
        return List.of(
                new Door("jobspec", seeds("jobspecs", ".yaml"), Doors::jobspec, Set.of(JobspecException.class)),
                new Door("grug", recipes, this::grug, graphs),
                new Door("jgf", documents, this::jgf, graphs),
                new Door("jgf-subgraph", documents, bytes -> ResourceGraph.of(read(text(bytes))), graphs),
                new Door("hwloc", List.of(Seed.of(TOPOLOGY)), bytes -> file(bytes, GraphFormat.HWLOC), graphs),
                new Door("r", List.of(Seed.of(R)), bytes -> RReader.read(stream(bytes), "fuzz"), graphs),
                new Door("r-graph", List.of(Seed.of(R)), bytes -> file(bytes, GraphFormat.RV1EXEC), graphs),
                new Door("given", given(jgf.toString()), bytes -> GivenReader.read(stream(bytes), "fuzz"), graphs),
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
                new Door("wire-frame", frames(), bytes -> new ChildFrames().read(ChildFrame.parseFrom(bytes)), wire),
                new Door("journal", records(subgraph), JournalBytes::read, wire));
    }

    private List<Seed> seeds(String directory, String ending) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(home.resolve(directory))) {
            files = list.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
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

    private static List<Seed> records(Subgraph subgraph) {
        var granted = new Decision.JobGranted(
                new JobId(1),
                "job",
                "alice",
                BookingKind.ALLOCATION,
                new TimeWindow(0, 60),
                Optional.of("batch"),
                List.of(new HeldPart("/cluster0/node1", 1, true, Map.of())),
                Optional.of("/1"));
        return List.of(
                new Seed(JournalBytes.write(new Transaction(5, List.of(granted)))),
                new Seed(JournalBytes.write(new Transaction(6, List.of(new Decision.Attached(subgraph))))));
    }

    /** What is read can be written, and read again as the same. */
    private static void jobspec(byte[] bytes) throws JobspecException {
        Jobspec read = JobspecReader.read(text(bytes), "fuzz");
        Jobspec again = JobspecReader.read(JobspecWriter.json(read), "written");
        if (!again.equals(read)) {
            throw new IllegalStateException("it is another jobspec once it was written and read");
        }
    }

    private void grug(byte[] bytes) throws GraphException {
        GrugReader.read(stream(bytes), "fuzz");
    }

    private void jgf(byte[] bytes) throws GraphException, IOException {
        file(bytes, GraphFormat.JGF);
    }

    private void file(byte[] bytes, GraphFormat format) throws GraphException, IOException {
        Path file = scratch.resolve("input");
        Files.write(file, bytes);
        GraphFiles.load(file, format);
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
