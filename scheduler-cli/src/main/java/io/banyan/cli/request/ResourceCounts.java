package io.banyan.cli.request;

import io.banyan.jobspec.Count;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The requested resources of a job, from options. Each is empty if its option is not given.
 *
 * @param nodes the number of nodes, or a range of it
 * @param tasks of all nodes together
 * @param tasksPerNode the most on one node
 * @param cores of each task
 * @param gpusPerTask GPUs of each task
 * @param gpusPerNode GPUs of each node, which its tasks divide among them, or share
 * @param gpus of the job, which all tasks divide among them, or those of a node share
 * @param memory of each node
 * @param memoryPerTask memory of each task
 * @param memoryPerCore memory of each core
 */
record ResourceCounts(
        Optional<Count> nodes,
        OptionalLong tasks,
        OptionalLong tasksPerNode,
        OptionalLong cores,
        OptionalLong gpusPerTask,
        OptionalLong gpusPerNode,
        OptionalLong gpus,
        Optional<MemorySize> memory,
        Optional<MemorySize> memoryPerTask,
        Optional<MemorySize> memoryPerCore) {
    static final String ONE_MEMORY = "only one of --mem, --mem-per-task and --mem-per-core can be used";

    /** Checks that no two of them contradict each other. Memory of all that a node has is none that is asked for. */
    ResourceCounts {
        memory = memory.filter(size -> !size.isAll());
        requireOne("--gpus-per-task, --gpus-per-node and --gpus", gpusPerTask, gpusPerNode, gpus);
        if (count(memory) + count(memoryPerTask) + count(memoryPerCore) > 1) {
            throw new IllegalArgumentException(ONE_MEMORY);
        }
        if (tasks.isPresent() && nodes.isPresent() && !nodes.get().isExact()) {
            throw new IllegalArgumentException("--nodes " + nodes.get()
                    + " is a range, which can be used with --tasks-per-node, but not with --tasks");
        }
    }

    private static void requireOne(String options, OptionalLong... values) {
        int given = 0;
        for (OptionalLong value : values) {
            given += value.isPresent() ? 1 : 0;
        }
        if (given > 1) {
            throw new IllegalArgumentException("only one of " + options + " can be used");
        }
    }

    private static int count(Optional<?> value) {
        return value.isPresent() ? 1 : 0;
    }

    /** Whether whole nodes are requested, without a statement about their contents. */
    boolean isWholeNodes() {
        boolean isOfTasks = tasks.isPresent() || tasksPerNode.isPresent() || cores.isPresent();
        boolean isOfGpus = gpusPerTask.isPresent() || gpusPerNode.isPresent() || gpus.isPresent();
        boolean isOfMemory = memory.isPresent() || memoryPerTask.isPresent() || memoryPerCore.isPresent();
        return nodes.isPresent() && !isOfTasks && !isOfGpus && !isOfMemory;
    }

    /** Whether something is said of each node, so that it matters how the tasks are divided among nodes. */
    boolean isPerNode() {
        boolean isOfNodes = nodes.isPresent() || tasksPerNode.isPresent();
        boolean hasSharedGpus = gpus.orElse(0) % tasks.orElse(1) != 0;
        return isOfNodes || gpusPerNode.isPresent() || memory.isPresent() || hasSharedGpus;
    }

    /**
     * The GPUs of each task, and those of each node that its tasks share, since they cannot be divided evenly among
     * them.
     *
     * @param nodes the number of nodes
     * @param slots the tasks for which each of them has room
     */
    Gpus gpusOf(long nodes, long slots) {
        if (gpusPerNode.isPresent()) {
            return Gpus.of(gpusPerNode.getAsLong(), slots);
        }
        if (gpus.isEmpty()) {
            return new Gpus(gpusPerTask.orElse(0), 0);
        }
        long all = gpus.getAsLong();
        long count = tasks.orElse(nodes * slots);
        if (all % count != 0 && all % nodes != 0) {
            throw new IllegalArgumentException("--gpus " + all + " cannot be divided evenly among " + count
                    + " tasks or " + nodes + " nodes; --gpus-per-task sets the number for each task");
        }
        return all % count == 0 ? new Gpus(all / count, 0) : Gpus.of(all / nodes, slots);
    }

    /** GPUs of a node: the number for each task, and the number that all tasks share. */
    record Gpus(long each, long shared) {
        private static Gpus of(long node, long slots) {
            return node % slots == 0 ? new Gpus(node / slots, 0) : new Gpus(0, node);
        }
    }

    /**
     * The number of nodes: without --nodes as few as the tasks fit on, where it is said how many fit on one, and else
     * one.
     */
    Count nodeCount() {
        return nodes.orElseGet(() -> Count.exactly(
                tasks.isPresent() && tasksPerNode.isPresent()
                        ? Math.ceilDiv(tasks.getAsLong(), tasksPerNode.getAsLong())
                        : 1));
    }

    /** The number of tasks for which each node has room. */
    long slotsPerNode() {
        Count count = nodeCount();
        if (tasks.isEmpty()) {
            return tasksPerNode.orElse(1);
        }
        if (tasks.getAsLong() < count.min()) {
            throw new IllegalArgumentException("--tasks " + tasks.getAsLong() + " is less than --nodes " + count
                    + ": each node must run at least one task");
        }
        long slots = Math.ceilDiv(tasks.getAsLong(), count.min());
        if (slots > tasksPerNode.orElse(slots)) {
            throw new IllegalArgumentException("--tasks " + tasks.getAsLong() + " is more than what --nodes " + count
                    + " with --tasks-per-node " + tasksPerNode.getAsLong() + " can run");
        }
        return slots;
    }
}
