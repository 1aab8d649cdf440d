package io.banyan.sim.trace;

import io.banyan.sim.workload.JobOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Jobs as they were run, written in the Standard Workload Format: with when each was submitted, how long it waited and
 * how it ended. Users and queues are numbered in the order in which they come, and the header names them. O(jobs log
 * jobs). For one thread.
 */
public final class SwfLog {
    private static final long UNKNOWN = -1;

    /**
     * One job; times in seconds since the epoch.
     *
     * @param startSec when it got its processors; that of its end where it never did
     * @param processors how many it had; 0 where it never had any
     * @param limitSec how long it was to run at most; 0 where there was no limit
     * @param queue may be empty
     */
    public record Job(
            long number,
            long submitSec,
            long startSec,
            long endSec,
            long processors,
            long limitSec,
            JobOutcome outcome,
            String user,
            String queue) {}

    private final List<Job> jobs = new ArrayList<>();

    /** Adds a job, in any order. */
    public void add(Job job) {
        jobs.add(job);
    }

    /**
     * The text.
     *
     * @param nodes of the machine, and its processors; 0 where that is not known
     * @param note its description
     */
    public String text(long nodes, long processors, String note) {
        List<Job> sorted = jobs.stream()
                .sorted(Comparator.comparingLong(Job::submitSec).thenComparingLong(Job::number))
                .toList();
        long began = sorted.isEmpty() ? 0 : sorted.get(0).submitSec();
        Map<String, Integer> users = new LinkedHashMap<>();
        Map<String, Integer> queues = new LinkedHashMap<>();
        StringBuilder lines = new StringBuilder();
        for (Job job : sorted) {
            lines.append(line(job, began, id(users, job.user()), id(queues, job.queue())))
                    .append('\n');
        }
        StringBuilder header = new StringBuilder("; Version: 2.2\n");
        header.append("; MaxJobs: ").append(sorted.size()).append('\n');
        header.append("; MaxRecords: ").append(sorted.size()).append('\n');
        header.append("; UnixStartTime: ").append(began).append('\n');
        header.append("; MaxNodes: ").append(nodes > 0 ? nodes : UNKNOWN).append('\n');
        header.append("; MaxProcs: ")
                .append(processors > 0 ? processors : UNKNOWN)
                .append('\n');
        header.append("; Note: ").append(note).append('\n');
        users.forEach((name, id) -> header.append("; User: %d %s%n".formatted(id, name)));
        queues.forEach((name, id) -> header.append("; Queue: %d %s%n".formatted(id, name)));
        return header.append(lines).toString();
    }

    private static long id(Map<String, Integer> ids, String name) {
        return name.isEmpty() ? UNKNOWN : ids.computeIfAbsent(name, it -> ids.size() + 1);
    }

    private static String line(Job job, long began, long user, long queue) {
        long had = job.processors() > 0 ? job.processors() : UNKNOWN;
        return Stream.of(
                        job.number(),
                        job.submitSec() - began,
                        Math.max(0, job.startSec() - job.submitSec()),
                        Math.max(0, job.endSec() - job.startSec()),
                        had,
                        UNKNOWN,
                        UNKNOWN,
                        had,
                        job.limitSec() > 0 ? job.limitSec() : UNKNOWN,
                        UNKNOWN,
                        (long) Swf.status(job.outcome()),
                        user,
                        UNKNOWN,
                        UNKNOWN,
                        queue,
                        UNKNOWN,
                        UNKNOWN,
                        UNKNOWN)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }
}
