package io.banyan.match.explain;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The verdict on some candidates of one demand: one obstacle took them, or they fit. */
final class CandidateVerdict {

    /** The reason of a verdict; of two equal reasons, one is kept. */
    record Why(@Nullable Obstacle obstacle, String about) {
        static final Why FITS = new Why(null, "");
    }

    final Why why;
    private long needed;
    private long atBest;
    private long count;
    private long inherited;
    /** By vertex above: how many it took with it. */
    private final Map<Integer, Long> above = new LinkedHashMap<>();

    private final Map<JobId, Long> endsOfHolders = new LinkedHashMap<>();

    CandidateVerdict(Why why) {
        this.why = why;
    }

    /** Whether it says that they fit. */
    boolean fits() {
        return why.obstacle() == null;
    }

    void lacking(long neededBelow, long thereBelow) {
        needed = neededBelow;
        atBest = Math.max(atBest, thereBelow);
    }

    /**
     * Records the draws of all candidates, and the remaining amount; of several places, the one that is asked for most.
     */
    void together(long inAll, long left) {
        if (inAll > needed) {
            needed = inAll;
            atBest = left;
        }
    }

    /** The obstacle took some, by way of the vertex above where there is one. */
    void add(long amount, int vertexAbove) {
        count += amount;
        if (vertexAbove >= 0) {
            inherited += amount;
            above.merge(vertexAbove, amount, Long::sum);
        }
    }

    void heldBy(Booking booking) {
        endsOfHolders.put(booking.job(), booking.window().endSec());
    }

    long count() {
        return count;
    }

    Explanation.Taken taken(Obstacle obstacle, ResourceGraph graph) {
        List<Explanation.Above> greatest = above.entrySet().stream()
                .map(entry -> new Explanation.Above(graph.path(entry.getKey()), entry.getValue()))
                .sorted(Comparator.comparingLong(Explanation.Above::count).reversed())
                .limit(Explanation.MAX_NAMED)
                .toList();
        return new Explanation.Taken(
                obstacle,
                why.about,
                count,
                needed,
                atBest,
                inherited,
                greatest,
                above.size() - greatest.size(),
                holders());
    }

    private Explanation.Holders holders() {
        if (endsOfHolders.isEmpty()) {
            return Explanation.Holders.NONE;
        }
        List<JobId> first = endsOfHolders.entrySet().stream()
                .sorted(Map.Entry.<JobId, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .limit(Explanation.MAX_NAMED)
                .map(Map.Entry::getKey)
                .toList();
        long firstEnd =
                endsOfHolders.values().stream().mapToLong(end -> end).min().orElse(0);
        long lastEnd =
                endsOfHolders.values().stream().mapToLong(end -> end).max().orElse(0);
        return new Explanation.Holders(first, endsOfHolders.size() - first.size(), firstEnd, lastEnd);
    }
}
