package io.banyan.rpc.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The process itself: memory, garbage collections, threads, files and processor time; and how long the journal's files
 * are.
 */
public final class ProcessMetrics implements MultiCollector {
    private static final double NANOS = 1e-9;
    private static final double MILLIS = 1e-3;

    private final List<Path> journal;

    /** Creates the metrics of this process and of the given journal files, if they exist. */
    public ProcessMetrics(List<Path> journal) {
        this.journal = List.copyOf(journal);
    }

    @Override
    public MetricSnapshots collect() {
        List<MetricSnapshot> all = new ArrayList<>();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        all.add(InstanceMetrics.one("jvm_heap_used_bytes", "Memory of the heap in use.", heap.getUsed()));
        all.add(InstanceMetrics.one("jvm_heap_max_bytes", "Maximum size of the heap.", heap.getMax()));
        all.add(InstanceMetrics.one(
                "jvm_threads",
                "Platform threads.",
                ManagementFactory.getThreadMXBean().getThreadCount()));
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, collector.getCollectionCount());
            millis += Math.max(0, collector.getCollectionTime());
        }
        all.add(counter("jvm_gc_collections", "Garbage collections.", (double) collections));
        all.add(counter("jvm_gc_seconds", "Time in garbage collections.", millis * MILLIS));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            all.add(counter("process_cpu_seconds", "Processor time.", system.getProcessCpuTime() * NANOS));
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            all.add(InstanceMetrics.one("process_open_fds", "Open files.", unix.getOpenFileDescriptorCount()));
            all.add(InstanceMetrics.one(
                    "process_max_fds", "Maximum number of open file descriptors.", unix.getMaxFileDescriptorCount()));
        }
        all.add(InstanceMetrics.one(
                "process_start_time_seconds",
                "Start time of the process, in seconds since the epoch.",
                ManagementFactory.getRuntimeMXBean().getStartTime() * MILLIS));
        all.add(InstanceMetrics.one(
                "banyan_process_id", "Process id.", ProcessHandle.current().pid()));
        all.add(InstanceMetrics.one("banyan_journal_bytes", "Size of the journal's files on this machine.", length()));
        return new MetricSnapshots(all);
    }

    private long length() {
        long bytes = 0;
        for (Path file : journal) {
            try {
                bytes += Files.size(file);
            } catch (IOException none) {
                // It is not there, or not on this machine.
            }
        }
        return bytes;
    }

    private static MetricSnapshot counter(String name, String help, double value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterDataPointSnapshot.builder().value(value).build())
                .build();
    }
}
