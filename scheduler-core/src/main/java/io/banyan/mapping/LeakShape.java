package io.banyan.mapping;

import java.util.BitSet;
import java.util.List;

/** The nodes of a job that forks all its processes at its start ({@link LeakMapping#start}). */
final class LeakShape implements PartitionShape {
    private final LeakMapping mapping;
    private final long job;

    LeakShape(LeakMapping mapping, long job) {
        this.mapping = mapping;
        this.job = job;
    }

    @Override
    public String requirement() {
        return "free nodes that the job can take from its first node on";
    }

    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        List<Integer> nodes = mapping.start(job, count, free, work);
        return nodes.size() == count ? nodes : List.of();
    }
}
