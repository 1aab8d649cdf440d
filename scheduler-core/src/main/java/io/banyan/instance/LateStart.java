package io.banyan.instance;

import io.banyan.planner.TimeWindow;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What becomes of plans when a job cannot start when it was to, since those before it were not gone yet, or the daemon was not there: it has all its time from when it
 * starts, so that those behind it in the queue may start later as well.
 */
final class LateStart {
    private final InstanceState state;

    LateStart(InstanceState state) {
        this.state = state;
    }

    /**
     * The job, and of those that come after it in the queue those that cannot have what is reserved for them when it is, if it starts then: all of them are to wait again. Who
     * comes before it keeps what is reserved. O(reservations^2), and for those whose times overlap what they hold.
     */
    List<JobId> delayed(JobRecord late, long startSec) {
        Map<JobId, Long> ends = new LinkedHashMap<>();
        ends.put(late.id(), startSec + late.window().durationSec());
        for (JobRecord next : behind(late)) {
            TimeWindow planned = next.window();
            long start = ends.entrySet().stream()
                    .filter(it -> it.getValue() > planned.startSec())
                    .filter(it -> state.schedule().holdings().exclude(it.getKey(), next.id()))
                    .mapToLong(Map.Entry::getValue)
                    .max()
                    .orElse(planned.startSec());
            if (start > planned.startSec()) {
                ends.put(next.id(), start + planned.durationSec());
            }
        }
        return List.copyOf(ends.keySet());
    }

    /** Those after it in the queue that have a reservation, in the order of their starts. */
    private List<JobRecord> behind(JobRecord late) {
        List<JobRecord> behind = new ArrayList<>();
        boolean isAfter = false;
        for (WaitingJob job : state.submitted().queue().withReservation()) {
            if (isAfter) {
                behind.add(state.jobs().find(job.id()).orElseThrow());
            }
            isAfter |= job.id().equals(late.id());
        }
        behind.sort(Comparator.comparingLong(job -> job.window().startSec()));
        return behind;
    }
}
