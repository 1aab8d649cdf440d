package io.banyan.rpc.execute;

import io.banyan.rset.IdSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processors of this machine, by its cores in the order in which hwloc numbers them (by package, then by core): of
 * several threads of a core each is a processor.
 *
 * @param byCore numbers of processors as the kernel has them
 */
record Processors(List<IdSet> byCore) {
    private static final Path KERNELS = Path.of("/sys/devices/system/cpu");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** One processor and the core that it is of. */
    private record Cpu(long number, long socket, long core) {
        boolean isOfSameCore(Cpu other) {
            return socket == other.socket && core == other.core;
        }
    }

    /** Copies the list. */
    Processors {
        byCore = List.copyOf(byCore);
    }

    /** The processors on which this process may run; none if the kernel does not report them. */
    static Processors ofThisMachine() {
        try {
            return read(KERNELS, allowed(STATUS));
        } catch (IOException | IllegalArgumentException unknown) {
            return new Processors(List.of());
        }
    }

    /** The processors on which a process may run; none if it is gone, or if the kernel does not report them. */
    static IdSet allowed(ProcessHandle process) {
        try {
            return allowed(Path.of("/proc", Long.toString(process.pid()), "status"));
        } catch (IOException | IllegalArgumentException unknown) {
            return IdSet.empty();
        }
    }

    private static IdSet allowed(Path status) throws IOException {
        String allowed = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst()
                .orElse("");
        return IdSet.parse(allowed);
    }

    /** Reads the processors from a directory such as the kernel's, limited to the allowed ones. */
    static Processors read(Path kernels, IdSet allowed) throws IOException {
        List<Cpu> threads = new ArrayList<>();
        try (Stream<Path> all = Files.list(kernels)) {
            for (Path one : all.toList()) {
                String name = one.getFileName().toString();
                Path topology = one.resolve("topology");
                if (name.matches("cpu\\d{1,6}") && Files.isDirectory(topology)) {
                    threads.add(new Cpu(
                            Long.parseLong(name.substring("cpu".length())),
                            number(topology.resolve("physical_package_id")),
                            number(topology.resolve("core_id"))));
                }
            }
        }
        threads.sort(Comparator.comparingLong(Cpu::socket)
                .thenComparingLong(Cpu::core)
                .thenComparingLong(Cpu::number));
        List<IdSet> byCore = new ArrayList<>();
        for (int i = 0; i < threads.size(); i++) {
            Cpu thread = threads.get(i);
            if (i == 0 || !thread.isOfSameCore(threads.get(i - 1))) {
                byCore.add(IdSet.empty());
            }
            if (allowed.contains(thread.number())) {
                byCore.set(byCore.size() - 1, byCore.getLast().union(IdSet.of(thread.number())));
            }
        }
        return new Processors(byCore);
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    /** The processors of cores; those of cores that this machine does not have, or may not use, are left out. */
    IdSet of(IdSet cores) {
        IdSet.Builder found = IdSet.builder();
        cores.longs().filter(core -> core < byCore.size()).forEach(core -> found.addAll(byCore.get((int) core)));
        return found.build();
    }
}
