package io.banyan.rpc.daemon;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import io.banyan.provider.contract.SampleRequests;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests what every provider must do, for pilots of a real Slurm with two nodes. What goes wrong there is for the fake
 * of its module; here the daemon ends.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("slurm")
class PilotContractTest extends ProviderContract {
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

    /** Two requests are there at once. */
    @Override
    protected Jobspec modest() {
        return SampleRequests.nodes("1", 2);
    }

    @Override
    protected ProviderBackend outside() {
        return new Cluster(Objects.requireNonNull(started));
    }

    private record Cluster(OneNodeSlurm slurm) implements ProviderBackend {
        @Override
        public ExternalProvider provider(ProviderContext context) {
            for (ExternalProviderFactory factory : ServiceLoader.load(ExternalProviderFactory.class)) {
                if (factory.kind().equals("slurm")) {
                    String conf = Objects.requireNonNull(slurm.environment().get("SLURM_CONF"));
                    return factory.create(context, Map.of("path", "all", "conf", conf, "settling", "1000"));
                }
            }
            throw new AssertionError("the provider is on the class path");
        }

        @Override
        public Set<String> running() {
            return new TreeSet<>(run("squeue", "-h", "-r", "-o", "%i").lines().toList());
        }

        @Override
        public List<Fault> faults() {
            return List.of(new Fault("none", () -> {}));
        }

        @Override
        public void settle() throws InterruptedException {
            TimeUnit.SECONDS.sleep(1);
        }

        @Override
        public void close() {
            run("scancel", "--user=root");
            while (!running().isEmpty()) {
                Thread.onSpinWait();
            }
        }

        private String run(String... words) {
            try {
                return slurm.run(words);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
