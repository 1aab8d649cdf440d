package io.banyan.sim.world;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.provider.Inventory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The providers of one instance, in the order in which the instance asks them. A process gets only the answers to its
 * own calls.
 */
public final class SimulatedProviders {
    private static final long LOOK_MILLIS = 5;

    private final World world;
    private final Node node;
    private final Map<String, Cloud> byName = new LinkedHashMap<>();

    /** All but the last have little to give. */
    SimulatedProviders(World world, Node node, List<String> names) {
        this.world = world;
        this.node = node;
        for (String name : names) {
            byName.put(name, new Cloud(world, name.equals(names.getLast()) ? Integer.MAX_VALUE : 1));
        }
    }

    /** The providers by name. */
    public Map<String, Cloud> byName() {
        return Collections.unmodifiableMap(byName);
    }

    /** The one of this name. */
    public Cloud get(String name) {
        return Optional.ofNullable(byName.get(name))
                .orElseThrow(() -> new Violation(node + " has no provider " + name));
    }

    /** Handles the instance's request for this provider's inventory. */
    public void look(String name) {
        Consumer<Event> asker = asker();
        node.receive(new Event.ProviderAskedToList(name));
        world.in(LOOK_MILLIS, () -> {
            List<Inventory.Holding> holdings = get(name).list();
            world.in(LOOK_MILLIS, () -> asker.accept(new Event.ProviderListed(name, holdings)));
        });
    }

    void provision(Effect.CallProvider call) {
        Consumer<Event> asker = asker();
        get(call.provider())
                .provision(
                        call,
                        result -> asker.accept(new Event.ProviderAnswered(
                                call.provider(), call.request().requestId(), result)));
    }

    void release(Effect.ReleaseProvider release) {
        Consumer<Event> asker = asker();
        get(release.provider())
                .release(
                        release,
                        error -> asker.accept(
                                new Event.ProviderReleased(release.returnId(), release.requestId(), error)));
    }

    /** The process that runs now; events after its end are lost. */
    private Consumer<Event> asker() {
        int of = node.process();
        return event -> {
            if (node.process() == of) {
                node.receive(event);
            }
        };
    }

    void heal() {
        byName.values().forEach(Cloud::heal);
    }
}
