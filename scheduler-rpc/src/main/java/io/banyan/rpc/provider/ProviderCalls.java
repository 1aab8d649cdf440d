package io.banyan.rpc.provider;

import io.banyan.graph.GraphException;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.Quote;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a provider's plug-in on a few threads of its own, and sends the result of each call to the inbox: one answer
 * per call, however late. The instance decides how long a grow waits; it returns resources that come too late. Releases
 * do not wait behind calls that bring resources.
 */
public final class ProviderCalls implements Outlets.Providers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderCalls.class);
    private static final int CALLS_AT_ONCE = 8;
    private static final int RELEASES_AT_ONCE = 2;
    private static final int MOST_WAITING = 1024;
    private static final int ESTIMATES_AT_ONCE = 2;
    private static final int ESTIMATES_WAITING = 16;
    private static final long ESTIMATE_SECONDS = 10;
    private static final int RELEASE_ATTEMPTS = 3;
    private static final long RELEASE_MINUTES = 15;
    private static final long FIRST_RETRY_MILLIS = 200;
    private static final long CLOSE_SECONDS = 2;
    private static final int LONGEST_REASON = 4096;

    private final ExternalProvider provider;
    private final Before before;
    private final Duration lookEvery;
    private final Inbox inbox;
    private final Reconciler reconciler;
    private final ThreadPoolExecutor calls = threads(CALLS_AT_ONCE, MOST_WAITING, "banyan-provider-");
    private final ThreadPoolExecutor releases = threads(RELEASES_AT_ONCE, MOST_WAITING, "banyan-release-");
    private final ThreadPoolExecutor estimates = threads(ESTIMATES_AT_ONCE, ESTIMATES_WAITING, "banyan-estimate-");

    /**
     * The provider of such a description, made by its plug-in.
     *
     * @param owner of its resources
     * @param ledger the file with the spending of its budget
     * @param notes the file for data that it needs after a restart, if there is one
     * @param purchases the record that the provider may hold resources, written before its first call
     * @throws IllegalArgumentException as {@link ProviderSpec#create} says
     */
    public static ProviderCalls of(
            ProviderSpec spec, String owner, Path ledger, Optional<Path> notes, Purchases purchases, Inbox inbox) {
        return new ProviderCalls(
                spec.create(owner, ledger, notes),
                () -> purchases.begin(spec),
                spec.upkeep().lookEvery(),
                inbox);
    }

    /** An action that must succeed before a provider is asked for resources. */
    interface Before {
        void begin() throws IOException;
    }

    /** Creates the calls of one provider, with the interval of its inventories. */
    ProviderCalls(ExternalProvider provider, Before before, Duration lookEvery, Inbox inbox) {
        this.provider = provider;
        this.before = before;
        this.lookEvery = lookEvery;
        this.inbox = inbox;
        this.reconciler = new Reconciler(
                provider,
                inbox,
                Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform()
                        .name("banyan-reconcile")
                        .daemon(true)
                        .factory()),
                InstantSource.system());
    }

    /**
     * Receives the resources that the instance has when this process begins, for a provider that cannot list them.
     * Before the first call.
     */
    public void know(List<Inventory.Holding> holdings) {
        if (provider instanceof BoundedProvider bounded) {
            bounded.know(holdings);
        }
    }

    /** Starts the periodic inventories. */
    public void reconcile() {
        reconciler.begin(lookEvery);
    }

    private static ThreadPoolExecutor threads(int most, int waiting, String name) {
        var threads = new ThreadPoolExecutor(
                most,
                most,
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(waiting),
                Thread.ofPlatform().name(name, 0).daemon(true).factory());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** The name of the provider. */
    public String name() {
        return provider.name();
    }

    @Override
    public void call(Effect.CallProvider call) {
        String id = call.request().requestId();
        long latest =
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(call.request().timeoutMillis());
        var unused = begin(
                        calls,
                        () -> latest - System.nanoTime() > 0
                                ? provision(call.request())
                                : CompletableFuture.completedStage(
                                        new ProvisionResult.Refused("its other calls took too long")))
                .whenComplete(
                        (result, error) -> answered(call.provider(), id, error == null ? result : failure(error)));
    }

    private CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        try {
            before.begin();
        } catch (IOException e) {
            return CompletableFuture.completedStage(
                    new ProvisionResult.Refused("the pending purchase cannot be recorded: " + e.getMessage()));
        }
        return provider.provision(request).thenApply(result -> fulfilled(request, Objects.requireNonNull(result)));
    }

    /** Checks a result. Insufficient resources are a failure, after which all of them go back. */
    private static ProvisionResult fulfilled(ProvisionRequest request, ProvisionResult result) {
        if (!(result instanceof ProvisionResult.Provisioned brought)) {
            return result;
        }
        try {
            return Fulfilment.lacks(brought.subgraph(), request.jobspec())
                    .<ProvisionResult>map(
                            what -> new ProvisionResult.Failed("it supplied something other than requested: " + what))
                    .orElse(result);
        } catch (GraphException e) {
            return new ProvisionResult.Failed("the resources that it supplied cannot be used: " + e.getMessage());
        }
    }

    private void answered(String name, String id, ProvisionResult result) {
        tell(new Event.ProviderAnswered(name, id, result));
        if (result instanceof ProvisionResult.Provisioned) {
            reconciler.brought();
        }
    }

    /**
     * Requests an estimate on threads that nothing else waits for. The estimate is unknown if the provider is late,
     * fails or has too many requests. Never fails.
     */
    public CompletableFuture<Quote> quote(Jobspec jobspec) {
        return begin(estimates, () -> provider.estimate(jobspec))
                .orTimeout(ESTIMATE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(error -> {
                    LOG.warn("{} gives no quote: {}", provider.name(), reason(error));
                    return new Estimate.Unknown();
                })
                .thenApply(estimate -> new Quote(provider.name(), estimate));
    }

    @Override
    public void release(Effect.ReleaseProvider release) {
        attemptRelease(release, 1);
    }

    @Override
    public void close() {
        reconciler.close();
        calls.shutdownNow();
        releases.shutdownNow();
        estimates.shutdownNow();
        try {
            // Each interrupted call ends its processes.
            if (!calls.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)
                    || !releases.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The provider {} does not end its calls", provider.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        provider.close();
    }

    private void attemptRelease(Effect.ReleaseProvider release, int attempt) {
        var unused = begin(releases, () -> provider.release(release.requestId(), release.handles()))
                .orTimeout(RELEASE_MINUTES, TimeUnit.MINUTES)
                .whenComplete((nothing, error) -> {
                    if (error == null) {
                        tell(new Event.ProviderReleased(release.returnId(), release.requestId(), ""));
                    } else if (attempt < RELEASE_ATTEMPTS) {
                        CompletableFuture.delayedExecutor(FIRST_RETRY_MILLIS << attempt, TimeUnit.MILLISECONDS)
                                .execute(() -> attemptRelease(release, attempt + 1));
                    } else {
                        tell(new Event.ProviderReleased(release.returnId(), release.requestId(), reason(error)));
                    }
                });
    }

    private static <T> CompletableFuture<T> begin(Executor threads, Supplier<CompletionStage<T>> call) {
        try {
            return CompletableFuture.supplyAsync(call, threads).thenCompose(stage -> stage);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new NotCalled(e));
        }
    }

    private void tell(Event event) {
        if (!inbox.tell(event)) {
            LOG.warn("An answer of the provider {} could not be passed on", provider.name());
        }
    }

    /** A call that was not made has brought nothing; the result of a broken one is unknown. */
    private static ProvisionResult failure(Throwable error) {
        return error instanceof NotCalled
                ? new ProvisionResult.Refused(reason(error))
                : new ProvisionResult.Failed(reason(error));
    }

    private static String reason(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof TimeoutException) {
            return "it did not answer within " + RELEASE_MINUTES + " minutes";
        }
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? "it failed with " + cause.getClass().getSimpleName()
                : message.substring(0, Math.min(LONGEST_REASON, message.length()));
    }

    /** The queue in front of the provider is full. */
    private static final class NotCalled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotCalled(Throwable cause) {
            super("the provider already has " + MOST_WAITING + " waiting calls", cause);
        }
    }
}
