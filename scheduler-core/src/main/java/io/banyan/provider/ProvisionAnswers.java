package io.banyan.provider;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The answers that a provider has given to requests, so that a request that is made again brings nothing new ({@link
 * ExternalProvider#provision}). An answer that brought nothing is not kept: the same request is tried again. Any thread
 * may call; memory is O(answers that were not forgotten).
 */
public final class ProvisionAnswers {
    private final Map<String, CompletableFuture<ProvisionResult>> answers = new ConcurrentHashMap<>();

    /** None yet. */
    public ProvisionAnswers() {}

    /**
     * The answer to a request: that which there is, or that which another thread works on, or else what this work finds
     * out on this thread.
     *
     * @param work may throw, which is then the answer to all who wait for it
     */
    public CompletionStage<ProvisionResult> once(String requestId, Supplier<ProvisionResult> work) {
        var answer = new CompletableFuture<ProvisionResult>();
        CompletableFuture<ProvisionResult> before = answers.putIfAbsent(requestId, answer);
        if (before != null) {
            return before;
        }
        try {
            ProvisionResult result = work.get();
            if (!(result instanceof ProvisionResult.Provisioned)) {
                answers.remove(requestId);
            }
            answer.complete(result);
        } catch (RuntimeException e) {
            answers.remove(requestId);
            answer.completeExceptionally(e);
        }
        return answer;
    }

    /** Waits for the work on a request, where there is some. */
    public void await(String requestId) {
        CompletableFuture<ProvisionResult> answer = answers.get(requestId);
        if (answer != null) {
            var unused = answer.handle((result, error) -> "").join();
        }
    }

    /**
     * Forgets the answer to a request, since what the request brought is not what it was: asked again it is tried
     * again.
     */
    public void forget(String requestId) {
        answers.remove(requestId);
    }
}
