package io.banyan.provider.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.contract.SampleRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example in bash, which speaks the first version of the protocol; and the options. */
class LabTest {
    private static final Path EXAMPLE = Path.of("..", "..", "examples", "providers", "lab.sh")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path directory;

    @Test
    void lendsItsNodesUntilThereIsNoneAndTakesThemBack() throws Exception {
        try (ExternalProvider lab = lab()) {
            Set<String> lent = new HashSet<>();
            for (String id : List.of("a", "b", "c\\\"d", "e")) {
                ProvisionResult result = provision(lab, id);
                assertThat(result).isInstanceOf(ProvisionResult.Provisioned.class);
                assertThat(provision(lab, id)).isEqualTo(result);
                // A cluster, a node, 2 sockets and 64 cores.
                assertThat(((ProvisionResult.Provisioned) result).subgraph().vertices())
                        .hasSize(68);
                lent.add(((ProvisionResult.Provisioned) result)
                        .handles()
                        .getFirst()
                        .value());
            }
            assertThat(lent).hasSize(4);
            assertThat(provision(lab, "f")).isEqualTo(new ProvisionResult.Refused("all 4 nodes of the lab are lent"));
            lab.release("c\\\"d", List.of()).toCompletableFuture().get();
            lab.release("c\\\"d", List.of()).toCompletableFuture().get();
            assertThat(provision(lab, "f")).isInstanceOf(ProvisionResult.Provisioned.class);
        }
    }

    /** Nobody hears what it writes: that is no "no", so that all that it has lent is taken back. */
    @Test
    void whatItCannotSayIsAFailureAndNoRefusal() throws Exception {
        try (ExternalProvider lab = exec("""
                [ "$1" = provision ] && exec > /dev/full
                LAB_STATE='%1$s/lab' exec '""" + EXAMPLE + "' \"$1\"\n", Map.of())) {
            for (int i = 0; i < 8; i++) {
                assertThat(provision(lab, "a")).isInstanceOf(ProvisionResult.Failed.class);
                lab.release("a", List.of()).toCompletableFuture().get();
            }
        }
    }

    @Test
    void whatOnlyAsksDoesNotWaitForWhatBringsSomething() throws Exception {
        try (ExternalProvider slow = exec("""
                case $1 in
                    provision) touch '%1$s/begun'; sleep 333 ;;
                    inventory) echo '{"holdings": []}' ;;
                    estimate) echo '{"items": [{"count": 1, "what": "a node", "price": null}]}' ;;
                esac
                """, Map.of("at-once", "1", "protocol", "2", "timeout", "30"))) {
            Thread call = Thread.ofPlatform().start(() -> {
                var unused = slow.provision(SampleRequests.request("a", SampleRequests.nodes("1", 1)));
            });
            while (!Files.exists(directory.resolve("begun"))) {
                Thread.onSpinWait();
            }
            assertThat(slow.inventory().toCompletableFuture().get()).isEqualTo(new Inventory.Listed(List.of()));
            assertThat(slow.estimate(SampleRequests.nodes("1", 1))
                            .toCompletableFuture()
                            .get())
                    .hasToString("1 x a node");
            call.interrupt();
            call.join();
        }
    }

    @Test
    void whatIsNotOneListIsNone() {
        for (String wrong : List.of(
                "{\"holdings\": []} {\"holdings\": []}",
                "{\"holdings\": []} and more",
                "{\"holdings\": [], \"holdings\": []}",
                "{\"holdings\": [{\"request_id\": \"a\", \"handle\": \"b\", \"usable\": \"yes\"}]}",
                "{\"holdings\": [{\"request_id\": \"a\"}]}",
                "")) {
            assertThatThrownBy(() -> Messages.inventory(wrong)).as(wrong).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whoSpeaksTheFirstVersionIsNotAskedForMore() throws Exception {
        try (ExternalProvider lab = lab()) {
            assertThat(lab.inventory().toCompletableFuture().get()).isEqualTo(new Inventory.Unknown());
            assertThat(lab.estimate(SampleRequests.nodes("1", 1))
                            .toCompletableFuture()
                            .get())
                    .isEqualTo(new Estimate.Unknown());
        }
    }

    @Test
    void noMoreRunsAreThereAtOnceThanMayBe() throws Exception {
        try (ExternalProvider slow = exec("""
                mkdir "%1$s/running" || { echo 'two at once' >&2; exit 2; }
                sleep 0.05; rmdir "%1$s/running"; echo 'it is over' >&2; exit 1
                """, Map.of("at-once", "1"))) {
            List<Thread> threads = new ArrayList<>();
            Set<ProvisionResult> results = ConcurrentHashMap.newKeySet();
            for (int i = 0; i < 6; i++) {
                String id = "r" + i;
                threads.add(Thread.ofPlatform().start(() -> results.add(provisioned(slow, id))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(results).containsExactly(new ProvisionResult.Refused("it is over"));
        }
    }

    @Test
    void optionsThatMakeNoSenseAreNamed() {
        assertThatThrownBy(() -> ExecSettings.of("lab", Map.of("path", "x", "protocol", "3")))
                .hasMessageContaining("'protocol'");
        assertThatThrownBy(() -> ExecSettings.of("lab", Map.of("path", "x", "at-once", "many")))
                .hasMessageContaining("'at-once'");
        assertThatThrownBy(() -> ExecSettings.of("lab", Map.of("path", "x", "speed", "9")))
                .hasMessageContaining("no option 'speed'");
    }

    private ExternalProvider lab() throws Exception {
        return exec("LAB_STATE='%1$s/lab' exec '" + EXAMPLE + "' \"$1\"\n", Map.of());
    }

    private ExternalProvider exec(String body, Map<String, String> more) throws Exception {
        Path script = directory.resolve("provider.sh");
        Files.writeString(script, "#!/bin/sh\n" + body.formatted(directory));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Map<String, String> options = new HashMap<>(more);
        options.put("path", script.toString());
        return new ExecProviderFactory().create(new ProviderContext("lab", "test"), options);
    }

    private static ProvisionResult provisioned(ExternalProvider provider, String id) {
        return provider.provision(SampleRequests.request(id, SampleRequests.nodes("1", 1)))
                .toCompletableFuture()
                .join();
    }

    private static ProvisionResult provision(ExternalProvider provider, String id) {
        return provisioned(provider, id);
    }
}
