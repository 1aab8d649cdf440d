package io.banyan.rpc.metrics;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.match.policy.MatchOperation;
import io.banyan.rpc.agent.AgentWatch;
import io.banyan.rpc.agent.Mailbox;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToDoubleFunction;

/**
 * Counters of one daemon: calls, matches, grows and syncs of the journal. Any thread may count; a count costs less than
 * a microsecond and does not block. No label names a job or a user, so the number of time series is bounded.
 */
public final class DaemonMetrics implements AgentWatch, ServerInterceptor {
    private static final double SHORTEST = 1e-6;
    private static final double STEP = 4;
    private static final int STEPS = 13;
    private static final double NANOS = 1e-9;
    /** A pass is to end within 50 ms, which is one of them. */
    private static final double[] PASS_BOUNDS = {
        1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5
    };

    private final Counter requests;
    private final Histogram latencies;
    private final Histogram matches;
    private final Histogram passes;
    private final Counter grows;
    private final Histogram syncs;
    private final Counter transactions;

    /** Counts for a registry, which has nothing of that name yet. */
    public DaemonMetrics(PrometheusRegistry registry) {
        requests = Counter.builder()
                .name("banyan_requests_total")
                .help("Calls that have ended, by method and gRPC status.")
                .labelNames("method", "status")
                .register(registry);
        latencies = seconds("banyan_request_seconds", "Duration of gRPC calls, by method.", registry, "method");
        matches = seconds(
                "banyan_match_seconds",
                "Time to decide a match, by operation and outcome.",
                registry,
                "operation",
                "outcome");
        passes = Histogram.builder()
                .name("banyan_queue_pass_seconds")
                .help("Time of a queue pass, by the event that caused it.")
                .unit(Unit.SECONDS)
                .classicOnly()
                .classicUpperBounds(PASS_BOUNDS)
                .withoutExemplars()
                .register(registry);
        grows = Counter.builder()
                .name("banyan_grows_total")
                .help("Grows of clients and children, by source and outcome.")
                .labelNames("source", "outcome")
                .register(registry);
        syncs = seconds(
                "banyan_journal_sync_seconds", "Time to append decisions to the journal and to sync it.", registry);
        transactions = Counter.builder()
                .name("banyan_journal_transactions_total")
                .help("Transactions appended to the journal.")
                .register(registry);
    }

    private static Histogram seconds(String name, String help, PrometheusRegistry registry, String... labels) {
        Histogram.Builder histogram = Histogram.builder()
                .name(name)
                .help(help)
                .unit(Unit.SECONDS)
                .labelNames(labels)
                .classicOnly()
                .classicExponentialUpperBounds(SHORTEST, STEP, STEPS);
        histogram.withoutExemplars();
        return histogram.register(registry);
    }

    /** Shows the mailbox of the instance, too. */
    public void show(Mailbox mailbox, PrometheusRegistry registry) {
        gauge(
                "banyan_mailbox_length",
                "Messages that wait for the instance in its mailbox.",
                registry,
                mailbox,
                it -> it.load().waiting());
        gauge(
                "banyan_mailbox_capacity",
                "Limit of client requests in the mailbox.",
                registry,
                mailbox,
                it -> it.load().capacity());
        CounterWithCallback.builder()
                .name("banyan_mailbox_refused_total")
                .help("Requests that were refused because the mailbox was full.")
                .callback(refused -> refused.call((double) mailbox.load().refused()))
                .register(registry);
    }

    private static void gauge(
            String name, String help, PrometheusRegistry registry, Mailbox of, ToDoubleFunction<Mailbox> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(gauge -> gauge.call(value.applyAsDouble(of)))
                .register(registry);
    }

    @Override
    public void matched(MatchOperation operation, Answer answer, long nanos) {
        matches.labelValues(operation.label(), outcome(answer)).observe(nanos * NANOS);
    }

    private static String outcome(Answer answer) {
        return switch (answer) {
            case Answer.Matched matched -> matched.outcome().name().toLowerCase(Locale.ROOT);
            case Answer.Refused refused -> refused.unsatisfiable() ? "unsatisfiable" : "busy";
            case Answer other -> "failed";
        };
    }

    @Override
    public void passed(long nanos) {
        passes.observe(nanos * NANOS);
    }

    @Override
    public void grown(GrowRoute source) {
        String label = switch (source) {
            case LOCAL -> "own";
            case PARENT -> "parent";
            case PROVIDER -> "provider";
        };
        grows.labelValues(label, "granted").inc();
    }

    @Override
    public void growRefused() {
        grows.labelValues("none", "refused").inc();
    }

    @Override
    public void appended(int count, long nanos) {
        syncs.observe(nanos * NANOS);
        transactions.inc(count);
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        var counted = new Counted<>(call);
        return new SimpleForwardingServerCallListener<>(next.startCall(counted, headers)) {
            @Override
            public void onCancel() {
                counted.ended(Status.Code.CANCELLED);
                super.onCancel();
            }
        };
    }

    private final class Counted<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private final long beginNanos = System.nanoTime();
        private final AtomicBoolean isOver = new AtomicBoolean();

        Counted(ServerCall<Q, A> call) {
            super(call);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            ended(status.getCode());
            super.close(status, trailers);
        }

        /** Called once: at the answer, or at the end of the client's wait. */
        void ended(Status.Code code) {
            if (isOver.compareAndSet(false, true)) {
                String method = getMethodDescriptor().getFullMethodName();
                requests.labelValues(method, code.name()).inc();
                latencies.labelValues(method).observe((System.nanoTime() - beginNanos) * NANOS);
            }
        }
    }
}
