package io.banyan.match;

import java.util.List;

/**
 * How far an exploration that stops early has come: for each demand, whole bundles of its greatest count. What the last
 * vertex of a bundle has too much is not carried into the next bundle, but for what is left of a divisible pool.
 */
final class Shares {

    private final Demand[] demands;
    private final long needed;
    private final long[] complete;
    private final long[] gathered;
    private final int[] seen;

    /**
     * Nothing gathered yet.
     *
     * @param needed bundles of each demand that are enough
     */
    Shares(Demand[] demands, long needed) {
        this.demands = demands;
        this.needed = needed;
        complete = new long[demands.length];
        gathered = new long[demands.length];
        seen = new int[demands.length];
    }

    /** Counts the candidates that came since the last call. */
    void count(Candidates found) {
        for (int i = 0; i < demands.length; i++) {
            List<Candidate> list = found.of(demands[i].typeId);
            for (; seen[i] < list.size(); seen[i]++) {
                var bundles = new Bundles(demands[i].most, gathered[i]);
                complete[i] += bundles.add(list.get(seen[i]));
                gathered[i] = bundles.gathered();
            }
        }
    }

    /** Whether a child of the type is of no use any more. */
    boolean hasEnoughOf(int typeId) {
        for (int i = 0; i < demands.length; i++) {
            if (demands[i].typeId == typeId) {
                return complete[i] >= needed;
            }
        }
        return false;
    }

    boolean hasEnough() {
        for (long shares : complete) {
            if (shares < needed) {
                return false;
            }
        }
        return true;
    }
}
