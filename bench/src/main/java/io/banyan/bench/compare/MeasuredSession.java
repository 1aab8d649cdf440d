package io.banyan.bench.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One process that ran a command file.
 *
 * @param seconds from its start to its end
 * @param processorSeconds its processor time, to within some milliseconds; 0 if the system does not report it
 * @param memoryMib its peak resident memory; 0 if the system does not report it
 * @param elapsedMillis the printed time of each match
 * @param allocated jobs that have resources now
 * @param reserved jobs that have them later
 * @param resources a digest of its output without times and counts
 */
public record MeasuredSession(
        double seconds,
        double processorSeconds,
        double memoryMib,
        List<Double> elapsedMillis,
        long allocated,
        long reserved,
        String resources) {

    private static final Pattern ELAPSED = Pattern.compile("INFO: ELAPSE=\"?([0-9.eE+-]+)\"?");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final long POLL_MILLIS = 5;

    /**
     * Runs a session to its end.
     *
     * @param commands its standard input
     * @param output where its standard output goes
     * @throws IOException where it cannot be started, takes longer than it may, or ends with another status than 0
     */
    public static MeasuredSession run(List<String> command, Path commands, Path output, long mostSeconds)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectInput(commands.toFile())
                .redirectOutput(output.toFile())
                .redirectError(
                        output.resolveSibling(output.getFileName() + ".err").toFile())
                .start();
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        double memory = 0;
        Duration processor = Duration.ZERO;
        long end = start + TimeUnit.SECONDS.toNanos(mostSeconds);
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            memory = Math.max(memory, peak(status));
            processor = process.info().totalCpuDuration().orElse(processor);
            if (System.nanoTime() > end) {
                process.destroyForcibly().waitFor();
                throw new IOException("it took more than " + mostSeconds + " s");
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException("it ended with status " + process.exitValue() + "; see " + output + ".err");
        }
        return read(output, seconds, processor.toNanos() / 1e9, memory);
    }

    private static double peak(Path status) {
        try {
            Matcher found = PEAK.matcher(Files.readString(status));
            return found.find() ? Long.parseLong(found.group(1)) / 1024.0 : 0;
        } catch (IOException e) {
            return 0; // No such file on this system, or the process has just ended.
        }
    }

    private static MeasuredSession read(Path output, double seconds, double processorSeconds, double memoryMib)
            throws IOException {
        var elapsed = new ArrayList<Double>();
        long[] jobs = new long[2];
        MessageDigest digest = digest();
        try (Stream<String> lines = Files.lines(output)) {
            lines.forEach(line -> {
                Matcher time = ELAPSED.matcher(line);
                if (time.find()) {
                    elapsed.add(Double.parseDouble(time.group(1)) * 1_000);
                }
                jobs[0] += line.contains("RESOURCES=ALLOCATED") ? 1 : 0;
                jobs[1] += line.contains("RESOURCES=RESERVED") ? 1 : 0;
                if (!line.startsWith("INFO: ")) {
                    digest.update(line.getBytes(StandardCharsets.UTF_8));
                }
            });
        }
        String resources = HexFormat.of().formatHex(digest.digest(), 0, 8);
        return new MeasuredSession(seconds, processorSeconds, memoryMib, elapsed, jobs[0], jobs[1], resources);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
