package io.banyan.mapping;

import java.util.BitSet;
import java.util.List;

/** A rule by which a partition is formed of free nodes. Immutable. */
public interface PartitionShape {
    /** Counts the nodes at which a search looks. */
    final class SearchWork {
        private long count;

        void add(long nodes) {
            count += nodes;
        }

        /** The number of visits so far. */
        public long count() {
            return count;
        }
    }

    /** The requirement for people, such as {@code consecutive nodes of the curve}. */
    String requirement();

    /**
     * The nodes of a partition in the order in which they were chosen; empty where the rule finds none.
     *
     * @param free is not changed
     */
    List<Integer> find(BitSet free, int count, SearchWork work);

    /**
     * The largest number of free nodes that meet the requirement together. It tells how fragmented the free nodes are.
     *
     * @param free is not changed
     */
    default int largest(BitSet free) {
        return free.cardinality();
    }
}
