package io.banyan.rpc.execute;

import io.banyan.graph.Subgraph;
import io.banyan.graph.io.RExecution;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.jobspec.Task;
import io.banyan.jobspec.TaskCount;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The processes of a job: the tasks in the order of the jobspec, each as often as it says. A process runs on the node
 * that holds its slot, on the cores and GPUs of that slot.
 *
 * @param processes in the order of their ranks
 * @param hasGpus whether it is known of any process which GPUs it has
 * @param slots by host, in the order of R: the number of processes that a launcher such as mpirun starts there
 */
record JobLayout(List<Rank> processes, boolean hasGpus, Map<String, Integer> slots) {
    /** The most processes of one job. */
    static final int MOST = 16_384;

    /**
     * One process.
     *
     * @param command the program and its arguments
     * @param place where it runs
     * @param node the position of its host among the job's hosts
     * @param local its number among the job's processes on that host
     */
    record Rank(List<String> command, Place place, int node, int local) {
        Rank {
            command = List.copyOf(command);
        }
    }

    /**
     * The place of a process.
     *
     * @param host the name of the node; empty where the job has none
     * @param cores the numbers of its cores in the node; empty if they are not distinguished from those of the job's
     *     other processes
     * @param gpus the same for GPUs
     */
    record Place(String host, IdSet cores, IdSet gpus) {
        Place with(Place other) {
            return new Place(host, cores.union(other.cores), gpus.union(other.gpus));
        }
    }

    /** Copies the list and the map, in its order. */
    JobLayout {
        processes = List.copyOf(processes);
        slots = Collections.unmodifiableMap(new LinkedHashMap<>(slots));
    }

    /** Whether the graph of a job's resources matters: not if they are one slot on one host. */
    static boolean needsGraph(Jobspec jobspec, List<RExecution.Host> hosts) {
        boolean isOneSlot = jobspec.resources().size() == 1
                && jobspec.resources().getFirst().isSlot()
                && jobspec.resources().getFirst().count().max() == 1
                && jobspec.resources().getFirst().with().stream().noneMatch(Resource::isSlot);
        boolean isOfResources =
                jobspec.tasks().stream().anyMatch(task -> task.count() instanceof TaskCount.PerResource);
        return hosts.size() > 1 || !isOneSlot || isOfResources;
    }

    /**
     * The layout of a job with these hosts. O(processes + the job's holds x depth).
     *
     * @param held its resources as a graph; empty where that is not known, and its slots are then spread over the hosts
     *     in equal blocks
     * @throws IllegalArgumentException with one sentence, where the processes are too many, or cannot be counted
     */
    static JobLayout of(Jobspec jobspec, List<RExecution.Host> hosts, Optional<Subgraph> held) {
        var slots = new SlotPlaces(jobspec, hosts, held);
        List<Rank> ranks = new ArrayList<>();
        Map<String, Integer> perHost = slots.perHost();
        for (Task task : jobspec.tasks()) {
            for (Place place : places(task, slots, MOST - ranks.size())) {
                int local = perHost.merge(place.host(), 1, Integer::sum) - 1;
                ranks.add(new Rank(task.command(), place, slots.node(place.host()), local));
            }
        }
        return new JobLayout(
                ranks,
                ranks.stream().anyMatch(rank -> !rank.place().gpus().isEmpty()),
                slots(jobspec, slots, perHost, ranks.size()));
    }

    /**
     * The slots of the tasks, or the processes where these are more. In a job of one process, such as a batch script, a
     * slot that has a whole node counts as its cores.
     */
    private static Map<String, Integer> slots(
            Jobspec jobspec, SlotPlaces all, Map<String, Integer> processes, int size) {
        Map<String, Integer> slots = all.perHost();
        jobspec.tasks().stream().map(Task::slot).distinct().forEach(label -> {
            boolean countsCores = size == 1 && all.haveNodes(label);
            for (Place place : all.of(label).stream().flatMap(List::stream).toList()) {
                int cores = Math.toIntExact(Math.min(place.cores().size(), MOST));
                slots.merge(place.host(), countsCores && cores > 0 ? cores : 1, Integer::sum);
            }
        });
        slots.replaceAll((host, count) -> Math.max(count, processes.getOrDefault(host, 0)));
        return slots;
    }

    private static List<Place> places(Task task, SlotPlaces all, int most) {
        List<List<Place>> slots = all.of(task.slot());
        List<Place> places = new ArrayList<>();
        switch (task.count()) {
            case TaskCount.Total total -> {
                require(total.count(), 1, most);
                spread((int) total.count(), slots, places);
            }
            case TaskCount.PerSlot per -> {
                require(per.count(), slots.size(), most);
                slots.forEach(slot -> spread((int) per.count(), List.of(slot), places));
            }
            case TaskCount.PerResource per -> {
                List<Place> resources = all.ofResources(task.slot(), per.type().name());
                require(per.count(), resources.size(), most);
                resources.forEach(resource -> spread((int) per.count(), List.of(List.of(resource)), places));
            }
        }
        return places;
    }

    private static void require(long count, long times, int most) {
        if (times > 0 && count > most / times) {
            throw new IllegalArgumentException("a job can have at most " + MOST + " processes");
        }
    }

    /**
     * Spreads tasks over slots in equal blocks. A task that is for several slots has all of them that are on the host
     * of the first.
     */
    private static void spread(int tasks, List<List<Place>> slots, List<Place> places) {
        if (tasks < slots.size()) {
            for (int i = 0; i < tasks; i++) {
                int from = block(i, slots.size(), tasks);
                int to = block(i + 1, slots.size(), tasks);
                List<Place> block =
                        slots.subList(from, to).stream().flatMap(List::stream).toList();
                String host = block.getFirst().host();
                places.add(block.stream()
                        .filter(place -> place.host().equals(host))
                        .reduce(Place::with)
                        .orElseThrow());
            }
            return;
        }
        for (int s = 0; s < slots.size(); s++) {
            int mine = Math.ceilDiv((s + 1) * tasks, slots.size()) - Math.ceilDiv(s * tasks, slots.size());
            for (int i = 0; i < mine; i++) {
                places.add(slots.get(s).get(block(i, slots.get(s).size(), mine)));
            }
        }
    }

    private static int block(int i, int size, int blocks) {
        return (int) ((long) i * size / blocks);
    }
}
