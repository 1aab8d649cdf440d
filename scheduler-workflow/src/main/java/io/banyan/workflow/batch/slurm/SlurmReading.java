package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The machine and the queue of a Slurm at one moment.
 *
 * @param nowSec the time of the reading, in seconds since 1970
 * @param partition the partition whose nodes are planned
 * @param settings the settings of the Slurm by name
 * @param nodes the nodes of all partitions, in Slurm's order
 * @param jobs the jobs that run or wait, those with the highest priority first
 * @param allocations the resources of running jobs, by the number of the job
 * @param reservations the reservations
 */
record SlurmReading(
        long nowSec,
        String partition,
        Map<String, String> settings,
        List<SlurmNode> nodes,
        List<QueuedSlurmJob> jobs,
        Map<String, List<SlurmAllocation>> allocations,
        List<SlurmReservation> reservations) {
    /** The numbers of attempts, one second apart, to read which cores a new reservation has. */
    private static final int MOST_READS = 3;

    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Reads everything. Seven calls of commands. */
    static SlurmReading read(SlurmCall call, SlurmBatchSettings settings, long nowSec) throws BatchException {
        try {
            Map<String, String> config = config(call.output("scontrol", "show", "config"));
            String partition = settings.partition().isPresent()
                    ? settings.partition().get()
                    : defaultPartition(call.output("scontrol", "-o", "show", "partition"));
            List<SlurmNode> nodes = SlurmNode.parse(call.output("scontrol", "-o", "show", "node"));
            List<SlurmReservation> reservations = reservations(call, nodes);
            List<QueuedSlurmJob> jobs = jobs(call);
            Map<String, List<SlurmAllocation>> allocations = jobs.stream().allMatch(QueuedSlurmJob::isWaiting)
                    ? Map.of()
                    : SlurmAllocation.parse(call.output("scontrol", "-d", "-o", "show", "job"));
            return new SlurmReading(nowSec, partition, config, nodes, jobs, allocations, reservations);
        } catch (IllegalArgumentException e) {
            throw SlurmCall.unreadable("scontrol or squeue", e);
        }
    }

    /** Reads the jobs that run or wait. */
    static List<QueuedSlurmJob> jobs(SlurmCall call) throws BatchException {
        String jobs = call.output("squeue", "--noheader", "--all", "--sort=-p", "--format=" + QueuedSlurmJob.FORMAT);
        String waiting = call.output(
                "squeue", "--noheader", "--all", "--states=PENDING", "--Format=" + QueuedSlurmJob.LONG_FORMAT);
        try {
            return QueuedSlurmJob.parse(jobs, waiting);
        } catch (IllegalArgumentException e) {
            throw SlurmCall.unreadable("squeue", e);
        }
    }

    /** Reads the reservations. */
    static List<SlurmReservation> reservations(SlurmCall call) throws BatchException {
        try {
            return SlurmReservation.parse(call.output("scontrol", "-o", "show", "reservation"));
        } catch (IllegalArgumentException e) {
            throw SlurmCall.unreadable("scontrol", e);
        }
    }

    /** Slurm shows the cores of a reservation only some time after it was made. */
    private static List<SlurmReservation> reservations(SlurmCall call, List<SlurmNode> nodes) throws BatchException {
        Map<String, Integer> cores = new HashMap<>();
        nodes.forEach(node -> cores.put(node.name(), node.cores()));
        List<SlurmReservation> reservations = reservations(call);
        for (int read = 1; read < MOST_READS; read++) {
            if (reservations.stream().allMatch(it -> !it.cores().isEmpty() || hasWholeNodes(it, cores))) {
                return reservations;
            }
            call.pause(1);
            reservations = reservations(call);
        }
        return reservations;
    }

    private static boolean hasWholeNodes(SlurmReservation reservation, Map<String, Integer> cores) {
        return reservation.coreCount()
                >= reservation.nodes().stream()
                        .mapToLong(node -> cores.getOrDefault(node, 0))
                        .sum();
    }

    /** Reads the output of {@code scontrol show config}. */
    private static Map<String, String> config(String output) {
        Map<String, String> config = new TreeMap<>();
        output.lines()
                .map(line -> line.split("=", 2))
                .filter(words -> words.length == 2)
                .forEach(words -> config.put(words[0].strip(), words[1].strip()));
        return config;
    }

    private static String defaultPartition(String output) throws BatchException {
        return output.lines()
                .map(SlurmText::fields)
                .filter(fields -> "YES".equals(fields.get("Default")))
                .map(fields -> fields.getOrDefault("PartitionName", ""))
                .findFirst()
                .orElseThrow(() -> BatchException.refused("Slurm has no default partition; name the partition."));
    }

    /** Returns the reading as if some reservations did not exist. */
    SlurmReading without(Set<String> names) {
        return new SlurmReading(
                nowSec,
                partition,
                settings,
                nodes,
                jobs,
                allocations,
                reservations.stream().filter(one -> !names.contains(one.name())).toList());
    }

    /** Returns whether Slurm counts the memory of jobs. */
    boolean isMemoryCounted() {
        return settings.getOrDefault("SelectTypeParameters", "").contains("MEMORY");
    }

    /** Returns whether a job or a reservation can have some cores of a node, and not only whole nodes. */
    boolean isNodeShared() {
        return settings.getOrDefault("SelectType", "").contains("cons_");
    }

    /** Returns whether Slurm hides the jobs of other users. */
    boolean hidesJobs() {
        return Arrays.asList(settings.getOrDefault("PrivateData", "").split("[, ]", -1))
                .contains("jobs");
    }

    /** Returns the nodes of the planned partition that can run jobs. */
    List<SlurmNode> usableNodes() {
        return nodes.stream()
                .filter(node -> node.isUsable() && node.partitions().contains(partition))
                .toList();
    }

    /**
     * Returns a digest of the nodes, the jobs and the reservations. The expected starts of jobs are not in it, because
     * each pass of the backfill rounds them again.
     */
    long version() {
        long digest = FNV_START;
        for (SlurmNode node : usableNodes()) {
            digest = add(digest, node.toString());
        }
        for (QueuedSlurmJob job : jobs) {
            digest = add(digest, job.id() + " " + job.tasks() + " " + job.limitSec());
            digest = add(digest, job.isWaiting() ? "" : job.start() + " " + job.nodes());
        }
        for (SlurmReservation one : reservations) {
            digest = add(digest, one.name() + " " + one.startSec() + " " + one.endSec() + " " + one.nodes());
        }
        return digest;
    }

    private static long add(long digest, String text) {
        long sum = digest;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * FNV_PRIME;
        }
        return (sum ^ '\n') * FNV_PRIME;
    }
}
