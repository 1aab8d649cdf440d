package io.banyan.cli.slurm;

import io.banyan.rpc.client.ClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/** Calls of a daemon for many jobs, of which several are on the way at a time. */
final class ParallelCalls {
    private static final int MOST_AT_ONCE = 16;

    private ParallelCalls() {}

    /** A call about one job. */
    interface Call<T> {
        void perform(T subject) throws ClientException;
    }

    /** Performs a call for each of these, and returns the messages of the failed ones, in their order. */
    static <T> List<String> perform(List<T> subjects, Call<T> call, BiFunction<T, ClientException, String> failure) {
        List<String> failed = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MOST_AT_ONCE, subjects.size())))) {
            List<Future<String>> results = subjects.stream()
                    .map(subject -> threads.submit(() -> outcome(subject, call, failure)))
                    .toList();
            for (Future<String> result : results) {
                String message = result.get();
                if (!message.isEmpty()) {
                    failed.add(message);
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unexpected) {
                throw unexpected;
            }
            throw new IllegalStateException("A call failed without a reason.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SlurmFailure("interrupted");
        }
        return failed;
    }

    private static <T> String outcome(T subject, Call<T> call, BiFunction<T, ClientException, String> failure) {
        try {
            call.perform(subject);
            return "";
        } catch (ClientException e) {
            return failure.apply(subject, e);
        }
    }
}
