package io.banyan.provider.ec2;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cheapest set of instances that has room for a number of units. If each unit needs a node of its own, this is the
 * cheapest offer, once per unit. If several units fit on a node, it is a covering problem, which is solved exactly up
 * to {@link #MOST_EXACT} units, and beyond by the cheapest offer per unit.
 */
final class OfferChoice {
    /**
     * O(units x different capacities); larger requests are bought by the best rate, and only their remainder exactly.
     */
    static final int MOST_EXACT = 2_048;

    private OfferChoice() {}

    /** So many of an offer. */
    record Lot(Offer offer, long count, long perNode) {
        long units() {
            return count * perNode;
        }
    }

    /**
     * The cheapest lots for so many units; empty where no offer has room for one.
     *
     * @param offers in any order; of two that cost and hold the same, the first in the order of their names is taken
     */
    static List<Lot> cheapest(Ec2NodeRequest nodeRequest, List<Offer> offers, long units) {
        List<Lot> candidates = notDominated(nodeRequest, offers, units);
        if (candidates.isEmpty()) {
            return List.of();
        }
        Map<Offer, Lot> chosen = new TreeMap<>(Comparator.comparing(Offer::toString));
        long left = units;
        if (left > MOST_EXACT) {
            Lot best = candidates.stream()
                    .min(Comparator.comparingDouble(
                            lot -> (double) lot.offer().kind().cost() / lot.perNode()))
                    .orElseThrow();
            long count = (left - MOST_EXACT) / best.perNode();
            add(chosen, best, count);
            left -= count * best.perNode();
        }
        cover(candidates, (int) left).forEach(lot -> add(chosen, lot, 1));
        return List.copyOf(chosen.values());
    }

    private static void add(Map<Offer, Lot> chosen, Lot lot, long count) {
        if (count > 0) {
            chosen.merge(
                    lot.offer(),
                    new Lot(lot.offer(), count, lot.perNode()),
                    (a, b) -> new Lot(a.offer(), a.count() + b.count(), a.perNode()));
        }
    }

    /**
     * For each number of units that a node can hold, the cheapest; without those for whose price another holds as much
     * or more.
     */
    private static List<Lot> notDominated(Ec2NodeRequest nodeRequest, List<Offer> offers, long units) {
        TreeMap<Long, Offer> byRoom = new TreeMap<>(Comparator.reverseOrder());
        Comparator<Offer> cheaper =
                Comparator.<Offer>comparingLong(offer -> offer.kind().cost()).thenComparing(Offer::toString);
        for (Offer offer : offers) {
            long room = Math.min(units, nodeRequest.perNode(offer.kind()));
            if (room > 0) {
                byRoom.merge(room, offer, (a, b) -> cheaper.compare(a, b) <= 0 ? a : b);
            }
        }
        List<Lot> kept = new ArrayList<>();
        long cheapest = Long.MAX_VALUE;
        for (Map.Entry<Long, Offer> entry : byRoom.entrySet()) {
            if (entry.getValue().kind().cost() < cheapest) {
                cheapest = entry.getValue().kind().cost();
                kept.add(new Lot(entry.getValue(), 1, entry.getKey()));
            }
        }
        return kept;
    }

    /**
     * The cheapest instances, one by one, that have room for this many: the least cost of 0, 1, 2, ... units, each from
     * those before it.
     */
    private static List<Lot> cover(List<Lot> candidates, int units) {
        long[] cost = new long[units + 1];
        int[] last = new int[units + 1];
        for (int n = 1; n <= units; n++) {
            cost[n] = Long.MAX_VALUE;
            for (int i = 0; i < candidates.size(); i++) {
                Lot lot = candidates.get(i);
                long with = lot.offer().kind().cost() + cost[(int) Math.max(0, n - lot.perNode())];
                if (with < cost[n]) {
                    cost[n] = with;
                    last[n] = i;
                }
            }
        }
        List<Lot> chosen = new ArrayList<>();
        for (long n = units; n > 0; n -= chosen.getLast().perNode()) {
            chosen.add(candidates.get(last[(int) n]));
        }
        return chosen;
    }
}
