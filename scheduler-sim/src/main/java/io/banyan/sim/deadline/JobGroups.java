package io.banyan.sim.deadline;

import io.banyan.sim.program.ProgramType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Counts the jobs of a run by size and by type. Immutable.
 *
 * @param jobs all submitted jobs
 * @param accepted the numbers of the accepted jobs
 * @param completed the numbers of the completed jobs
 */
record JobGroups(List<DeadlineJob> jobs, BitSet accepted, BitSet completed) {
    /** Copies the arguments. */
    JobGroups {
        jobs = List.copyOf(jobs);
        accepted = (BitSet) accepted.clone();
        completed = (BitSet) completed.clone();
    }

    /** The numbers of jobs. */
    static BitSet numbers(List<DeadlineJob> jobs) {
        BitSet numbers = new BitSet();
        jobs.forEach(job -> numbers.set(Math.toIntExact(job.number())));
        return numbers;
    }

    /** A group for each class of sizes up to a number of nodes; the last one also has all larger jobs. O(jobs). */
    List<JobGroup> bySize(int nodes) {
        int last = sizeClass(nodes);
        return groups(
                IntStream.rangeClosed(0, last).mapToObj(JobGroups::sizes).toList(),
                job -> sizes(Math.min(last, sizeClass(job.nodes()))));
    }

    /** A group for each type of programs. O(jobs). */
    List<JobGroup> byType(Function<DeadlineJob, ProgramType> type) {
        return groups(
                Arrays.stream(ProgramType.values()).map(ProgramType::word).toList(),
                job -> type.apply(job).word());
    }

    private List<JobGroup> groups(List<String> names, Function<DeadlineJob, String> name) {
        int[] submittedJobs = new int[names.size()];
        int[] acceptedJobs = new int[names.size()];
        int[] completedJobs = new int[names.size()];
        for (DeadlineJob job : jobs) {
            int group = names.indexOf(name.apply(job));
            int number = Math.toIntExact(job.number());
            submittedJobs[group]++;
            acceptedJobs[group] += accepted.get(number) ? 1 : 0;
            completedJobs[group] += completed.get(number) ? 1 : 0;
        }
        return IntStream.range(0, names.size())
                .mapToObj(group ->
                        new JobGroup(names.get(group), submittedJobs[group], acceptedJobs[group], completedJobs[group]))
                .toList();
    }

    /** The class of a number of nodes: the logarithm of the least power of two that is not smaller. */
    private static int sizeClass(int nodes) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1);
    }

    private static String sizes(int sizeClass) {
        int last = 1 << sizeClass;
        return last <= 2 ? Integer.toString(last) : (last / 2 + 1) + "-" + last;
    }
}
