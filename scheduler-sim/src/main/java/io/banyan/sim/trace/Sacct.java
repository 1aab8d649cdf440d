package io.banyan.sim.trace;

import io.banyan.sim.workload.JobOutcome;
import io.banyan.sim.workload.TraceJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads the output of Slurm's {@code sacct --parsable2}: a heading, then a line for each job, separated by {@code |}, a
 * comma or a tabulator. Columns are found by their names, in any order; it takes {@code JobID}, {@code Submit} and
 * either {@code Elapsed} or {@code Start} and {@code End}. Steps of jobs are left out, as are jobs that never started
 * or have not ended. A requeued job has a line for each of its runs (with sacct's {@code --duplicates}), and each is a
 * job here. O(jobs log jobs).
 */
final class Sacct {
    private static final Pattern NOT_OVER = Pattern.compile(
            "PENDING|RUNNING|SUSPENDED|STOPPED|COMPLETING|CONFIGURING|SIGNALING|STAGE_OUT|RESV_DEL_HOLD");
    /**
     * States of a line that is a whole run of a job where it has a start and an end, and a job that waits otherwise.
     */
    private static final Pattern RUN_OR_WAITING =
            Pattern.compile("REQUEUED|REQUEUE_HOLD|REQUEUE_FED|SPECIAL_EXIT|RESIZING");

    private static final Pattern FAILURE = Pattern.compile(
            "FAILED|NODE_FAIL|OUT_OF_MEMORY|BOOT_FAIL|PREEMPTED|LAUNCH_FAILED|RECONFIG_FAIL|REQUEUED|REQUEUE_HOLD|REQUEUE_FED|SPECIAL_EXIT");
    /** The limit ended the job. The remark is on the run time then. */
    private static final Pattern ENDED_BY_LIMIT = Pattern.compile("TIMEOUT|DEADLINE");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
    private static final long MINUTE_SEC = 60;

    private final BoundedLines lines;
    private final Counted counted;
    private final char separator;
    private final Map<String, Integer> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Remarks remarks = new Remarks();
    private final TraceJobs jobs = new TraceJobs(remarks);
    private List<String> fields = List.of();

    private Sacct(BoundedLines lines, Counted counted) {
        this.lines = lines;
        this.counted = counted;
        String heading = lines.text();
        this.separator = heading.indexOf('|') >= 0 ? '|' : heading.indexOf('\t') >= 0 ? '\t' : ',';
    }

    /** Whether a line is the heading of such a file. */
    static boolean isHeading(String line) {
        return Arrays.asList(line.toLowerCase(Locale.ROOT).split("[|,\\t]", -1)).contains("jobid");
    }

    /**
     * Reads a trace from the heading on, which the lines are at.
     *
     * @throws TraceException where a column is missing that it takes, a line is none, or there is no job in it
     */
    static Trace read(BoundedLines lines, String source, Counted counted) throws IOException, TraceException {
        var sacct = new Sacct(lines, counted);
        sacct.heading();
        while (lines.next()) {
            if (!lines.text().isEmpty()) {
                sacct.line();
            }
        }
        if (sacct.jobs.isEmpty()) {
            String why = String.join("; ", sacct.remarks.sentences());
            throw new TraceException(
                    source + " contains no job that can be replayed" + (why.isEmpty() ? "" : ": " + why));
        }
        return sacct.jobs.trace(source, OptionalLong.empty(), 0, 0);
    }

    private void heading() throws TraceException {
        List<String> names = split(lines.text());
        for (int i = 0; i < names.size(); i++) {
            columns.putIfAbsent(names.get(i), i);
        }
        require("Submit");
        if (!has("Elapsed", "ElapsedRaw") && !(has("Start") && has("End"))) {
            throw lines.wrong("the heading names neither Elapsed nor Start and End");
        }
        if (!has("NCPUS", "AllocCPUS", "ReqCPUS", "NNodes", "AllocNodes", "ReqNodes")) {
            throw lines.wrong("the heading names neither NCPUS nor NNodes");
        }
    }

    private void require(String column) throws TraceException {
        if (!has(column)) {
            throw lines.wrong("the heading names no " + column + "; it has " + String.join(", ", columns.keySet()));
        }
    }

    private boolean has(String... names) {
        return Arrays.stream(names).anyMatch(columns::containsKey);
    }

    /** The first of these columns that says something; nothing where none does. */
    private String word(String... names) {
        for (String name : names) {
            int column = columns.getOrDefault(name, Integer.MAX_VALUE);
            if (column < fields.size() && !fields.get(column).isEmpty()) {
                return fields.get(column);
            }
        }
        return "";
    }

    /** A field may stand in quotation marks, and then hold the separator. */
    private List<String> split(String line) throws TraceException {
        List<String> all = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && separator == ',') {
                isQuoted = !isQuoted;
            } else if (c == separator && !isQuoted) {
                all.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        if (isQuoted) {
            throw lines.wrong("a quotation mark is not closed");
        }
        all.add(field.toString().strip());
        return all;
    }

    private void line() throws TraceException {
        fields = split(lines.text());
        int lastNamed = columns.size();
        remarks.countIf(fields.size() < lastNamed, Remark.SHORT_LINE);
        // Lines of sacct --parsable have a separator at their end.
        remarks.countIf(fields.size() > lastNamed && !fields.getLast().isEmpty(), Remark.LONG_LINE);
        String id = word("JobID", "JobIDRaw");
        if (id.indexOf('.') >= 0) {
            remarks.count(Remark.STEP);
            return;
        }
        if (id.isEmpty()) {
            throw lines.wrong("a job has no JobID");
        }
        job(id);
    }

    private void job(String id) throws TraceException {
        OptionalLong submit = SacctTimes.at(word("Submit"));
        OptionalLong start = SacctTimes.at(word("Start"));
        OptionalLong end = SacctTimes.at(word("End"));
        OptionalLong elapsed = SacctTimes.length(word("ElapsedRaw", "Elapsed"));
        String state = word("State").toUpperCase(Locale.ROOT).split("[ +]", 2)[0];
        long size = size();
        boolean isStarted = start.isPresent() || !has("Start");
        if (submit.isEmpty()) {
            remarks.count(Remark.NO_SUBMISSION);
        } else if (state.equals("REVOKED")) {
            remarks.count(Remark.REVOKED);
        } else if (NOT_OVER.matcher(state).matches()
                || (RUN_OR_WAITING.matcher(state).matches() && !isRun(start, end, elapsed))) {
            remarks.count(Remark.NOT_OVER);
        } else if (!isStarted || (state.startsWith("CANCELLED") && elapsed.orElse(1) == 0)) {
            remarks.count(Remark.NEVER_STARTED);
        } else if (size <= 0) {
            remarks.count(Remark.NO_PROCESSORS);
        } else if (size > TraceJobs.MOST_PROCESSORS) {
            remarks.count(Remark.TOO_MANY);
        } else if (elapsed.isEmpty() && (start.isEmpty() || end.isEmpty())) {
            remarks.count(Remark.NO_RUN_TIME);
        } else {
            long ran = elapsed.orElse(end.orElse(0) - start.orElse(0));
            take(id, state, submit.getAsLong(), start, ran, (int) size);
        }
    }

    /** Whether a line says when something ran; a line without these columns at least for how long. */
    private boolean isRun(OptionalLong start, OptionalLong end, OptionalLong elapsed) {
        return (start.isPresent() || !has("Start"))
                && (end.isPresent() || !has("End"))
                && (end.isPresent() || elapsed.orElse(0) > 0);
    }

    private long size() {
        String[] processors = {"AllocCPUS", "NCPUS", "ReqCPUS"};
        String[] nodes = {"AllocNodes", "NNodes", "ReqNodes"};
        boolean isByNodes = counted == Counted.NODES || !has(processors);
        String word = word(isByNodes ? nodes : processors);
        return NUMBER.matcher(word).matches() ? Long.parseLong(word) : -1;
    }

    private void take(String id, String state, long submit, OptionalLong start, long ran, int size)
            throws TraceException {
        if (ran < 0) {
            remarks.count(Remark.NEGATIVE_RUN_TIME);
            return;
        }
        JobOutcome outcome = outcome(state);
        remarks.countIf(FAILURE.matcher(state).matches(), Remark.FAILED);
        remarks.countIf(outcome == JobOutcome.CANCELLED, Remark.CANCELLED);
        remarks.countIf(
                outcome == JobOutcome.UNKNOWN && !state.isEmpty() && !state.equals("RESIZING"), Remark.UNKNOWN_STATUS);
        OptionalLong asked = SacctTimes.length(word("TimelimitRaw"), MINUTE_SEC);
        if (asked.isEmpty()) {
            asked = SacctTimes.length(word("Timelimit"), MINUTE_SEC);
        }
        long limit = Math.max(1, asked.orElse(ran));
        if (RUN_OR_WAITING.matcher(state).matches() || state.equals("PREEMPTED")) {
            jobs.runsAgain(id);
        }
        jobs.add(new TraceJob(id, submit, ran, limit, size, word("User", "UID"), word("Partition")).ended(outcome));
        start.ifPresent(at -> jobs.used(at, at + ran, size));
    }

    private static JobOutcome outcome(String state) {
        if (FAILURE.matcher(state).matches() || ENDED_BY_LIMIT.matcher(state).matches()) {
            return JobOutcome.FAILED;
        }
        if (state.startsWith("CANCELLED")) {
            return JobOutcome.CANCELLED;
        }
        return state.equals("COMPLETED") ? JobOutcome.COMPLETED : JobOutcome.UNKNOWN;
    }
}
