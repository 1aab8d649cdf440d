package io.banyan.queue;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the jobs that came since the last pass, where nothing was freed since. */
final class NewStage implements PassStage {
    private final Lanes lanes;
    private final PlacementSearch search;
    private final Iterator<WaitingJob> came;
    private PlacementSearch.@Nullable Found returned;
    private Kind then = Kind.END;

    NewStage(Lanes lanes, PlacementSearch search, List<WaitingJob> came) {
        this.lanes = lanes;
        this.search = search;
        this.came = came.iterator();
    }

    @Override
    public @Nullable Placement next() {
        if (returned != null) {
            if (search.leavesRoom(returned)) {
                then = Kind.ADVANCE;
                return null;
            }
            if (isAnotherAmongFirst(returned.job())) {
                then = Kind.VISIT;
            }
        }
        while (came.hasNext()) {
            WaitingJob job = came.next();
            returned = search.mayStart(job) ? search.find(job) : null;
            if (returned != null) {
                return returned.placement();
            }
        }
        return null;
    }

    private boolean isAnotherAmongFirst(WaitingJob placed) {
        return lanes.laneOf(placed).policy().depth() != QueuePolicy.ALL && !lanes.isWaiting(placed.id());
    }

    @Override
    public Kind then() {
        return then;
    }
}
