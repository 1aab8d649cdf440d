package io.banyan.sim.trace;

import io.banyan.sim.workload.TraceJob;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Writes a trace in the Standard Workload Format for other programs. Users and queues are numbered in the order of
 * their first occurrence; the header names the queues.
 */
public final class SwfWriter {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private SwfWriter() {}

    /**
     * Returns the text of a trace: the request and the run time of each job, without results of a scheduler. O(jobs).
     */
    public static String text(Trace trace, String note) {
        Map<String, Integer> users = new LinkedHashMap<>();
        Map<String, Integer> queues = new LinkedHashMap<>();
        StringBuilder lines = new StringBuilder();
        boolean isNumbered = trace.workload().jobs().stream()
                .allMatch(job -> NUMBER.matcher(job.name()).matches());
        int number = 0;
        for (TraceJob job : trace.workload().jobs()) {
            number++;
            lines.append(String.join(
                    " ",
                    isNumbered ? job.name() : Integer.toString(number),
                    Long.toString(job.submitSec()),
                    "-1",
                    Long.toString(job.runSec()),
                    Integer.toString(job.size()),
                    "-1 -1",
                    Integer.toString(job.size()),
                    Long.toString(job.limitSec()),
                    "-1 " + Swf.status(job.outcome()),
                    id(users, job.user()),
                    "-1 -1",
                    id(queues, job.queue()),
                    "-1",
                    job.preceding()
                            .filter(before -> isNumbered)
                            .map(SwfWriter::words)
                            .orElse("-1 -1\n")));
        }
        return header(trace, note, queues) + lines;
    }

    private static String words(TraceJob.Preceding before) {
        return before.name() + " " + before.thinkSec().orElse(-1) + "\n";
    }

    private static String id(Map<String, Integer> ids, String name) {
        return name.isEmpty() ? "-1" : Integer.toString(ids.computeIfAbsent(name, it -> ids.size() + 1));
    }

    private static String header(Trace trace, String note, Map<String, Integer> queues) {
        int jobs = trace.workload().jobs().size();
        StringBuilder header = new StringBuilder("; Version: 2.2\n");
        header.append("; MaxJobs: ").append(jobs).append('\n');
        header.append("; MaxRecords: ").append(jobs).append('\n');
        OptionalLong began = trace.unixStartSec();
        if (began.isPresent()) {
            header.append("; UnixStartTime: ").append(began.getAsLong()).append('\n');
        }
        header.append("; MaxNodes: ").append(trace.nodes()).append('\n');
        header.append("; MaxProcs: ").append(trace.processors()).append('\n');
        header.append("; Note: ").append(note).append('\n');
        queues.forEach((name, id) ->
                header.append("; Queue: ").append(id).append(' ').append(name).append('\n'));
        return header.toString();
    }
}
