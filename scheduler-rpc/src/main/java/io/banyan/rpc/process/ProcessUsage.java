package io.banyan.rpc.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The usage of processes so far, as {@code /proc} reports it. It is never more than the real usage. The usage of a
 * process that ends meanwhile may be missing.
 *
 * @param userMicros processor time in programs, in microseconds
 * @param systemMicros processor time in the kernel, in microseconds
 * @param largestBytes peak memory of the process that had the most, of those that run
 */
public record ProcessUsage(long userMicros, long systemMicros, long largestBytes) {
    private static final ProcessUsage NONE = new ProcessUsage(0, 0, 0);
    private static final Path PROCESSES = Path.of("/proc");
    private static final int MOST_PROCESSES = 100_000;
    /** Linux reports processor times in hundredths of a second, whatever its own clock is. */
    private static final long TICK_MICROS = 10_000;

    private static final long KILOBYTE = 1_024;
    private static final String PEAK = "VmHWM:";

    /**
     * The usage of all descendants of a process, with those that it has waited for and without itself. O(descendants).
     */
    public static ProcessUsage below(ProcessHandle first) {
        ProcessUsage sum = ofEnded(ProcessTable.stat(first.pid()));
        Deque<Long> open = new ArrayDeque<>(children(first.pid()));
        for (int seen = 0; seen < MOST_PROCESSES && !open.isEmpty(); seen++) {
            long pid = open.remove();
            // Before its children, so that one that ends in between does not count twice.
            List<String> stat = ProcessTable.stat(pid);
            sum = sum.with(own(stat, peak(pid))).with(ofEnded(stat));
            open.addAll(children(pid));
        }
        return sum;
    }

    private ProcessUsage with(ProcessUsage other) {
        return new ProcessUsage(
                userMicros + other.userMicros,
                systemMicros + other.systemMicros,
                Math.max(largestBytes, other.largestBytes));
    }

    private static ProcessUsage own(List<String> stat, long peak) {
        return times(stat, ProcessTable.USER_TIME, ProcessTable.SYSTEM_TIME, peak);
    }

    /** The usage of the children that a process has waited for. */
    private static ProcessUsage ofEnded(List<String> stat) {
        return times(stat, ProcessTable.USER_TIME_OF_CHILDREN, ProcessTable.SYSTEM_TIME_OF_CHILDREN, 0);
    }

    private static ProcessUsage times(List<String> stat, int user, int system, long peak) {
        return stat.size() <= ProcessTable.SYSTEM_TIME_OF_CHILDREN
                ? NONE
                : new ProcessUsage(
                        TICK_MICROS * Long.parseLong(stat.get(user)),
                        TICK_MICROS * Long.parseLong(stat.get(system)),
                        peak);
    }

    /** The children of all threads of a process; none where it is gone. */
    private static List<Long> children(long pid) {
        List<Long> children = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(of(pid).resolve("task"))) {
            for (Path thread : threads) {
                String line = Files.readString(thread.resolve("children"), StandardCharsets.ISO_8859_1)
                        .strip();
                for (String child : line.isEmpty() ? new String[0] : line.split(" ")) {
                    children.add(Long.parseLong(child));
                }
            }
        } catch (IOException | NumberFormatException gone) {
            return children;
        }
        return children;
    }

    private static long peak(long pid) {
        try {
            for (String line : Files.readAllLines(of(pid).resolve("status"), StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(PEAK)) {
                    String kilobytes =
                            line.substring(PEAK.length()).replace("kB", "").strip();
                    return KILOBYTE * Long.parseLong(kilobytes);
                }
            }
        } catch (IOException | NumberFormatException gone) {
            return 0;
        }
        // One that has ended has none.
        return 0;
    }

    private static Path of(long pid) {
        return PROCESSES.resolve(Long.toString(pid));
    }
}
