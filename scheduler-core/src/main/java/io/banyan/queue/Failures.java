package io.banyan.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was tried in vain since something was last freed: who wants the same, as much of it or more, for as long or longer, would find nothing either. So a match is not asked
 * for again while nothing can have changed its answer.
 */
final class Failures {
    /** By shape, the shortest time for which an amount was wanted in vain; the greater the amount, the shorter. */
    private final Map<Shape, TreeMap<Long, Long>> stairs = new HashMap<>();

    void clear() {
        stairs.clear();
    }

    /** O(log amounts), amortised. */
    void add(WaitingJob job) {
        TreeMap<Long, Long> ofShape = stairs.computeIfAbsent(job.shape(), it -> new TreeMap<>());
        if (!isCovered(ofShape, job.amount(), job.length())) {
            NavigableMap<Long, Long> more = ofShape.tailMap(job.amount(), true);
            while (!more.isEmpty() && more.firstEntry().getValue() >= job.length()) {
                more.pollFirstEntry();
            }
            ofShape.put(job.amount(), job.length());
        }
    }

    /** O(log amounts). */
    boolean covers(WaitingJob job) {
        return covers(job.shape(), job.amount(), job.length());
    }

    private boolean covers(Shape shape, long amount, long length) {
        @Nullable NavigableMap<Long, Long> ofShape = stairs.get(shape);
        return ofShape != null && isCovered(ofShape, amount, length);
    }

    private static boolean isCovered(NavigableMap<Long, Long> ofShape, long amount, long length) {
        Map.@Nullable Entry<Long, Long> stair = ofShape.floorEntry(amount);
        return stair != null && stair.getValue() <= length;
    }

    /** Whether all of these would find nothing. O(shapes x amounts that wait), and O(1) where a shape was not tried at all. */
    boolean coverAll(WaitingJobs jobs) {
        return stairs.size() >= jobs.shapes() && jobs.all(this::covers);
    }
}
