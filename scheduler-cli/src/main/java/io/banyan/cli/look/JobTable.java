package io.banyan.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The usual table of a list of jobs. */
public final class JobTable {
    private JobTable() {}

    /**
     * The usual fields. Queue and account are left out where they are the same for all jobs, deadline and slack where
     * no job has a deadline. O(jobs).
     */
    public static List<ListField<ListedJob, JobLine>> usualFields(List<ListedJob> jobs) {
        List<ListField<ListedJob, JobLine>> fields =
                new ArrayList<>(List.of(JobField.ID, JobField.NAME, JobField.USER));
        if (isVaried(jobs.stream().map(ListedJob::queue).collect(Collectors.toSet()))) {
            fields.add(JobField.QUEUE);
        }
        if (isVaried(jobs.stream().map(ListedJob::account).collect(Collectors.toSet()))) {
            fields.add(JobField.ACCOUNT);
        }
        fields.addAll(List.of(JobField.STATE, JobField.NODES, JobField.CORES, JobField.TIME, JobField.LEFT));
        if (jobs.stream().anyMatch(job -> job.deadlineSec().isPresent())) {
            fields.addAll(List.of(JobField.DEADLINE, JobField.SLACK));
        }
        fields.add(JobField.WHERE);
        return fields;
    }

    private static boolean isVaried(Set<String> values) {
        return values.size() > 1;
    }
}
