package io.banyan.provider.ec2;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.jobspec.Count;
import io.banyan.provider.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OfferChoiceTest {
    @Test
    void nodesOfTheirOwnAreOfTheCheapestTypeThatHasRoom() {
        Ec2NodeRequest nodeRequest = nodeRequest(4, new NodeShape(2, 4, 0), false);
        List<OfferChoice.Lot> lots = OfferChoice.cheapest(
                nodeRequest,
                List.of(offer("small", 1, 2, 10), offer("large", 4, 16, 40), offer("medium", 2, 4, 30)),
                4);
        assertThat(lots).containsExactly(new OfferChoice.Lot(offer("medium", 2, 4, 30), 4, 1));
    }

    @Test
    void slotsArePackedSoThatAllTogetherIsCheapest() {
        // 5 slots of a core: four in the large one and one in the small one cost 50; five small ones or two large ones
        // more.
        Ec2NodeRequest nodeRequest = nodeRequest(5, new NodeShape(1, 0, 0), true);
        List<OfferChoice.Lot> lots =
                OfferChoice.cheapest(nodeRequest, List.of(offer("small", 1, 1, 12), offer("large", 4, 4, 38)), 5);
        assertThat(lots)
                .extracting(lot -> lot.count() + " " + lot.offer())
                .containsExactlyInAnyOrder("1 large", "1 small");
    }

    @Test
    void itCostsAsLittleAsTheCheapestOfAllSets() {
        long seed = 7;
        var random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<Offer> offers = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                offers.add(offer("t" + i, 1 + random.nextInt(6), 1, 1 + random.nextInt(50)));
            }
            Ec2NodeRequest nodeRequest =
                    nodeRequest(1 + random.nextInt(12), new NodeShape(1 + random.nextInt(2), 0, 0), true);
            long cheapest = bruteForce(nodeRequest, offers, nodeRequest.wanted());
            List<OfferChoice.Lot> lots = OfferChoice.cheapest(nodeRequest, offers, nodeRequest.wanted());
            long cost = lots.stream()
                    .mapToLong(lot -> lot.count() * lot.offer().kind().cost())
                    .sum();
            assertThat(lots.isEmpty() ? -1 : cost)
                    .as("seed %d round %d: %s of %s", seed, round, nodeRequest, offers)
                    .isEqualTo(cheapest);
            assertThat(lots.stream().mapToLong(OfferChoice.Lot::units).sum())
                    .isGreaterThanOrEqualTo(lots.isEmpty() ? 0 : nodeRequest.wanted());
        }
    }

    @Test
    void aHundredThousandSlotsAreChosenForWithoutATableOfThemAll() {
        Ec2NodeRequest nodeRequest = nodeRequest(100_000, new NodeShape(1, 0, 0), true);
        List<OfferChoice.Lot> lots = OfferChoice.cheapest(
                nodeRequest, List.of(offer("small", 1, 1, 12), offer("large", 64, 4, 500)), 100_000);
        assertThat(lots.stream().mapToLong(OfferChoice.Lot::units).sum()).isBetween(100_000L, 100_063L);
    }

    /** The least cost of any set with so much room, or -1. */
    private static long bruteForce(Ec2NodeRequest nodeRequest, List<Offer> offers, long units) {
        if (units <= 0) {
            return 0;
        }
        long best = -1;
        for (Offer offer : offers) {
            long room = nodeRequest.perNode(offer.kind());
            long rest = room == 0 ? -1 : bruteForce(nodeRequest, List.of(offer), units, room, offers);
            if (rest >= 0 && (best < 0 || rest < best)) {
                best = rest;
            }
        }
        return best;
    }

    private static long bruteForce(
            Ec2NodeRequest nodeRequest, List<Offer> first, long units, long room, List<Offer> offers) {
        // Sets and not sequences: after this offer only itself and those behind it.
        Offer offer = first.getFirst();
        long rest = bruteForce(nodeRequest, offers.subList(offers.indexOf(offer), offers.size()), units - room);
        return rest < 0 ? -1 : offer.kind().cost() + rest;
    }

    private static Ec2NodeRequest nodeRequest(long count, NodeShape unit, boolean isShared) {
        return new Ec2NodeRequest(Count.exactly(count), 1, unit, isShared, 0, List.of());
    }

    private static Offer offer(String name, long cores, long memory, long cost) {
        var kind = new InstanceKind(name, new NodeShape(cores, memory, 0), Optional.of(new Price(cost)), true);
        return new Offer(kind, Market.ON_DEMAND, Optional.empty());
    }
}
