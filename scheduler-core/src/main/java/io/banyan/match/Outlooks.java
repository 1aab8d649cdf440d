package io.banyan.match;

import io.banyan.alike.NodeSignature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one request for parcels, by their signature: kept as long as the request, so that a match computes
 * only the results that are new since the last one.
 */
final class Outlooks {

    private static final int SPARE = 64;

    private static final long NEVER = -1;
    /** Pristine or not, exclusive or not. */
    private static final int WAYS = 4;

    private final boolean giveReasons;
    private long metAt = NEVER;
    /** By how a list of demands is looked for: pristine or not, exclusive or not. */
    private final List<Map<Demand[], Map<NodeSignature, Outlook>>> known = new ArrayList<>();

    /**
     * Nothing known yet.
     *
     * @param giveReasons whether not only the offers matter, but also the observations on the way, for the reasons of a
     *     refusal: of a part of the time less can be free below a vertex than all vertices there have free throughout,
     *     which is a reason but makes no difference to offers
     */
    Outlooks(boolean giveReasons) {
        this.giveReasons = giveReasons;
    }

    boolean giveReasons() {
        return giveReasons;
    }

    /** The request was met when the parcels had this version. */
    void met(long version) {
        metAt = version;
    }

    /** Whether the request was met before, and nothing has changed since. */
    boolean isMetAt(long version) {
        return metAt == version;
    }

    /** Returns the known results of a list of demands; {@link #keep} adds to it. */
    Map<NodeSignature, Outlook> about(Demand[] list, boolean pristine, boolean exclusive) {
        while (known.size() < WAYS) {
            known.add(new IdentityHashMap<>(2));
        }
        return known.get((pristine ? 2 : 0) + (exclusive ? 1 : 0)).computeIfAbsent(list, unused -> new HashMap<>());
    }

    /** Adds the outlook of a signature; removes the results of signatures without parcels if there are many. */
    static Outlook keep(Map<NodeSignature, Outlook> about, NodeSignature signature, int live, Outlook outlook) {
        if (about.size() > 2 * live + SPARE) {
            about.keySet().removeIf(old -> !old.isLive());
        }
        about.put(signature, outlook);
        return outlook;
    }
}
