package io.banyan.match;

/** How many vertices a match visited, in Fluxion's way of counting. */
public final class Visits {

    private long preorder;
    private long postorder;
    private long walks;
    private long searched;

    /** A walk begins. */
    void reset() {
        walks++;
        preorder = 0;
        postorder = 0;
    }

    void arrived() {
        preorder++;
        searched++;
    }

    void finished() {
        postorder++;
    }

    /** So many as were visited elsewhere, of which something was taken over. */
    void add(long moreArrived, long moreFinished) {
        preorder += moreArrived;
        postorder += moreFinished;
    }

    /**
     * Vertices that were looked at; of a parcel for which another one that is alike was looked at, so many as there.
     */
    public long preorder() {
        return preorder;
    }

    /** Vertices whose subtree was explored and that fitted. */
    public long postorder() {
        return postorder;
    }

    /** Vertices that were really looked at since the start. */
    long searched() {
        return searched;
    }

    /** Walks since the start: of a request that is looked for at several times, one for each time and variant. */
    long walks() {
        return walks;
    }
}
