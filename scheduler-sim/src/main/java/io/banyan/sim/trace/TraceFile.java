package io.banyan.sim.trace;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Reads a file of jobs in any known format, with or without gzip compression. */
public final class TraceFile {
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;
    private static final Pattern OF_NUMBERS = Pattern.compile("[-+.\\d]\\S*(\\s.*)?");

    /** How the heading of {@code banyan accounting -o csv} begins. */
    private static final String ACCOUNTING = "job,name,user,";

    private TraceFile() {}

    /**
     * Reads a trace. Invalid UTF-8 in a remark or a name is replaced.
     *
     * @param in is not closed
     * @param source its name in messages
     * @throws TraceException where it is in no format that is known, or has no job
     */
    public static Trace read(InputStream in, String source, Counted counted) throws IOException, TraceException {
        return read(in, source, counted, Feedback.IGNORED);
    }

    /** Reads a trace, and treats jobs that follow other jobs as the feedback says. */
    public static Trace read(InputStream in, String source, Counted counted, Feedback feedback)
            throws IOException, TraceException {
        var reader = new BufferedReader(new InputStreamReader(unpacked(in), StandardCharsets.UTF_8));
        var lines = new BoundedLines(reader, source);
        while (lines.next()) {
            String line = lines.text();
            if (line.startsWith(";") || OF_NUMBERS.matcher(line).matches()) {
                return Swf.read(lines, source, feedback);
            }
            if (Sacct.isHeading(line)) {
                return Sacct.read(lines, source, counted);
            }
            if (line.startsWith(ACCOUNTING)) {
                throw lines.wrong(
                        "this is accounting data in CSV; 'banyan accounting -o swf' writes the supported format");
            }
            if (!line.isEmpty()) {
                throw lines.wrong("expected a trace in the Standard Workload Format, or the heading of sacct with"
                        + " JobID, found '" + SwfHeader.shown(line) + "'");
            }
        }
        throw new TraceException(source + ": the file is empty");
    }

    private static InputStream unpacked(InputStream in) throws IOException {
        var marked = new BufferedInputStream(in);
        marked.mark(2);
        boolean isPacked = marked.read() == GZIP_FIRST && marked.read() == GZIP_SECOND;
        marked.reset();
        return isPacked ? new GZIPInputStream(marked) : marked;
    }
}
