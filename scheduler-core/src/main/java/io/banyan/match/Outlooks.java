package io.banyan.match;

import io.banyan.alike.Likeness;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What was found out for one request about parcels, by their likeness: kept as long as the request is, so that a match asks
 * only what is new since the last one.
 */
final class Outlooks {

    private static final int SPARE = 64;

    /** How a list of demands is looked for. */
    private record Way(boolean pristine, boolean exclusive) {}

    private static final long NEVER = -1;

    private final boolean giveReasons;
    private long metAt = NEVER;
    private final IdentityHashMap<Demand[], Map<Way, Map<Likeness, Outlook>>> known = new IdentityHashMap<>();

    /**
     * Nothing known yet.
     *
     * @param giveReasons whether not only the offers matter, but also what is seen on the way, for the reasons of a no: of a part of the time
     *     less can be free below a vertex than all vertices there have free throughout, which is a reason but makes no difference to offers
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

    /** What is known of a list of demands, to be asked for with {@link #of}. */
    Map<Likeness, Outlook> about(Demand[] list, boolean pristine, boolean exclusive) {
        return known.computeIfAbsent(list, unused -> new HashMap<>())
                .computeIfAbsent(new Way(pristine, exclusive), unused -> new HashMap<>());
    }

    /** The outlook of a likeness; where it is not known yet it is found out. */
    static Outlook of(Map<Likeness, Outlook> about, Likeness likeness, int live, Supplier<Outlook> ask) {
        Outlook outlook = about.get(likeness);
        if (outlook == null) {
            if (about.size() > 2 * live + SPARE) {
                about.keySet().removeIf(old -> !old.isLive());
            }
            outlook = ask.get();
            about.put(likeness, outlook);
        }
        return outlook;
    }
}
