package io.banyan.provider;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The answers of a provider by request, so that a repeated request brings no new resources ({@link
 * ExternalProvider#provision}). An answer without resources is not stored: the request is tried again. Any thread may
 * call. Memory is O(stored answers).
 */
public final class ProvisionAnswers {
    private final Map<String, CompletableFuture<ProvisionResult>> answers = new ConcurrentHashMap<>();

    /** Creates an empty set of answers. */
    public ProvisionAnswers() {}

    /**
     * Returns the answer to a request: the stored answer, or the answer that another thread is computing, or otherwise
     * the result of this work on this thread.
     *
     * @param work may throw an exception, which all waiting callers then get
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

    /** Waits for the work on a request, if there is any. */
    public void await(String requestId) {
        CompletableFuture<ProvisionResult> answer = answers.get(requestId);
        if (answer != null) {
            var unused = answer.handle((result, error) -> "").join();
        }
    }

    /** Removes the answer to a request whose resources have changed, so that a repeated request is tried again. */
    public void forget(String requestId) {
        answers.remove(requestId);
    }
}
