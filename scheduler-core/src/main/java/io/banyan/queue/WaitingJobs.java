package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Jobs that wait, in their order. All calls O(log jobs) unless they say otherwise. */
public final class WaitingJobs {
    private final TreeSet<WaitingJob> inOrder = new TreeSet<>();
    private final Map<JobId, WaitingJob> byId = new HashMap<>();
    /** By their shapes and amounts. */
    private final Map<RequestShape, TreeMap<Long, Row>> rows = new HashMap<>();

    private long changes;
    /** The shape, with the amount, of which it was last found that not all jobs meet a condition. */
    private @Nullable RequestShape otherShape;

    private long otherAmount;

    /**
     * The jobs of one shape and amount.
     *
     * @param lengths how many there are of each length
     */
    private record Row(TreeSet<WaitingJob> inOrder, TreeMap<Long, Integer> lengths) {
        Row() {
            this(new TreeSet<>(), new TreeMap<>());
        }

        long shortest() {
            return lengths.firstKey();
        }

        void add(WaitingJob job) {
            inOrder.add(job);
            lengths.merge(job.length(), 1, Integer::sum);
        }

        /** Returns whether no job is left. */
        boolean remove(WaitingJob job) {
            inOrder.remove(job);
            lengths.computeIfPresent(job.length(), (length, count) -> count == 1 ? null : count - 1);
            return inOrder.isEmpty();
        }
    }

    /** One more, which was not there. */
    public void add(WaitingJob job) {
        if (byId.putIfAbsent(job.id(), job) != null) {
            throw new IllegalStateException("job " + job.id() + " waits already");
        }
        inOrder.add(job);
        changes++;
        rows.computeIfAbsent(job.shape(), it -> new TreeMap<>())
                .computeIfAbsent(job.amount(), it -> new Row())
                .add(job);
    }

    /** Takes it out, if it is there. */
    public Optional<WaitingJob> remove(JobId id) {
        WaitingJob job = byId.remove(id);
        if (job == null) {
            return Optional.empty();
        }
        inOrder.remove(job);
        changes++;
        rows.computeIfPresent(job.shape(), (shape, byAmount) -> {
            byAmount.computeIfPresent(job.amount(), (amount, row) -> row.remove(job) ? null : row);
            return byAmount.isEmpty() ? null : byAmount;
        });
        return Optional.of(job);
    }

    /** How many there are. O(1). */
    public int size() {
        return inOrder.size();
    }

    /** Whether this one is among them. O(1). */
    public boolean contains(JobId id) {
        return byId.containsKey(id);
    }

    /** All of them, in their order. O(jobs). */
    public List<WaitingJob> all() {
        return List.copyOf(inOrder);
    }

    /** The first, or null. */
    @Nullable WaitingJob first() {
        return inOrder.isEmpty() ? null : inOrder.first();
    }

    /** The last, or null. */
    @Nullable WaitingJob last() {
        return inOrder.isEmpty() ? null : inOrder.last();
    }

    /** All of them, in their order; of no use any more when one has come or gone. */
    Iterator<WaitingJob> iterator() {
        return inOrder.iterator();
    }

    /**
     * Returns an iterator over the jobs after this one, in their order, whether or not this one is among them; of no
     * use any more when one has come or gone.
     */
    Iterator<WaitingJob> after(WaitingJob job) {
        return inOrder.tailSet(job, false).iterator();
    }

    /**
     * Returns an iterator over this job and those after it, in their order, whether or not this one is among them; of
     * no use any more when one has come or gone.
     */
    Iterator<WaitingJob> from(WaitingJob job) {
        return inOrder.tailSet(job, true).iterator();
    }

    /**
     * The first of those after this one of which this is so, or null; where it is so of an amount and a length, it must
     * be so of smaller amounts and shorter lengths. O(shapes x amounts of which it is so for a moment), and for amounts
     * of which it is so for some what comes before these.
     */
    @Nullable WaitingJob firstAfter(WaitingJob job, Predicate predicate) {
        @Nullable WaitingJob first = null;
        for (Map.Entry<RequestShape, TreeMap<Long, Row>> ofShape : rows.entrySet()) {
            for (Map.Entry<Long, Row> ofAmount : ofShape.getValue().entrySet()) {
                if (!predicate.test(ofShape.getKey(), ofAmount.getKey(), 0)) {
                    break;
                }
                Row row = ofAmount.getValue();
                if (predicate.test(ofShape.getKey(), ofAmount.getKey(), row.shortest())) {
                    first = firstOf(row, job, first, predicate);
                }
            }
        }
        return first;
    }

    private static @Nullable WaitingJob firstOf(
            Row row, WaitingJob after, @Nullable WaitingJob otherwise, Predicate predicate) {
        for (WaitingJob next : row.inOrder.tailSet(after, false)) {
            if (otherwise != null && next.compareTo(otherwise) >= 0) {
                return otherwise;
            }
            if (predicate.test(next.shape(), next.amount(), next.length())) {
                return next;
            }
        }
        return otherwise;
    }

    /** How often one has come or gone. */
    long changes() {
        return changes;
    }

    /** How many shapes there are. O(1). */
    int shapes() {
        return rows.size();
    }

    /**
     * Whether the predicate holds for every shape, every amount of it, and the shortest requested time. O(shapes x
     * amounts).
     */
    boolean all(Predicate predicate) {
        if (isOther(predicate)) {
            return false;
        }
        for (Map.Entry<RequestShape, TreeMap<Long, Row>> ofShape : rows.entrySet()) {
            for (Map.Entry<Long, Row> ofAmount : ofShape.getValue().entrySet()) {
                if (!predicate.test(
                        ofShape.getKey(), ofAmount.getKey(), ofAmount.getValue().shortest())) {
                    otherShape = ofShape.getKey();
                    otherAmount = ofAmount.getKey();
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether the predicate still does not hold for the job for which it did not hold last time. As a rule, it is
     * evaluated again and again and holds for more and more jobs. O(log amounts).
     */
    private boolean isOther(Predicate predicate) {
        @Nullable RequestShape shape = otherShape;
        TreeMap<Long, Row> ofShape = shape == null ? null : rows.get(shape);
        Row ofAmount = ofShape == null ? null : ofShape.get(otherAmount);
        return shape != null && ofAmount != null && !predicate.test(shape, otherAmount, ofAmount.shortest());
    }

    /** A condition on a shape, an amount and a time. */
    interface Predicate {
        boolean test(RequestShape shape, long amount, long length);
    }

    /** Throws if the data beside the order does not agree with the order. O(jobs). */
    public void checkInvariants() {
        var again = new WaitingJobs();
        inOrder.forEach(again::add);
        if (!again.byId.equals(byId) || !again.rows.equals(rows)) {
            throw new IllegalStateException(
                    "the waiting jobs are " + inOrder + ", but the indexes contain " + byId.keySet() + " and " + rows);
        }
    }

    @Override
    public String toString() {
        return inOrder.toString();
    }
}
