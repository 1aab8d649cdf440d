package io.banyan.instance.message.value;

import io.banyan.resource.JobId;
import io.banyan.resource.Numeral;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where an instance stands in its tree: the jobs on the way down from the root, of which there are none for the root
 * itself. Written {@code /} or {@code /3/1}.
 *
 * @param jobs the first is one of the root's
 */
public record InstancePath(List<JobId> jobs) {
    /** The deepest instance that can be named, in levels below the root. */
    public static final int MOST_LEVELS = 64;

    /** Copies the list. */
    public InstancePath {
        jobs = List.copyOf(jobs);
        if (jobs.size() > MOST_LEVELS) {
            throw new IllegalArgumentException("a tree of instances can have at most " + MOST_LEVELS
                    + " levels below its root, found " + jobs.size());
        }
    }

    /**
     * Reads a path. O(length).
     *
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static InstancePath parse(String text) {
        if (!text.startsWith("/") || (text.length() > 1 && text.endsWith("/"))) {
            throw none(text);
        }
        try {
            return new InstancePath(
                    text.equals("/")
                            ? List.of()
                            : Arrays.stream(text.substring(1).split("/", MOST_LEVELS + 2))
                                    .map(job -> new JobId(Numeral.parse(job)))
                                    .toList());
        } catch (NumberFormatException malformed) {
            throw none(text);
        }
    }

    private static IllegalArgumentException none(String text) {
        return new IllegalArgumentException(
                "an instance must be specified by a path of job ids such as / or /1/1, found '"
                        + ValueChecks.shown(text) + "'");
    }

    /** The path of the instance that runs in a job of this one. */
    public InstancePath below(JobId job) {
        return new InstancePath(Stream.concat(jobs.stream(), Stream.of(job)).toList());
    }

    /** The path of the instance in a job of which this one is; empty for the root, which is in none. */
    public Optional<InstancePath> above() {
        return jobs.isEmpty() ? Optional.empty() : Optional.of(new InstancePath(jobs.subList(0, jobs.size() - 1)));
    }

    /**
     * The job of that instance in which this one is, or that this one is below of; empty where it is neither.
     * O(levels).
     */
    public Optional<JobId> nextBelow(InstancePath instance) {
        int levels = instance.jobs.size();
        return jobs.size() > levels && jobs.subList(0, levels).equals(instance.jobs)
                ? Optional.of(jobs.get(levels))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return jobs.isEmpty() ? "/" : jobs.stream().map(job -> "/" + job).collect(Collectors.joining());
    }
}
