package io.banyan.rpc.provider;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.NodeHandles;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Brings any number of nodes, all at one price, and tells what is there. A test changes how it behaves. */
final class Shop implements ExternalProvider {
    final List<String> asked = new ArrayList<>();
    final Map<String, ProvisionResult> there = new LinkedHashMap<>();
    final Map<String, List<Inventory.Holding>> holdings = new LinkedHashMap<>();
    Optional<Price> price;
    /** Whether it can say before what something costs. */
    boolean tells = true;

    /** Whether it can say what is out there. */
    boolean lists = true;
    /** When it says what was out there as it was asked. */
    CompletableFuture<Void> listing = CompletableFuture.completedFuture(null);

    /** How often it was asked what it would bring. */
    int estimates;
    /** Whether it breaks over that. */
    boolean cannotTell;
    /** Whether what it brings is a core, and no node. */
    boolean bringsCores;

    boolean refuses;
    boolean isSilent;
    boolean breaks;

    /** One in which a node costs so much for an hour. */
    Shop(String dollars) {
        price = Optional.of(Price.parse(dollars));
    }

    /** So many nodes for so many seconds. */
    static Jobspec nodes(int count, long seconds) {
        return new Jobspec(
                9999,
                List.of(Resource.slot("s", Count.exactly(count), Resource.of("node", Count.exactly(1)))),
                List.of(),
                Attributes.lasting(seconds));
    }

    @Override
    public String name() {
        return "shop";
    }

    @Override
    public String describe() {
        return "a shop";
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        if (breaks) {
            throw new IllegalStateException("it is broken");
        }
        if (refuses) {
            return CompletableFuture.completedStage(new ProvisionResult.Refused("it is closed"));
        }
        ProvisionResult result = there.computeIfAbsent(request.requestId(), id -> brought(request));
        return isSilent ? new CompletableFuture<>() : CompletableFuture.completedStage(result);
    }

    private ProvisionResult brought(ProvisionRequest request) {
        asked.add(request.requestId());
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        vertices.add(SubgraphVertex.of("0", new ResourceType("cluster"), 0, "/cluster0"));
        Map<String, String> properties =
                price.map(it -> Map.of(Price.PROPERTY, it.decimal())).orElse(Map.of());
        for (int i = 1; i <= count(request.jobspec()); i++) {
            ResourceType type = bringsCores ? new ResourceType("core") : ResourceType.NODE;
            vertices.add(SubgraphVertex.of(Integer.toString(i), type, i, "/cluster0/" + type.name() + i)
                    .withProperties(properties));
            edges.add(SubgraphEdge.containment(0, i));
        }
        var subgraph = new Subgraph(vertices, edges);
        List<Handle> handles = NodeHandles.of(subgraph, request.requestId());
        String user = request.asker().user();
        holdings.put(
                request.requestId(),
                handles.stream()
                        .map(it -> new Inventory.Holding(request.requestId(), it.value(), user, price, true))
                        .toList());
        return new ProvisionResult.Provisioned(subgraph, handles);
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        List<String> back = handles.stream().map(Handle::value).toList();
        List<Inventory.Holding> left = holdings.getOrDefault(requestId, List.of()).stream()
                .filter(it -> !back.isEmpty() && !back.contains(it.handle()))
                .toList();
        if (left.isEmpty()) {
            there.remove(requestId);
            holdings.remove(requestId);
        } else {
            holdings.put(requestId, left);
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        estimates++;
        if (cannotTell) {
            throw new IllegalStateException("it has lost its catalogue");
        }
        return CompletableFuture.completedStage(
                tells
                        ? new Estimate.Possible(List.of(new Estimate.Item(count(jobspec), "a node", price)))
                        : new Estimate.Unknown());
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        if (!lists) {
            return CompletableFuture.completedStage(new Inventory.Unknown());
        }
        var listed = new Inventory.Listed(
                holdings.values().stream().flatMap(List::stream).toList());
        return listing.thenApply(nothing -> listed);
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    private static long count(Jobspec jobspec) {
        return jobspec.resources().getFirst().count().min();
    }
}
