package io.banyan.sim.program;

import io.banyan.sim.network.TrafficPattern;
import java.util.List;

/**
 * A part of a program: its processes compute, and some of them then exchange messages.
 *
 * @param processes in the order of their numbers
 * @param talking the numbers of the processes that exchange messages
 * @param messageSec the time of the messages on a compact partition of the empty machine; 0 without messages
 */
public record Phase(List<Task> processes, List<Integer> talking, TrafficPattern pattern, double messageSec) {
    /** Copies the lists. */
    public Phase {
        processes = List.copyOf(processes);
        talking = List.copyOf(talking);
    }

    /**
     * The part of a process in a phase.
     *
     * @param process its number; the first process of a program is 0
     * @param parent the process that forks it if it does not run yet; -1 for the first process
     * @param computeSec the time that it computes on a core of its own
     * @param isLast whether the process ends after the phase
     */
    public record Task(int process, int parent, double computeSec, boolean isLast) {}

    /** The longest computation, in seconds. */
    public double computeSec() {
        return processes.stream().mapToDouble(Task::computeSec).max().orElse(0);
    }
}
