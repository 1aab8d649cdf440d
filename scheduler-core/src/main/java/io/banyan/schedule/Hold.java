package io.banyan.schedule;

/**
 * The hold of one job at one vertex.
 *
 * <p>A <em>whole</em> hold represents the vertex and every vertex below it: nothing is written below it. Any other hold
 * contains the amount that the job took of the vertex itself (zero for a shared ancestor) and of each type below it.
 */
final class Hold {

    static final long[] NOTHING = {};

    final int vertex;
    /** Taken of the vertex itself; zero where the job only has something below it. */
    long amount;

    boolean whole;
    /** Sum of sizes held below the vertex, by type id; of a whole hold nothing is said, since it is all there is. */
    long[] below;
    /** Number of the job's holds directly below this one. */
    int children;
    /** The place of this hold among the holds of the job, which {@link Holding} keeps. */
    int place;

    public Hold(int vertex, long amount, boolean whole, long[] below) {
        this.vertex = vertex;
        this.amount = amount;
        this.whole = whole;
        this.below = below;
    }
}
