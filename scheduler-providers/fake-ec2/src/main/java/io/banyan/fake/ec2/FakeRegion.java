package io.banyan.fake.ec2;

import io.banyan.fake.ec2.Form.Refused;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The capacity of the fake region and its instances. Not safe for several threads: the endpoint takes one call at a
 * time.
 */
final class FakeRegion {
    private static final int MOST_INSTANCES = 100_000;

    private final List<String> zones;
    private final Map<String, FakeType> types = new LinkedHashMap<>();
    private final Map<String, FakeInstance> instances = new LinkedHashMap<>();
    private final Map<String, Integer> unseen = new HashMap<>();
    private final Map<String, Integer> left = new HashMap<>();
    private final Map<String, Launched> tokens = new HashMap<>();
    private int looksUntilSeen;
    private long lastId;

    /** The launch that a client token stands for. */
    private record Launched(Form form, List<String> ids, List<Shortage> shortages) {}

    /** A pool that had not enough. */
    record Shortage(FakeType type, String zone, String market) {}

    /** The result of a launch. */
    record Launch(List<FakeInstance> instances, List<Shortage> shortages) {}

    /** From where instances are taken: a type in a zone. */
    private record Pool(FakeType type, String zone) {}

    FakeRegion(List<FakeType> types, List<String> zones) {
        types.forEach(type -> this.types.put(type.name(), type));
        this.zones = List.copyOf(zones);
    }

    List<FakeType> types() {
        return List.copyOf(types.values());
    }

    List<FakeInstance> instances() {
        return List.copyOf(instances.values());
    }

    /** No more than so many of a type are to be had in a zone from now on. */
    void limit(String type, String zone, int most) {
        left.put(type + "/" + zone, most);
    }

    /** The number of first queries in which new instances are not listed, as in systems with eventual consistency. */
    void hideNew(int looks) {
        looksUntilSeen = looks;
    }

    Launch run(Form form, int most) {
        Optional<Launch> before = known(form);
        if (before.isPresent()) {
            return before.get();
        }
        FakeType type = type(form.needed("InstanceType"));
        String zone = form.text("Placement.AvailabilityZone").orElse(zones.getFirst());
        String market = form.text("InstanceMarketOptions.MarketType").orElse("on-demand");
        int wanted = Math.min(form.number("MaxCount", 1), most);
        int count = Math.min(wanted, left(type, zone));
        if (count < form.number("MinCount", 1)) {
            throw new Refused(
                    500,
                    "InsufficientInstanceCapacity",
                    "We currently do not have sufficient " + type.name() + " capacity in " + zone + ".");
        }
        return remember(form, new Launch(launch(type, zone, market, count, form.tags()), List.of()));
    }

    Launch fleet(Form form, int most) {
        Optional<Launch> before = known(form);
        if (before.isPresent()) {
            return before.get();
        }
        String market = form.text("TargetCapacitySpecification.DefaultTargetCapacityType")
                .orElse("on-demand");
        double wanted = form.number("TargetCapacitySpecification.TotalTargetCapacity", 1);
        List<FakeInstance> launched = new ArrayList<>();
        List<Shortage> shortages = new ArrayList<>();
        for (Map.Entry<Pool, Double> pool : pools(form).entrySet()) {
            double weight = pool.getValue();
            int count = (int) Math.ceil(Math.max(0, wanted) / weight);
            int had = Math.min(
                    Math.min(count, most - launched.size()),
                    left(pool.getKey().type(), pool.getKey().zone()));
            launched.addAll(launch(pool.getKey().type(), pool.getKey().zone(), market, had, form.tags()));
            wanted -= had * weight;
            if (had < count) {
                shortages.add(new Shortage(pool.getKey().type(), pool.getKey().zone(), market));
            }
        }
        return remember(form, new Launch(launched, shortages));
    }

    /** The pools that a Fleet may use, the cheapest first, each with the weight of one instance. */
    private Map<Pool, Double> pools(Form form) {
        Map<Pool, Double> pools = new TreeMap<>(
                Comparator.<Pool>comparingDouble(pool -> pool.type().price())
                        .thenComparing(pool -> pool.type().name())
                        .thenComparing(Pool::zone));
        int overrides = 0;
        for (Form configuration : form.structures("LaunchTemplateConfigs")) {
            for (Form override : configuration.structures("Overrides")) {
                overrides++;
                FakeType type = type(override.needed("InstanceType"));
                double weight =
                        Double.parseDouble(override.text("WeightedCapacity").orElse("1"));
                Optional<String> zone = override.text("AvailabilityZone");
                (zone.isPresent() ? List.of(zone.get()) : zones).forEach(it -> pools.put(new Pool(type, it), weight));
            }
        }
        if (overrides > 300) {
            throw new Refused(
                    400,
                    "InvalidFleetRequest",
                    "The number of overrides must be at most 300, found " + overrides + ".");
        }
        return pools;
    }

