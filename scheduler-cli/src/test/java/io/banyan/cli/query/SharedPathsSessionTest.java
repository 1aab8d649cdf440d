package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session over a JGF with two nodes of one name. */
class SharedPathsSessionTest {
    @TempDir
    private Path directory;

    private QueryFiles files = new QueryFiles(Path.of("/dev"), "");

    @BeforeEach
    void writeFiles() {
        files = new QueryFiles(directory, "cluster { 1 node { 1 core } }")
                .slots("node", 1, "[{type: node, count: 1, with: [{type: core, count: 2}]}]")
                .slots("two", 2, "[{type: node, count: 1, with: [{type: core, count: 2}]}]");
        files.graph(files.write("shared.json", """
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}},
                  %s, %s],
                 "edges": [%s, %s]}}""".formatted(node(1, 4), node(5, 7), edges(1), edges(5))));
    }

    private static String node(int id, int rank) {
        return vertex(id, "node", 1, rank, "") + "," + vertex(id + 1, "core", 0, rank, "/core0") + ","
                + vertex(id + 2, "core", 1, rank, "/core1");
    }

    private static String vertex(int id, String type, int number, int rank, String path) {
        return """
                {"id": "%d", "metadata": {"type": "%s", "id": %d, "rank": %d, "paths": {"containment": "/cluster0/node1%s"}}}""".formatted(id, type, number, rank, path);
    }

    private static String edges(int id) {
        return "{\"source\": \"0\", \"target\": \"%d\"}, {\"source\": \"%d\", \"target\": \"%d\"}, {\"source\": \"%d\", \"target\": \"%d\"}"
                .formatted(id, id, id + 1, id, id + 2);
    }

    @Test
    void propertiesAndStatusesOfAPathAreThoseOfEachVertex() {
        assertThat(files.query("get-property /cluster0/node1").out()).isEqualTo("""
                        No properties were found for /cluster0/node1 (vtx's uniq_id=1).
                        No properties were found for /cluster0/node1 (vtx's uniq_id=5).
                        """);
        assertThat(files.query("p /cluster0/node1 a=b; g /cluster0/node1").out())
                .isEqualTo("a=b\na=b\n");
        assertThat(files.query("t /cluster0/node1 down; e /cluster0/node1; m allocate @node.yaml")
                        .out())
                .startsWith("/cluster0/node1 is down\n/cluster0/node1 is down\nINFO: ===")
                .contains("No matching resources found");
    }

    @Test
    void bothNodesAreGivenAndFreed() {
        String commands =
                "m allocate @node.yaml; m allocate @node.yaml; m allocate @node.yaml; cancel 1; m allocate @node.yaml";
        assertThat(files.query(commands, "-F", "rlite", "-P", "first")
                        .out()
                        .lines()
                        .filter(line -> !line.contains("===")))
                .containsExactly(
                        "[{\"rank\": \"7\", \"children\": {\"core\": \"0-1\"}}]",
                        "INFO: JOBID=1",
                        "INFO: RESOURCES=ALLOCATED",
                        "INFO: SCHEDULED AT=Now",
                        "[{\"rank\": \"4\", \"children\": {\"core\": \"0-1\"}}]",
                        "INFO: JOBID=2",
                        "INFO: RESOURCES=ALLOCATED",
                        "INFO: SCHEDULED AT=Now",
                        "INFO: No matching resources found",
                        "INFO: JOBID=3",
                        "[{\"rank\": \"7\", \"children\": {\"core\": \"0-1\"}}]",
                        "INFO: JOBID=4",
                        "INFO: RESOURCES=ALLOCATED",
                        "INFO: SCHEDULED AT=Now");
    }

    @Test
    void resourcesHaveThePathsOfTheDocument() {
        String found = files.query("find status=up", "-F", "jgf").out();
        assertThat(found).doesNotContain("@");
        assertThat(found.split("\"/cluster0/node1/core1\"", -1)).hasSize(3);
    }

    @Test
    void resourcesOfAJobAreBookedAndFreedByPathAndRank() {
        String granted = files.query("m allocate @node.yaml; m allocate @node.yaml", "-F", "jgf", "-P", "first")
                .out();
        List<String> jobs = granted.lines().filter(line -> line.startsWith("{")).toList();
        files.write("seven.json", jobs.get(0));
        String found = "find sched-now=allocated; ";
        assertThat(files.query("u allocate jgf @seven.json 5 0 100; " + found, "-F", "rlite")
                        .out())
                .contains("RESOURCES=ALLOCATED")
                .contains("[{\"rank\": \"7\", \"children\": {\"core\": \"0-1\"}}]\nINFO: ===");
        String both = files.query("m allocate @two.yaml", "-F", "jgf").out();
        files.write("both.json", both.substring(0, both.indexOf('\n')));
        Run run = files.query(
                "u allocate jgf_shorthand @both.json 5 0 100; pc 5 jgf @seven.json; " + found, "-F", "rlite");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("[{\"rank\": \"4,7\"", "[{\"rank\": \"4\", \"children\": {\"core\": \"0-1\"}}]\nINFO: ===");
    }

    @Test
    void aVertexThatIsGivenTwiceIsRefused() {
        String granted =
                files.query("m allocate @node.yaml", "-F", "jgf", "-P", "first").out();
        String twice = granted.substring(0, granted.indexOf('\n'))
                .replace(
                        "{\"graph\": {\"nodes\": [",
                        "{\"graph\": {\"nodes\": [" + vertex(77, "core", 1, 7, "/core1") + ", ");
        files.write("twice.json", twice);
        assertThat(files.query("u allocate jgf @twice.json 5 0 100").err())
                .contains("twice.json: the path /cluster0/node1@7/core1 occurs twice in the subsystem containment.");
    }

    @Test
    void whatIsAttachedToANodeIsKnownByItsRank() {
        files.write("gpu.json", """
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}}, %s, %s],
                 "edges": [{"source": "0", "target": "5"}, {"source": "5", "target": "9"}]}}""".formatted(vertex(5, "node", 1, 7, ""), vertex(9, "gpu", 0, 7, "/gpu0")));
        Run attached = files.query("attach @gpu.json; find status=up", "-F", "rlite");
        assertThat(attached.err()).isEmpty();
        assertThat(attached.out())
                .startsWith(
                        "[{\"rank\": \"7\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}, {\"rank\": \"4\", ");
        files.write("other.json", files.read("gpu.json").replace("\"rank\": 7", "\"rank\": 9"));
        assertThat(files.query("attach @other.json").err())
                .endsWith("other.json: /cluster0/node1 exists with the rank 4, not 9\n");
    }

    @Test
    void aPathOfSeveralVerticesIsNotRemoved() {
        Run run = files.query("remove /cluster0/node1 true; find status=up", "-F", "rlite");
        assertThat(run.err())
                .isEqualTo("ERROR: 2 vertices have the path /cluster0/node1; remove them by their ranks\n");
        assertThat(run.out()).contains("\"rank\": \"4,7\"");
        assertThat(files.query("remove 7 false; find status=up", "-F", "rlite").out())
                .contains("\"rank\": \"4\"");
    }

    @Test
    void otherCommandsRefuseSuchAFile() {
        Run run = Run.banyan("graph", "validate", files.path("shared.json").toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("the path /cluster0/node1 occurs twice in the subsystem containment");
    }
}
