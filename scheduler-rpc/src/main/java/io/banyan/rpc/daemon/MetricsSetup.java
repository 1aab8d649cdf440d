package io.banyan.rpc.daemon;

import io.banyan.rpc.agent.AgentWatch;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.health.HealthChecks;
import io.banyan.rpc.metrics.DaemonMetrics;
import io.banyan.rpc.metrics.HealthMetrics;
import io.banyan.rpc.metrics.InstanceMetrics;
import io.banyan.rpc.metrics.MetricsServer;
import io.banyan.rpc.metrics.ProcessMetrics;
import io.banyan.rpc.transport.Address;
import io.grpc.ServerInterceptor;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The metrics of a daemon, where it is to serve them; where not, nothing is counted. */
final class MetricsSetup implements AutoCloseable {
    private final Optional<PrometheusRegistry> registry;
    private final Optional<DaemonMetrics> metrics;
    private final Optional<MetricsServer> server;

    private MetricsSetup(
            Optional<PrometheusRegistry> registry, Optional<DaemonMetrics> metrics, Optional<MetricsServer> server) {
        this.registry = registry;
        this.metrics = metrics;
        this.server = server;
    }

    /**
     * Begins to count and to serve.
     *
     * @throws IOException with one sentence, if it cannot listen
     */
    static MetricsSetup open(DaemonConfig config, Mailbox mailbox) throws IOException {
        if (config.metrics().isEmpty()) {
            return new MetricsSetup(Optional.empty(), Optional.empty(), Optional.empty());
        }
        var registry = new PrometheusRegistry();
        var metrics = new DaemonMetrics(registry);
        metrics.show(mailbox, registry);
        registry.register(new InstanceMetrics(mailbox));
        Path journal = config.state().journal();
        registry.register(new ProcessMetrics(List.of(journal, journal.resolveSibling(journal.getFileName() + "-wal"))));
        return new MetricsSetup(
                Optional.of(registry),
                Optional.of(metrics),
                Optional.of(MetricsServer.open(config.metrics().get(), registry)));
    }

    /** Where it serves. */
    Optional<Address> address() {
        return server.map(MetricsServer::address);
    }

    /** Includes the results of the node checks. */
    void show(HealthChecks checks) {
        registry.ifPresent(it -> it.register(new HealthMetrics(checks::counts)));
    }

    /** The watch of the agent that collects metrics. */
    AgentWatch watch() {
        return metrics.<AgentWatch>map(it -> it).orElse(AgentWatch.NONE);
    }

    /**
     * The interceptors of calls, in their order: ids first, then the counters, so that refused calls are counted as
     * well.
     */
    List<ServerInterceptor> before(ServerInterceptor ids, ServerInterceptor check) {
        return metrics.isPresent() ? List.of(ids, metrics.get(), check) : List.of(ids, check);
    }

    /** The interceptors that measure calls which already have ids. */
    List<ServerInterceptor> before(ServerInterceptor check) {
        return metrics.isPresent() ? List.of(metrics.get(), check) : List.of(check);
    }

    @Override
    public void close() {
        server.ifPresent(MetricsServer::close);
    }
}
