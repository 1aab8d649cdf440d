package io.banyan.cli.tree;

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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A provider that brings one node and never takes it back. */
@Execution(ExecutionMode.CONCURRENT)
class ReleaseFailureTest {

    @TempDir
    private Path directory;

    private Daemon daemon;

    @BeforeEach
    void startADaemon() throws Exception {
        ProviderFiles.jobspec(directory, "node", 1);
        Files.writeString(directory.resolve("graph.json"), jgf("cluster", "core", false));
        Files.writeString(directory.resolve("lab.json"), jgf("lab", "node", true));
        Path script =
                ProviderFiles.script(directory.resolve("provider.sh"), """
                #!/usr/bin/env bash
                [ "$1" = provision ] && exec cat %1$s
                [ -e %1$s.well ] && exit 0
                echo "the API is down" >&2
                exit 3
                """.formatted(directory.resolve("lab.json")));
        daemon = Daemon.start(DaemonConfig.of(
                        new StateDirectory(directory.resolve("state")),
                        "top",
                        GraphFile.of(directory.resolve("graph.json")))
                .asking(GrowOrder.PROVIDER_ONLY, List.of(ProviderSpec.parse("exec=" + script + ",name=lab")))
                .build());
    }

    @AfterEach
    void stopTheDaemon() {
        daemon.close();
    }

    private static String sentence(String grow) {
        return "banyan: The provider lab of instance / did not take back /lab0/node0, which it supplied for grow "
                + grow
                + ": provider.sh release failed with status 3: the API is down.\nThey may continue to cost money: shrink that grow again, at instance / or below, or release them directly at the provider.\n";
    }

    private static String jgf(String root, String leaf, boolean exclusive) {
        return """
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "basename": "%1$s", "name": "%1$s0", "id": 0, "uniq_id": 0,
                   "rank": -1, "exclusive": false, "unit": "", "size": 1, "paths": {"containment": "/%1$s0"}}},
                  {"id": "1", "metadata": {"type": "%2$s", "basename": "%2$s", "name": "%2$s0", "id": 0, "uniq_id": 1,
                   "rank": 0, "exclusive": %3$s, "unit": "", "size": 1, "paths": {"containment": "/%1$s0/%2$s0"}}}],
                 "edges": [{"source": "0", "target": "1", "metadata": {"subsystem": "containment"}}]}}
                """.formatted(root, leaf, exclusive);
    }

    private Run banyan(String... words) {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--state";
        all[words.length + 1] = directory.resolve("state").toString();
        return Run.banyan(all);
    }

    /** Grows by one node; the request's id. */
    private String grow(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of("grow", "-o", "json"));
        words.addAll(List.of(options));
        words.add(directory.resolve("jobspec.json").toString());
        Run run = banyan(words.toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return new ObjectMapper().readTree(run.out()).get("request").asText();
    }

    @Test
    void aShrinkSaysWhatLeftTheGraphAndWhatIsLeftToDo() throws Exception {
        String grow = grow();
        Run shrink = banyan("shrink", "--grow", grow);
        assertThat(shrink.out()).isEqualTo("returned: /cluster0/lab/node0\n");
        assertThat(shrink.err()).isEqualTo(sentence(grow));
        assertThat(shrink.status()).isEqualTo(1);
        assertThat(banyan("find", "type=node").out()).doesNotContain("lab");
    }

    @Test
    void aShrinkOfTheSameGrowAsksTheProviderAgainAndTheNumbersListWhatIsLeft() throws Exception {
        String grow = grow();
        banyan("shrink", "--grow", grow);
        assertThat(banyan("stat").out()).endsWith(sentence(grow).substring("banyan: ".length()));
        assertThat(banyan("info", "-o", "json").out()).contains("\"unreleased\" : [ {");
        Run again = banyan("shrink", "--grow", grow);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).isEqualTo(sentence(grow));
        assertThat(again.status()).isEqualTo(1);
        Files.createFile(directory.resolve("lab.json.well"));
        Run last = banyan("shrink", "--unreleased");
        assertThat(last.out()).isEqualTo("returned to the provider now: resources of grow " + grow + "\n");
        assertThat(last.err()).isEmpty();
        assertThat(last.status()).isZero();
        assertThat(banyan("stat").out()).doesNotContain("did not take back");
        assertThat(banyan("shrink", "--grow", grow).out()).isEqualTo("there was nothing left to return\n");
        assertThat(banyan("shrink", "--unreleased", "--grow", grow).status()).isEqualTo(2);
    }

    @Test
    void aShrinkSaysItInJsonToo() throws Exception {
        String grow = grow();
        Run shrink = banyan("shrink", "--grow", grow, "-o", "json");
        JsonNode unreleased = new ObjectMapper().readTree(shrink.out()).get("unreleased");
        assertThat(unreleased).hasSize(1);
        assertThat(unreleased.get(0).get("handles").get(0).asText()).isEqualTo("/lab0/node0");
        assertThat(unreleased.get(0).get("why").asText()).contains("the API is down");
        assertThat(shrink.status()).isEqualTo(1);
    }

    @Test
    void aCancelSaysWhatWasNotTakenBackOfWhatWasGrownForTheJob() throws Exception {
        Path core = ProviderFiles.jobspec(Files.createDirectory(directory.resolve("cores")), "core", 1);
        assertThat(banyan("match", "allocate", core.toString()).status()).isZero();
        String grow = grow("--job", "1");
        Run cancel = banyan("cancel", "1");
        assertThat(cancel.out()).isEqualTo("job 1 cancelled\n");
        assertThat(cancel.err()).isEqualTo(sentence(grow));
        assertThat(cancel.status()).isEqualTo(1);
    }
}
