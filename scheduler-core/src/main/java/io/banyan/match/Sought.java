package io.banyan.match;

import io.banyan.alike.NodeSignature;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The demands that are looked for below a wide vertex. */
final class Sought {

    /** The wide vertex. */
    final int u;

    final Demand[] list;
    /** Bundles of each demand that are enough. */
    final long needed;
    /** Whether levels may still be left out. */
    final boolean pristine;
    /** Whether candidates are taken exclusively. */
    final boolean exclusive;
    /** The known outlooks of parcels, by their signature. */
    final Map<NodeSignature, Outlook> about;
    /** The known outlooks of the parcels whose signature depends on time, at the time in question. */
    private final Map<NodeSignature, Outlook> then = new HashMap<>();

    Sought(int u, Demand[] list, long needed, boolean pristine, boolean exclusive, Outlooks outlooks) {
        this.u = u;
        this.list = list;
        this.needed = needed;
        this.pristine = pristine;
        this.exclusive = exclusive;
        this.about = outlooks.about(list, pristine, exclusive);
    }

    /**
     * Records the offers of parcels of this signature at the time in question, which are those of parcels in the same
     * state at any time.
     */
    void note(NodeSignature signature, Outlook outlook) {
        then.put(signature, outlook);
    }

    /** Returns the known results of parcels of this signature at the time in question, or null. */
    @Nullable Outlook known(NodeSignature signature) {
        return signature.dependsOnTime() ? then.get(signature) : about.get(signature);
    }

    /** Whether it can take more than one parcel to find it. */
    boolean wantsSeveral() {
        boolean several = needed > 1;
        for (Demand demand : list) {
            several |= demand.most > 1;
        }
        return several;
    }
}
