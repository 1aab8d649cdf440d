package io.banyan.alike;

import io.banyan.graph.ResourceGraph;

/**
 * Records whether the logical ids of the parcels of one type below a wide vertex ascend in the order of a depth-first
 * walk. The result is kept when parcels are added or removed at the end. Otherwise it is computed again at its next
 * use.
 */
final class Ascent {

    private static final int UNKNOWN = -1;

    private final ResourceGraph graph;
    private final ParcelCut cut;
    private boolean known;
    private boolean ascending;
    private int last = UNKNOWN;

    Ascent(ResourceGraph graph, ParcelCut cut) {
        this.graph = graph;
        this.cut = cut;
    }

    boolean isKnown() {
        return known;
    }

    boolean isAscending() {
        return ascending;
    }

    /** Starts to find out whether the ids ascend: all parcels come, in the order of a depth-first walk. */
    void begin() {
        known = true;
        ascending = true;
        last = UNKNOWN;
    }

    /** The next parcel of {@link #begin}. */
    void met(int parcel) {
        ascending &= last == UNKNOWN || follows(parcel);
        last = parcel;
    }

    /** A parcel has come. */
    void came(int parcel) {
        if (!ascending) {
            return;
        }
        known = known && last != UNKNOWN && follows(parcel);
        last = parcel;
    }

    /** A parcel goes. */
    void goes(int parcel) {
        if (parcel == last) {
            last = UNKNOWN;
        }
    }

    private boolean follows(int parcel) {
        return graph.number(parcel) > graph.number(last) && cut.compare(last, parcel) < 0;
    }
}
