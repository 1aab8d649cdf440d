package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.io.GraphFiles;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The project's own jobspecs ask its own graphs for what their README says. */
class ProjectJobspecsTest {
    private static Path projectRoot() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("jobspecs"))) {
            root = root.getParent();
        }
        return root;
    }

    private static MatchResult match(ResourceGraph graph, String name) throws JobspecException, IOException {
        Path file = projectRoot().resolve("jobspecs/" + name + ".yaml");
        var schedule = new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON);
        return match(schedule, file);
    }

    private static MatchResult match(Schedule schedule, Path file) throws JobspecException, IOException {
        return new Matcher(schedule, MatchPolicy.FIRST)
                .match(JobspecReader.read(Files.readString(file), file.toString()), MatchOperation.ALLOCATE, 0);
    }

    private static ResourceGraph graph(String file) throws GraphException {
        return GraphFiles.load(projectRoot().resolve("resource-graphs/" + file));
    }

    private static long amount(ResourceGraph graph, Selection selection, String type) {
        return IntStream.range(0, selection.size())
                .filter(selection::exclusive)
                .filter(i ->
                        graph.types().name(graph.typeId(selection.vertex(i))).equals(type))
                .mapToLong(selection::amount)
                .sum();
    }

    @ParameterizedTest
    @CsvSource({
        "pool, 0, 1, 0, 112, 0",
        "licences, 2, 32, 8, 1024, 3",
        "requires, 0, 4, 2, 0, 0",
        "counts, 4, 0, 0, 0, 0",
        "siblings, 0, 26, 4, 0, 0",
        "nested-slots, 0, 12, 0, 128, 0",
        "node-slots, 0, 24, 0, 0, 0",
        "policy, 1, 16, 0, 512, 0"
    })
    void theJobspecsForPoolsGetWhatTheyAskFor(
            String name, long nodes, long cores, long gpus, long memory, long licences) throws Exception {
        ResourceGraph graph = graph("pools.graphml");
        MatchResult result = match(graph, name);
        assertThat(result).isInstanceOf(MatchResult.Allocated.class);
        Selection selection = ((MatchResult.Allocated) result).selection();
        assertThat(amount(graph, selection, "node")).isEqualTo(nodes);
        assertThat(amount(graph, selection, "core")).isEqualTo(cores);
        assertThat(amount(graph, selection, "gpu")).isEqualTo(gpus);
        assertThat(amount(graph, selection, "memory")).isEqualTo(memory);
        assertThat(amount(graph, selection, "licence")).isEqualTo(licences);
    }

    private static long granted(ResourceGraph graph, Selection selection, String type) {
        return IntStream.range(0, selection.size())
                .filter(selection::exclusive)
                .filter(i ->
                        graph.types().name(graph.typeId(selection.vertex(i))).equals(type))
                .count();
    }

    @ParameterizedTest
    @CsvSource({
        "t1, 64, 128, 2048, 4480",
        "t2, 32, 64, 1024, 2240",
        "t3, 16, 32, 512, 1120",
        "t4, 8, 16, 256, 560",
        "t5, 4, 8, 128, 280",
        "t6, 2, 4, 64, 140",
        "t7, 1, 2, 32, 70",
        "t8, 0, 1, 16, 36",
        "spawn-l1, 8, 16, 256, 560",
        "spawn-l2, 4, 8, 128, 280",
        "spawn-l3, 2, 4, 64, 140",
        "spawn-l4, 1, 2, 32, 70",
    })
    void thePapersRequestsBringThePapersSizes(String name, long nodes, long sockets, long cores, long elements)
            throws GraphException, JobspecException, IOException {
        ResourceGraph graph = graph("l0.graphml");
        Selection selection = ((MatchResult.Allocated) match(graph, name)).selection();
        assertThat(granted(graph, selection, "node")).isEqualTo(nodes);
        assertThat(granted(graph, selection, "socket")).isEqualTo(sockets);
        assertThat(granted(graph, selection, "core")).isEqualTo(cores);
        // All but the cluster, which every level has, and as many edges.
        assertThat(2 * (selection.size() - 1)).isEqualTo((int) elements);
    }

    @ParameterizedTest
    @CsvSource({"hello, core, 1", "node, node, 1", "gpu, gpu, 2", "gpu, core, 8", "memory, memory, 2", "memory, core, 2"
    })
    void theSmallClusterHasWhatItsExamplesAskFor(String name, String type, long count)
            throws GraphException, JobspecException, IOException {
        ResourceGraph graph = graph("small.graphml");
        Selection selection = ((MatchResult.Allocated) match(graph, name)).selection();
        assertThat(granted(graph, selection, type)).isEqualTo(count);
    }

    @Test
    void theImpossibleIsRefusedWithReasons() throws GraphException, JobspecException, IOException {
        MatchResult result = match(graph("small.graphml"), "impossible");
        assertThat(result).isNotInstanceOf(MatchResult.Allocated.class);
        assertThat(result.toString()).contains("node").contains("9").contains("8");
    }

    @Test
    void fiveNodesOfTheClusterThatIsShortOfPowerCanBeHad() throws GraphException, JobspecException, IOException {
        Path file = projectRoot().resolve("jobspecs/power.yaml");
        var schedule = new Schedule(
                graph("watts.graphml"), PruneFilters.DEFAULT, Graphs.HORIZON, MatchSubsystems.parse("C+PA"));
        for (int i = 1; i <= 5; i++) {
            var found = (MatchResult.Allocated) match(schedule, file);
            schedule.commit(new JobId(i), BookingKind.ALLOCATION, found.window(), found.selection());
            schedule.checkInvariants();
        }
        // Of 8 nodes of 300 W the panel of 1500 W feeds 5, and no unit of 1000 W more than 3.
        assertThat(match(schedule, file)).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void onlyTheCloudHasTheNodeOfABurst() throws GraphException, JobspecException, IOException {
        assertThat(match(graph("l0.graphml"), "burst")).isNotInstanceOf(MatchResult.Allocated.class);
        ResourceGraph pool = graph("ec2.json");
        Selection selection = ((MatchResult.Allocated) match(pool, "burst")).selection();
        assertThat(granted(pool, selection, "core")).isEqualTo(64);
    }
}
