package io.banyan.sim.deadline;

import io.banyan.mapping.ProcessProfile;
import io.banyan.sim.network.MessageRound;
import io.banyan.sim.network.Traffic;
import io.banyan.sim.program.ParallelProgram;
import io.banyan.sim.program.Phase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A job in execution. Not thread-safe. */
final class RunningProgram {
    final DeadlineJob job;
    final ParallelProgram program;
    final long endMillis;
    /** The nodes that are booked for it; empty for a job that takes nodes as it needs them. */
    final Optional<List<Integer>> booked;
    /** By process: its slot. */
    private final Map<Integer, Integer> slots = new TreeMap<>();
    /** By node, in the order in which the job got them: the number of its processes there. */
    private final Map<Integer, Integer> nodes = new LinkedHashMap<>();

    /** The profile by which the job is booked; empty if it is not. */
    Optional<ProcessProfile> profile = Optional.empty();

    long startMillis = -1;
    int phase = -1;
    boolean isOver;
    /** The traffic of the phase, and the share of the time for which a message makes a link busy. */
    Optional<Flow> flow = Optional.empty();

    /** The messages of the phase that are on their way. */
    Optional<MessageRound> round = Optional.empty();

    /** The nodes of the processes that exchange messages in the phase, as it begins. */
    int[] talkingNodes = {};

    /** The computing time of the phase. */
    double computeSec;

    record Flow(Traffic traffic, double share) {}

    RunningProgram(DeadlineJob job, ParallelProgram program, long endMillis, Optional<List<Integer>> booked) {
        this.job = job;
        this.program = program;
        this.endMillis = endMillis;
        this.booked = booked;
    }

    /** Drops the messages of the phase that are on their way. */
    void dropMessages() {
        round.ifPresent(MessageRound::cancel);
        round = Optional.empty();
    }

    ProcessProfile profile() {
        return profile.orElseThrow();
    }

    /** The number of processes of the next phase by the profile; 0 in the last phase. */
    int nextProcesses() {
        return isInLastPhase() ? 0 : profile().processes(phase + 1);
    }

    boolean isStarted() {
        return startMillis >= 0;
    }

    Phase currentPhase() {
        return program.phases().get(phase);
    }

    boolean isInLastPhase() {
        return phase + 1 == program.phases().size();
    }

    boolean runs(int process) {
        return slots.containsKey(process);
    }

    int slot(int process) {
        Integer slot = slots.get(process);
        if (slot == null) {
            throw new IllegalStateException("process " + process + " of job " + job.number() + " does not run");
        }
        return slot;
    }

    Set<Integer> processes() {
        return slots.keySet();
    }

    Set<Integer> nodes() {
        return nodes.keySet();
    }

    void started(int process, int slot, int node) {
        slots.put(process, slot);
        nodes.merge(node, 1, Integer::sum);
    }

    /** Returns the slot on which the process ran. */
    int ended(int process, ProcessSlots all) {
        int slot = slot(process);
        slots.remove(process);
        nodes.computeIfPresent(all.node(slot), (node, count) -> count == 1 ? null : count - 1);
        return slot;
    }
}
