package io.banyan.cli.look;

import io.banyan.cli.output.NaturalOrder;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * A line of a list: one job, or jobs of one array that are in the same state.
 *
 * @param jobs at least one
 */
public record JobLine(List<ListedJob> jobs) {
    /** The jobs of an array and a state share a line. */
    private record Key(JobId first, JobState state) {}

    /** Copies the list. */
    public JobLine {
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a line without a job");
        }
        jobs = List.copyOf(jobs);
    }

    /** A line for each job. O(jobs). */
    public static List<JobLine> single(List<ListedJob> jobs) {
        return jobs.stream().map(job -> new JobLine(List.of(job))).toList();
    }

    /**
     * One line for the jobs of an array that are in the same state, where the first of them stands, and one for each
     * other job. O(jobs).
     */
    public static List<JobLine> grouped(List<ListedJob> jobs) {
        Map<Object, List<ListedJob>> lines = new LinkedHashMap<>();
        for (ListedJob job : jobs) {
            Object key = job.array()
                    .<Object>map(place -> new Key(place.first(), job.record().state()))
                    .orElse(job.record().id());
            lines.computeIfAbsent(key, it -> new ArrayList<>()).add(job);
        }
        return lines.values().stream().map(JobLine::new).toList();
    }

    ListedJob first() {
        return jobs.getFirst();
    }

    /** The number of a job, or the number of an array with the indices of these jobs: {@code 7}, {@code 3_[0-9]}. */
    String id() {
        if (jobs.size() == 1) {
            return String.valueOf(first().id());
        }
        IdSet.Builder indices = IdSet.builder();
        jobs.forEach(job -> job.array().ifPresent(place -> indices.addAll(IdSet.of(place.index()))));
        return first().array().map(place -> place.first().value()).orElse(first().id()) + "_[" + indices.build() + "]";
    }

    /** The value of the first job, with a mark where others have another one. */
    String common(Function<ListedJob, String> value) {
        String first = value.apply(first());
        boolean isCommon = jobs.stream().allMatch(job -> value.apply(job).equals(first));
        return isCommon ? first : (first.isEmpty() ? "..." : first + " ...");
    }

    /** The least value that jobs have. */
    OptionalLong least(Function<ListedJob, OptionalLong> value) {
        return known(value).min();
    }

    /** The greatest value that jobs have. */
    OptionalLong greatest(Function<ListedJob, OptionalLong> value) {
        return known(value).max();
    }

    /** The sum of the values that jobs have. */
    OptionalLong sum(Function<ListedJob, OptionalLong> value) {
        return known(value).reduce(Long::sum);
    }

    /** The nodes that the jobs have now, each once; those of several jobs in the order of their names. */
    HostList nodeList() {
        return jobs.size() == 1
                ? first().nodeList()
                : HostList.of(jobs.stream()
                        .flatMap(job -> job.nodeList().stream())
                        .distinct()
                        .sorted(NaturalOrder.OF_TEXT)
                        .toList());
    }

    private LongStream known(Function<ListedJob, OptionalLong> value) {
        return jobs.stream().map(value).flatMapToLong(OptionalLong::stream);
    }
}
