package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.alike.NodeRow;
import io.banyan.alike.NodeSignature;
import io.banyan.alike.Numbered;
import io.banyan.alike.Order;
import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The candidates for one demand at the jobspec's top level below a wide vertex, as {@code locality} wants them: runs of
 * consecutive scores, the highest run first, and in a run as a depth-first walk meets them. The contents of a run
 * follow from the promises of the signatures: O(signatures x log^2 parcels) a run and O(log signatures) a candidate,
 * but O(scores of the run) where logical ids do not ascend in the order of the walk.
 */
final class RunStreams {

    private final ResourceGraph graph;
    private final NodeClasses nodeClasses;
    private final int wide;
    private final int type;
    private boolean ascending;
    /** Signatures that offer candidates below the parcels' tops. */
    private final List<Inner> inner = new ArrayList<>();
    /** Signatures that offer the parcels' tops. */
    private final List<Tops> tops = new ArrayList<>();
    /** Parcels that were asked by themselves. */
    private final List<Asked> asked = new ArrayList<>();
    /** Ascending: the scores that there are of the inner candidates and of those that were found. */
    private long[] single = {};

    private record Inner(ParcelOffer offer, NodeSignature signature) {}

    private record Tops(ParcelOffer offer, Numbered numbered) {}

    private record Asked(int parcel, List<Candidate> found) {}

    /**
     * A parcel that has candidates in a run, and the row that it is the first of, as far as logical ids up to the last
     * go.
     */
    private record Entry(
            int parcel, long amount, long granule, @Nullable NodeRow row, long last) {}

    RunStreams(ResourceGraph graph, NodeClasses nodeClasses, int wide, Demand demand) {
        this.graph = graph;
        this.nodeClasses = nodeClasses;
        this.wide = wide;
        this.type = demand.typeId;
    }

    /** All parcels of a signature offer this. */
    void add(ParcelOffer offer, NodeSignature signature) {
        if (offer.isAtTop()) {
            ascending = nodeClasses.isAscendingBelow(wide, type);
            tops.add(new Tops(offer, nodeClasses.numberedBelow(wide, signature)));
        } else if (offer.size() > 0) {
            inner.add(new Inner(offer, signature));
        }
    }

    /** This was found in a parcel. */
    void add(int parcel, List<Candidate> found) {
        if (!found.isEmpty()) {
            asked.add(new Asked(parcel, found));
        }
    }

    /**
     * The parcels that have the best candidates, as many as make so many bundles of at least a share; or all. The runs
     * that they are in are added to those that are known.
     */
    List<Integer> best(long share, long needed, Runs runs) {
        collectSingle();
        var claimed = new ArrayList<Integer>();
        var bundles = new Bundles(share, 0);
        long complete = 0;
        long high = highest(Long.MAX_VALUE);
        while (complete < needed && high != Numbered.NONE) {
            long low = lowest(high);
            runs.add(low, high);
            complete += claim(low, high, needed - complete, bundles, claimed);
            high = highest(low - 1);
        }
        return claimed;
    }

    /**
     * Returns the parcels that have the best candidates, as many as make so many bundles of at least a share, or all,
     * where all runs are known of which something is needed.
     */
    List<Integer> bestOf(Runs runs, long share, long needed) {
        var claimed = new ArrayList<Integer>();
        var bundles = new Bundles(share, 0);
        long complete = 0;
        for (int i = 0; i < runs.size() && complete < needed; i++) {
            complete += claim(runs.low(i), runs.high(i), needed - complete, bundles, claimed);
        }
        return claimed;
    }

    // ---- which runs there are -------------------------------------------------------------------------------------

    private void collectSingle() {
        LongStream offered = inner.stream().flatMapToLong(entry -> entry.offer.scores());
        LongStream found = asked.stream().flatMap(entry -> entry.found.stream()).mapToLong(Candidate::score);
        single = LongStream.concat(offered, found).sorted().distinct().toArray();
    }

