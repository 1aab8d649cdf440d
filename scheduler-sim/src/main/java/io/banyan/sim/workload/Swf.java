package io.banyan.sim.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Reads the Standard Workload Format (Feitelson; version 2.2): header lines {@code ; Key: value}, then a line of 18 numbers for each job, of which -1 is unknown.
 *
 * <p>A job asks for the processors that it requested, or got where that is unknown, and for the time that it requested, or ran where that is unknown. Jobs of which it is unknown what they asked for
 * or how long they ran are left out, as are those that were cancelled before they started; that is said in the remarks.
 */
public final class Swf {
    private static final int FIELDS = 18;
    private static final int SUBMIT = 1;
    private static final int RUN = 3;
    private static final int GOT = 4;
    private static final int WANTED = 7;
    private static final int LIMIT = 8;
    private static final int USER = 11;

    private final String source;
    private final Map<String, String> header = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final List<TraceJob> jobs = new ArrayList<>();
    private final Map<String, Integer> leftOut = new TreeMap<>();
    private int unsorted;
    private int overrun;
    private int longer;
    private int shorter;
    private long lastSubmit;
    private int lines;

    private Swf(String source) {
        this.source = source;
    }

    /**
     * What a file holds.
     *
     * @param workload the jobs
     * @param processors how many the machine had that it is of, as its header says, or those of its largest job
     */
    public record Trace(Workload workload, int processors) {}

    /**
     * Reads a workload.
     *
     * @param source what it is called in messages
     * @throws WorkloadException where a line is no line of a workload, or there is no job in it
     */
    public static Trace read(BufferedReader in, String source) throws IOException, WorkloadException {
        var swf = new Swf(source);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            swf.lines++;
            swf.line(line.strip());
        }
        if (swf.jobs.isEmpty()) {
            throw new WorkloadException(
                    source + " has no job that can be replayed" + (swf.leftOut.isEmpty() ? "" : ": " + swf.remarks()));
        }
        var workload = new Workload(source, swf.jobs, swf.remarks());
        return new Trace(workload, swf.processors(workload.largest()));
    }

    private int processors(int largest) {
        for (String key : List.of("MaxProcs", "MaxNodes")) {
            String value = header.getOrDefault(key, "");
            if (value.matches("[0-9]{1,9}") && Integer.parseInt(value) > 0) {
                return Integer.parseInt(value);
            }
        }
        return largest;
    }

    private void line(String line) throws WorkloadException {
        if (line.isEmpty()) {
            return;
        }
        if (line.startsWith(";")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                header.putIfAbsent(
                        line.substring(1, colon).strip(),
                        line.substring(colon + 1).strip());
            }
            return;
        }
        String[] words = line.split("\\s+", -1);
        if (words.length < FIELDS) {
            shorter++;
        } else if (words.length > FIELDS) {
            longer++;
        }
        if (words.length <= GOT) {
            throw new WorkloadException(source + ", line " + lines + ": expected the " + FIELDS
                    + " numbers of a job, found " + words.length);
        }
        long[] fields = new long[FIELDS];
        Arrays.fill(fields, -1);
        for (int i = 0; i < Math.min(words.length, FIELDS); i++) {
            fields[i] = number(words[i], i);
        }
        job(fields);
    }

    /** A time can have a fraction, which is dropped. */
    private long number(String word, int field) throws WorkloadException {
        if (!word.matches("-?[0-9]{1,15}([.][0-9]*)?")) {
            throw new WorkloadException(source + ", line " + lines + ": field " + (field + 1)
                    + " of a job is a number, found '" + word + "'");
        }
        int dot = word.indexOf('.');
        return Long.parseLong(dot < 0 ? word : word.substring(0, dot));
    }

    private void job(long[] fields) {
        long size = fields[WANTED] > 0 ? fields[WANTED] : fields[GOT];
        if (fields[SUBMIT] < 0) {
            leaveOut("no time of submission");
        } else if (size <= 0 || size > Integer.MAX_VALUE) {
            leaveOut("no number of processors");
        } else if (fields[RUN] < 0) {
            leaveOut("no run time");
        } else {
            unsorted += fields[SUBMIT] < lastSubmit ? 1 : 0;
            lastSubmit = Math.max(lastSubmit, fields[SUBMIT]);
            long limit = fields[LIMIT] > 0 ? fields[LIMIT] : Math.max(1, fields[RUN]);
            overrun += fields[RUN] > limit ? 1 : 0;
            OptionalInt user = fields[USER] >= 0 && fields[USER] <= Integer.MAX_VALUE
                    ? OptionalInt.of((int) fields[USER])
                    : OptionalInt.empty();
            jobs.add(new TraceJob(fields[0], fields[SUBMIT], fields[RUN], limit, (int) size, user));
        }
    }

    private void leaveOut(String why) {
        leftOut.merge(why, 1, Integer::sum);
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        leftOut.forEach((why, count) -> remarks.add(count + (count == 1 ? " job" : " jobs") + " left out: " + why));
        remark(remarks, unsorted, "submitted before the one on the line above; sorted");
        remark(remarks, overrun, "ran for longer than requested; ended at that limit");
        remark(remarks, shorter, "on a line with fewer than " + FIELDS + " fields; the others count as unknown");
        remark(remarks, longer, "on a line with more than " + FIELDS + " fields; the others are ignored");
        return remarks;
    }

    private static void remark(List<String> remarks, int count, String what) {
        if (count > 0) {
            remarks.add(count + (count == 1 ? " job " : " jobs ") + what);
        }
    }
}