    /** The current state of the earlier launch with the same client token; empty if there was none. */
    private Optional<Launch> known(Form form) {
        Optional<Launched> before = form.text("ClientToken").map(tokens::get);
        if (before.isPresent() && !before.get().form().equals(form)) {
            throw new Refused(
                    400, "IdempotentParameterMismatch", "The client token was used with other parameters before.");
        }
        return before.map(it -> new Launch(it.ids().stream().map(this::needed).toList(), it.shortages()));
    }

    private Launch remember(Form form, Launch launch) {
        form.text("ClientToken")
                .ifPresent(token -> tokens.put(
                        token,
                        new Launched(
                                form,
                                launch.instances().stream()
                                        .map(FakeInstance::id)
                                        .toList(),
                                launch.shortages())));
        return launch;
    }

    private FakeType type(String name) {
        FakeType type = types.get(name);
        if (type == null) {
            throw new Refused(400, "InvalidParameterValue", "Invalid value '" + name + "' for InstanceType.");
        }
        return type;
    }

    private int left(FakeType type, String zone) {
        return left.getOrDefault(
                type.name() + "/" + zone, left.getOrDefault(type.name() + "/*", MOST_INSTANCES - instances.size()));
    }

    private List<FakeInstance> launch(FakeType type, String zone, String market, int count, Map<String, String> tags) {
        List<FakeInstance> launched = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long number = ++lastId;
            String id = String.format("i-%017x", number);
            String host = "ip-10-" + (number >> 16 & 255) + "-" + (number >> 8 & 255) + "-" + (number & 255)
                    + ".ec2.internal";
            var instance = new FakeInstance(id, type.name(), zone, market, "pending", host, Instant.EPOCH, tags);
            instances.put(id, instance);
            unseen.put(id, looksUntilSeen);
            launched.add(instance);
        }
        for (String key : List.of(type.name() + "/" + zone, type.name() + "/*")) {
            left.computeIfPresent(key, (pool, had) -> had - count);
        }
        return launched;
    }

    /** Describes instances. Afterwards pending instances run, and instances that were shutting down are gone. */
    List<FakeInstance> describe(Form form) {
        List<String> ids = form.list("InstanceId");
        ids.forEach(this::needed);
        List<FakeInstance> seen = new ArrayList<>();
        for (FakeInstance instance : instances()) {
            boolean hidden = unseen.merge(instance.id(), -1, Integer::sum) >= 0;
            if (!hidden && (ids.isEmpty() || ids.contains(instance.id())) && passes(instance, form)) {
                seen.add(instance);
            }
        }
        if (form.text("NextToken").isEmpty()) {
            instances.replaceAll((id, instance) -> switch (instance.state()) {
                case "pending" -> instance.in("running");
                case "shutting-down" -> instance.in("terminated");
                default -> instance;
            });
        }
        return seen;
    }

    private static boolean passes(FakeInstance instance, Form form) {
        for (Form filter : form.structures("Filter")) {
            String name = filter.needed("Name");
            String value = name.startsWith("tag:")
                    ? instance.tags().getOrDefault(name.substring("tag:".length()), "")
                    : switch (name) {
                        case "instance-state-name" -> instance.state();
                        case "instance-id" -> instance.id();
                        default ->
                            throw new Refused(400, "InvalidParameterValue", "The filter '" + name + "' is invalid");
                    };
            if (!filter.list("Value").contains(value)) {
                return false;
            }
        }
        return true;
    }

    /** All or none, as EC2 does. */
    List<FakeInstance> terminate(List<String> ids) {
        ids.forEach(this::needed);
        return ids.stream().map(id -> end(id, "shutting-down")).toList();
    }

    /** Ends an instance, and gives back where it came from. */
    FakeInstance end(String id, String state) {
        FakeInstance instance = needed(id);
        if (!instance.isAlive()) {
            return instance;
        }
        for (String key : List.of(instance.type() + "/" + instance.zone(), instance.type() + "/*")) {
            left.computeIfPresent(key, (pool, had) -> had + 1);
        }
        FakeInstance ended = instance.in(state);
        instances.put(id, ended);
        return ended;
    }

    private FakeInstance needed(String id) {
        FakeInstance instance = instances.get(id);
        if (instance == null) {
            throw new Refused(400, "InvalidInstanceID.NotFound", "The instance ID '" + id + "' does not exist");
        }
        return instance;
    }
}
