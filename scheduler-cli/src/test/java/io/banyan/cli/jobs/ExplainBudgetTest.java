package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.instance.config.GrowOrder;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.provider.ProviderSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A provider that has spent most of its budget. */
@Execution(ExecutionMode.CONCURRENT)
class ExplainBudgetTest {
    private static final String JOBSPEC = """
            {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
             [{"type": "node", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""";
    private static final String GRAPH = """
            {"graph": {"nodes": [
             {"id": "0", "metadata": {"type": "cluster", "basename": "cluster", "name": "cluster0",
              "id": 0, "rank": -1, "paths": {"containment": "/cluster0"}}}%s], "edges": [%s]}}""";
    private static final String NODE = """
            , {"id": "1", "metadata": {"type": "node", "basename": "node", "name": "node0",
             "id": 0, "rank": 0, "properties": {"price": "2"}, "paths": {"containment": "/cluster0/node0"}}}""";

    @TempDir
    private Path directory;

    @Test
    void explainSaysThatItIsNotNowAndWhatWasSpent() throws Exception {
        Path empty = Files.writeString(directory.resolve("graph.json"), GRAPH.formatted("", ""));
        Files.writeString(
                directory.resolve("node.json"), GRAPH.formatted(NODE, "{\"source\": \"0\", \"target\": \"1\"}"));
        Files.writeString(directory.resolve("jobspec.json"), JOBSPEC);
        var state = new StateDirectory(directory.resolve("state"));
        try (Daemon daemon = Daemon.start(DaemonConfig.of(state, "top", GraphFile.of(empty))
                .asking(GrowOrder.PROVIDER_ONLY, List.of(provider()))
                .build())) {
            assertThat(daemon.isOver()).isFalse();
            assertThat(banyan("explain").out()).endsWith("Provider shop would add 1 x a node, 2 USD/h.\n");
            assertThat(banyan("grow").status()).isZero();
            assertThat(banyan("explain").out())
                    .containsPattern(
                            "Provider shop cannot add it now: this provider may spend 3 USD in 30 days, has spent 2 "
                                    + "USD since \\S+Z, and this request costs 2 USD or more\\.\n$");
            assertThat(new ObjectMapper()
                            .readTree(banyan("explain", "-o", "json").out())
                            .at("/providers/0/estimate")
                            .asText())
                    .isEqualTo("not-now");
        }
    }

    private ProviderSpec provider() throws Exception {
        Path script = Files.writeString(directory.resolve("shop.sh"), """
                #!/usr/bin/env bash
                case $1 in
                inventory) exec echo '{"holdings": []}' ;;
                estimate) exec echo '{"items": [{"count": 1, "what": "a node", "price": 2}]}' ;;
                provision) exec cat "${0%/*}/node.json" ;;
                esac
                """);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return ProviderSpec.parse("exec=" + script + ",protocol=2,name=shop,budget=3,billing=3600");
    }

    private Run banyan(String command, String... more) {
        String[] words = {
            command,
            directory.resolve("jobspec.json").toString(),
            "--state",
            directory.resolve("state").toString()
        };
        return Run.banyan(
                Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new));
    }
}
