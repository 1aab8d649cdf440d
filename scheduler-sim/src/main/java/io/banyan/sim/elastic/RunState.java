package io.banyan.sim.elastic;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.ElasticJob;
import io.banyan.elastic.Prospect;
import io.banyan.elastic.RunningJob;
import java.util.Optional;

/** The state of one running job: its remaining work, its resources, and the time until which it is interrupted. */
final class RunState implements Prospect {
    final ElasticWorkload.Job job;
    private double left = 1;
    private long amount;
    private long updatedMillis;
    private long standsUntilMillis;
    private long changedMillis;
    private int rescales;
    private int stops;
    /** True while the job writes a checkpoint or waits to continue from one. */
    private boolean isStopped;

    /** Which end was planned last, so that one that was replaced is known. */
    private int plans;

    RunState(ElasticWorkload.Job job) {
        this.job = job;
    }

    long amount() {
        return amount;
    }

    int rescales() {
        return rescales;
    }

    int stops() {
        return stops;
    }

    int plans() {
        return plans;
    }

    /** Runs with another amount from now on, and returns when it ends that way. */
    long go(long newAmount, long nowMillis) {
        advance(nowMillis);
        if (amount > 0) {
            double standsSec = job.application().rescaleSec(amount, newAmount);
            standsUntilMillis = Math.max(standsUntilMillis, nowMillis) + Math.round(standsSec * 1000);
            rescales++;
        } else if (isStopped) {
            standsUntilMillis = nowMillis + Math.round(restartSec(newAmount) * 1000);
            isStopped = false;
        }
        amount = newAmount;
        changedMillis = nowMillis;
        plans++;
        double runSec = job.application().runSec().at(amount);
        return Math.max(nowMillis, standsUntilMillis) + (long) Math.ceil(left * runSec * 1000);
    }

    /**
     * Writes a checkpoint from now on, or from when it does not stand still any more, and returns when that is written.
     */
    long stop(long nowMillis) {
        advance(nowMillis);
        double writeSec = checkpoint().orElseThrow().writeSec(amount);
        standsUntilMillis = Math.max(standsUntilMillis, nowMillis) + Math.round(writeSec * 1000);
        isStopped = true;
        stops++;
        plans++;
        return standsUntilMillis;
    }

    /** The job has its checkpoint, and no resources. */
    void leave(long nowMillis) {
        advance(nowMillis);
        amount = 0;
    }

    private double restartSec(long of) {
        return checkpoint().orElseThrow().restartSec(of);
    }

    /** Adds the work done until now. */
    void advance(long nowMillis) {
        if (amount > 0) {
            long from = Math.max(updatedMillis, standsUntilMillis);
            double doneSec = Math.max(0, nowMillis - from) / 1000.0;
            left = Math.max(0, left - doneSec / job.application().runSec().at(amount));
        }
        updatedMillis = nowMillis;
    }

    /** The rest that it stands still now is a part of it, as is the restart of one that was stopped. */
    @Override
    public double remainingSec(long of) {
        double stands = Math.max(0, standsUntilMillis - updatedMillis) / 1000.0;
        double restart = isStopped ? restartSec(of) : 0;
        return stands + restart + left * job.application().runSec().at(of);
    }

    @Override
    public double rescaleSec(long from, long to) {
        return job.application().rescaleSec(from, to);
    }

    @Override
    public Optional<Checkpoint> checkpoint() {
        return job.application().checkpoint().map(it -> it);
    }

    ElasticJob seen() {
        return new ElasticJob(
                job.number(), job.application().bounds(), job.priority(), job.submitSec(), Optional.of(this));
    }

    RunningJob running() {
        return new RunningJob(seen(), amount, changedMillis / 1000);
    }
}
