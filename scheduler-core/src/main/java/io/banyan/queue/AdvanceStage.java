package io.banyan.queue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for earlier starts, since there is more than was planned with. In their order, the jobs with reservations may
 * have earlier ones; jobs that came since the last pass or lost their reservations, and those that may be in time
 * again, are tried before a job that comes after them is moved. Repeated as long as a job leaves room that way.
 * O(reservations x log(reservations) + matches).
 */
final class AdvanceStage implements PassStage {
    private final Lanes lanes;
    private final PlacementSearch search;
    private final Iterator<WaitingJob> jobs;
    /** The placement for a job without a reservation that was returned last. */
    private PlacementSearch.@Nullable Found returned;

    private boolean isAgain;

    AdvanceStage(Lanes lanes, PlacementSearch search, List<WaitingJob> came) {
        this.lanes = lanes;
        this.search = search;
        List<WaitingJob> inTime = search.takeInTimeAgain();
        List<WaitingJob> all = new ArrayList<>(lanes.reserved());
        if (!all.isEmpty()) {
            WaitingJob last = all.getLast();
            addBefore(last, came, all);
            addBefore(last, inTime, all);
            Collections.sort(all);
        }
        this.jobs = all.iterator();
    }

    private void addBefore(WaitingJob last, List<WaitingJob> tried, List<WaitingJob> all) {
        for (WaitingJob job : tried) {
            if (job.compareTo(last) < 0 && lanes.isWaiting(job.id())) {
                all.add(job);
            }
        }
    }

    @Override
    public @Nullable Placement next() {
        if (returned != null && search.leavesRoom(returned)) {
            isAgain = true;
            return null;
        }
        returned = null;
        while (jobs.hasNext()) {
            @Nullable Placement found = find(jobs.next());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Placement find(WaitingJob job) {
        if (lanes.isReserved(job.id())) {
            @Nullable Placement earlier = search.findEarlier(job);
            isAgain |= earlier != null;
            return earlier;
        }
        returned = search.mayStart(job) ? search.find(job) : null;
        return returned == null ? null : returned.placement();
    }

    @Override
    public Kind then() {
        return isAgain ? Kind.ADVANCE : Kind.VISIT;
    }
}
