package io.banyan.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The subsystems of a matcher: it walks the dominant one depth first, and from each candidate it walks up the auxiliary
 * ones (Fluxion's option {@code -S}).
 *
 * @param dominant the hierarchy in which the resources of a request are found
 * @param auxiliary the hierarchies from whose pools those resources draw, in the order in which they are asked
 */
public record MatchSubsystems(Subsystem dominant, List<Subsystem> auxiliary) {
    /** Containment only: every other subsystem is left alone. */
    public static final MatchSubsystems CONTAINMENT = new MatchSubsystems(Subsystem.CONTAINMENT, List.of());

    /** Before the names of auxiliary subsystems that Fluxion has no letters for. */
    private static final String CONTAINMENT_AND = "containment+";

    private static final Subsystem IBNET = new Subsystem("ibnet");
    private static final Subsystem IBNETBW = new Subsystem("ibnetbw");
    private static final Subsystem PFS1BW = new Subsystem("pfs1bw");
    private static final Subsystem POWER = new Subsystem("power");
    private static final Subsystem VIRTUAL1 = new Subsystem("virtual1");

    private static final Map<String, MatchSubsystems> NAMED = new LinkedHashMap<>();

    static {
        NAMED.put("CA", CONTAINMENT);
        name("IBA", IBNET);
        name("IBBA", IBNETBW);
        name("PFS1BA", PFS1BW);
        name("PA", POWER);
        name("VA", VIRTUAL1);
        name("C+IBA", Subsystem.CONTAINMENT, IBNET);
        name("C+IBBA", Subsystem.CONTAINMENT, IBNETBW);
        name("C+PFS1BA", Subsystem.CONTAINMENT, PFS1BW);
        name("C+PA", Subsystem.CONTAINMENT, POWER);
        name("IB+IBBA", IBNET, IBNETBW);
        name("C+P+IBA", Subsystem.CONTAINMENT, POWER, IBNET);
        name("V+PFS1BA", VIRTUAL1, PFS1BW);
        name("ALL", Subsystem.CONTAINMENT, IBNET, IBNETBW, PFS1BW, POWER, VIRTUAL1);
    }

    /** Fluxion's names, for help and messages. */
    public static final String NAMES = String.join(", ", NAMED.keySet());

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException where a subsystem is named twice
     */
    public MatchSubsystems {
        auxiliary = List.copyOf(auxiliary);
        var all = new LinkedHashSet<>(auxiliary);
        all.add(dominant);
        if (all.size() != auxiliary.size() + 1) {
            throw new IllegalArgumentException("A subsystem occurs twice: " + dominant + " and "
                    + String.join(", ", auxiliary.stream().map(Subsystem::name).toList()) + ".");
        }
    }

    private static void name(String name, Subsystem first, Subsystem... others) {
        NAMED.put(name, new MatchSubsystems(first, List.of(others)));
    }

    /**
     * Checks that a graph has the named subsystems; {@code ALL} means those that there are.
     *
     * @param graph the name of the graph in the message
     * @param there its subsystems
     * @throws IllegalArgumentException with one sentence, where it lacks one
     */
    public void requireIn(String graph, Collection<Subsystem> there) {
        List<Subsystem> missing = new ArrayList<>(auxiliary);
        missing.add(0, dominant);
        missing.removeAll(there);
        if (!missing.isEmpty() && !equals(NAMED.get("ALL"))) {
            throw new IllegalArgumentException(graph + " has no subsystem "
                    + missing.get(0).name() + ", only "
                    + String.join(", ", there.stream().map(Subsystem::name).toList()) + ".");
        }
    }

    /**
     * Reads one of Fluxion's names, in upper or lower case, or {@code containment+NAME[+NAME...]} for the subsystems of
     * a site's own graph.
     *
     * @throws IllegalArgumentException where the text is neither; the message lists the valid values
     */
    public static MatchSubsystems parse(String text) {
        MatchSubsystems named = NAMED.get(text.toUpperCase(Locale.ROOT));
        if (named != null) {
            return named;
        }
        if (!text.startsWith(CONTAINMENT_AND)) {
            throw new IllegalArgumentException(
                    "Subsystems must be one of " + NAMES + ", or containment+NAME, not '" + text + "'.");
        }
        List<Subsystem> auxiliary = new ArrayList<>();
        for (String name : text.substring(CONTAINMENT_AND.length()).split("\\+", -1)) {
            auxiliary.add(new Subsystem(name));
        }
        return new MatchSubsystems(Subsystem.CONTAINMENT, auxiliary);
    }
}
