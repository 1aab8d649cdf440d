package io.banyan.cli.jobs;

import io.banyan.instance.message.value.JobRecord;
import java.util.List;

/**
 * The lines on standard error with which a command that stays with its job shows the job's progress. One thread calls.
 */
public interface ForegroundNotices {
    /** No lines. */
    ForegroundNotices NONE = new ForegroundNotices() {
        @Override
        public List<String> submitted(JobRecord job) {
            return List.of();
        }

        @Override
        public List<String> heard(JobRecord job) {
            return List.of();
        }

        @Override
        public List<String> ended(JobRecord job) {
            return List.of();
        }
    };

    /** The job is in the queue, or runs already. */
    List<String> submitted(JobRecord job);

    /** The daemon was asked again about the job, which may be over. */
    List<String> heard(JobRecord job);

    /** The job is over. */
    List<String> ended(JobRecord job);
}
