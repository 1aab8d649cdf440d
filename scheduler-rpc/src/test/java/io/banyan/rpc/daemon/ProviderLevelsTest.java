package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.SpawnProviders;
import io.banyan.rpc.provider.ProviderSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * At which levels what a provider brings is seen: at that of the provider and below, and nowhere else (Milroy et al.,
 * section 3: Gc without Ec is contained in Gp).
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ProviderLevelsTest {
    private static final InstancePath CHILD = InstancePath.parse("/1");
    private static final InstancePath LEAF = InstancePath.parse("/1/1");

    @TempDir
    private Path directory;

    private Daemon daemon;
    private BanyanClient top;

    @AfterEach
    void stop() {
        top.close();
        daemon.stop();
    }

    @Test
    void whatAProviderOfTheMiddleBringsIsSeenThereAndBelowAndNeverByItsParent() throws Exception {
        start(List.of());
        spawn(top, Map.of("provider", provider(), "grow-order", "provider-first"));
        try (BanyanClient child = top.of(CHILD);
                BanyanClient leaf = top.of(LEAF)) {
            spawn(child, Map.of());
            long before = nodes(top);
            String id = UUID.randomUUID().toString();
            Growth growth = grow(leaf, id);
            assertThat(growth.grown().grant().source().level()).isEqualTo("/1");
            String external = external(growth);
            assertThat(nodes(leaf)).isEqualTo(2);
            assertThat(knows(leaf, external)).isTrue();
            assertThat(knows(child, external)).isTrue();
            assertThat(knows(top, external)).isFalse();
            assertThat(nodes(top)).isEqualTo(before);
            leaf.shrink(new Request.Shrink(UUID.randomUUID().toString(), new ShrinkTarget.ByGrow(id)));
            assertThat(knows(child, external)).isFalse();
        }
    }

    @Test
    void whatAProviderOfTheTopBringsIsSeenAtEveryLevelOnTheWay() throws Exception {
        start(List.of(ProviderSpec.parse(provider())));
        spawn(top, Map.of());
        try (BanyanClient child = top.of(CHILD);
                BanyanClient leaf = top.of(LEAF)) {
            spawn(child, Map.of());
            fill(top);
            String id = UUID.randomUUID().toString();
            Growth growth = grow(leaf, id);
            assertThat(growth.grown().grant().source().level()).isEqualTo("/");
            String external = external(growth);
            assertThat(List.of(top, child, leaf))
                    .allSatisfy(level -> assertThat(knows(level, external)).isTrue());
            leaf.shrink(new Request.Shrink(UUID.randomUUID().toString(), new ShrinkTarget.ByGrow(id)));
            assertThat(List.of(top, child, leaf))
                    .allSatisfy(level -> assertThat(knows(level, external)).isFalse());
        }
    }

    @Test
    void theSecondProviderBringsWhatTheFirstHasNotAndEachGetsBackItsOwn() throws Exception {
        start(List.of(ProviderSpec.parse(small()), ProviderSpec.parse(provider())));
        fill(top);
        bringsTwoByTwo(top, "/");
    }

    @Test
    void soDoThoseOfAChildThatIsSpawnedWithTwo() throws Exception {
        start(List.of());
        String two = SpawnProviders.option(List.of(small(), provider()));
        spawn(top, Map.of("provider", two, "grow-order", "provider-only"));
        try (BanyanClient child = top.of(CHILD)) {
            fill(child);
            bringsTwoByTwo(child, "/1");
        }
    }

    /** The first of its providers has one node, and the second has many. */
    private static void bringsTwoByTwo(BanyanClient at, String level) throws Exception {
        for (int round = 0; round < 2; round++) {
            String first = UUID.randomUUID().toString();
            String second = UUID.randomUUID().toString();
            assertThat(grow(at, first).grown().grant().source()).hasToString("small at " + level);
            assertThat(grow(at, second, 2).grown().grant().source()).hasToString("cloud at " + level);
            for (String id : List.of(first, second)) {
                var shrunk = at.shrink(new Request.Shrink(UUID.randomUUID().toString(), new ShrinkTarget.ByGrow(id)));
                assertThat(shrunk)
                        .isInstanceOfSatisfying(
                                ShrinkOutcome.Done.class,
                                done -> assertThat(done.shrunk().unreleased()).isEmpty());
            }
        }
    }

    private static String small() {
        return provider().replace("name=cloud", "capacity=1,name=small");
    }

    private void start(List<ProviderSpec> providers) throws Exception {
        var state = new StateDirectory(directory.resolve("top"));
        daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .launcher(DaemonProcess.command())
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .asking(GrowOrder.PARENT_FIRST, providers)
                        .build());
        top = BanyanClient.ofStateDirectory(state.path());
    }

    private static String provider() {
        return "file="
                + Path.of("..", "resource-graphs", "ec2.json").toAbsolutePath().normalize() + ",name=cloud";
    }

    private static void fill(BanyanClient at) throws Exception {
        at.match(new JobRequest.Match(
                DaemonTest.nodes((int) at.stat().amounts().get("node").free()),
                io.banyan.match.MatchOperation.ALLOCATE,
                MatchFormat.SIMPLE,
                ""));
    }

    private static Growth grow(BanyanClient at, String id) throws Exception {
        return grow(at, id, 1);
    }

    private static Growth grow(BanyanClient at, String id, int nodes) throws Exception {
        var outcome = at.grow(new Request.Grow(id, Optional.empty(), DaemonTest.nodes(nodes), 30_000));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Growth>) outcome).answer();
    }

    private static String external(Growth growth) {
        return growth.grown().grant().subgraph().vertices().stream()
                .map(SubgraphVertex::path)
                .filter(path -> path.contains("cloud") && path.contains("node"))
                .findFirst()
                .orElseThrow();
    }

    private static boolean knows(BanyanClient at, String path) {
        try {
            at.properties(new Request.GetProperties(path));
            return true;
        } catch (io.banyan.rpc.client.ClientException none) {
            return false;
        }
    }

    private static long nodes(BanyanClient at) throws Exception {
        return at.stat().amounts().get("node").total();
    }

    private static void spawn(BanyanClient at, Map<String, String> options) throws Exception {
        var outcome = at.spawn(new Request.Spawn(DaemonTest.nodes(1), "child", options));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        assertThat(((RequestOutcome.Done<Answer.Spawned>) outcome)
                        .answer()
                        .job()
                        .id()
                        .value())
                .isEqualTo(1);
    }
}
