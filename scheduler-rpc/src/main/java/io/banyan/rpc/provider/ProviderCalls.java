package io.banyan.rpc.provider;

import io.banyan.instance.Effect;
import io.banyan.instance.Event;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a provider's plug-in on threads of its own, few of them, and tells the inbox what came of it. What takes longer than the asker waits is
 * refused; what comes all the same is told too, and the instance gives it back.
 */
public final class ProviderCalls implements Outlets.Providers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderCalls.class);
    private static final int THREADS = 8;
    private static final int MOST_WAITING = 1024;
    private static final int RELEASE_ATTEMPTS = 3;
    private static final long RELEASE_TIMEOUT_MILLIS = 60_000;
    private static final long FIRST_RETRY_MILLIS = 200;

    private final ExternalProvider provider;
    private final Inbox inbox;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Thread.ofPlatform().name("banyan-provider-", 0).daemon(true).factory());

    /** Calls of one provider. */
    public ProviderCalls(ExternalProvider provider, Inbox inbox) {
        this.provider = provider;
        this.inbox = inbox;
        threads.allowCoreThreadTimeOut(true);
    }

    /** What the provider is called. */
    public String name() {
        return provider.name();
    }

    @Override
    public void call(Effect.CallProvider call) {
        String id = call.request().requestId();
        long timeout = call.request().timeoutMillis();
        CompletableFuture<ProvisionResult> answer = begin(() -> provider.provision(call.request()));
        var unused = answer.copy().orTimeout(timeout, TimeUnit.MILLISECONDS).whenComplete((result, error) -> {
            if (error == null) {
                tell(new Event.ProviderAnswered(id, result));
            } else {
                tell(new Event.ProviderAnswered(id, new ProvisionResult.Refused(reason(error, timeout))));
                tellLate(id, answer);
            }
        });
    }

    @Override
    public void release(Effect.ReleaseProvider release) {
        attemptRelease(release, 1);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        provider.close();
    }

    private void attemptRelease(Effect.ReleaseProvider release, int attempt) {
        var unused = begin(() -> provider.release(release.requestId(), release.handles()))
                .orTimeout(RELEASE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((nothing, error) -> {
                    if (error == null) {
                        tell(new Event.ProviderReleased(release.returnId(), release.requestId(), ""));
                    } else if (attempt < RELEASE_ATTEMPTS) {
                        CompletableFuture.delayedExecutor(FIRST_RETRY_MILLIS << attempt, TimeUnit.MILLISECONDS)
                                .execute(() -> attemptRelease(release, attempt + 1));
                    } else {
                        String why = reason(error, RELEASE_TIMEOUT_MILLIS);
                        LOG.warn(
                                "{} did not take back what it brought for {}: {}",
                                provider.name(),
                                release.requestId(),
                                why);
                        tell(new Event.ProviderReleased(release.returnId(), release.requestId(), why));
                    }
                });
    }

    private <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> call) {
        try {
            return CompletableFuture.supplyAsync(call, threads).thenCompose(stage -> stage);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException("the provider has " + MOST_WAITING + " calls waiting already", e));
        }
    }

    private void tellLate(String id, CompletableFuture<ProvisionResult> answer) {
        var unused = answer.thenAccept(result -> tell(new Event.ProviderAnswered(id, result)));
    }

    private void tell(Event event) {
        if (!inbox.tell(event)) {
            LOG.warn("An answer of the provider {} could not be told", provider.name());
        }
    }

    private static String reason(Throwable error, long timeoutMillis) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        if (cause instanceof TimeoutException) {
            return "it did not answer within " + timeoutMillis + " ms";
        }
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? "it failed with " + cause.getClass().getSimpleName()
                : message;
    }
}
