package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.agent.ToldInbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class ProviderTest {
    static final Path POOL =
            Path.of("..", "resource-graphs", "ec2.json").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    @Test
    void thePoolGivesWholeInstancesBelowTheirZone() throws Exception {
        try (ExternalProvider provider = ProviderSpec.parse("file=" + POOL).create("test")) {
            ProvisionResult.Provisioned brought = provisioned(provider, "a", 2);
            List<String> nodes = paths(brought, "node");
            assertThat(nodes).hasSize(2).allSatisfy(path -> assertThat(path).startsWith("/cluster0/ec2/us-east-1"));
            assertThat(paths(brought, "core")).isNotEmpty();
            assertThat(brought.handles()).extracting(Handle::path).containsExactlyInAnyOrderElementsOf(nodes);
        }
    }

    @Test
    void theSameRequestIdBringsTheSameAndAnotherOneSomethingElse() throws Exception {
        try (ExternalProvider provider = ProviderSpec.parse("file=" + POOL).create("test")) {
            ProvisionResult.Provisioned first = provisioned(provider, "a", 1);
            assertThat(provisioned(provider, "a", 1)).isEqualTo(first);
            assertThat(paths(provisioned(provider, "b", 1), "node")).doesNotContainAnyElementsOf(paths(first, "node"));
        }
    }

    @Test
    void whatIsReleasedCanBeHadAgain() throws Exception {
        try (ExternalProvider provider =
                ProviderSpec.parse("file=" + POOL + ",capacity=2,name=ec2").create("test")) {
            assertThat(provider.name()).isEqualTo("ec2");
            ProvisionResult.Provisioned first = provisioned(provider, "a", 2);
            assertThat(provision(provider, "b", 1))
                    .isInstanceOfSatisfying(
                            ProvisionResult.Refused.class,
                            no -> assertThat(no.reason()).contains("at most 2 instances"));
            provider.release("a", first.handles().subList(0, 1));
            provisioned(provider, "c", 1);
            assertThat(provision(provider, "d", 1)).isInstanceOf(ProvisionResult.Refused.class);
            provider.release("a", first.handles());
            provider.release("a", first.handles());
            provisioned(provider, "d", 1);
        }
    }

    @Test
    void moreThanThePoolHasIsRefusedWithReasons() throws Exception {
        try (ExternalProvider provider = ProviderSpec.parse("file=" + POOL).create("test")) {
            assertThat(provision(provider, "a", 100_000))
                    .isInstanceOfSatisfying(
                            ProvisionResult.Refused.class,
                            no -> assertThat(no.reason()).contains("node"));
        }
    }

    @Test
    void anExecutableBringsWhatItWrites() throws Exception {
        try (ExternalProvider provider = exec("""
                [ "$1" = provision ] && cat > %1$s/input && cat %2$s
                [ "$1" = release ] && cat > %1$s/released
                exit 0
                """)) {
            ProvisionResult.Provisioned brought = provisioned(provider, "a", 1);
            assertThat(directory.resolve("input"))
                    .content()
                    .contains("\"request_id\":\"a\"", "\"jobspec\":{\"version\"");
            provider.release("a", brought.handles().subList(0, 1))
                    .toCompletableFuture()
                    .get();
            assertThat(directory.resolve("released"))
                    .content()
                    .contains("\"path\":\"" + brought.handles().get(0).path());
        }
    }

    @Test
    void anExecutableSaysNoOnItsStandardError() throws Exception {
        try (ExternalProvider provider = exec("echo 'the budget is spent' >&2\nexit 1\n")) {
            assertThat(provision(provider, "a", 1)).isEqualTo(new ProvisionResult.Refused("the budget is spent"));
        }
    }

    @Test
    void ofWhatFailsIsCutOffOrWritesSomethingElseNobodyKnowsWhatCame() throws Exception {
        record Case(String body, String reason) {}
        for (Case broken : List.of(
                new Case("echo broken >&2; exit 2", "provider.sh provision failed with status 2: broken"),
                new Case("sleep 333", "provider.sh provision took longer than 1.0 s"),
                new Case("echo '{\"graph\": 7}'", "not JGF"),
                new Case("echo '{\"graph\": {\"nodes\": [], \"edges\": []}}'", "without vertices"),
                new Case("cat %2$s", "at most 2 are accepted"))) {
            try (ExternalProvider provider = exec(broken.body())) {
                var request =
                        new ProvisionRequest("a", nodes(1), broken.body().startsWith("sleep") ? 1_000 : 60_000, 2);
                ProvisionResult result =
                        provider.provision(request).toCompletableFuture().get(90, TimeUnit.SECONDS);
                assertThat(result).isInstanceOf(ProvisionResult.Failed.class);
                assertThat(result.toString()).contains(broken.reason());
            }
        }
    }

    @Test
    void withoutHandlesEverythingOfTheRequestIsReleased() throws Exception {
        try (ExternalProvider provider =
                ProviderSpec.parse("file=" + POOL + ",capacity=2").create("test")) {
            provisioned(provider, "a", 2);
            provider.release("a", List.of());
            provider.release("unknown", List.of());
            provisioned(provider, "b", 2);
        }
    }

    @Test
    void anAnswerBecomesOneEventHoweverLateItIs() throws Exception {
        var told = new ToldInbox();
        ExternalProvider slow =
                ProviderSpec.parse("file=" + POOL + ",delay=2500").create("test");
        try (var calls = new ProviderCalls(slow, () -> {}, Duration.ofMinutes(1), told)) {
            // Long enough for the call to begin in time on a machine that has much to do.
            calls.call(new Effect.CallProvider("file", new ProvisionRequest("a", nodes(1), 2000, 1000)));
            assertThat(told.next())
                    .isInstanceOfSatisfying(
                            Event.ProviderAnswered.class,
                            answered -> assertThat(answered.result()).isInstanceOf(ProvisionResult.Provisioned.class));
        }
        assertThat(told.left()).isEmpty();
    }

    @Test
    void aCallThatBreaksIsAFailureAndOneThatIsNotTakenBackSaysWhy() throws Exception {
        var told = new ToldInbox();
        try (var calls = new ProviderCalls(
                exec("echo \"the API is down\" >&2; exit 7"), () -> {}, Duration.ofMinutes(1), told)) {
            calls.call(new Effect.CallProvider("exec", new ProvisionRequest("a", nodes(1), 10_000, 1000)));
            assertThat(told.next())
                    .isEqualTo(new Event.ProviderAnswered(
                            "exec",
                            "a",
                            new ProvisionResult.Failed("provider.sh provision failed with status 7: the API is down")));
            calls.release(new Effect.ReleaseProvider("r", "exec", "a", List.of()));
            assertThat(told.next())
                    .isEqualTo(new Event.ProviderReleased(
                            "r", "a", "provider.sh release failed with status 7: the API is down"));
        }
    }

    /** The executable writes one node, whatever it is asked for. */
    @Test
    void whatIsLessThanWasAskedForIsAFailureSoThatAllOfItGoesBack() throws Exception {
        var told = new ToldInbox();
        try (var calls = new ProviderCalls(exec("cat %2$s"), () -> {}, Duration.ofMinutes(1), told)) {
            calls.call(new Effect.CallProvider("exec", new ProvisionRequest("a", nodes(2), 10_000, 1000)));
            assertThat(told.next())
                    .isInstanceOfSatisfying(
                            Event.ProviderAnswered.class,
                            answered -> assertThat(answered.result())
                                    .isInstanceOf(ProvisionResult.Failed.class)
                                    .asString()
                                    .contains("it supplied something other than requested: ", "node: 2 needed"));
            calls.call(new Effect.CallProvider("exec", new ProvisionRequest("b", nodes(1), 10_000, 1000)));
            assertThat(told.next().toString()).contains("Provisioned");
        }
    }

    @Test
    void aReleaseDoesNotWaitForCallsThatBringSomething() throws Exception {
        var told = new ToldInbox();
        try (var calls =
                new ProviderCalls(exec("[ $1 = release ] || sleep 333"), () -> {}, Duration.ofMinutes(1), told)) {
            for (int i = 0; i < 20; i++) {
                calls.call(new Effect.CallProvider("exec", new ProvisionRequest("a" + i, nodes(1), 60_000, 1000)));
            }
            calls.release(new Effect.ReleaseProvider("r", "exec", "a", List.of()));
            assertThat(told.next()).isEqualTo(new Event.ProviderReleased("r", "a", ""));
        }
    }

    @Test
    void whatIsCutOffByTheEndOfTheDaemonEndsWithIt() throws Exception {
        var told = new ToldInbox();
        Path pid = directory.resolve("pid");
        try (var calls = new ProviderCalls(
                exec("sleep 333 & echo $! > %1$s/pid; wait"), () -> {}, Duration.ofMinutes(1), told)) {
            calls.call(new Effect.CallProvider("exec", new ProvisionRequest("a", nodes(1), 60_000, 1000)));
            await().until(() -> Files.exists(pid) && Files.size(pid) > 0);
        }
        assertThat(told.next().toString()).contains("Failed", "was interrupted");
        long sleeper = Long.parseLong(Files.readString(pid).strip());
        await().until(() ->
                ProcessHandle.of(sleeper).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aProviderIsDescribedByItsKindItsPathAndItsOptions() {
        assertThatThrownBy(() -> ProviderSpec.parse("file")).hasMessageContaining("KIND=PATH");
        assertThatThrownBy(() -> ProviderSpec.parse("cloud=x").create("test"))
                .hasMessageContaining("expected one of exec, file, slurm");
        assertThatThrownBy(() -> ProviderSpec.parse("file=nowhere.json").create("test"))
                .hasMessageContaining("no file");
        assertThatThrownBy(() -> ProviderSpec.parse("file=" + POOL + ",speed=9").create("test"))
                .hasMessageContaining("no option 'speed'");
        assertThatThrownBy(
                        () -> ProviderSpec.parse("file=" + POOL + ",delay=soon").create("test"))
                .hasMessageContaining("'delay'");
        assertThatThrownBy(() -> ProviderSpec.parse("exec=" + POOL).create("test"))
                .hasMessageContaining("chmod +x");
    }

    private ExternalProvider exec(String script) throws Exception {
        Path file = directory.resolve("provider.sh");
        Path jgf = directory.resolve("node.json");
        try (ExternalProvider pool = ProviderSpec.parse("file=" + POOL).create("test")) {
            Files.writeString(
                    jgf,
                    io.banyan.graph.io.JgfWriter.write(provisioned(pool, "x", 1).subgraph()));
        }
        Files.writeString(file, "#!/usr/bin/env bash\n" + script.formatted(directory, jgf));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return ProviderSpec.parse("exec=" + file).create("test");
    }

    private static ProvisionResult provision(ExternalProvider provider, String id, int nodes) throws Exception {
        return provider.provision(new ProvisionRequest(id, nodes(nodes), 10_000, 10_000))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    private static ProvisionResult.Provisioned provisioned(ExternalProvider provider, String id, int nodes)
            throws Exception {
        ProvisionResult result = provision(provider, id, nodes);
        assertThat(result).isInstanceOf(ProvisionResult.Provisioned.class);
        return (ProvisionResult.Provisioned) result;
    }

    private static List<String> paths(ProvisionResult.Provisioned brought, String type) {
        return brought.subgraph().vertices().stream()
                .filter(vertex -> vertex.type().name().equals(type))
                .map(SubgraphVertex::path)
                .toList();
    }

    private static Jobspec nodes(int count) throws Exception {
        return JobspecReader.read("""
                {"version": 9999, "resources": [{"type": "slot", "label": "s", "count": %d, "with":
                 [{"type": "node", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 0}}}""".formatted(count), "test");
    }
}
