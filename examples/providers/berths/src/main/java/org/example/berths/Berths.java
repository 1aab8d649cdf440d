package org.example.berths;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.JgfReader;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.NodeHandles;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A provider whose nodes are the berths of a harbour. The harbour is a directory. The file of a berth names the owner
 * and the request that have the berth, so every process can read from the directory which berths are taken.
 */
final class Berths implements ExternalProvider {
    private final ProviderContext context;
    private final Path harbour;
    private final int berths;
    private final int cores;

    Berths(ProviderContext context, Path harbour, int berths, int cores) {
        this.context = context;
        this.harbour = harbour;
        this.berths = berths;
        this.cores = cores;
    }

    @Override
    public String name() {
        return context.name();
    }

    @Override
    public String describe() {
        return "a harbour of " + berths + " berths at " + harbour;
    }

    @Override
    public synchronized CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        return CompletableFuture.completedStage(provisioned(request));
    }

    private ProvisionResult provisioned(ProvisionRequest request) {
        String id = request.requestId();
        long nodes = nodes(request.jobspec());
        if (nodes < 1) {
            return new ProvisionResult.Refused("a harbour has only nodes of up to " + cores + " cores, in slots");
        }
        if (1 + nodes * (1 + cores) > request.maxVertices()) {
            return new ProvisionResult.Refused("the grant would have more than " + request.maxVertices() + " vertices");
        }
        try {
            List<Integer> mine = taken(id);
            for (int berth = 0; berth < berths && mine.size() < nodes; berth++) {
                if (take(berth, id)) {
                    mine.add(berth);
                }
            }
            if (mine.size() < nodes) {
                for (int berth : mine) {
                    Files.deleteIfExists(file(berth));
                }
                return new ProvisionResult.Refused("the harbour does not have enough berths left");
            }
            var brought = JgfReader.read(jgf(mine), name());
            return new ProvisionResult.Provisioned(brought, NodeHandles.of(brought, id));
        } catch (IOException | GraphException e) {
            return new ProvisionResult.Failed("the harbour cannot be used: " + e.getMessage());
        }
    }

    /**
     * The number of requested nodes; 0 if the request is not {@code slot: N} with {@code node: M} and at most the cores
     * of a berth.
     */
    private long nodes(Jobspec jobspec) {
        Resource slot = jobspec.resources().getFirst();
        if (jobspec.resources().size() > 1 || !slot.isSlot() || slot.with().size() != 1) {
            return 0;
        }
        Resource node = slot.with().getFirst();
        boolean fits = node.type().name().equals("node")
                && node.with().stream()
                        .allMatch(part -> part.type().name().equals("core")
                                && part.with().isEmpty()
                                && part.count().min() <= cores);
        return fits && node.with().size() <= 1
                ? slot.count().min() * node.count().min()
                : 0;
    }

    private Path file(int berth) {
        return harbour.resolve("berth" + berth);
    }

    /** Creates the complete file of a berth, unless it exists. The file is written under another name first. */
    private boolean take(int berth, String id) throws IOException {
        Path ticket = Files.createTempFile(harbour, "ticket", "");
        try {
            Files.writeString(ticket, context.owner() + "\n" + id + "\n");
            Files.createLink(file(berth), ticket);
            return true;
        } catch (FileAlreadyExistsException another) {
            return false;
        } finally {
            Files.delete(ticket);
        }
    }

    private List<Integer> taken(String id) throws IOException {
        List<Integer> mine = new ArrayList<>();
        for (int berth = 0; berth < berths; berth++) {
            if (request(berth).filter(id::equals).isPresent()) {
                mine.add(berth);
            }
        }
        return mine;
    }

    /** The request of this owner that has the berth; empty if there is none. */
    private Optional<String> request(int berth) throws IOException {
        if (!Files.exists(file(berth))) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file(berth));
        return lines.getFirst().equals(context.owner()) ? Optional.of(lines.get(1)) : Optional.empty();
    }

    /** The graph of the berths. The requester replaces the cluster by the vertex that is named after the provider. */
    private String jgf(List<Integer> mine) {
        List<String> nodes = new ArrayList<>();
        List<String> edges = new ArrayList<>();
        nodes.add(vertex("0", "cluster", 0, "/cluster0"));
        for (int berth : mine) {
            String node = "n" + berth;
            nodes.add(vertex(node, "node", berth, path(berth)));
            edges.add(edge("0", node));
            for (int core = 0; core < cores; core++) {
                nodes.add(vertex(node + "c" + core, "core", core, path(berth) + "/core" + core));
                edges.add(edge(node, node + "c" + core));
            }
        }
        return "{\"graph\": {\"nodes\": [" + String.join(",", nodes) + "], \"edges\": [" + String.join(",", edges) + "]}}";
    }

    private static String path(int berth) {
        return "/cluster0/node" + berth;
    }

    private static String vertex(String id, String type, int number, String path) {
        return "{\"id\": \"" + id + "\", \"metadata\": {\"type\": \"" + type + "\", \"id\": " + number
                + ", \"paths\": {\"containment\": \"" + path + "\"}}}";
    }

    private static String edge(String from, String to) {
        return "{\"source\": \"" + from + "\", \"target\": \"" + to + "\"}";
    }

    @Override
    public synchronized CompletionStage<Void> release(String requestId, List<Handle> handles) {
        List<String> values = handles.stream().map(Handle::value).toList();
        try {
            for (int berth : taken(requestId)) {
                if (values.isEmpty() || values.contains(path(berth))) {
                    Files.deleteIfExists(file(berth));
                }
            }
            return CompletableFuture.completedStage(null);
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public synchronized CompletionStage<Inventory> inventory() {
        List<Inventory.Holding> holdings = new ArrayList<>();
        try {
            for (int berth = 0; berth < berths; berth++) {
                int number = berth;
                request(berth).ifPresent(id ->
                        holdings.add(new Inventory.Holding(id, path(number), "", Optional.empty(), true)));
            }
            return CompletableFuture.completedStage(new Inventory.Listed(holdings));
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
