package io.banyan.queue;

import io.banyan.schedule.JobId;
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
    /** How many there are of each length, by their shapes and amounts. */
    private final Map<Shape, TreeMap<Long, TreeMap<Long, Integer>>> lengths = new HashMap<>();

    private long changes;
    /** Of which shape and amount it was last found that not all of them are so. */
    private @Nullable Shape otherShape;

    private long otherAmount;

    /** One more, which was not there. */
    public void add(WaitingJob job) {
        if (byId.putIfAbsent(job.id(), job) != null) {
            throw new IllegalStateException("job " + job.id() + " waits already");
        }
        inOrder.add(job);
        changes++;
        lengths.computeIfAbsent(job.shape(), it -> new TreeMap<>())
                .computeIfAbsent(job.amount(), it -> new TreeMap<>())
                .merge(job.length(), 1, Integer::sum);
    }

    /** Takes it out, if it is there. */
    public Optional<WaitingJob> remove(JobId id) {
        WaitingJob job = byId.remove(id);
        if (job == null) {
            return Optional.empty();
        }
        inOrder.remove(job);
        changes++;
        lengths.computeIfPresent(job.shape(), (shape, byAmount) -> {
            byAmount.computeIfPresent(job.amount(), (amount, byLength) -> {
                byLength.computeIfPresent(job.length(), (length, count) -> count == 1 ? null : count - 1);
                return byLength.isEmpty() ? null : byLength;
            });
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

    /** The same of those after this one, be it among them or not. */
    Iterator<WaitingJob> after(WaitingJob job) {
        return inOrder.tailSet(job, false).iterator();
    }

    /** How often one has come or gone. */
    long changes() {
        return changes;
    }

    /** How many shapes there are. O(1). */
    int shapes() {
        return lengths.size();
    }

    /** Whether this is so for every shape that there is, every amount of it, and the shortest time that somebody wants it for. O(shapes x amounts). */
    boolean all(Predicate predicate) {
        if (isOther(predicate)) {
            return false;
        }
        for (Map.Entry<Shape, TreeMap<Long, TreeMap<Long, Integer>>> ofShape : lengths.entrySet()) {
            for (Map.Entry<Long, TreeMap<Long, Integer>> ofAmount :
                    ofShape.getValue().entrySet()) {
                if (!predicate.test(
                        ofShape.getKey(), ofAmount.getKey(), ofAmount.getValue().firstKey())) {
                    otherShape = ofShape.getKey();
                    otherAmount = ofAmount.getKey();
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether it is still not so for whom it was not the last time: as a rule it is asked again and again what is so for more and more of them. O(log amounts). */
    private boolean isOther(Predicate predicate) {
        @Nullable Shape shape = otherShape;
        TreeMap<Long, TreeMap<Long, Integer>> ofShape = shape == null ? null : lengths.get(shape);
        TreeMap<Long, Integer> ofAmount = ofShape == null ? null : ofShape.get(otherAmount);
        return shape != null && ofAmount != null && !predicate.test(shape, otherAmount, ofAmount.firstKey());
    }

    /** Of a shape, an amount and a time. */
    interface Predicate {
        boolean test(Shape shape, long amount, long length);
    }

    /** Throws where what is kept beside the order is not what the order says. O(jobs). */
    public void checkInvariants() {
        var again = new WaitingJobs();
        inOrder.forEach(again::add);
        if (!again.lengths.equals(lengths) || !again.byId.equals(byId)) {
            throw new IllegalStateException("the jobs that wait are " + inOrder + ", and beside them " + byId.keySet()
                    + " and " + lengths + " are kept");
        }
    }

    @Override
    public String toString() {
        return inOrder.toString();
    }
}
