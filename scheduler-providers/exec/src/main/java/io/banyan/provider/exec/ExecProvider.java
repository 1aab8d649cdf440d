package io.banyan.provider.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.NodeHandles;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A provider that is any executable. It is run with the argument {@code provision} or {@code release} and reads one JSON object:
 *
 * <ul>
 *   <li>{@code provision}: {@code request_id}, {@code timeout_ms}, {@code max_vertices} and {@code jobspec} (RFC 14). It writes what it brings as
 *       JGF to standard output and ends with status 0. Run again with the same {@code request_id} it must bring nothing new.
 *   <li>{@code release}: {@code request_id} and {@code handles}, each with {@code path} and {@code value}: the nodes that it is to take back, by
 *       their paths in the JGF that it wrote, or no handle, or one with an empty path, for everything. A request or a handle that it does not
 *       know is no error.
 * </ul>
 *
 * Status 1 of {@code provision} is a "no", whose reason stands on standard error, and says that nothing was brought; any other status is a
 * failure of the executable. After a failure, a time-out, an interrupt or an output that cannot be used, everything under the request's id is
 * released. A call is over when the executable ends: what it has left in the background is killed, as far as {@link Offspring} knows of it.
 */
final class ExecProvider implements ExternalProvider {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NO = 1;

    private final String name;
    private final Path executable;
    private final Duration timeout;

    ExecProvider(String name, Path executable, Duration timeout) {
        this.name = name;
        this.executable = executable;
        this.timeout = timeout;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String describe() {
        return "runs " + executable + ", for at most " + timeout.toSeconds() + " s at a time";
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        Duration wait = Duration.ofMillis(Math.min(request.timeoutMillis(), timeout.toMillis()));
        return CompletableFuture.completedStage(provisionNow(request, wait));
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        Execution run = run("release", releaseInput(requestId, handles), timeout);
        if (run.status() != 0) {
            return CompletableFuture.failedStage(new IOException(failure("release", run, timeout)));
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
        // Each run ends by itself or by its time-out.
    }

    private ProvisionResult provisionNow(ProvisionRequest request, Duration wait) {
        Execution run = run("provision", provisionInput(request), wait);
        if (run.status() == NO) {
            return new ProvisionResult.Refused(run.errors().isBlank() ? "it gave no reason" : run.errors());
        }
        if (run.status() != 0) {
            return new ProvisionResult.Failed(failure("provision", run, wait));
        }
        return read(request, run);
    }

    private ProvisionResult read(ProvisionRequest request, Execution run) {
        try {
            Subgraph brought = JgfReader.read(run.output(), name + " provision");
            if (brought.isEmpty()) {
                return new ProvisionResult.Failed("it wrote a graph without vertices");
            }
            if (brought.vertices().size() > request.maxVertices()) {
                return new ProvisionResult.Failed("it brought "
                        + brought.vertices().size() + " vertices, and at most " + request.maxVertices() + " are taken");
            }
            return new ProvisionResult.Provisioned(brought, NodeHandles.of(brought, request.requestId()));
        } catch (GraphException e) {
            return new ProvisionResult.Failed("what it wrote is no JGF: " + e.getMessage());
        }
    }

    private Execution run(String what, ObjectNode input, Duration wait) {
        try {
            byte[] bytes = JSON.writeValueAsString(input).getBytes(StandardCharsets.UTF_8);
            return Execution.run(List.of(executable.toString(), what), bytes, wait);
        } catch (IOException e) {
            throw new UncheckedIOException(executable + " " + e.getMessage(), e);
        }
    }

    private String failure(String what, Execution run, Duration wait) {
        String end = run.timedOut()
                ? "took longer than " + wait.toMillis() / 1000.0 + " s"
                : "failed with status " + run.status();
        return executable.getFileName() + " " + what + " " + end + (run.errors().isBlank() ? "" : ": " + run.errors());
    }

    private static ObjectNode provisionInput(ProvisionRequest request) {
        ObjectNode input = JSON.createObjectNode()
                .put("request_id", request.requestId())
                .put("timeout_ms", request.timeoutMillis())
                .put("max_vertices", request.maxVertices());
        return input.set("jobspec", parsed(JobspecWriter.json(request.jobspec())));
    }

    private static ObjectNode releaseInput(String requestId, List<Handle> handles) {
        ObjectNode input = JSON.createObjectNode().put("request_id", requestId);
        var list = input.putArray("handles");
        handles.forEach(handle -> list.addObject().put("path", handle.path()).put("value", handle.value()));
        return input;
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a jobspec is always JSON", e);
        }
    }
}
