package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resources of a worker.
 *
 * @param host the name of its node
 * @param domains its cores by socket or NUMA node
 * @param memoryMib its memory in MiB
 * @param accelerators the numbers of its accelerators by type
 */
public record WorkerOffer(
        String host, List<CoreDomain> domains, long memoryMib, SortedMap<String, List<Integer>> accelerators) {
    private static final int MOST_CORES = 100_000;

    /** Checks that no core is in two domains, and that no accelerator has the number of another one. */
    public WorkerOffer {
        domains = List.copyOf(domains);
        var copy = new TreeMap<String, List<Integer>>();
        accelerators.forEach((type, numbers) -> copy.put(type, distinct(type, List.copyOf(numbers))));
        accelerators = Collections.unmodifiableSortedMap(copy);
        List<Integer> all =
                domains.stream().flatMap(domain -> domain.cores().stream()).toList();
        if (all.isEmpty() || all.size() > MOST_CORES || memoryMib < 0) {
            throw new IllegalArgumentException("a worker has 1 to " + MOST_CORES + " cores and no negative memory: "
                    + all.size() + " cores, " + memoryMib + " MiB");
        }
        distinct("core", all);
    }

    private static List<Integer> distinct(String type, List<Integer> numbers) {
        if (new HashSet<>(numbers).size() < numbers.size() || numbers.stream().anyMatch(number -> number < 0)) {
            throw new IllegalArgumentException(
                    "the numbers of type " + type + " are different and not negative: " + numbers);
        }
        return numbers;
    }

    /** Returns a worker with cores from 0 in one domain, and no accelerator. */
    public static WorkerOffer cores(String host, int cores) {
        return domains(host, 1, cores);
    }

    /** Returns a worker with domains of as many cores each. */
    public static WorkerOffer domains(String host, int count, int cores) {
        List<CoreDomain> domains = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Integer> numbers = new ArrayList<>();
            for (int core = 0; core < cores; core++) {
                numbers.add(i * cores + core);
            }
            domains.add(new CoreDomain("numa" + i, numbers));
        }
        return new WorkerOffer(host, domains, 0, Collections.emptySortedMap());
    }

    /** Returns this worker with accelerators from 0 of a type. */
    public WorkerOffer with(String type, int count) {
        var more = new TreeMap<>(accelerators);
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(i);
        }
        more.put(type, numbers);
        return new WorkerOffer(host, domains, memoryMib, more);
    }

    /** Returns this worker with an amount of memory in MiB. */
    public WorkerOffer withMemory(long mib) {
        return new WorkerOffer(host, domains, mib, accelerators);
    }

    /** Returns the number of cores. */
    public int coreCount() {
        return domains.stream().mapToInt(domain -> domain.cores().size()).sum();
    }
}
