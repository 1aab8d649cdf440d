package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The amounts that the auxiliary subsystems supply, and those that jobs draw from them. A vertex of the dominant
 * subsystem that draws an amount draws it from every {@link PoolSupply} of the type on its way up in every auxiliary
 * subsystem, itself included: the power of a node comes through its distribution unit and through the panel above that.
 *
 * <p>A type is drawn if vertices of an auxiliary subsystem have it and none of the dominant one. A job draws for a
 * vertex as long as it holds the vertex or a vertex below it. {@link Schedule} alone changes the draws. For the thread
 * that owns the schedule.
 */
public final class Supplies {
    private final ResourceGraph graph;
    private final Ledger ledger;
    private final Subsystem dominant;
    private final List<Subsystem> auxiliary;
    private final BitSet dominantTypes = new BitSet();
    private final BitSet auxiliaryTypes = new BitSet();
    /** By vertex and type, found when first asked for; nothing where the vertex has no pools of the type. */
    private final Map<Long, Optional<PoolSupply>> known = new LinkedHashMap<>();

    Supplies(ResourceGraph graph, Ledger ledger, MatchSubsystems subsystems) {
        this.graph = graph;
        this.ledger = ledger;
        this.dominant = subsystems.dominant();
        this.auxiliary = subsystems.auxiliary();
        attached(IntStream.range(0, graph.vertexBound()).toArray());
    }

    /** Whether there are auxiliary subsystems at all. */
    public boolean areDrawnFrom() {
        return !auxiliary.isEmpty();
    }

    /** Whether the type is drawn from auxiliary subsystems. O(1). */
    public boolean isDrawn(int typeId) {
        return typeId >= 0 && auxiliaryTypes.get(typeId) && !dominantTypes.get(typeId);
    }

    /** Grows whenever {@link #isDrawn} may give another answer than before. */
    public int typesSeen() {
        return dominantTypes.cardinality() + auxiliaryTypes.cardinality();
    }

    /** The supplies of a type that the vertex draws from, nearest first. O(depth in the auxiliary subsystems). */
    public List<PoolSupply> above(int v, int typeId) {
        List<PoolSupply> supplies = new ArrayList<>();
        for (Subsystem subsystem : auxiliary) {
            int s = graph.subsystemId(subsystem);
            for (int u = s < 0 || !graph.isMember(v, s) ? -1 : v; u >= 0; u = graph.parent(u, s)) {
                supplyAt(u, typeId).filter(supply -> !supplies.contains(supply)).ifPresent(supplies::add);
            }
        }
        return supplies;
    }

    private Optional<PoolSupply> supplyAt(int u, int typeId) {
        return known.computeIfAbsent(key(u, typeId), unknown -> seen(u, typeId));
    }

    private static long key(int u, int typeId) {
        return ((long) u << Integer.SIZE) | typeId;
    }

