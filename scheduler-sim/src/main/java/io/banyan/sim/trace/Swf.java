package io.banyan.sim.trace;

import io.banyan.sim.workload.JobOutcome;
import io.banyan.sim.workload.TraceJob;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Reads the Standard Workload Format (Feitelson; version 2.2): header lines {@code ; Key: value}, then a line of 18
 * numbers for each job, of which -1 is unknown.
 *
 * <p>A job asks for the processors that it requested, or got where that is unknown, and for the time that it requested,
 * or ran where that is unknown. Jobs with an unknown request or run time are left out, as are those that were cancelled
 * before they started; the remarks list them. The machine is that of the header ({@code MaxProcs} on {@code MaxNodes}),
 * or has as many processors as were in use at once. O(jobs log jobs).
 */
final class Swf {
    private static final int FIELDS = 18;
    private static final int SUBMIT = 1;
    private static final int WAIT = 2;
    private static final int RUN = 3;
    private static final int GOT = 4;
    private static final int WANTED = 7;
    private static final int LIMIT = 8;
    private static final int STATUS = 10;
    private static final int USER = 11;
    private static final int QUEUE = 14;
    private static final int PARTITION = 15;
    private static final int PRECEDING = 16;
    private static final int THINK = 17;
    /** The codes of a job's status: unknown, failed, completed, partial executions, cancelled. */
    private static final int UNKNOWN = -1;

    private static final int FAILED = 0;
    private static final int COMPLETED = 1;
    private static final int FIRST_PART = 2;
    private static final int LAST_PART = 4;
    private static final int CANCELLED = 5;
    private static final String SPACE = " \t\u000B\f\r\n";
    private static final int MOST_DIGITS = 15;
    private static final Pattern LEADING_ZEROS = Pattern.compile("^[-+]?0*");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+([.]\\d*)?");
    /** More than any field can say that is used; larger values count as this. */
    private static final long MOST = 1_000_000_000_000_000L;

    private final String source;
    private final BoundedLines lines;
    private final Feedback feedback;
    private final Remarks remarks = new Remarks();
    private final SwfHeader header = new SwfHeader();
    private final TraceJobs jobs = new TraceJobs(remarks);
    /** The numbers of the jobs that have a line as a whole. */
    private final LongStream.Builder wholes = LongStream.builder();
    /** By the number of a job: how many lines of parts it has. */
    private final Map<Long, Integer> parts = new HashMap<>();

    private int lineCount;
    private int wholeCount;

    private Swf(BoundedLines lines, String source, Feedback feedback) {
        this.lines = lines;
        this.source = source;
        this.feedback = feedback;
    }

    /**
     * Reads a trace from the line on that the lines are at.
     *
     * @param source its name in messages
     * @throws TraceException where a line is no line of a trace, or there is no job in it
     */
    static Trace read(BoundedLines lines, String source, Feedback feedback) throws IOException, TraceException {
        var swf = new Swf(lines, source, feedback);
        do {
            swf.line(lines.text());
        } while (lines.next());
        return swf.trace();
    }

    /** The number that the format has for an outcome. */
    static int status(JobOutcome outcome) {
        return switch (outcome) {
            case UNKNOWN -> UNKNOWN;
            case FAILED -> FAILED;
            case COMPLETED -> COMPLETED;
            case CANCELLED -> CANCELLED;
        };
    }

    private static JobOutcome outcome(long status) {
        if (status == FAILED) {
            return JobOutcome.FAILED;
        }
        if (status == COMPLETED) {
            return JobOutcome.COMPLETED;
        }
        return status == CANCELLED ? JobOutcome.CANCELLED : JobOutcome.UNKNOWN;
    }

    private Trace trace() throws TraceException {
        int partial = remarkOnParts();
        if (jobs.isEmpty()) {
            String why = String.join("; ", remarks.sentences());
            throw new TraceException(
                    source + " contains no job that can be replayed" + (why.isEmpty() ? "" : ": " + why));
        }
        header.check(remarks, lineCount, wholeCount + partial);
        return jobs.trace(
                source,
                header.positive("UnixStartTime"),
                (int) header.processors("MaxNodes").orElse(0),
                (int) header.processors("MaxProcs").orElse(0));
    }

    /** Reports the lines of parts, and the jobs that have no other lines. Returns how many such jobs there are. */
    private int remarkOnParts() {
        if (parts.isEmpty()) {
            return 0;
        }
        wholes.build().forEach(job -> {
            int lines = parts.getOrDefault(job, 0);
            if (lines > 0) {
                remarks.count(Remark.PART, lines);
                parts.remove(job);
            }
        });
        parts.keySet().forEach(job -> remarks.count(Remark.PARTS_ONLY));
        return parts.size();
    }

