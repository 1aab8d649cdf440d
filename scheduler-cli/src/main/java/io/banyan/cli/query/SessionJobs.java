package io.banyan.cli.query;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The data that a session remembers of the jobs that it made: the files that asked for them, and how long that took.
 */
final class SessionJobs {
    private record Made(String file, double elapsedSec) {}

    private final Map<JobId, Made> made = new HashMap<>();

    void add(JobId job, String file, double elapsedSec) {
        made.put(job, new Made(file, elapsedSec));
    }

    /** The jobs, in the order of their ids. */
    List<JobId> ids() {
        return made.keySet().stream().sorted().toList();
    }

    /** Returns one line of the job table. For a job of another client, it names the job instead of a file. */
    String line(JobRecord job) {
        Made known = made.getOrDefault(job.id(), new Made(job.name().isEmpty() ? "-" : job.name(), 0));
        return "%s, %s, %d, %s, %f"
                .formatted(
                        job.id(),
                        state(job.state()),
                        job.plan().map(TimeWindow::startSec).orElse(0L),
                        known.file,
                        known.elapsedSec);
    }

    private static String state(JobState state) {
        return switch (state) {
            case PENDING -> "PENDING";
            case RESERVED -> "RESERVED";
            case RUNNING, STOPPING -> "ALLOCATED";
            case COMPLETED, CANCELLED, EXPIRED, FAILED -> "CANCELED";
        };
    }
}
