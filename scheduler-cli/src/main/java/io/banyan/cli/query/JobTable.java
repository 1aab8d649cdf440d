package io.banyan.cli.query;

import io.banyan.schedule.JobId;
import java.util.Collection;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The jobs of a session by id, and the next id. */
final class JobTable {
    private final TreeMap<JobId, QueryJob> jobs = new TreeMap<>();
    private long next = 1;

    /** An id that no job of this session has or had. */
    JobId newId() {
        return new JobId(next++);
    }

    /** The id was named by hand: it and those before it are not given out any more. */
    void passOver(JobId id) {
        next = Math.max(next, id.value() + 1);
    }

    void put(QueryJob job) {
        jobs.put(job.id(), job);
    }

    @Nullable QueryJob get(JobId id) {
        return jobs.get(id);
    }

    /** The job of this id that has not been cancelled. */
    QueryJob live(JobId id) throws QueryFailure {
        QueryJob job = jobs.get(id);
        if (job == null || job.state() == QueryJob.State.CANCELED) {
            throw new QueryFailure("nonexistent job " + id);
        }
        return job;
    }

    Collection<QueryJob> all() {
        return jobs.values();
    }
}
