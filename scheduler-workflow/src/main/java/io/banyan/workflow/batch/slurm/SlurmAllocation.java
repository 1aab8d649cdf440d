package io.banyan.workflow.batch.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources of a running job on some of its nodes.
 *
 * @param nodes the nodes
 * @param cpus the numbers of its hardware threads on each of them
 * @param memoryMib its memory on each of them; 0 if Slurm does not count memory
 * @param accelerators the numbers of its accelerators on each of them by type
 */
record SlurmAllocation(
        List<String> nodes, List<Integer> cpus, long memoryMib, SortedMap<String, List<Integer>> accelerators) {
    private static final Pattern JOB = Pattern.compile("JobId=([0-9]+) ");
    private static final Pattern GROUP =
            Pattern.compile(" Nodes=(\\S+) CPU_IDs=([0-9,:-]+) Mem=([0-9]{1,15}) GRES=(\\S*)");
    private static final Pattern ACCELERATORS = Pattern.compile("([A-Za-z0-9_]+)(?::[^(,]*)?\\(IDX:([0-9,:-]+)\\)");

    /**
     * Reads the output of {@code scontrol -d -o show job}: allocations by the number of the job. A user's text in the
     * line, such as a job name, can add an allocation; so a caller takes only those on nodes that the job has.
     */
    static Map<String, List<SlurmAllocation>> parse(String output) {
        Map<String, List<SlurmAllocation>> all = new HashMap<>();
        output.lines().forEach(line -> {
            Matcher job = JOB.matcher(line);
            if (job.lookingAt()) {
                all.putIfAbsent(job.group(1), groups(line));
            }
        });
        return all;
    }

    private static List<SlurmAllocation> groups(String line) {
        List<SlurmAllocation> groups = new ArrayList<>();
        Matcher group = GROUP.matcher(line);
        while (group.find()) {
            SortedMap<String, List<Integer>> accelerators = new TreeMap<>();
            Matcher one = ACCELERATORS.matcher(group.group(4));
            while (one.find()) {
                accelerators
                        .computeIfAbsent(one.group(1), it -> new ArrayList<>())
                        .addAll(SlurmText.numbers(one.group(2)));
            }
            groups.add(new SlurmAllocation(
                    SlurmText.names(group.group(1)),
                    SlurmText.numbers(group.group(2)),
                    Long.parseLong(group.group(3)),
                    accelerators));
        }
        return groups;
    }
}
