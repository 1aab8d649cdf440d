package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.BanyanProcess;
import io.banyan.fake.ec2.Ec2Fault;
import io.banyan.fake.ec2.FakeEc2;
import io.banyan.fake.ec2.FakeInstance;
import io.banyan.fake.ec2.FakeType;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.PidFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The real command with the plug-in for EC2, killed before, during and after launches, while EC2 goes on. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class Ec2CrashTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration LAUNCH = Duration.ofSeconds(2);
    private static final JobId JOB = new JobId(1);
    private static final Pattern INSTANCE = Pattern.compile("\"instance-id\": ?\"(i-\\w+)\"");

    /** The requests to EC2: one Fleet for many types, and instances for those with GPUs, which are few. */
    private enum Asked {
        FLEET("{type: node, count: 1}"),
        INSTANCES("{type: node, count: 1, with: [{type: gpu, count: 1}]}");

        private final String resource;

        Asked(String resource) {
            this.resource = resource;
        }
    }

    @TempDir
    private Path directory;

    private @Nullable FakeEc2 ec2;
    private @Nullable Process daemon;
    private int starts;

    /** The plug-in is one that the build has packed; a build that packs nothing has none. */
    @BeforeEach
    void startTheOutside() throws Exception {
        Path plugIn = HOME.resolve("scheduler-providers/aws-ec2/target/plug-in");
        Assumptions.assumeTrue(
                Files.isDirectory(plugIn), "the plug-in aws-ec2 is not packed yet; 'mvn verify' does that");
        Files.createSymbolicLink(
                Files.createDirectory(directory.resolve("providers")).resolve("aws-ec2"), plugIn);
        ec2 = FakeEc2.start(FakeType.many());
        start("--graph", HOME.resolve("resource-graphs/small.graphml").toString());
        try (BanyanClient client = client()) {
            Jobspec all = jobspec(8, "{type: node, count: 1}");
            assertThat(client.match(new JobRequest.Match(all, MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "grows")))
                    .isInstanceOf(RequestOutcome.Done.class);
        }
    }

    @AfterEach
    void endAll() throws Exception {
        if (daemon != null) {
            kill();
        }
        if (ec2 != null) {
            ec2.close();
        }
    }

    @Test
    void noInstanceIsForgottenWheneverTheDaemonIsKilled() throws Exception {
        FakeEc2 outside = ec2();
        outside.fault("DescribeInstanceTypes", never());
        killedWhile("before", () -> outside.calls().contains("DescribeInstanceTypes"));
        assertThat(outside.instances()).isEmpty();
        askedAgain("before", 2);

        outside.launchesTake(LAUNCH);
        long launches = launches();
        killedWhile("during", () -> launches() == launches + 4);
        outside.launchesTake(Duration.ZERO);
        askedAgain("during", 8);

        int before = outside.instances().size();
        outside.fault("CreateFleet", never(), never());
        outside.fault("RunInstances", never(), never());
        killedWhile("after", () -> outside.instances().size() == before + 4);
        askedAgain("after", 14);

        try (BanyanClient client = client()) {
            client.cancel(new JobRequest.Cancel(JOB));
            await().atMost(LONG).untilAsserted(() -> assertThat(outside.alive()).isEmpty());
            assertThat(inGraph(client, "status=up")).isEmpty();
        }
    }

    @Test
    void whatIsTakenAwayWhileNoDaemonIsThereIsLostToTheNext() throws Exception {
        FakeEc2 outside = ec2();
        Set<String> kept;
        String taken;
        try (BanyanClient client = client()) {
            for (Asked asked : Asked.values()) {
                assertThat(grow(client, asked, "a")).isInstanceOf(RequestOutcome.Done.class);
            }
            kept = new TreeSet<>(inGraph(client, "status=up"));
            assertThat(kept).hasSize(2).isEqualTo(outside.alive());
        }
        kill();
        taken = outside.instances().stream()
                .filter(it -> it.market().equals("spot") && it.isAlive())
                .map(FakeInstance::id)
                .findFirst()
                .orElseThrow();
        outside.interrupt(taken);
        kept.remove(taken);

        start();

        try (BanyanClient client = client()) {
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(inGraph(client, "status=up")).isEqualTo(kept));
            assertThat(outside.alive()).isEqualTo(kept);
            client.cancel(new JobRequest.Cancel(JOB));
            await().atMost(LONG).untilAsserted(() -> assertThat(outside.alive()).isEmpty());
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(inGraph(client, "status=up or status=down"))
                            .isEmpty());
        }
    }

    private static Ec2Fault never() {
        return new Ec2Fault.Delay(Duration.ofHours(1));
    }

    private long launches() {
        return ec2().calls().stream()
                .filter(call -> call.equals("CreateFleet") || call.equals("RunInstances"))
                .count();
    }

    private interface Condition {
        boolean holds();
    }

    /** Two requests of each kind are on their way then, and the next daemon comes. */
    private void killedWhile(String round, Condition condition) throws Exception {
        try (BanyanClient client = client()) {
            for (Asked asked : Asked.values()) {
                for (String id : List.of(round, round + "-left")) {
                    var unused =
                            CompletableFuture.supplyAsync(() -> grow(client, asked, id), Thread::startVirtualThread);
                }
            }
            await(round).atMost(LONG).until(condition::holds);
            kill();
        }
        start();
    }

    /**
     * One request of each kind is made again, and the other one never; EC2 has launched so many by then, and no more.
     */
    private void askedAgain(String round, int launched) throws Exception {
        try (BanyanClient client = client()) {
            for (Asked asked : Asked.values()) {
                await("a grant after " + round)
                        .atMost(LONG)
                        .untilAsserted(
                                () -> assertThat(grow(client, asked, round)).isInstanceOf(RequestOutcome.Done.class));
            }
            await("all launches after " + round)
                    .atMost(LONG)
                    .until(() -> ec2().instances().size() >= launched);
            await("only what is in the graph runs after " + round)
                    .atMost(LONG)
                    .untilAsserted(() -> assertThat(ec2().alive()).isEqualTo(inGraph(client, "status=up")));
            assertThat(ec2().instances()).hasSize(launched);
        }
    }

    private static Set<String> inGraph(BanyanClient client, String criteria) throws Exception {
        Set<String> ids = new TreeSet<>();
        INSTANCE.matcher(
                        client.find(new Request.Find(criteria, MatchFormat.JGF)).resources())
                .results()
                .forEach(it -> ids.add(it.group(1)));
        return ids;
    }

    private static RequestOutcome<Growth> grow(BanyanClient client, Asked asked, String id) {
        try {
            return client.grow(
                    new Request.Grow(asked + "." + id, Optional.of(JOB), jobspec(1, asked.resource), 30_000));
        } catch (Exception e) {
            throw new IllegalStateException("no answer to " + asked + "." + id, e);
        }
    }

    private static Jobspec jobspec(int count, String resource) throws Exception {
        return JobspecReader.read("""
                version: 9999
                resources: [{type: slot, count: %d, label: s, with: [%s]}]
                tasks: [{command: [app], slot: s, count: {per_slot: 1}}]
                attributes: {system: {duration: 3600}}
                """.formatted(count, resource), "test");
    }

    private void start(String... options) throws Exception {
        List<String> words = BanyanProcess.wordsWith(
                List.of("-Xmx192m"),
                "start",
                "--state",
                state().path().toString(),
                "--grow-order=provider-only",
                "--provider",
                "aws-ec2=us-east-1,endpoint=" + ec2().endpoint() + ",launch-template=lt-test,markets=spot,zones="
                        + String.join("+", FakeEc2.ZONES) + ",settling=60,look=1,name=cloud");
        Stream.of(options).forEach(words::add);
        Path output = directory.resolve("output" + starts++);
        var builder = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .put("BANYAN_PROVIDERS", directory.resolve("providers").toString());
        builder.environment().put("AWS_ACCESS_KEY_ID", "test");
        builder.environment().put("AWS_SECRET_ACCESS_KEY", "test");
        Process begun = builder.start();
        daemon = begun;
        await().atMost(LONG).until(() -> {
            assertThat(begun.isAlive()).as(Files.readString(output)).isTrue();
            return Files.exists(state().address())
                    && PidFile.running(state().pid())
                            .filter(it -> it.pid() == begun.pid())
                            .isPresent();
        });
    }

    private void kill() throws Exception {
        Process running = java.util.Objects.requireNonNull(daemon);
        running.destroyForcibly();
        assertThat(running.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private FakeEc2 ec2() {
        return java.util.Objects.requireNonNull(ec2);
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private BanyanClient client() throws Exception {
        return BanyanClient.ofStateDirectory(state().path());
    }
}
