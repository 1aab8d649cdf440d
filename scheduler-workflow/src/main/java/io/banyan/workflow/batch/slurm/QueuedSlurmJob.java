package io.banyan.workflow.batch.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/**
 * A job that runs or waits.
 *
 * @param id its number
 * @param tasks the number of tasks of an array that wait; 1 for any other job
 * @param isWaiting whether it waits for its start
 * @param start its start, or the start that Slurm expects, in seconds since 1970; empty if Slurm expects none
 * @param limitSec its time limit; empty if it has none
 * @param nodes the nodes on which it runs, or on which Slurm expects it to run; empty if they are not known
 * @param nodeCount the number of its nodes
 * @param cpus the hardware threads on all its nodes together, at least
 * @param isWhole whether it shares no node
 * @param accelerators the accelerators on each node by type
 * @param usesAccelerators whether it uses accelerators in a number that is not known
 * @param memoryMib the memory on all its nodes together; 0 if it is not known
 * @param partitions the partitions in which it may run
 * @param reservation the reservation in which it runs; may be empty
 * @param reason the reason for which it waits
 */
record QueuedSlurmJob(
        String id,
        int tasks,
        boolean isWaiting,
        OptionalLong start,
        OptionalLong limitSec,
        List<String> nodes,
        int nodeCount,
        int cpus,
        boolean isWhole,
        SortedMap<String, Integer> accelerators,
        boolean usesAccelerators,
        long memoryMib,
        List<String> partitions,
        String reservation,
        String reason) {
    /** The fields of {@code squeue} with the widths that they have in its output; none is text of a user. */
    static final String FORMAT = "%A|%i|%T|%S|%l|%Y|%N|%D|%C|%h|%b|%P|%v|%r";

    /** The fields of jobs that wait which only the long format has. A field that is full may be cut. */
    static final String LONG_FORMAT = "JobID:20|,tres-alloc:" + Waiting.WIDTH + "|,tres-per-job:" + Waiting.WIDTH
            + "|,tres-per-socket:" + Waiting.WIDTH + "|,tres-per-task:" + Waiting.WIDTH + "|";

    private static final int FIELDS = 14;
    private static final String BAR = "\\|";

    /** Reasons of jobs that do not start until somebody changes them. */
    private static final Set<String> HELD = Set.of(
            "JobHeldUser",
            "JobHeldAdmin",
            "DependencyNeverSatisfied",
            "BadConstraints",
            "InvalidAccount",
            "InvalidQOS",
            "AccountNotAllowed",
            "QOSNotAllowed");

    private static final Set<String> WAITING_STATES = Set.of("PENDING", "REQUEUED", "REQUEUE_FED");

    QueuedSlurmJob {
        nodes = List.copyOf(nodes);
        partitions = List.copyOf(partitions);
    }

    /** The resources of a job that waits, of which only the long format tells. */
    private record Waiting(long memoryMib, boolean usesAccelerators) {
        static final int WIDTH = 100;

        static Map<String, Waiting> parse(String output) {
            Map<String, Waiting> all = new HashMap<>();
            output.lines().filter(line -> !line.isBlank()).forEach(line -> {
                String[] words = line.split(BAR, -1);
                if (words.length < 5) {
                    throw new IllegalArgumentException("'" + line + "' has fewer than 5 fields");
                }
                boolean isCut = words[1].strip().length() >= WIDTH;
                boolean uses = isCut;
                for (int i = 2; i < 5; i++) {
                    uses |= !SlurmText.isNothing(words[i].strip());
                }
                all.put(words[0].strip(), new Waiting(SlurmText.memoryMib(words[1].strip()), uses));
            });
            return all;
        }
    }

    /**
     * Reads the outputs of {@code squeue} in both formats, in the order of the first. Jobs in states that hold nothing
     * and will not start are left out.
     */
    static List<QueuedSlurmJob> parse(String output, String waiting) {
        Map<String, Waiting> details = Waiting.parse(waiting);
        List<QueuedSlurmJob> jobs = new ArrayList<>();
        output.lines().filter(line -> !line.isBlank()).forEach(line -> {
            String[] words = line.split(BAR, FIELDS);
            if (words.length < FIELDS) {
                throw new IllegalArgumentException("'" + line + "' has fewer than " + FIELDS + " fields");
            }
            QueuedSlurmJob job = job(words, details.getOrDefault(words[0], new Waiting(0, true)));
            if (job.isWaiting() ? !HELD.contains(job.reason()) : !job.nodes().isEmpty()) {
                jobs.add(job);
            }
        });
        return jobs;
    }

    private static QueuedSlurmJob job(String[] words, Waiting details) {
        boolean isWaiting = WAITING_STATES.contains(words[2]);
        String shared = words[9];
        return new QueuedSlurmJob(
                words[0],
                isWaiting ? SlurmText.tasks(words[1]) : 1,
                isWaiting,
                SlurmText.time(words[3]),
                SlurmText.limitSec(words[4]),
                SlurmText.names(isWaiting ? words[5] : words[6]),
                largest(words[7]),
                largest(words[8]),
                !shared.equals("OK") && !shared.equals("YES"),
                SlurmText.accelerators(words[10]),
                isWaiting && details.usesAccelerators(),
                isWaiting ? details.memoryMib() : 0,
                List.of(words[11].split(",", -1)),
                SlurmText.isNothing(words[12]) ? "" : words[12],
                words[13]);
    }

    /** Returns the last number of a range such as {@code 2-4}. */
    private static int largest(String text) {
        List<Integer> numbers = SlurmText.numbers(text);
        return numbers.isEmpty() ? 1 : Math.max(1, numbers.getLast());
    }

    /** Returns the job with another number of tasks. */
    QueuedSlurmJob withTasks(int number) {
        return new QueuedSlurmJob(
                id,
                number,
                isWaiting,
                start,
                limitSec,
                nodes,
                nodeCount,
                cpus,
                isWhole,
                accelerators,
                usesAccelerators,
                memoryMib,
                partitions,
                reservation,
                reason);
    }

    /** Returns whether Slurm expects a start outside of reservations, so that a booking can move it. */
    boolean hasExpectedStart() {
        return isWaiting && start.isPresent() && reservation.isEmpty();
    }

    /**
     * Returns the most cores that it can use on one of its nodes. Slurm says how many there are together, and each
     * other node has at least 1.
     */
    int coresOn(SlurmNode node) {
        return coresOf(node.cores(), node.threads());
    }

    /** Returns the most cores that it can use of those of one node, each with a number of hardware threads. */
    int coresOf(int cores, int threads) {
        if (isWhole && isWaiting) {
            return cores;
        }
        return (int) Math.min(cores, Math.max(1, Math.ceilDiv(cpus, threads) - (nodeCount - 1L)));
    }

    /** Returns the most accelerators of a type that it can use on one of its nodes. */
    int acceleratorsOn(SlurmNode node, String type) {
        return usesAccelerators || (isWhole && isWaiting)
                ? node.count(type)
                : Math.min(node.count(type), accelerators.getOrDefault(type, 0));
    }
}
