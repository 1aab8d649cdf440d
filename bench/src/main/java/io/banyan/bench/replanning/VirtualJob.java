package io.banyan.bench.replanning;

import io.banyan.workflow.batch.BatchJobReport;
import java.util.Optional;

/** A job of the virtual machine. */
final class VirtualJob {
    final int nodes;
    final int cores;
    /** The time limit of a job of the queue. */
    final int limitSec;
    /** The time that its program takes. */
    final int runSec;

    final int exitCode;
    /** The reservation in which it runs; empty for the queue. */
    final String reservation;

    BatchJobReport.State state = BatchJobReport.State.WAITING;
    int startSec;
    int endSec;
    /** The place of a job of the queue: taken, or planned. */
    Optional<VirtualCalendar.Place> place = Optional.empty();

    VirtualJob(int nodes, int cores, int limitSec, int runSec, int exitCode, String reservation) {
        this.nodes = nodes;
        this.cores = cores;
        this.limitSec = limitSec;
        this.runSec = runSec;
        this.exitCode = exitCode;
        this.reservation = reservation;
    }

    boolean isOver() {
        return state != BatchJobReport.State.WAITING && state != BatchJobReport.State.RUNNING;
    }

    boolean isIn(BatchJobReport.State one) {
        return state == one;
    }
}
