package io.banyan.rpc.execute;

import io.banyan.graph.io.RExecution;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.jobspec.Task;
import io.banyan.jobspec.TaskCount;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which processes a job has, and on which of its hosts each of them is: the tasks in the order of the jobspec, each as often as it says, spread over the hosts in equal
 * blocks.
 *
 * @param processes in the order of their ranks
 */
record JobLayout(List<Rank> processes) {
    /** The most processes of one job. */
    static final int MOST = 16_384;

    private static final String SLOT = "slot";

    /**
     * One process.
     *
     * @param command the program and its arguments
     * @param host the name of the node; empty where the job has none
     */
    record Rank(List<String> command, String host) {
        Rank {
            command = List.copyOf(command);
        }
    }

    /** Copies the list. */
    JobLayout {
        processes = List.copyOf(processes);
    }

    /**
     * That of a job with these hosts. O(processes).
     *
     * @throws IllegalArgumentException with one sentence, where they are too many, or cannot be counted
     */
    static JobLayout of(Jobspec jobspec, List<RExecution.Host> hosts) {
        List<List<String>> commands = new ArrayList<>();
        for (Task task : jobspec.tasks()) {
            long count = count(jobspec, task, hosts);
            if (commands.size() + count > MOST) {
                throw new IllegalArgumentException("a job has at most " + MOST + " processes");
            }
            for (long i = 0; i < count; i++) {
                commands.add(task.command());
            }
        }
        List<Rank> ranks = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            int host = (int) ((long) i * hosts.size() / commands.size());
            ranks.add(new Rank(
                    commands.get(i), hosts.isEmpty() ? "" : hosts.get(host).name()));
        }
        return new JobLayout(ranks);
    }

    private static long count(Jobspec jobspec, Task task, List<RExecution.Host> hosts) {
        return switch (task.count()) {
            case TaskCount.Total total -> total.count();
            case TaskCount.PerSlot per -> Math.multiplyExact(per.count(), slots(jobspec, task.slot(), hosts));
            case TaskCount.PerResource per ->
                Math.multiplyExact(per.count(), of(per.type().name(), hosts));
        };
    }

    /** How many slots of a label there are: as the jobspec says, or where that leaves it open as many as fit into what was found. */
    private static long slots(Jobspec jobspec, String label, List<RExecution.Host> hosts) {
        for (Resource top : jobspec.resources()) {
            Optional<Found> found = find(top, label, 1, true);
            if (found.isPresent()) {
                Found slot = found.get();
                return slot.isExact()
                        ? slot.count()
                        : slot.slot().with().stream()
                                .mapToLong(inside -> of(inside.type().name(), hosts)
                                        / Math.max(1, inside.count().min()))
                                .filter(fitting -> fitting > 0)
                                .min()
                                .orElse(1);
            }
        }
        throw new IllegalArgumentException("a task is for the slot '" + label + "', and there is none of that label");
    }

    private record Found(Resource slot, long count, boolean isExact) {}

    private static Optional<Found> find(Resource at, String label, long above, boolean isExact) {
        boolean exact = isExact && at.count().min() == at.count().max();
        long count = Math.multiplyExact(above, Math.max(1, at.count().min()));
        if (at.type().name().equals(SLOT) && at.label().filter(label::equals).isPresent()) {
            return Optional.of(new Found(at, count, exact));
        }
        return at.with().stream()
                .flatMap(below -> find(below, label, count, exact).stream())
                .findFirst();
    }

    private static long of(String type, List<RExecution.Host> hosts) {
        return type.equals("node")
                ? hosts.size()
                : hosts.stream()
                        .map(RExecution.Host::children)
                        .map(Map::entrySet)
                        .flatMap(all -> all.stream())
                        .filter(one -> one.getKey().equals(type))
                        .map(Map.Entry::getValue)
                        .mapToLong(IdSet::size)
                        .sum();
    }
}