    /** The highest score that there is and that is not more than this. */
    private long highest(long score) {
        int at = Arrays.binarySearch(single, score);
        int below = at >= 0 ? at : -at - 2;
        long highest = below < 0 ? Numbered.NONE : single[below];
        for (Tops top : tops) {
            long number = top.numbered.floor(Scoring.numberOf(score));
            highest = number == Numbered.NONE ? highest : Math.max(highest, Scoring.ofNumber(number));
        }
        return highest;
    }

    /** The lowest score of the run that ends with a score that there is. */
    private long lowest(long high) {
        long low = high;
        while (true) {
            low -= atTopDownFrom(low);
            if (Arrays.binarySearch(single, low) >= 0) {
                low--;
            } else if (countAtTop(low, low) == 0) {
                return low + 1;
            }
        }
    }

    /** How many consecutive scores from this one down parcels' tops have. */
    private long atTopDownFrom(long score) {
        long length = 0;
        long step = 1;
        while (hasAllAtTop(score - length, step)) {
            length += step;
            step = ascending ? 2 * step : 1;
        }
        while (step > 1) {
            step /= 2;
            length += hasAllAtTop(score - length, step) ? step : 0;
        }
        return length;
    }

    /**
     * Whether parcels' tops have so many consecutive scores from this one down; more than one only where no two have
     * the same.
     */
    private boolean hasAllAtTop(long score, long many) {
        long count = countAtTop(score - many + 1, score);
        return many == 1 ? count > 0 : count == many;
    }

    private long countAtTop(long low, long high) {
        long count = 0;
        for (Tops top : tops) {
            count += top.numbered.count(Scoring.numberOf(low), Scoring.numberOf(high));
        }
        return count;
    }

    // ---- which parcels are in a run -------------------------------------------------------------------------------

    /**
     * Claims the parcels of a run until the needed number of bundles is complete; returns the number of complete
     * bundles.
     */
    private long claim(long low, long high, long needed, Bundles bundles, List<Integer> claimed) {
        var queue = new PriorityQueue<Entry>((a, b) -> nodeClasses.compareByPlace(a.parcel, b.parcel));
        for (Inner entry : inner) {
            long amount = entry.offer.amountWithin(low, high);
            if (amount > 0) {
                push(queue, nodeClasses.membersBelow(wide, entry.signature, Order.PLACE), amount, 0, Long.MAX_VALUE);
            }
        }
        tops.forEach(top -> pushRows(queue, top, Scoring.numberOf(low), Scoring.numberOf(high)));
        for (Asked entry : asked) {
            long amount = entry.found.stream()
                    .filter(candidate -> low <= candidate.score() && candidate.score() <= high)
                    .mapToLong(Candidate::amount)
                    .sum();
            if (amount > 0) {
                queue.add(new Entry(entry.parcel, amount, 0, null, 0));
            }
        }
        long complete = 0;
        while (complete < needed && !queue.isEmpty()) {
            Entry entry = queue.remove();
            claimed.add(entry.parcel);
            complete += bundles.add(entry.amount, entry.granule);
            if (entry.row != null) {
                entry.row.advance();
                push(queue, entry.row, entry.amount, entry.granule, entry.last);
            }
        }
        return complete;
    }

    /** One row where logical ids ascend, else one for each that there is. */
    private void pushRows(PriorityQueue<Entry> queue, Tops top, long first, long last) {
        long amount = top.offer.amount(0);
        long granule = top.offer.granule(0);
        if (ascending) {
            push(queue, top.numbered.from(first), amount, granule, last);
            return;
        }
        for (long number = top.numbered.floor(last); number >= first; number = top.numbered.floor(number - 1)) {
            push(queue, top.numbered.from(number), amount, granule, number);
        }
    }

    private void push(PriorityQueue<Entry> queue, NodeRow row, long amount, long granule, long last) {
        if (row.isAtVertex() && (last == Long.MAX_VALUE || graph.number(row.vertex()) <= last)) {
            queue.add(new Entry(row.vertex(), amount, granule, row, last));
        }
    }
}
