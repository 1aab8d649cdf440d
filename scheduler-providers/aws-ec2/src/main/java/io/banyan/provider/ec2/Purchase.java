package io.banyan.provider.ec2;

import io.banyan.provider.ProvisionRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import software.amazon.awssdk.services.ec2.model.CreateFleetError;
import software.amazon.awssdk.services.ec2.model.CreateFleetResponse;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Instance;

/**
 * Buys for one request, launch by launch, until the wish is satisfied or no offer is left to try. {@link #ids} contains
 * the instances that it has at any moment; a caller that ends the purchase early releases them. For one thread; {@link
 * #cancel} from any.
 */
final class Purchase {
    /** Each launch leaves the shelf shorter or brings something, so that this is far away. */
    private static final int MOST_LAUNCHES = 1_000;

    private static final int MOST_REASONS = 5;

    private final ProvisionRequest request;
    private final Ec2Api api;
    private final OfferCatalog shelf;
    private final LaunchWait arrivals;
    private final Ec2Settings settings;
    private final String owner;
    private final String number = UUID.randomUUID().toString();
    private final Instant deadline;
    private final InstantSource clock;
    private final Map<String, Ec2Instance> machines = new LinkedHashMap<>();
    private final TreeSet<String> reasons = new TreeSet<>();
    private int launches;
    private volatile boolean isCancelled;

    Purchase(
            ProvisionRequest request,
            Ec2Api api,
            OfferCatalog shelf,
            Ec2Settings settings,
            String owner,
            InstantSource clock) {
        this.request = request;
        this.api = api;
        this.shelf = shelf;
        this.settings = settings;
        this.owner = owner;
        this.clock = clock;
        this.deadline = clock.instant().plusMillis(request.timeoutMillis());
        this.arrivals = new LaunchWait(api, shelf.catalogue(), settings.awaitsRunning(), this::mayGoOn);
    }

    /** Cancels the purchase. */
    void cancel() {
        isCancelled = true;
    }

    /** The ids of the instances that were bought so far. */
    List<String> ids() {
        return List.copyOf(machines.keySet());
    }

    /** Why this or that was not to be had, for people. */
    String reasons() {
        String said = String.join("; ", reasons.stream().limit(MOST_REASONS).toList());
        int more = reasons.size() - MOST_REASONS;
        return more > 0 ? said + "; and " + more + " more like that" : said;
    }

    /**
     * Buys everything.
     *
     * @throws NotHad where it cannot all be had; {@link #ids} are still there then
     */
    List<Ec2Instance> buy(List<Ec2NodeRequest> wishes) throws NotHad {
        for (Ec2NodeRequest wish : wishes) {
            if (wish.zones() == 0) {
                buy(wish, shelf.zones());
            } else {
                buyInZones(wish);
            }
        }
        return List.copyOf(machines.values());
    }

    /** Buys the request in each of several zones. A zone that cannot fulfil its part releases its instances. */
    private void buyInZones(Ec2NodeRequest wish) throws NotHad {
        long wanted = wish.zones();
        for (Optional<Zone> zone : shelf.zones()) {
            if (wanted > 0) {
                List<String> before = ids();
                try {
                    buy(wish, List.of(zone));
                    wanted--;
                } catch (NotHad e) {
                    reasons.add(e.getMessage());
                    requireTime();
                    giveBack(machines.keySet().stream()
                            .filter(id -> !before.contains(id))
                            .toList());
                }
            }
        }
        if (wanted > 0) {
            throw new NotHad("of " + wish.zones() + " zones with " + wish.wanted() + " of " + wish.unit() + ", only "
                    + (wish.zones() - wanted));
        }
    }

    private void buy(Ec2NodeRequest wish, List<Optional<Zone>> zones) throws NotHad {
        Map<Ec2Instance, Long> here = new LinkedHashMap<>();
        boolean isMoreToHave = true;
        while (isMoreToHave && units(here) < wish.wanted()) {
            List<Offer> offers = shelf.atHand(wish, zones);
            int room = settings.mostNodes() - machines.size();
            if (offers.isEmpty()) {
                reasons.add(shelf.whyEmpty(wish, zones));
            } else if (room <= 0) {
                reasons.add("one request can add at most " + settings.mostNodes() + " nodes");
            }
            isMoreToHave =
                    !offers.isEmpty() && room > 0 && launch(wish, offers, wish.wanted() - units(here), room, here);
        }
        long usable = wish.usable(units(here));
        if (usable == 0) {
            throw new NotHad("of " + wish.least() + " x " + wish.unit() + ", only " + units(here));
        }
        dropSurplus(here, usable);
    }

    private static long units(Map<Ec2Instance, Long> machines) {
        return machines.values().stream().mapToLong(Long::longValue).sum();
    }

