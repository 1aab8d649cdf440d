package io.banyan.rpc.metrics;

import io.banyan.rpc.health.HealthCounts;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Metrics of the health checks of nodes. No label names a node, so the number of time series is bounded. */
public final class HealthMetrics implements MultiCollector {
    private final Supplier<HealthCounts> counts;

    /** Creates the metrics of the given counts. */
    public HealthMetrics(Supplier<HealthCounts> counts) {
        this.counts = counts;
    }

    @Override
    public MetricSnapshots collect() {
        HealthCounts now = counts.get();
        Map<String, Double> nodes = new TreeMap<>();
        nodes.put("failing", (double) now.nodes().failing());
        nodes.put("marked", (double) now.nodes().marked());
        nodes.put("withheld", (double) now.nodes().withheld());
        return new MetricSnapshots(
                checks(now),
                InstanceMetrics.gauge(
                        "banyan_health_nodes",
                        "Nodes whose last health check failed, nodes that it marked, and nodes that stay up because too many are marked.",
                        "state",
                        nodes));
    }

    private static CounterSnapshot checks(HealthCounts now) {
        CounterSnapshot.Builder checks =
                CounterSnapshot.builder().name("banyan_health_checks").help("Health checks of nodes, by outcome.");
        Map<String, Long> ends = new TreeMap<>();
        ends.put("passed", now.passed());
        ends.put("failed", now.failed());
        ends.put("not_run", now.notRun());
        ends.forEach((end, count) -> checks.dataPoint(CounterDataPointSnapshot.builder()
                .labels(Labels.of("outcome", end))
                .value(count)
                .build()));
        return checks.build();
    }
}