    /**
     * The vertex itself, or the pools beside it: its children of the type, unless one feeds others and is such a
     * vertex.
     */
    private int[] pools(int u, int typeId) {
        if (graph.typeId(u) == typeId) {
            return new int[] {u};
        }
        IntStream.Builder pools = IntStream.builder();
        for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (isAuxiliary(graph.subsystem(e)) && graph.typeId(child) == typeId) {
                if (graph.firstOut(child) >= 0) {
                    return new int[0];
                }
                pools.add(child);
            }
        }
        return pools.build().toArray();
    }

    private boolean isInAuxiliary(int v) {
        return auxiliary.stream().mapToInt(graph::subsystemId).anyMatch(s -> s >= 0 && graph.isMember(v, s));
    }

    private boolean isAuxiliary(int subsystemId) {
        return auxiliary.contains(graph.subsystems().get(subsystemId));
    }

    private long sizeOf(int[] pools) {
        return Arrays.stream(pools).mapToLong(graph::size).sum();
    }

    /**
     * All supplies of types that are drawn, in the order of their vertices. Pools without descendants are parts of a
     * supply and no supplies of their own. A vertex with pools beside it represents them, unless a job draws from it
     * directly. O(V x types of the auxiliary subsystems).
     */
    public List<PoolSupply> all() {
        List<PoolSupply> all = new ArrayList<>();
        for (int u = 0; !auxiliary.isEmpty() && u < graph.vertexBound(); u++) {
            if (graph.contains(u) && graph.firstOut(u) >= 0 && isInAuxiliary(u)) {
                List<PoolSupply> here = at(u);
                boolean hasPools = here.stream().anyMatch(supply -> !supply.isItsOwnPool());
                here.stream()
                        .filter(supply -> !hasPools || !supply.isItsOwnPool() || supply.isInUse())
                        .forEach(all::add);
            }
        }
        return all;
    }

    private List<PoolSupply> at(int u) {
        return auxiliaryTypes.stream()
                .filter(this::isDrawn)
                .mapToObj(type -> seen(u, type))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the supply that {@link #supplyAt} returns, without storing one without draws. */
    private Optional<PoolSupply> seen(int u, int typeId) {
        Optional<PoolSupply> found = known.get(key(u, typeId));
        if (found != null) {
            return found;
        }
        int[] pools = pools(u, typeId);
        return pools.length == 0 ? Optional.empty() : Optional.of(new PoolSupply(u, typeId, pools, sizeOf(pools)));
    }

    /** About how many bytes the draws and the supplies in use take, without what is in the holdings. */
    long bytes() {
        return 64L * known.size()
                + known.values().stream()
                        .flatMap(Optional::stream)
                        .mapToLong(PoolSupply::bytes)
                        .sum();
    }

    /** The path of the supply's vertex in the auxiliary subsystem. */
    public String pathOf(PoolSupply supply) {
        return auxiliary.stream()
                .flatMap(subsystem -> graph.path(supply.vertex(), subsystem).stream())
                .findFirst()
                .orElse("");
    }

    // ---- draws ----------------------------------------------------------------------------------------------------

    /**
     * Returns the first supply that has too little left for the draws of the selection; nothing where all have enough.
     */
    Optional<PoolSupply> firstWithout(TimeWindow window, Selection selection) {
        if (!selection.hasDraws()) {
            return Optional.empty();
        }
        Map<PoolSupply, Long> needs = new LinkedHashMap<>();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            selection
                    .draws(i)
                    .forEach((type, amount) ->
                            above(v, graph.types().id(type)).forEach(supply -> needs.merge(supply, amount, Long::sum)));
        }
        return needs.entrySet().stream()
                .filter(need -> need.getKey().freeDuring(window) < need.getValue())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Adds the draws of the selection to the job. A type that nothing supplies here is only remembered. */
    void draw(Holding holding, Selection selection) {
        for (int i = 0; selection.hasDraws() && i < selection.size(); i++) {
            for (Map.Entry<ResourceType, Long> draw : selection.draws(i).entrySet()) {
                int v = selection.vertex(i);
                List<PoolSupply> from = above(v, graph.types().id(draw.getKey()));
                from.forEach(supply -> supply.take(holding, draw.getValue()));
                holding.draw(new Drawn(v, draw.getKey(), draw.getValue(), from));
            }
        }
    }

    /** The job no longer draws for vertices of which it holds nothing any more. O(draws x depth). */
    void settle(Holding holding) {
        if (holding.draws().isEmpty()) {
            return;
        }
        holding.draws().removeIf(draw -> {
            boolean over = holding.at(draw.vertex()) == null && !ledger.has(holding, draw.vertex());
            if (over) {
                giveBack(holding, draw);
            }
            return over;
        });
    }

    /** The job draws nothing any more. */
    void giveBackAll(Holding holding) {
        if (holding.draws().isEmpty()) {
            return;
        }
        holding.draws().forEach(draw -> giveBack(holding, draw));
        holding.draws().clear();
    }

    private static void giveBack(Holding holding, Drawn draw) {
        draw.from().forEach(supply -> supply.giveBack(holding, draw.amount()));
    }

    // ---- the graph itself -----------------------------------------------------------------------------------------

    /** Vertices came, or came into another subsystem. O(vertices + supplies that were asked for). */
    void attached(int[] vertices) {
        if (auxiliary.isEmpty()) {
            return;
        }
        int s = graph.subsystemId(dominant);
        for (int v : vertices) {
            if (graph.contains(v)) {
                if (s >= 0 && graph.isMember(v, s)) {
                    dominantTypes.set(graph.typeId(v));
                } else if (isInAuxiliary(v)) {
                    auxiliaryTypes.set(graph.typeId(v));
                }
            }
        }
        refresh();
    }

    /** Handles removed or new vertices: supplies in use keep their draws, the others are searched again. */
    void refresh() {
        known.values().removeIf(found -> found.isEmpty() || !found.get().isInUse());
        for (Optional<PoolSupply> found : known.values()) {
            PoolSupply supply = found.orElseThrow();
            int[] pools = pools(supply.vertex(), supply.typeId());
            supply.consistOf(pools, sizeOf(pools));
        }
    }

    /** The jobs that draw from supplies that would go with the vertex. O(supplies in use x depth). */
    Set<JobId> drawingFrom(int top) {
        Set<JobId> jobs = new LinkedHashSet<>();
        for (Optional<PoolSupply> found : known.values()) {
            found.filter(supply -> goesWith(supply.vertex(), top)
                            || Arrays.stream(supply.pools()).anyMatch(pool -> goesWith(pool, top)))
                    .ifPresent(supply -> supply.draws()
                            .keySet()
                            .forEach(holding -> jobs.add(holding.booking().job())));
        }
        return jobs;
    }

    /**
     * Whether the way up from the vertex, in an auxiliary subsystem and from there in the dominant one, meets the top.
     */
    private boolean goesWith(int v, int top) {
        int d = graph.subsystemId(dominant);
        for (Subsystem subsystem : auxiliary) {
            int s = graph.subsystemId(subsystem);
            for (int u = v; u >= 0; u = s < 0 ? -1 : graph.parent(u, s)) {
                for (int w = u; w >= 0; w = d < 0 ? -1 : graph.parent(w, d)) {
                    if (w == top) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Throws where draws, supplies and holdings disagree. For tests. */
    void checkInvariants(Collection<Holding> holdings) {
        Map<PoolSupply, Map<Holding, Long>> expected = new LinkedHashMap<>();
        for (Holding holding : holdings) {
            for (Drawn draw : holding.draws()) {
                if (holding.at(draw.vertex()) == null && !ledger.has(holding, draw.vertex())) {
                    throw new IllegalStateException("Job " + holding.booking().job() + " draws " + draw.type() + " for "
                            + graph.path(draw.vertex()) + ", of which it holds nothing.");
                }
                for (PoolSupply supply : draw.from()) {
                    expected.computeIfAbsent(supply, unused -> new LinkedHashMap<>())
                            .merge(holding, draw.amount(), Long::sum);
                }
            }
        }
        for (Optional<PoolSupply> found : known.values()) {
            found.ifPresent(supply -> {
                supply.checkInvariants();
                if (!supply.draws().equals(expected.getOrDefault(supply, Map.of()))) {
                    throw new IllegalStateException(
                            "Vertex " + supply.vertex() + " has draws other than those of the jobs.");
                }
            });
        }
        expected.keySet().forEach(supply -> {
            if (!supply.isInUse() || !known.containsValue(Optional.of(supply))) {
                throw new IllegalStateException(
                        "Jobs draw from vertex " + supply.vertex() + ", which is not recorded as a supply in use.");
            }
        });
    }
}
