package io.banyan.sim.deadline;

import io.banyan.sim.network.Traffic;
import io.banyan.sim.program.Phase;
import java.util.BitSet;

/** Measures a run of programs. Not thread-safe. */
final class RunMeter {
    private static final double MILLIS = 1000;

    private long atMillis;
    private double usedNodeSec;
    private double heldNodeSec;
    private double workSec;
    private final BitSet completedJobs = new BitSet();
    private int completed;
    private int cancelled;
    private double completedNodeSec;
    private long lastEndMillis;
    private double computeSec;
    private double idealComputeSec;
    private double messageSec;
    private double idealMessageSec;
    private double hops;
    private double idealHops;
    private long rounds;

    /** Time passes with so many nodes in use. */
    void pass(long nowMillis, int usedNodes) {
        usedNodeSec += usedNodes * (nowMillis - atMillis) / MILLIS;
        atMillis = nowMillis;
    }

    void completed(RunningProgram run, long nowMillis) {
        completed++;
        completedJobs.set(Math.toIntExact(run.job.number()));
        completedNodeSec += run.job.nodes() * (double) run.job.runSec();
        ended(run, nowMillis);
    }

    void cancelled(RunningProgram run, long nowMillis) {
        cancelled++;
        ended(run, nowMillis);
    }

    private void ended(RunningProgram run, long nowMillis) {
        if (run.isStarted()) {
            run.booked.ifPresent(nodes -> heldNodeSec += nodes.size() * (nowMillis - run.startMillis) / MILLIS);
            lastEndMillis = Math.max(lastEndMillis, nowMillis);
        }
    }

    void phase(Phase phase, double tookSec, double messagesTookSec) {
        phase.processes().forEach(task -> workSec += task.computeSec());
        computeSec += tookSec;
        idealComputeSec += phase.computeSec();
        messageSec += messagesTookSec;
        idealMessageSec += phase.messageSec();
    }

    /** The distance of the messages of a phase, weighted by the number of processes. */
    void distance(int processes, Traffic traffic, Traffic ideal) {
        hops += processes * traffic.meanHops();
        idealHops += processes * ideal.meanHops();
        rounds += processes;
    }

    /** The numbers of the completed jobs; not to be changed. */
    BitSet completedJobs() {
        return completedJobs;
    }

    ExecutionOutcome outcome(int nodes, AcceptedJobs accepted) {
        return new ExecutionOutcome(
                accepted.submitted(),
                accepted.jobs().size(),
                accepted.refusedByShape(),
                accepted.freeAtRefusal(),
                accepted.largestAtRefusal(),
                accepted.nodeSec(),
                completed,
                cancelled,
                completedNodeSec,
                lastEndMillis / MILLIS,
                usedNodeSec,
                Math.max(heldNodeSec, usedNodeSec),
                lastEndMillis == 0 ? 0 : usedNodeSec / nodes / (lastEndMillis / MILLIS),
                workSec,
                ratio(computeSec, idealComputeSec),
                ratio(messageSec, idealMessageSec),
                rounds == 0 ? 0 : hops / rounds,
                rounds == 0 ? 0 : idealHops / rounds);
    }

    private static double ratio(double actual, double ideal) {
        return ideal == 0 ? 1 : actual / ideal;
    }
}
