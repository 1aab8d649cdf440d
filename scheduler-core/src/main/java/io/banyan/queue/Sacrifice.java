package io.banyan.queue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Chooses the jobs to stop to make room. Every trial is a match, so that the number of trials is limited.
 *
 * <p>First the sets are tried in the order of their costs, up to {@link #EXACT_LOOKS}: the first set that makes room is
 * one of the cheapest of all. If none is found by then, the choice is a set from which no job can be left out, and in
 * which cheap jobs are preferred (QuickXplain, Junker 2004): after O(k log(n / k)) trials for k of n. After {@link
 * #MOST_LOOKS} trials, no set is chosen.
 */
public final class Sacrifice {
    /** So many sets are tried in the order of their costs. */
    public static final int EXACT_LOOKS = 32;

    /** In all. */
    public static final int MOST_LOOKS = 128;

    private final long[] costs;
    private final Predicate<BitSet> makesRoom;
    private int looks;

    /** A set among the first jobs in the order of costs. */
    private record Set(long cost, int last, BitSet members) {}

    /** More looks were needed than there may be. */
    private static final class TooMany extends Exception {
        private static final long serialVersionUID = 1;
    }

    private Sacrifice(long[] costs, Predicate<BitSet> makesRoom) {
        this.costs = costs;
        this.makesRoom = makesRoom;
    }

    /**
     * The positions of those that are chosen, in ascending order.
     *
     * @param costs of each; not negative
     * @param makesRoom whether there is room without these; if so, then without more of them as well
     */
    public static Optional<List<Integer>> choose(long[] costs, Predicate<BitSet> makesRoom) {
        // By costs, so that the first are the cheapest.
        int[] order = IntStream.range(0, costs.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> costs[i]).thenComparing(i -> i))
                .mapToInt(i -> i)
                .toArray();
        long[] sorted = IntStream.of(order).mapToLong(i -> costs[i]).toArray();
        Predicate<BitSet> inOrder = set -> {
            var original = new BitSet();
            set.stream().forEach(i -> original.set(order[i]));
            return makesRoom.test(original);
        };
        try {
            return new Sacrifice(sorted, inOrder)
                    .choose()
                    .map(set -> set.stream().map(i -> order[i]).sorted().boxed().toList());
        } catch (TooMany e) {
            return Optional.empty();
        }
    }

    private Optional<BitSet> choose() throws TooMany {
        var all = new BitSet();
        all.set(0, costs.length);
        if (all.isEmpty() || !look(all)) {
            return Optional.empty();
        }
        Optional<BitSet> cheapest = cheapest();
        return cheapest.isPresent() ? cheapest : Optional.of(explained(new BitSet(), false, list(all)));
    }

    private boolean look(BitSet set) throws TooMany {
        if (++looks > MOST_LOOKS) {
            throw new TooMany();
        }
        return makesRoom.test(set);
    }

    /**
     * Sets in the order of their costs: each is followed by those with one more, and with the next instead of the last.
     */
    private Optional<BitSet> cheapest() throws TooMany {
        var next = new PriorityQueue<Set>(
                Comparator.comparingLong(Set::cost).thenComparingInt(set -> set.members.cardinality()));
        next.add(with(new BitSet(), 0, 0));
        for (int i = 0; i < EXACT_LOOKS && !next.isEmpty(); i++) {
            Set set = next.remove();
            if (look(set.members)) {
                return Optional.of(set.members);
            }
            int after = set.last + 1;
            if (after < costs.length) {
                next.add(with(set.members, set.cost, after));
                var others = (BitSet) set.members.clone();
                others.clear(set.last);
                next.add(with(others, set.cost - costs[set.last], after));
            }
        }
        return Optional.empty();
    }

    private Set with(BitSet members, long cost, int one) {
        var more = (BitSet) members.clone();
        more.set(one);
        return new Set(cost + costs[one], one, more);
    }

    private static List<Integer> list(BitSet set) {
        return set.stream().boxed().toList();
    }

    /** Returns the members of the list, cheap ones first, that are needed beside the others. */
    private BitSet explained(BitSet background, boolean isMore, List<Integer> these) throws TooMany {
        if (isMore && look(background)) {
            return new BitSet();
        }
        var needed = new BitSet();
        if (these.size() == 1) {
            needed.set(these.getFirst());
            return needed;
        }
        int half = these.size() / 2;
        List<Integer> cheap = new ArrayList<>(these.subList(0, half));
        List<Integer> dear = these.subList(half, these.size());
        BitSet ofDear = explained(union(background, cheap), true, dear);
        needed.or(ofDear);
        var withDear = (BitSet) background.clone();
        withDear.or(ofDear);
        needed.or(explained(withDear, !ofDear.isEmpty(), cheap));
        return needed;
    }

    private static BitSet union(BitSet set, List<Integer> more) {
        var all = (BitSet) set.clone();
        more.forEach(all::set);
        return all;
    }
}