    private void line(String line) throws TraceException {
        if (line.isEmpty()) {
            return;
        }
        if (line.startsWith(";")) {
            header.line(line);
            return;
        }
        var words = new StringTokenizer(line, SPACE);
        int count = words.countTokens();
        remarks.countIf(count < FIELDS, Remark.SHORT_LINE);
        remarks.countIf(count > FIELDS, Remark.LONG_LINE);
        if (count <= GOT) {
            throw lines.wrong("expected the " + FIELDS + " numbers of a job, found " + count);
        }
        lineCount++;
        long[] fields = new long[FIELDS];
        Arrays.fill(fields, -1);
        for (int i = 0; i < Math.min(count, FIELDS); i++) {
            fields[i] = number(words.nextToken(), i);
        }
        job(fields);
    }

    /** A time can have a fraction; it is rounded down, so that values below 0 stay below 0. */
    private long number(String word, int field) throws TraceException {
        if (isPlain(word)) {
            return Long.parseLong(word);
        }
        if (!NUMBER.matcher(word).matches()) {
            throw lines.wrong(
                    "field " + (field + 1) + " of a job must be a number, found '" + SwfHeader.shown(word) + "'");
        }
        int dot = word.indexOf('.');
        String whole = dot < 0 ? word : word.substring(0, dot);
        boolean isNegative = word.startsWith("-");
        if (LEADING_ZEROS.matcher(whole).replaceFirst("").length() > MOST_DIGITS) {
            return isNegative ? -MOST : MOST;
        }
        boolean isBelow = isNegative && dot >= 0 && word.chars().skip(dot + 1).anyMatch(digit -> digit != '0');
        return isBelow ? Long.parseLong(whole) - 1 : Long.parseLong(whole);
    }

    /** Whether it is a few digits, perhaps behind a sign, as nearly all fields are. */
    private static boolean isPlain(String word) {
        int first = word.startsWith("-") ? 1 : 0;
        for (int i = first; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return word.length() > first && word.length() <= MOST_DIGITS;
    }

    private void job(long[] fields) throws TraceException {
        long size = fields[WANTED] > 0 ? fields[WANTED] : fields[GOT];
        long status = fields[STATUS];
        if (status >= FIRST_PART && status <= LAST_PART) {
            parts.merge(fields[0], 1, Integer::sum);
            return;
        }
        wholeCount++;
        wholes.add(fields[0]);
        if (fields[SUBMIT] < 0) {
            remarks.count(fields[SUBMIT] == -1 ? Remark.NO_SUBMISSION : Remark.NEGATIVE_SUBMISSION);
        } else if (status == CANCELLED && fields[RUN] <= 0) {
            remarks.count(Remark.NEVER_STARTED);
        } else if (size <= 0) {
            remarks.count(Remark.NO_PROCESSORS);
        } else if (size > TraceJobs.MOST_PROCESSORS) {
            remarks.count(Remark.TOO_MANY);
        } else if (fields[RUN] < 0) {
            remarks.count(fields[RUN] == -1 ? Remark.NO_RUN_TIME : Remark.NEGATIVE_RUN_TIME);
        } else {
            remark(fields, size);
            take(fields, (int) size);
        }
    }

    private void remark(long[] fields, long size) {
        long status = fields[STATUS];
        remarks.countIf(status == FAILED, Remark.FAILED);
        remarks.countIf(status == CANCELLED, Remark.CANCELLED);
        remarks.countIf(status < UNKNOWN || status > CANCELLED, Remark.UNKNOWN_STATUS);
        remarks.countIf(feedback == Feedback.IGNORED && fields[PRECEDING] >= 0, Remark.FOLLOWER);
        long nodes = header.processors("MaxNodes").orElse(Long.MAX_VALUE);
        long processors = header.processors("MaxProcs").orElse(nodes);
        remarks.countIf(size > processors, Remark.TOO_LARGE);
        remarks.countIf(fields[RUN] > header.positive("MaxRuntime").orElse(Long.MAX_VALUE), Remark.TOO_LONG);
    }

    private void take(long[] fields, int size) throws TraceException {
        long limit = fields[LIMIT] > 0 ? fields[LIMIT] : Math.max(1, fields[RUN]);
        String user = fields[USER] >= 0 ? Long.toString(fields[USER]) : "";
        jobs.add(new TraceJob(
                Long.toString(fields[0]),
                fields[SUBMIT],
                fields[RUN],
                limit,
                size,
                user,
                header.queue(fields[QUEUE], fields[PARTITION]),
                preceding(fields),
                outcome(fields[STATUS])));
        if (fields[WAIT] >= 0) {
            long start = fields[SUBMIT] + fields[WAIT];
            jobs.used(start, start + fields[RUN], (int) Math.max(1, Math.min(fields[GOT], size)));
        }
    }

    private Optional<TraceJob.Preceding> preceding(long[] fields) {
        if (feedback == Feedback.IGNORED || fields[PRECEDING] < 0) {
            return Optional.empty();
        }
        OptionalLong think = fields[THINK] < 0 ? OptionalLong.empty() : OptionalLong.of(fields[THINK]);
        return Optional.of(new TraceJob.Preceding(Long.toString(fields[PRECEDING]), think));
    }
}
