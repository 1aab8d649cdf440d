package io.banyan.provider.ec2;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceLifecycleType;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/** Waits until launched instances are visible, and until they run if that is requested. For one thread. */
final class LaunchWait {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final Ec2Api api;
    private final Catalogue catalogue;
    private final boolean awaitsRunning;
    private final BooleanSupplier mayGoOn;
    private final Set<String> gone = new HashSet<>();

    LaunchWait(Ec2Api api, Catalogue catalogue, boolean awaitsRunning, BooleanSupplier mayGoOn) {
        this.api = api;
        this.catalogue = catalogue;
        this.awaitsRunning = awaitsRunning;
        this.mayGoOn = mayGoOn;
    }

    /** The ids of instances that were launched and ended before they could be used. */
    Set<String> gone() {
        return Set.copyOf(gone);
    }

    /**
     * Waits until the launched instances have arrived. Instances that ended before are left out.
     *
     * @throws NotHad where the time is over before all are there
     */
    List<Ec2Instance> await(List<Instance> launched) throws NotHad {
        List<Instance> arrived = awaitsRunning ? watch(launched) : launched;
        return arrived.stream()
                .filter(instance -> !gone.contains(instance.instanceId()))
                .map(this::machine)
                .toList();
    }

    /** The instances of these ids, as soon as EC2 shows all of them. */
    List<Instance> seen(List<String> ids) throws NotHad {
        Map<String, Instance> shown = new LinkedHashMap<>();
        var pause = new Pause();
        while (shown.size() < ids.size()) {
            List<String> missing =
                    ids.stream().filter(id -> !shown.containsKey(id)).toList();
            api.look(missing).forEach(instance -> shown.put(instance.instanceId(), instance));
            pause.unless(shown.size() == ids.size(), ids.size() - shown.size());
        }
        return List.copyOf(shown.values());
    }

    /** Waits until no instance is pending, and returns their latest states. Notes the instances that have ended. */
    private List<Instance> watch(List<Instance> launched) throws NotHad {
        Map<String, Instance> latest = new LinkedHashMap<>();
        launched.forEach(instance -> latest.put(instance.instanceId(), instance));
        var pause = new Pause();
        List<String> pending = pending(latest);
        while (!pending.isEmpty()) {
            api.look(pending).forEach(instance -> latest.put(instance.instanceId(), instance));
            pending = pending(latest);
            pause.unless(pending.isEmpty(), pending.size());
        }
        latest.values().stream()
                .filter(LaunchWait::hasEnded)
                .map(Instance::instanceId)
                .forEach(gone::add);
        return List.copyOf(latest.values());
    }

    private static List<String> pending(Map<String, Instance> instances) {
        return instances.values().stream()
                .filter(instance -> instance.state().name() == InstanceStateName.PENDING)
                .map(Instance::instanceId)
                .toList();
    }

    /** The pause between two queries: each is longer than the one before, during the wait of a caller. */
    private final class Pause {
        private long millis = FIRST_PAUSE_MILLIS;

        void unless(boolean isDone, int missing) throws NotHad {
            if (isDone) {
                return;
            }
            if (!mayGoOn.getAsBoolean()) {
                throw new NotHad(missing + " instances did not start in time");
            }
            sleep(millis);
            millis = Math.min(LONGEST_PAUSE_MILLIS, 2 * millis);
        }
    }

    private static void sleep(long millis) throws NotHad {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotHad("the daemon is stopping");
        }
    }

    private static boolean hasEnded(Instance instance) {
        return switch (instance.state().name()) {
            case PENDING, RUNNING, STOPPING, STOPPED -> false;
            case SHUTTING_DOWN, TERMINATED, UNKNOWN_TO_SDK_VERSION -> true;
        };
    }

    Ec2Instance machine(Instance instance) {
        Market market = instance.instanceLifecycle() == InstanceLifecycleType.SPOT ? Market.SPOT : Market.ON_DEMAND;
        String zone = instance.placement() == null ? "" : instance.placement().availabilityZone();
        return new Ec2Instance(
                instance.instanceId(),
                catalogue.named(instance.instanceTypeAsString()),
                market,
                zone,
                instance.privateDnsName() == null ? "" : instance.privateDnsName());
    }

    /** One of which only the id is known yet. */
    static Ec2Instance promised(String id, Market market) {
        return new Ec2Instance(id, new InstanceKind("", NodeShape.NOTHING, Optional.empty(), false), market, "", "");
    }
}
