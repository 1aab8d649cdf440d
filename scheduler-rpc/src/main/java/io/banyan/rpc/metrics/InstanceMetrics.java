package io.banyan.rpc.metrics;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of an instance's resources and jobs. A read asks the instance as a client does, at most once a second. If the
 * instance does not answer in time, it counts as not up. O(resource types + children) for each read.
 */
public final class InstanceMetrics implements MultiCollector {
    private static final long PATIENCE_MILLIS = 2_000;
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** More types than any graph has that people have made; the rest is left out. */
    private static final int MOST_TYPES = 200;

    private final Inbox inbox;
    private @Nullable MetricSnapshots last;
    private long lastNanos;

    /** Waits for an answer. */
    private static final class Waiting implements ReplyTo {
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();

        @Override
        public void answer(Answer given, List<LevelTiming> timings) {
            answer.complete(given);
        }

        @Override
        public void fail(Failure failure, String sentence) {
            answer.completeExceptionally(new IllegalStateException(sentence));
        }
    }

    /** Creates the metrics of the instance with the given inbox. */
    public InstanceMetrics(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public synchronized MetricSnapshots collect() {
        MetricSnapshots known = last;
        if (known != null && System.nanoTime() - lastNanos < FRESH_NANOS) {
            return known;
        }
        MetricSnapshots fresh = new MetricSnapshots(snapshots());
        last = fresh;
        lastNanos = System.nanoTime();
        return fresh;
    }

    private List<MetricSnapshot> snapshots() {
        List<MetricSnapshot> all = new ArrayList<>();
        Answer stat = ask(new Request.Stat(false));
        Answer tree = ask(new Request.Tree());
        boolean isUp = stat instanceof Answer.Stat && tree instanceof Answer.Tree;
        all.add(one("banyan_up", "Whether the instance answers.", isUp ? 1 : 0));
        if (stat instanceof Answer.Stat it) {
            addNumbers(all, it.statistics());
        }
        if (tree instanceof Answer.Tree it) {
            all.add(children(it.root()));
        }
        return all;
    }

    private @Nullable Answer ask(Request request) {
        var waiting = new Waiting();
        inbox.ask(Principal.OWNER, request, TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS), waiting);
        try {
            return waiting.answer.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException none) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static void addNumbers(List<MetricSnapshot> all, Statistics statistics) {
        all.add(one("banyan_vertices", "Vertices of the resource graph.", statistics.vertices()));
        all.add(one("banyan_edges", "Edges of the resource graph.", statistics.edges()));
        all.add(one("banyan_grows_waiting", "Grows that wait for a parent or a provider.", statistics.pendingGrows()));
        all.add(one(
                "banyan_shrinks_waiting",
                "Shrinks that wait for a parent or a provider.",
                statistics.pendingReturns()));
        all.add(one(
                "banyan_unreleased",
                "Grows whose resources providers have not taken back.",
                statistics.unreleased().size()));
        Map<String, Double> total = new LinkedHashMap<>();
        Map<String, Double> allocated = new LinkedHashMap<>();
        statistics.amounts().entrySet().stream().limit(MOST_TYPES).forEach(entry -> {
            Amount amount = entry.getValue();
            total.put(entry.getKey(), (double) amount.total());
            allocated.put(entry.getKey(), (double) (amount.total() - amount.free()));
        });
        all.add(gauge("banyan_resources", "Total amount, by resource type.", "type", total));
        all.add(gauge("banyan_resources_allocated", "Amount that is not free, by resource type.", "type", allocated));
        Map<String, Double> jobs = new LinkedHashMap<>();
        for (JobState state : JobState.values()) {
            jobs.put(label(state), (double) statistics.jobs().getOrDefault(state, 0L));
        }
        all.add(one(
                "banyan_queue_length",
                "Jobs that wait, pending or reserved.",
                statistics.jobs().getOrDefault(JobState.PENDING, 0L)
                        + statistics.jobs().getOrDefault(JobState.RESERVED, 0L)));
        all.add(gauge("banyan_jobs", "Jobs that the instance remembers, by state.", "state", jobs));
    }

    private static MetricSnapshot children(InstanceSummary root) {
        Map<String, Double> children = new LinkedHashMap<>();
        for (ChildState state : ChildState.values()) {
            children.put(label(state), 0.0);
        }
        root.children().forEach(child -> children.merge(label(child.state()), 1.0, Double::sum));
        return gauge("banyan_children", "Child instances, by state.", "state", children);
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static MetricSnapshot one(String name, String help, long value) {
        return one(name, help, (double) value);
    }

    static MetricSnapshot one(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }

    static MetricSnapshot gauge(String name, String help, String label, Map<String, Double> values) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        values.forEach((of, value) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(Labels.of(label, of))
                .value(value)
                .build()));
        return gauge.build();
    }
}
