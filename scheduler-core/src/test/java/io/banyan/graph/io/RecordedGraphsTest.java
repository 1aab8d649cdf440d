package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Graphs and grants as Fluxion reads and writes them. Skipped where the recordings are not beside the project. */
class RecordedGraphsTest {
    private static final String SHORTHAND_WRITER = ", \"writer\": \"fluxion:jgf_shorthand\"";

    private static Path conformance() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolveSibling("shared/conformance"))) {
            directory = directory.getParent();
        }
        assumeTrue(directory != null, "no ../shared/conformance beside the project");
        return directory.resolveSibling("shared/conformance");
    }

    /** The recorded JGF gives the vertices below a node the node's rank, which a recipe does not. */
    @Test
    void recipesAndTheirRecordedGraphsAreTheSame() throws GraphException {
        Path resource = conformance().resolve("data/resource");
        for (String name : List.of("tiny", "power")) {
            Subgraph generated = GraphFiles.load(resource.resolve("grugs/" + name + ".graphml"))
                    .toSubgraph();
            Subgraph recorded =
                    GraphFiles.load(resource.resolve("jgfs/" + name + ".json")).toSubgraph();
            assertThat(lines(generated)).as(name).isEqualTo(lines(recorded));
        }
    }

    private static Path publicCase(String name) {
        Path file = conformance().resolveSibling("cases").resolve(name);
        assumeTrue(Files.isRegularFile(file), "no " + file + " beside the project");
        return file;
    }

    private static List<String> vertices(Path topology, String type) throws GraphException {
        return GraphFiles.load(topology).toSubgraph().vertices().stream()
                .filter(vertex -> vertex.type().name().equals(type))
                .map(vertex -> vertex.name() + " " + vertex.size() + vertex.unit())
                .toList();
    }

    @Test
    void aGraphOfKubernetesIsReadWithoutItsEdgesUpwards() throws GraphException {
        ResourceGraph graph = GraphFiles.load(publicCase("fluence.json"));
        graph.checkInvariants();
        assertThat(graph.vertexCount()).isEqualTo(9);
        assertThat(graph.edgeCount()).isEqualTo(8);
    }

    @Test
    void aTopologyOfAControlGroupHasItsCoresOnly() throws GraphException {
        assertThat(vertices(publicCase("cgroup4.xml"), "core")).containsExactly("core0 1", "core1 1");
    }

    @Test
    void aDiskWithItsSizeInKibibytesIsRead() throws GraphException {
        assertThat(vertices(publicCase("disk-kib.xml"), "storage")).containsExactly("storage0 2GB");
    }

    private static Set<String> lines(Subgraph subgraph) {
        Stream<String> vertices =
                subgraph.vertices().stream().map(v -> (v.type().name().equals("node") ? v : v.withRank(-1)).toString());
        Stream<String> edges = subgraph.edges().stream().map(e -> line(subgraph, e));
        return Stream.concat(vertices, edges).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String line(Subgraph subgraph, SubgraphEdge edge) {
        return subgraph.vertices().get(edge.source()).id() + " "
                + subgraph.vertices().get(edge.target()).id() + " " + edge.subsystem();
    }

    @Test
    void writesEveryRecordedGrantAsItIsRecorded() throws IOException, GraphException {
        int compared = 0;
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> cases = Files.list(conformance().resolve("cases"))) {
            for (Path one : cases.sorted().toList()) {
                List<String> grants = Files.readAllLines(one.resolve("tout")).stream()
                        .filter(line -> line.startsWith("{\"graph\"") && !line.contains("agfilter"))
                        .toList();
                if (grants.isEmpty() || changesItsGraph(one)) {
                    continue;
                }
                ResourceGraph graph = GraphFiles.load(graphOf(one));
                for (String grant : grants) {
                    String expected = grant.replace(SHORTHAND_WRITER, "");
                    String written = ResourceWriter.write(
                            MatchFormat.JGF, graph, selection(graph, grant), 0, 0, Optional.empty());
                    if (!written.equals(expected)) {
                        wrong.add(one.getFileName() + ": " + written);
                    }
                    compared++;
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(compared).isGreaterThan(500);
    }

    private static boolean changesItsGraph(Path one) throws IOException {
        return Files.readString(one.resolve("stdin")).contains("attach")
                || Files.readString(one.resolve("stdin")).contains("remove");
    }

    private static Path graphOf(Path one) throws IOException {
        String arguments = Files.readString(one.resolve("argv.json"));
        String file = arguments.replaceAll("(?s).*\"-L\", *\"@TEST_SRCDIR@/([^\"]*)\".*", "$1");
        return conformance().resolve(file);
    }

    private static Selection selection(ResourceGraph graph, String grant) throws GraphException {
        var builder = new Selection.Builder();
        for (SubgraphVertex vertex : JgfReader.read(grant, "grant").vertices()) {
            int v = graph.find(vertex.path());
            builder.add(v, vertex.size(), vertex.exclusive(), graph.depth(v) + 1, graph.firstIn(v));
        }
        return builder.build();
    }
}
