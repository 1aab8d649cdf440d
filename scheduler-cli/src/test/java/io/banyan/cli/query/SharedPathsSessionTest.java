package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Path;
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
                .slots("node", 1, "[{type: node, count: 1, with: [{type: core, count: 2}]}]");
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
