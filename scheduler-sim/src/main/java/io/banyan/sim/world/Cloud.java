package io.banyan.sim.world;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.Effect;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A provider of one instance, which records the resources that it has supplied and not taken back. It outlives the
 * processes of the instance.
 */
public final class Cloud {
    /** The names that providers have. One before another has little to give, so that the other is asked, too. */
    public static final List<String> NAMES = List.of("lab", "ec2");

    private static final long USUAL_MILLIS = 5;
    private static final String UNSAID = "x-";
    private static final String DOWN = "the API is down";
    private static final ProvisionResult FULL = new ProvisionResult.Refused("it has no capacity");

    /**
     * The resources that one request ordered.
     *
     * @param left the resources that were not taken back, including those that no longer work
     * @param taken those that no longer work
     */
    private record Order(ProvisionResult.Provisioned brought, Set<String> left, Set<String> taken) {
        /** Whether all reported resources were taken back, so that at most leftovers are there. */
        boolean isTakenBack() {
            return brought.handles().stream().map(Handle::value).noneMatch(left::contains);
        }
    }

    private final World world;
    private final int capacity;
    private final Map<String, Order> orders = new LinkedHashMap<>();
    private long slowUntil;
    private long slowness;
    private long failingUntil;
    private int failures;
    private int nodes;

    /** One that brings something for so many requests at once, or for one more where it does not admit it. */
    Cloud(World world, int capacity) {
        this.world = world;
        this.capacity = capacity;
    }

    /** For a while every answer takes that much longer. */
    public void slowDown(long millis, long longer) {
        world.count(Fault.SLOW_PROVIDER);
        slowUntil = world.nowMillis() + millis;
        slowness = longer;
    }

    /** For a while it brings nothing that it admits, and takes nothing back. */
    public void fail(long millis) {
        world.count(Fault.FAILING_PROVIDER);
        failingUntil = world.nowMillis() + millis;
    }

    /** The first that was brought and works does not any more. */
    public void takeAway() {
        for (Order order : orders.values()) {
            for (Handle handle : order.brought.handles()) {
                if (order.left.contains(handle.value()) && order.taken.add(handle.value())) {
                    world.count(Fault.TAKEN);
                    return;
                }
            }
        }
    }

    /** There is more of the oldest order than its asker heard of. */
    public void leaveOver() {
        orders.values().stream().findFirst().ifPresent(order -> {
            world.count(Fault.LEFTOVER);
            order.left.add(UNSAID + nodes++);
        });
    }

    /** The requests for which it has something that it did not say at first, and only lists. */
    Set<String> unsaid() {
        Set<String> unsaid = new LinkedHashSet<>();
        orders.forEach((id, order) -> {
            if (order.left.stream().anyMatch(handle -> handle.startsWith(UNSAID))) {
                unsaid.add(id);
            }
        });
        return unsaid;
    }

    /** The holdings that the provider lists. Half of the resources that no longer work are not in the list. */
    List<Inventory.Holding> list() {
        List<Inventory.Holding> holdings = new ArrayList<>();
        orders.forEach((id, order) -> {
            for (String handle : order.left) {
                boolean isUsable = !order.taken.contains(handle);
                if (isUsable || handle.hashCode() % 2 == 0) {
                    holdings.add(new Inventory.Holding(id, handle, "", Optional.empty(), isUsable));
                }
            }
        });
        return holdings;
    }

    void heal() {
        slowUntil = 0;
        failingUntil = 0;
    }

    /** The handles of the resources that the provider brought for a request and has not taken back. */
    public Set<String> left(String requestId) {
        Order order = orders.get(requestId);
        return order == null ? Set.of() : order.left;
    }

    /** The requests for which it has brought something and not taken it back. */
    public Set<String> open() {
        return orders.keySet();
    }

    void provision(Effect.CallProvider call, Consumer<ProvisionResult> asker) {
        String id = call.request().requestId();
        ProvisionResult result;
        if (failingUntil > world.nowMillis()) {
            result = failed(id);
        } else if (orders.containsKey(id) || orders.size() < capacity) {
            result = order(id).brought;
        } else {
            result = FULL;
        }
        world.in(delay(), () -> asker.accept(result));
    }

    /** A failure does not reveal the brought resources: sometimes none, sometimes all. */
    private ProvisionResult failed(String id) {
        return switch (failures++ % 3) {
            case 0 -> FULL;
            case 1 -> new ProvisionResult.Failed(DOWN);
            default -> {
                order(id);
                yield new ProvisionResult.Failed("it did not answer in time");
            }
        };
    }

    private Order order(String id) {
        return orders.compute(id, (it, known) -> known == null ? ordered(Set.of()) : renewed(known));
    }

    /** Returns a new order if all resources of the known one were taken back: they are not supplied again. */
    private Order renewed(Order known) {
        return known.isTakenBack() ? ordered(known.left) : known;
    }

    private Order ordered(Set<String> leftovers) {
        ProvisionResult.Provisioned brought = node(nodes++);
        Set<String> handles = new LinkedHashSet<>(leftovers);
        brought.handles().forEach(handle -> handles.add(handle.value()));
        return new Order(brought, handles, new LinkedHashSet<>());
    }

    /** Takes resources back, or refuses with a reason. */
    void release(Effect.ReleaseProvider release, Consumer<String> asker) {
        boolean fails = failingUntil > world.nowMillis();
        Order order = orders.get(release.requestId());
        if (!fails && order != null) {
            release.handles().forEach(handle -> order.left.remove(handle.value()));
            if (order.left.isEmpty() || release.handles().isEmpty()) {
                orders.remove(release.requestId());
            }
        }
        world.in(delay(), () -> asker.accept(fails ? DOWN : ""));
    }

    /**
     * Takes back everything that these requests brought. Returns false, and takes nothing back, while the provider
     * fails.
     */
    boolean takeBack(Set<String> requestIds) {
        boolean fails = failingUntil > world.nowMillis();
        if (!fails) {
            requestIds.forEach(orders::remove);
        }
        return !fails;
    }

    private long delay() {
        return USUAL_MILLIS + (slowUntil > world.nowMillis() ? slowness : 0);
    }

    /** One node of two sockets with two cores each, in one zone. */
    private static ProvisionResult.Provisioned node(int number) {
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        int cluster = add(vertices, edges, -1, "cluster", 0, "");
        int zone = add(vertices, edges, cluster, "zone", 0, "/cluster0");
        String path = "/cluster0/zone0/node" + number;
        int node = add(vertices, edges, zone, "node", number, "/cluster0/zone0");
        for (int i = 0; i < 2; i++) {
            int socket = add(vertices, edges, node, "socket", i, path);
            for (int k = 0; k < 2; k++) {
                add(vertices, edges, socket, "core", k, path + "/socket" + i);
            }
        }
        return new ProvisionResult.Provisioned(new Subgraph(vertices, edges), List.of(new Handle(path, "i-" + number)));
    }

    private static int add(
            List<SubgraphVertex> vertices,
            List<SubgraphEdge> edges,
            int parent,
            String type,
            int number,
            String above) {
        int v = vertices.size();
        vertices.add(
                SubgraphVertex.of(Integer.toString(v), new ResourceType(type), number, above + "/" + type + number));
        if (parent >= 0) {
            edges.add(new SubgraphEdge(parent, v, Subsystem.CONTAINMENT));
        }
        return v;
    }
}