    /** One launch; false where it brought nothing and taught nothing, so that another one would be the same again. */
    private boolean launch(Ec2NodeRequest wish, List<Offer> offers, long units, int room, Map<Ec2Instance, Long> here)
            throws NotHad {
        requireTime();
        if (++launches > MOST_LAUNCHES) {
            throw new NotHad("it stopped after " + MOST_LAUNCHES + " launches");
        }
        Launched launched = shelf.isForFleet(offers)
                ? fleet(OfferCatalog.forFleet(wish, offers), units, room)
                : run(OfferChoice.cheapest(wish, offers, units).getFirst(), room);
        List<Ec2Instance> arrived = arrivals.await(launched.instances());
        for (Ec2Instance machine : arrived) {
            machines.put(machine.id(), machine);
            here.put(machine, wish.perNode(machine.kind()));
        }
        arrivals.gone().forEach(machines::remove);
        return !arrived.isEmpty() || launched.taught();
    }

    /**
     * The result of a launch.
     *
     * @param taught whether the shelf is shorter for it
     */
    private record Launched(List<Instance> instances, boolean taught) {}

    private Launched run(OfferChoice.Lot lot, int room) throws NotHad {
        int count = Math.clamp(lot.count(), 1, room);
        try {
            List<Instance> instances = noted(api.run(request, lot.offer(), count, token()));
            if (instances.size() < count) {
                ranOut(Shortages.Pool.of(lot.offer()), "there is not enough " + lot.offer());
            }
            return new Launched(instances, instances.size() < count);
        } catch (Ec2Exception e) {
            if (!Ec2Failures.isShortage(e)) {
                throw e;
            }
            ranOut(Shortages.Pool.of(lot.offer()), "no " + lot.offer() + " (" + Ec2Failures.code(e) + ")");
            return new Launched(List.of(), true);
        }
    }

    private Launched fleet(List<OfferChoice.Lot> lots, long units, int room) throws NotHad {
        try {
            CreateFleetResponse fleet = api.fleet(request, lots, Math.clamp(units, 1, room), token());
            List<String> ids = fleet.instances().stream()
                    .flatMap(part -> part.instanceIds().stream())
                    .toList();
            Market market = lots.getFirst().offer().market();
            boolean taught = false;
            for (CreateFleetError error : fleet.errors()) {
                taught |= noteShortage(error, market);
            }
            ids.forEach(id -> machines.put(id, LaunchWait.promised(id, market)));
            if (taught && !settings.topsUp()) {
                throw new NotHad("the Fleet was only partly fulfilled");
            }
            return new Launched(arrivals.seen(ids), taught);
        } catch (Ec2Exception e) {
            if (!Ec2Failures.isShortage(e)) {
                throw e;
            }
            lots.forEach(lot -> shelf.ranOut(Shortages.Pool.of(lot.offer())));
            reasons.add("no Fleet (" + Ec2Failures.code(e) + ")");
            return new Launched(List.of(), true);
        }
    }

    private boolean noteShortage(CreateFleetError error, Market market) {
        var override = error.launchTemplateAndOverrides() == null
                ? null
                : error.launchTemplateAndOverrides().overrides();
        reasons.add(Ec2Failures.reason(error));
        if (override == null || !Ec2Failures.isShortage(error.errorCode())) {
            return false;
        }
        String type = override.instanceTypeAsString();
        var zone = Optional.ofNullable(override.availabilityZone());
        shelf.ranOut(new Shortages.Pool(type, market, zone));
        if (settings.zones().isEmpty()) {
            shelf.ranOut(new Shortages.Pool(type, market, Optional.empty()));
        }
        return true;
    }

    /** From now on they are ours to give back, whatever becomes of them. */
    private List<Instance> noted(List<Instance> instances) {
        instances.forEach(instance -> machines.put(instance.instanceId(), arrivals.machine(instance)));
        return instances;
    }

    private void ranOut(Shortages.Pool pool, String why) {
        shelf.ranOut(pool);
        reasons.add(why);
    }

    /**
     * Each launch has a token of its own, under which the SDK repeats it. A later purchase for the same request has
     * others: EC2 stores a token for a day after the end of its instances, and would return those.
     */
    private String token() {
        return FixedLengthName.of(owner, request.requestId(), number, Integer.toString(launches));
    }

    /** Steps of a count, and sizes of instances, can leave more than is of use. */
    private void dropSurplus(Map<Ec2Instance, Long> here, long usable) {
        long surplus = units(here) - usable;
        List<String> ids = new ArrayList<>();
        for (Map.Entry<Ec2Instance, Long> entry : here.entrySet()) {
            if (entry.getValue() <= surplus) {
                surplus -= entry.getValue();
                ids.add(entry.getKey().id());
            }
        }
        giveBack(ids);
    }

    private void giveBack(Collection<String> ids) {
        api.terminate(ids);
        ids.forEach(machines::remove);
    }

    private boolean mayGoOn() {
        return !isCancelled && clock.instant().isBefore(deadline);
    }

    private void requireTime() throws NotHad {
        if (!mayGoOn()) {
            throw new NotHad(isCancelled ? "it was released in the meantime" : "its time limit has passed");
        }
    }
}
