package io.banyan.provider.ec2;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The offers that may be bought for a request, as far as is known now. Any thread may call it. */
final class OfferCatalog {
    private final Ec2Settings settings;
    private final Catalogue catalogue;
    private final Shortages shortages;

    OfferCatalog(Ec2Settings settings, Catalogue catalogue, Shortages shortages) {
        this.settings = settings;
        this.catalogue = catalogue;
        this.shortages = shortages;
    }

    Catalogue catalogue() {
        return catalogue;
    }

    /** Where instances may be; one place without a name where EC2 is to choose. */
    List<Optional<Zone>> zones() {
        return settings.zones().isEmpty()
                ? List.of(Optional.empty())
                : settings.zones().stream().map(Optional::of).toList();
    }

    /** Returns all offers that satisfy the wish, available now or not. O(types x markets x zones). */
    List<Offer> all(Ec2NodeRequest nodeRequest, List<Optional<Zone>> zones) {
        List<Offer> offers = new ArrayList<>();
        for (InstanceKind kind : catalogue.kinds()) {
            if (nodeRequest.perNode(kind) > 0) {
                for (Market market : settings.markets()) {
                    if (market == Market.ON_DEMAND || kind.isSpot()) {
                        zones.forEach(zone -> offers.add(new Offer(kind, market, zone)));
                    }
                }
            }
        }
        offers.removeIf(offer -> !nodeRequest.accepts(offer));
        return offers;
    }

    /** The suitable offers that were available when they were last requested, in the first market that has any. */
    List<Offer> atHand(Ec2NodeRequest nodeRequest, List<Optional<Zone>> zones) {
        List<Offer> offers = all(nodeRequest, zones);
        offers.removeIf(shortages::isShort);
        for (Market market : settings.markets()) {
            List<Offer> here =
                    offers.stream().filter(offer -> offer.market() == market).toList();
            if (!here.isEmpty()) {
                return here;
            }
        }
        return List.of();
    }

    /**
     * Why these requests take more nodes than a request brings, whatever is bought for them; empty where they do not.
     */
    Optional<String> tooMany(List<Ec2NodeRequest> nodeRequests) {
        long least = 0;
        for (Ec2NodeRequest nodeRequest : nodeRequests) {
            long perNode = all(nodeRequest, zones()).stream()
                    .mapToLong(offer -> nodeRequest.perNode(offer.kind()))
                    .max()
                    .orElse(Long.MAX_VALUE);
            long nodes = Math.ceilDiv(nodeRequest.least(), perNode);
            long zones = Math.max(1, nodeRequest.zones());
            least = nodes > (Long.MAX_VALUE - least) / zones ? Long.MAX_VALUE : least + nodes * zones;
        }
        return least > settings.mostNodes()
                ? Optional.of("one request can add at most " + settings.mostNodes() + " nodes, but " + least
                        + " are requested")
                : Optional.empty();
    }

    /** Why there is nothing at hand for a request, for people. */
    String whyEmpty(Ec2NodeRequest nodeRequest, List<Optional<Zone>> zones) {
        List<Offer> would = all(nodeRequest, zones);
        return would.isEmpty()
                ? "no type that this provider may buy has " + nodeRequest.unit() + " and meets the requirements"
                : "EC2 had no " + would.getFirst()
                        + (would.size() == 1 ? "" : " or any other of the " + would.size() + " suitable offers")
                        + " at the last request";
    }

    void ranOut(Shortages.Pool pool) {
        shortages.note(pool);
    }

    /** Whether EC2 chooses among these: if there are so many types that the request cannot mean a specific one. */
    boolean isForFleet(List<Offer> offers) {
        int mostSpecific = 20;
        return switch (settings.mode()) {
            case INSTANCES -> false;
            case FLEET -> true;
            case AUTO -> {
                Set<String> types = new HashSet<>();
                offers.forEach(offer -> types.add(offer.kind().name()));
                yield settings.template().isPresent() && types.size() > mostSpecific;
            }
        };
    }

    /** The offers for a Fleet: the cheapest for a unit, as many as AWS takes. */
    static List<OfferChoice.Lot> forFleet(Ec2NodeRequest nodeRequest, List<Offer> offers) {
        return offers.stream()
                .map(offer -> new OfferChoice.Lot(offer, 1, nodeRequest.perNode(offer.kind())))
                .sorted(Comparator.<OfferChoice.Lot>comparingDouble(
                                lot -> (double) lot.offer().kind().cost() / lot.perNode())
                        .thenComparing(lot -> lot.offer().toString()))
                .limit(Ec2Api.MOST_OVERRIDES)
                .toList();
    }
}
