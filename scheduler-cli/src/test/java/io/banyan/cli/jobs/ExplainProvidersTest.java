package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.ProviderFiles;
import io.banyan.instance.config.GrowOrder;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.provider.ProviderSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three providers: one that knows its prices, one that says never, and one that breaks. */
@Execution(ExecutionMode.CONCURRENT)
class ExplainProvidersTest {
    private static final String GRAPH = """
            {"graph": {"nodes": [{"id": "0", "metadata": {"type": "cluster", "basename": "cluster", "name": "cluster0",
             "id": 0, "rank": -1, "exclusive": false, "unit": "", "size": 1, "paths": {"containment": "/cluster0"}}},
             {"id": "1", "metadata": {"type": "node", "basename": "node", "name": "node0",
             "id": 0, "rank": 0, "exclusive": false, "unit": "", "size": 1, "paths": {"containment": "/cluster0/node0"}}}],
             "edges": [{"source": "0", "target": "1"}]}}""";

    @TempDir
    private Path directory;

    private Daemon daemon;

    @BeforeEach
    void startADaemon() throws Exception {
        ProviderFiles.jobspec(directory, "node", 2);
        Files.writeString(directory.resolve("graph.json"), GRAPH);
        daemon = Daemon.start(DaemonConfig.of(
                        new StateDirectory(directory.resolve("state")),
                        "top",
                        GraphFile.of(directory.resolve("graph.json")))
                .asking(
                        GrowOrder.PARENT_FIRST,
                        List.of(
                                provider("cloud", """
                                        echo '{"items": [{"count": 2, "what": "t2.large", "price": 0.0928}]}'"""),
                                provider("lab", "echo 'it has one node' >&2; exit 1"),
                                provider("shed", "exit 7")))
                .build());
    }

    private ProviderSpec provider(String name, String estimate) throws Exception {
        Path script = ProviderFiles.script(directory.resolve(name + ".sh"), """
                #!/usr/bin/env bash
                [ "$1" = inventory ] && exec echo '{"holdings": []}'
                [ "$1" = estimate ] || exit 1
                %s
                """.formatted(estimate));
        return ProviderSpec.parse("exec=" + script + ",protocol=2,name=" + name);
    }

    @AfterEach
    void stopTheDaemon() {
        daemon.close();
    }

    private Run explain(String... more) {
        return run(List.of("explain"), more);
    }

    private Run run(List<String> command, String... more) {
        var words = new ArrayList<>(command);
        words.addAll(List.of(
                directory.resolve("jobspec.json").toString(),
                "--state",
                directory.resolve("state").toString()));
        words.addAll(List.of(more));
        return Run.banyan(words.toArray(String[]::new));
    }

    @Test
    void whatProvidersWouldBringStandsBelowTheExplanation() {
        Run run = explain();
        assertThat(run.out()).startsWith("slot (2 needed)").endsWith("""
                        Provider cloud would add 2 x t2.large, 0.1856 USD/h.
                        Provider lab can never add it: it has one node.
                        Provider shed does not know what it would add.
                        """);
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void theSameAsData() throws Exception {
        JsonNode all = new ObjectMapper().readTree(explain("-o", "json").out());
        assertThat(all.at("/start/when").asText()).isEqualTo("never");
        assertThat(all.at("/providers/0").toString())
                .isEqualTo("{\"provider\":\"cloud\",\"estimate\":\"possible\",\"items\":[{\"count\":2,\"what\":"
                        + "\"t2.large\",\"dollarsAnHour\":\"0.0928\"}],\"dollarsAnHour\":\"0.1856\",\"reason\":\"\"}");
        assertThat(all.at("/providers/1/reason").asText()).isEqualTo("it has one node");
        assertThat(all.at("/providers/2/estimate").asText()).isEqualTo("unknown");
    }

    @Test
    void satisfiabilityThatIsNotThereSaysWhatProvidersWouldBring() throws Exception {
        Run run = run(List.of("match", "satisfiability"));
        assertThat(run.err())
                .startsWith("banyan: No: the request can never be satisfied by this system")
                .endsWith("""
                        Provider cloud would add 2 x t2.large, 0.1856 USD/h.
                        Provider lab can never add it: it has one node.
                        Provider shed does not know what it would add.
                        """);
        assertThat(run.status()).isEqualTo(1);
        JsonNode all = new ObjectMapper()
                .readTree(run(List.of("match", "satisfiability"), "-o", "json").out());
        assertThat(all.at("/unsatisfiable").asBoolean()).isTrue();
        assertThat(all.at("/providers/0/dollarsAnHour").asText()).isEqualTo("0.1856");
        assertThat(run(List.of("match", "allocate"), "-o", "json").out()).doesNotContain("providers");
    }
}
