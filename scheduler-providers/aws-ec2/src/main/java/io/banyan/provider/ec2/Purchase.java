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
    /** Each launch leaves fewer offers or brings something, so that this is far away. */
    private static final int MOST_LAUNCHES = 1_000;

    private static final int MOST_REASONS = 5;

    private final ProvisionRequest request;
    private final Ec2Api api;
    private final OfferCatalog offerCatalog;
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
            OfferCatalog offerCatalog,
            Ec2Settings settings,
            String owner,
            InstantSource clock) {
        this.request = request;
        this.api = api;
        this.offerCatalog = offerCatalog;
        this.settings = settings;
        this.owner = owner;
        this.clock = clock;
        this.deadline = clock.instant().plusMillis(request.timeoutMillis());
        this.arrivals = new LaunchWait(api, offerCatalog.catalogue(), settings.awaitsRunning(), this::mayGoOn);
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
    List<Ec2Instance> buy(List<Ec2NodeRequest> nodeRequests) throws NotHad {
        for (Ec2NodeRequest nodeRequest : nodeRequests) {
            if (nodeRequest.zones() == 0) {
                buy(nodeRequest, offerCatalog.zones());
            } else {
                buyInZones(nodeRequest);
            }
        }
        return List.copyOf(machines.values());
    }

    /** Buys the request in each of several zones. A zone that cannot fulfil its part releases its instances. */
    private void buyInZones(Ec2NodeRequest nodeRequest) throws NotHad {
        long wanted = nodeRequest.zones();
        for (Optional<Zone> zone : offerCatalog.zones()) {
            if (wanted > 0) {
                List<String> before = ids();
                try {
                    buy(nodeRequest, List.of(zone));
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
            throw new NotHad("of " + nodeRequest.zones() + " zones with " + nodeRequest.wanted() + " of "
                    + nodeRequest.unit() + ", only " + (nodeRequest.zones() - wanted));
        }
    }

    private void buy(Ec2NodeRequest nodeRequest, List<Optional<Zone>> zones) throws NotHad {
        Map<Ec2Instance, Long> here = new LinkedHashMap<>();
        boolean isMoreToHave = true;
        while (isMoreToHave && units(here) < nodeRequest.wanted()) {
            List<Offer> offers = offerCatalog.atHand(nodeRequest, zones);
            int room = settings.mostNodes() - machines.size();
            if (offers.isEmpty()) {
                reasons.add(offerCatalog.whyEmpty(nodeRequest, zones));
            } else if (room <= 0) {
                reasons.add("one request can add at most " + settings.mostNodes() + " nodes");
            }
            isMoreToHave = !offers.isEmpty()
                    && room > 0
                    && launch(nodeRequest, offers, nodeRequest.wanted() - units(here), room, here);
        }
        long usable = nodeRequest.usable(units(here));
        if (usable == 0) {
            throw new NotHad("of " + nodeRequest.least() + " x " + nodeRequest.unit() + ", only " + units(here));
        }
        dropSurplus(here, usable);
    }

    private static long units(Map<Ec2Instance, Long> machines) {
        return machines.values().stream().mapToLong(Long::longValue).sum();
    }

    /** One launch; false where it brought nothing and taught nothing, so that another one would be the same again. */
    private boolean launch(
            Ec2NodeRequest nodeRequest, List<Offer> offers, long units, int room, Map<Ec2Instance, Long> here)
            throws NotHad {
        requireTime();
        if (++launches > MOST_LAUNCHES) {
            throw new NotHad("it stopped after " + MOST_LAUNCHES + " launches");
        }
        Launched launched = offerCatalog.isForFleet(offers)
                ? fleet(OfferCatalog.forFleet(nodeRequest, offers), units, room)
                : run(OfferChoice.cheapest(nodeRequest, offers, units).getFirst(), room);
        List<Ec2Instance> arrived = arrivals.await(launched.instances());
        for (Ec2Instance machine : arrived) {
            machines.put(machine.id(), machine);
            here.put(machine, nodeRequest.perNode(machine.kind()));
        }
        arrivals.gone().forEach(machines::remove);
        return !arrived.isEmpty() || launched.taught();
    }

    /**
     * The result of a launch.
     *
     * @param taught whether there are fewer offers for it
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
            lots.forEach(lot -> offerCatalog.ranOut(Shortages.Pool.of(lot.offer())));
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
        offerCatalog.ranOut(new Shortages.Pool(type, market, zone));
        if (settings.zones().isEmpty()) {
            offerCatalog.ranOut(new Shortages.Pool(type, market, Optional.empty()));
        }
        return true;
    }

    /** From now on they are ours to give back, whatever becomes of them. */
    private List<Instance> noted(List<Instance> instances) {
        instances.forEach(instance -> machines.put(instance.instanceId(), arrivals.machine(instance)));
        return instances;
    }

    private void ranOut(Shortages.Pool pool, String why) {
        offerCatalog.ranOut(pool);
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
