package io.banyan.sim.generate;

import io.banyan.elastic.Malleable;
import io.banyan.sim.elastic.Applications;
import io.banyan.sim.elastic.ElasticWorkload;
import io.banyan.sim.workload.TraceJob;
import java.util.List;

/**
 * The malleable jobs of the elastic experiment as jobs of a fixed size: with the least or the most that each can run
 * with. The user is the kind of job, the queue its priority.
 */
final class Jacobi {
    /** Number of nodes in the paper's experiment. */
    static final int NODES = 4;
    /** Number of cores of a node in the paper's experiment. */
    static final int CORES_PER_NODE = 16;

    private Jacobi() {}

    static List<TraceJob> jobs(long seed, int count, long gapSec, boolean isMost) {
        return ElasticWorkload.random(Applications.jacobi(), count, gapSec, seed).jobs().stream()
                .map(job -> {
                    Malleable bounds = job.application().bounds();
                    long size = isMost ? bounds.max() : bounds.min();
                    long run = (long) Math.ceil(job.application().runSec().at(size));
                    return new TraceJob(
                            Integer.toString(job.number() + 1),
                            job.submitSec(),
                            run,
                            run,
                            (int) size,
                            job.application().name(),
                            "priority-" + job.priority());
                })
                .toList();
    }
}
