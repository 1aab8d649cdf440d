package io.banyan.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output for a program that asked for JSON, where there is no result. */
class JsonFailuresTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final String JOBSPEC = """
            {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
             [{"type": "core", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""";

    @TempDir
    private Path directory;

    private Daemon daemon() throws Exception {
        return Daemon.start(
                DaemonConfig.of(state(), "site", GraphFile.of(GRAPH)).build());
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private Run banyan(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        String format = words[0].equals("spawn") ? "--format" : "-o";
        all.addAll(List.of(format, "json", "--state", state().path().toString()));
        return Run.banyan(all.toArray(String[]::new));
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static JsonNode json(Run run) throws Exception {
        return new ObjectMapper().readTree(run.out());
    }

    private void assertFails(String... words) throws Exception {
        Run run = banyan(words);
        assertThat(run.status()).as(words[0]).isEqualTo(ExitStatus.NO);
        assertThat(json(run).path("outcome").asText()).as(words[0]).isEqualTo("failed");
        assertThat(run.err())
                .as(words[0])
                .isEqualTo("banyan: " + json(run).path("message").asText() + System.lineSeparator());
    }

    @Test
    void whateverADaemonRefusesToDoIsSaidInTheSameForm() throws Exception {
        String jobspec = file("jobspec.json", JOBSPEC);
        String graph = file("graph.json", """
                {"graph": {"nodes": [{"id": "0", "metadata": {"type": "node", "basename": "node", "name": "node0", "id": 0,
                 "uniq_id": 0, "rank": 0, "size": 1, "paths": {"containment": "/other0"}}}], "edges": []}}""");
        String idle = file(
                "idle.json", "{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"0\", \"children\": {}}]}}");
        try (Daemon daemon = daemon()) {
            assertThat(daemon.address().isLoopback()).isTrue();
            assertFails("cancel", "9");
            assertFails("shrink", "/nowhere0");
            assertFails("resource", "remove", "/nowhere0");
            assertFails("resource", "add", graph);
            assertFails("resource", "add", "nowhere.json");
            assertFails("resource", "assign", "1", "jgf", "nowhere.json");
            assertFails("partial-cancel", "9", "rv1exec", idle);
            assertFails("info", "9");
            assertFails("grow", "--job", "9", jobspec);
            assertFails("watch", "--after", "zzz-1");
        }
    }

    @Test
    void whereNoDaemonAnswersEveryCommandSaysItInTheSameForm() throws Exception {
        String jobspec = file("jobspec.json", JOBSPEC);
        assertFails("match", "allocate", jobspec);
        assertFails("grow", jobspec);
        assertFails("spawn", jobspec);
        assertFails("cancel", "1");
        assertFails("stop");
        assertFails("tree");
    }

    @Test
    void aCancelSaysOfEachJobWhatBecameOfIt() throws Exception {
        String jobspec = file("jobspec.json", JOBSPEC);
        try (Daemon daemon = daemon()) {
            assertThat(daemon.address().isLoopback()).isTrue();
            assertThat(banyan("match", "allocate", jobspec).status()).isZero();
            assertThat(banyan("match", "allocate", jobspec).status()).isZero();
            JsonNode mixed = json(banyan("cancel", "1", "9"));
            assertThat(mixed.get("outcome").asText()).isEqualTo("failed");
            assertThat(mixed.get("cancelled").toString()).isEqualTo("[1]");
            assertThat(mixed.get("failed").toString())
                    .isEqualTo(
                            "[{\"job\":9,\"message\":\"" + mixed.get("message").asText() + "\"}]");
            JsonNode right = json(banyan("cancel", "2"));
            assertThat(right.get("outcome").asText()).isEqualTo("cancelled");
            assertThat(right.get("failed")).isEmpty();
        }
    }

    @Test
    void whatWasPrintedAlreadyIsNotFollowedByASecondDocument() throws Exception {
        try (Daemon daemon = daemon()) {
            assertThat(daemon.address().isLoopback()).isTrue();
            Run found = banyan("find", "names=nobody");
            assertThat(found.status()).isEqualTo(ExitStatus.NO);
            assertThat(new ObjectMapper()
                            .readerFor(JsonNode.class)
                            .readValues(found.out())
                            .readAll())
                    .hasSize(1);
            assertThat(json(found).get("count").asInt()).isZero();
        }
    }

    @Test
    void wrongUseHasNoResult() {
        Run run = banyan("cancel", "0");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.out()).isEmpty();
    }
}
