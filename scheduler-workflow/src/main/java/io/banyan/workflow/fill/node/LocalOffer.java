package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.CoreDomain;
import io.banyan.workflow.fill.WorkerOffer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The resources of this machine that this process may use, as the batch scheduler gave them to its job. */
public final class LocalOffer {
    private static final String ALLOWED_CORES = "Cpus_allowed_list:";
    private static final String TOTAL_MEMORY = "MemTotal:";
    private static final int KIB_OF_MIB = 1_024;

    private LocalOffer() {}

    /**
     * Returns the cores by NUMA node, the memory, and the GPUs that {@code CUDA_VISIBLE_DEVICES} or
     * {@code ROCR_VISIBLE_DEVICES} name.
     *
     * @param host the name of this node
     * @throws IOException if the kernel does not tell them
     */
    public static WorkerOffer of(String host) throws IOException {
        return of(host, Path.of("/"), System.getenv());
    }

    /** Returns the resources by the files below a directory, and by variables. */
    static WorkerOffer of(String host, Path root, Map<String, String> environment) throws IOException {
        TreeSet<Integer> allowed = new TreeSet<>(numbers(value(root.resolve("proc/self/status"), ALLOWED_CORES)));
        List<CoreDomain> domains = new ArrayList<>();
        Path nodes = root.resolve("sys/devices/system/node");
        if (Files.isDirectory(nodes)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(nodes, "node[0-9]*")) {
                var byName = new TreeMap<String, Path>();
                all.forEach(node -> byName.put(node.getFileName().toString(), node));
                for (var node : byName.entrySet()) {
                    List<Integer> cores = new ArrayList<>(
                            numbers(Files.readString(node.getValue().resolve("cpulist"))));
                    cores.retainAll(allowed);
                    if (!cores.isEmpty()) {
                        domains.add(new CoreDomain(node.getKey(), cores));
                    }
                    cores.forEach(allowed::remove);
                }
            }
        }
        if (!allowed.isEmpty()) {
            domains.add(new CoreDomain("others", List.copyOf(allowed)));
        }
        String memory = value(root.resolve("proc/meminfo"), TOTAL_MEMORY).replaceAll("[^0-9]", "");
        return new WorkerOffer(host, domains, Long.parseLong("0" + memory) / KIB_OF_MIB, gpus(environment));
    }

    /**
     * Returns an offer with the first allowed hardware thread of each core, for a batch scheduler that gives whole
     * cores. Cores whose threads the kernel does not tell have one.
     *
     * @throws IOException if the kernel tells them wrongly
     */
    public static WorkerOffer oneThreadPerCore(WorkerOffer offer) throws IOException {
        return oneThreadPerCore(offer, Path.of("/"));
    }

    /** Returns the offer with one thread of each core by the files below a directory. */
    static WorkerOffer oneThreadPerCore(WorkerOffer offer, Path root) throws IOException {
        Set<Integer> taken = new HashSet<>();
        List<CoreDomain> domains = new ArrayList<>();
        for (CoreDomain domain : offer.domains()) {
            List<Integer> first = new ArrayList<>();
            for (int thread : domain.cores()) {
                if (taken.add(thread)) {
                    first.add(thread);
                    Path siblings =
                            root.resolve("sys/devices/system/cpu/cpu" + thread + "/topology/thread_siblings_list");
                    if (Files.isReadable(siblings)) {
                        taken.addAll(numbers(Files.readString(siblings)));
                    }
                }
            }
            if (!first.isEmpty()) {
                domains.add(new CoreDomain(domain.name(), first));
            }
        }
        return new WorkerOffer(offer.host(), domains, offer.memoryMib(), offer.accelerators());
    }

    private static SortedMap<String, List<Integer>> gpus(Map<String, String> environment) throws IOException {
        var gpus = new TreeMap<String, List<Integer>>();
        for (String name : List.of("CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")) {
            String value = environment.getOrDefault(name, "");
            // Names of GPUs, which begin with letters, have no number that a task could be given.
            if (value.matches("\\d+(,\\d+)*")) {
                gpus.putIfAbsent("gpu", numbers(value));
            }
        }
        return gpus;
    }

    private static String value(Path file, String key) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(key)) {
                return line.substring(key.length()).strip();
            }
        }
        throw new IOException("'" + file + "' does not have " + key);
    }

    /** Returns the numbers of a list such as {@code 0-3,8}. */
    private static List<Integer> numbers(String list) throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try {
            for (String part : list.strip().split(",", -1)) {
                String[] ends = part.split("-", -1);
                int last = Integer.parseInt(ends[ends.length - 1].strip());
                for (int number = Integer.parseInt(ends[0].strip()); number <= last; number++) {
                    numbers.add(number);
                }
            }
        } catch (NumberFormatException e) {
            throw new IOException("a list of numbers cannot be read: '" + list + "'", e);
        }
        return numbers;
    }
}
