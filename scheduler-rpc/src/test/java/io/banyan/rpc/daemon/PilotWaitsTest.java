package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.contract.SampleRequests;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** How long pilots of a real Slurm with two nodes are waited for, and what it says of them before. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("slurm")
class PilotWaitsTest {
    private static final String ONE_TO_FIVE = "{min: 1, max: 5, operator: '+', operand: 1}";

    @TempDir
    private static Path directory;

    private static @Nullable OneNodeSlurm started;

    @BeforeAll
    static void startSlurm() throws Exception {
        started = OneNodeSlurm.assumed(directory, 2);
    }

    @AfterAll
    static void stopSlurm() {
        if (started != null) {
            started.close();
        }
    }

    /** With what is usual of everything: what was submitted is there at once, and nothing of it is given up. */
    @Test
    void withTheUsualTimesAllNodesThatAreIdleCome() throws Exception {
        try (ExternalProvider pilots = pilots(Map.of())) {
            assertThat(nodes(ask(pilots, "a", "2"))).isEqualTo(2);
            assertThat(pilots.inventory().toCompletableFuture().get())
                    .isInstanceOfSatisfying(
                            Inventory.Listed.class,
                            listed -> assertThat(listed.holdings()).hasSize(2));
            pilots.release("a", List.of()).toCompletableFuture().get();
            assertThat(queue()).isEmpty();
        }
    }

    @Test
    void ofARangeThoseComeThatBeginUntilNoMoreDidForAsLongAsIsGathered() throws Exception {
        try (ExternalProvider pilots = pilots(Map.of("gather", "2", "settling", "100"))) {
            assertThat(nodes(ask(pilots, "a", ONE_TO_FIVE))).isEqualTo(2);
            // The others are not left in the queue.
            assertThat(queue().lines()).hasSize(2).allMatch(line -> line.endsWith("RUNNING"));
            pilots.release("a", List.of()).toCompletableFuture().get();
            assertThat(queue()).isEmpty();
        }
    }

    @Test
    void whatHasNotBegunInItsTimeIsANoWithSlurmsReasonAndNothingIsLeft() throws Exception {
        try (ExternalProvider pilots = pilots(Map.of("wait", "2"))) {
            assertThat(ask(pilots, "a", "3"))
                    .isInstanceOfSatisfying(
                            ProvisionResult.Refused.class,
                            // How many have begun by then is for Slurm's clock to say.
                            no -> assertThat(no.reason())
                                    .matches(
                                            "of the 3 required nodes, Slurm has started only [0-2]; \\S+ is PENDING after \\d+ s: .+"));
            assertThat(queue()).isEmpty();
        }
    }

    @Test
    void whatIsDrainedIsNotNowAndMoreThanThereAreIsNever() throws Exception {
        String node = slurm().node();
        try (ExternalProvider pilots = pilots(Map.of())) {
            assertThat(estimate(pilots, "2")).hasToString("2 x a node of partition all");
            assertThat(estimate(pilots, "3"))
                    .isEqualTo(new Estimate.Impossible("partition all has 2 nodes, but 3 are requested"));
            slurm().run("scontrol", "update", "nodename=" + node + "," + node + "-1", "state=drain", "reason=test");
            assertThat(estimate(pilots, "1"))
                    .isInstanceOfSatisfying(
                            Estimate.NotNow.class,
                            no -> assertThat(no.reason()).endsWith("2 of its 2 nodes are down, drained or reserved"));
        } finally {
            slurm().run("scontrol", "update", "nodename=" + node + "," + node + "-1", "state=resume");
        }
    }

    private static OneNodeSlurm slurm() {
        return Objects.requireNonNull(started);
    }

    private static String queue() throws Exception {
        return slurm().run("squeue", "-h", "-r", "-o", "%i %T");
    }

    private static ProvisionResult ask(ExternalProvider pilots, String id, String count) throws Exception {
        return pilots.provision(SampleRequests.request(id, SampleRequests.nodes(count, 1)))
                .toCompletableFuture()
                .get();
    }

    private static Estimate estimate(ExternalProvider pilots, String count) throws Exception {
        return pilots.estimate(SampleRequests.nodes(count, 1))
                .toCompletableFuture()
                .get();
    }

    private static long nodes(ProvisionResult result) {
        assertThat(result).isInstanceOf(ProvisionResult.Provisioned.class);
        return ((ProvisionResult.Provisioned) result).handles().size();
    }

    private static ExternalProvider pilots(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("path", "all");
        options.put("conf", Objects.requireNonNull(slurm().environment().get("SLURM_CONF")));
        for (ExternalProviderFactory factory : ServiceLoader.load(ExternalProviderFactory.class)) {
            if (factory.kind().equals("slurm")) {
                return factory.create(new ProviderContext("pilots", "waits"), options);
            }
        }
        throw new AssertionError("the provider is on the class path");
    }
}
