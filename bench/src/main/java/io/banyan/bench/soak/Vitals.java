package io.banyan.bench.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The resources that a process holds at one moment.
 *
 * @param heap bytes that are reachable, by class: counted after a full collection
 * @param threads of the operating system
 * @param descriptors that are open
 * @param residentBytes of memory
 */
record Vitals(Map<String, Long> heap, long threads, long descriptors, long residentBytes) {
    private static final int KIB = 1024;
    private static final int COLUMNS = 4;
    private static final int MOST_GROWN = 12;

    Vitals {
        heap = Map.copyOf(heap);
    }

    /** All that is reachable. */
    long heapBytes() {
        return heap.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The classes of which there is most more than at an earlier look. */
    List<String> grownSince(Vitals earlier) {
        return heap.entrySet().stream()
                .map(one ->
                        Map.entry(one.getKey(), one.getValue() - earlier.heap().getOrDefault(one.getKey(), 0L)))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_GROWN)
                .map(one -> "%,d bytes of %s".formatted(one.getValue(), one.getKey()))
                .toList();
    }

    /** Measures a Java process on this machine. The process stands still during the collection. */
    static Vitals of(long pid) throws IOException, InterruptedException {
        Path proc = Path.of("/proc", Long.toString(pid));
        return new Vitals(heap(pid), count(proc.resolve("task")), count(proc.resolve("fd")), resident(proc));
    }

    /** A line of the table that jcmd prints is "NUMBER: COUNT BYTES CLASS". */
    private static Map<String, Long> heap(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        process.waitFor();
        Map<String, Long> heap = new HashMap<>();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", -1);
            if (words.length >= COLUMNS && words[0].matches("\\d+:")) {
                heap.merge(words[3], Long.parseLong(words[2]), Long::sum);
            }
        }
        if (heap.isEmpty()) {
            throw new IOException("jcmd says nothing of the heap: " + String.join(" ", lines));
        }
        return heap;
    }

    private static long count(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.count();
        }
    }

    private static long resident(Path proc) throws IOException {
        for (String line : Files.readAllLines(proc.resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
            }
        }
        return 0;
    }
}
