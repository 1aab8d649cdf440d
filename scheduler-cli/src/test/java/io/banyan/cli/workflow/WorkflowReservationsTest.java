package io.banyan.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.instance.config.UserBookings;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reservations of workflows: for another workflow engine, within the limits of a user, and beside drained nodes. */
@Timeout(300)
class WorkflowReservationsTest extends WithDaemon {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    WorkflowReservationsTest() {
        super(config ->
                config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)).reserving(new UserBookings(1_000, 3_600)));
    }

    private String file(String text) throws IOException {
        return Files.writeString(directory().resolve("flow.yaml"), text).toString();
    }

    private Run asked(String command, String file, String... more) {
        return banyan(
                command,
                Stream.concat(Stream.of(file, "--slot", "1m", "--solver", "heuristic", "--yes"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private void awaitState(String id, String state) {
        await().atMost(PATIENCE).until(() -> banyan("workflow status", id).out().contains(": " + state + "\n"));
    }

    @Test
    void anotherEngineSubmitsIntoTheReservationsUntilItEnds() throws Exception {
        Process engine = new ProcessBuilder("sleep", "280").start();
        try {
            String file = file("""
                    kind: workflow
                    steps:
                      a: {time: 10m, cores: 2}
                      free: {time: 1m, nodes: 0}
                      b: {time: 10m, cores: 3, after: a}
                    """);
            Run registered = asked("workflow register", file, "--pid", String.valueOf(engine.pid()), "-o", "json");
            assertThat(registered.status()).as(registered.err()).isZero();
            Run first = banyan("workflow reservation", "1", "a", "--wait");
            assertThat(first.out()).as(first.err()).matches("banyan_wf_\\S+\n");
            JsonNode second = new ObjectMapper()
                    .readTree(banyan("workflow reservation", "1", "b", "-o", "json")
                            .out());
            assertThat(second.path("reservation").asText()).startsWith("banyan_wf_");
            assertThat(second.path("endSec").asLong() - second.path("startSec").asLong())
                    .isEqualTo(600);
            assertThat(banyan("workflow reservation", "1", "free")).isEqualTo(new Run(0, "", ""));
            assertThat(banyan("workflow reservation", "1", "c").err())
                    .startsWith("banyan: Workflow 1 has no step 'c'.\nMaybe: a, ");
            assertThat(banyan("reservation list").out()).contains(first.out().strip());
            Run inside = banyan("run", "--reservation", first.out().strip(), "-n", "2", "-t", "1m", "--", "true");
            assertThat(inside.status()).as(inside.err()).isZero();
        } finally {
            engine.destroyForcibly();
        }
        awaitState("1", "succeeded");
        assertThat(banyan("reservation list").out()).doesNotContain("banyan_wf");
        assertThat(banyan("workflow reservation", "1", "a").err()).contains("its state is succeeded");
    }

    @Test
    void aProcessThatDoesNotExistRegistersNothing() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Run run =
                asked("workflow register", file("{kind: workflow, steps: {a: {time: 1m}}}"), "--pid", "" + ended.pid());
        assertThat(run.err()).startsWith("banyan: --pid: there is no process " + ended.pid());
        assertThat(banyan("workflow status").out()).isEqualTo("no workflows\n");
    }

    @Test
    void aWorkflowThatEndsTooFarAheadFailsWithTheLimit() throws Exception {
        Path token = directory().resolve("alice");
        assertThat(banyan("token add", "alice", "--role", "user", "--to", token.toString())
                        .status())
                .isZero();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                banyan("jobs", "--token-file", token.toString()).err())
                        .isEmpty());
        String file = file("{kind: workflow, steps: {a: {time: 2h, command: 'true'}}}");
        Run run = asked("workflow submit", file, "--wait", "--token-file", token.toString());
        assertThat(run.err()).contains("workflow 1: failed: ", "reservations.max-ahead permits ends until ");
    }

    @Test
    void drainedNodesAreInNoPlan() throws Exception {
        assertThat(banyan("drain", "node[0-6]", "--reason", "disks").status()).isZero();
        Run one =
                asked("workflow submit", file("{kind: workflow, steps: {a: {time: 1m, command: hostname}}}"), "--wait");
        assertThat(one.err()).contains("succeeded on node7");
        Run two = asked("workflow submit", file("{kind: workflow, steps: {a: {time: 1m, nodes: 2, command: 'true'}}}"));
        assertThat(two.err()).contains("flow.yaml:1:", "block 'a' needs 2 nodes with ", "has 1 such node");
    }
}
