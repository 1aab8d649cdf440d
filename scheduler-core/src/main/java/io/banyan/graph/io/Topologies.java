package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Parses the topologies of a cluster's nodes ahead of their turn, as far as the window allows, and gives them to a
 * reader in their order: so the graph, and the error of a file that cannot be read, are the same however many are
 * parsed at a time.
 */
final class Topologies {
    private final LoadOptions loading;
    private final Deque<CompletableFuture<HwlocObject>> ahead = new ArrayDeque<>();

    Topologies(LoadOptions loading) {
        this.loading = loading;
    }

    /**
     * Adds the topologies of the files.
     *
     * @throws GraphException of the first file that cannot be read or holds no topology
     */
    void addAll(List<Path> files, HwlocReader reader) throws GraphException {
        try {
            int begun = 0;
            for (int done = 0; done < files.size(); done++) {
                while (begun < files.size() && begun < done + loading.window()) {
                    begin(files.get(begun++));
                }
                reader.add(result(ahead.remove()), files.get(done).toString());
                loading.progress().at(done + 1L, files.size());
            }
        } finally {
            ahead.forEach(task -> task.cancel(false));
        }
    }

    private void begin(Path file) {
        var parsed = new CompletableFuture<HwlocObject>();
        ahead.add(parsed);
        loading.executor().execute(() -> {
            try {
                if (!parsed.isCancelled()) {
                    parsed.complete(parse(file));
                }
            } catch (GraphException | RuntimeException e) {
                parsed.completeExceptionally(e);
            }
        });
    }

    private static HwlocObject parse(Path file) throws GraphException {
        try (InputStream in = new BufferedInputStream(GraphFiles.open(file))) {
            return HwlocParser.machine(in, file.toString());
        } catch (IOException e) {
            throw GraphFiles.unreadable(file, e);
        }
    }

    private static HwlocObject result(CompletableFuture<HwlocObject> parsed) throws GraphException {
        try {
            return parsed.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof GraphException wrong) {
                throw wrong;
            }
            throw e;
        }
    }
}
