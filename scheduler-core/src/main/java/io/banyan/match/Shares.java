package io.banyan.match;

import java.util.List;

/**
 * The progress of an exploration that stops early: for each demand, whole bundles of its greatest count. An excess of
 * the last vertex of a bundle is not carried into the next bundle, except the rest of a divisible pool.
 */
final class Shares {

    private final Demand[] demands;
    private final long needed;
    private final Upwalk.Account account;
    private final long[] complete;
    private final long[] gathered;
    private final int[] seen;

    /**
     * Nothing gathered yet.
     *
     * @param needed bundles of each demand that are enough
     * @param account of the draws of counted candidates: candidates that do not fit beside them do not count
     */
    Shares(Demand[] demands, long needed, Upwalk.Account account) {
        this.demands = demands;
        this.account = account;
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
                if (account.add(list.get(seen[i]))) {
                    var bundles = new Bundles(demands[i].most, gathered[i]);
                    complete[i] += bundles.add(list.get(seen[i]));
                    gathered[i] = bundles.gathered();
                }
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
