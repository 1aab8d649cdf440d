package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reservations that were withdrawn in one pass: a job that can use none of them is not asked for a second time. */
final class Vacancies {
    private final List<Long> startsSec = new ArrayList<>();
    /** The number of vacancies when a job was last asked for. */
    private final Map<JobId, Integer> asked = new HashMap<>();

    /** Notes the start of a reservation that is withdrawn. */
    void add(long startSec) {
        startsSec.add(startSec);
    }

    /** Notes that an earlier start was looked for, for this job. */
    void asked(JobId job) {
        asked.put(job, startsSec.size());
    }

    /**
     * Returns whether a job was asked for already, and no reservation was withdrawn since then that begins before its
     * own ends. O(reservations that were withdrawn).
     */
    boolean isAskedInVain(JobId job, long endSec) {
        @Nullable Integer since = asked.get(job);
        return since != null
                && startsSec.subList(since, startsSec.size()).stream().noneMatch(startSec -> startSec < endSec);
    }
}
