package io.banyan.rpc.execute;

import io.banyan.graph.Subgraph;
import io.banyan.graph.io.RExecution;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.Resource;
import io.banyan.rpc.execute.JobLayout.Place;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The places of a job's slots: for each slot the hosts on which it is, nearly always one, with its cores and GPUs
 * there. The slots stand in the order of the hosts.
 */
final class SlotPlaces {
    private static final String CORE = "core";
    private static final String GPU = "gpu";
    private static final Set<String> NODES = Set.of("node", "storage_node");

    private final Jobspec jobspec;
    private final List<RExecution.Host> hosts;
    private final Optional<SlotDivision.Divided> divided;
    private final boolean isMalleable;
    private final Map<String, RExecution.Host> byName = new HashMap<>();
    private final Map<String, Integer> order = new HashMap<>();
    /** The slot in which a slot is. */
    private final IdentityHashMap<SlotDivision.Slot, SlotDivision.Slot> around = new IdentityHashMap<>();

    SlotPlaces(Jobspec jobspec, List<RExecution.Host> hosts, Optional<Subgraph> held) {
        this.jobspec = jobspec;
        this.hosts = hosts;
        this.divided = held.map(graph -> SlotDivision.of(jobspec.resources(), graph));
        this.isMalleable = Malleability.of(jobspec).isPresent();
        divided.map(SlotDivision.Divided::slots)
                .orElse(List.of())
                .forEach(outer -> outer.inner().forEach(inner -> around.put(inner, outer)));
        hosts.forEach(host -> {
            order.putIfAbsent(host.name(), order.size());
            byName.putIfAbsent(host.name(), host);
        });
    }

    /**
     * The places of the slots of a label. Where fewer are found than the jobspec has, the others are spread over the
     * hosts.
     *
     * @throws IllegalArgumentException with one sentence, where there is none of that label
     */
    List<List<Place>> of(String label) {
        OptionalLong exact = exact(jobspec.resources(), label, 1)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a task is for the slot '" + label + "', but there is no slot with that label"));
        List<List<Place>> places = new ArrayList<>(slots(label).stream()
                .map(slot -> List.copyOf(places(slot).values()))
                .toList());
        long missing = exact.orElse(places.isEmpty() ? 1 : 0) - places.size();
        if (missing > JobLayout.MOST) {
            throw new IllegalArgumentException("a job can have at most " + JobLayout.MOST + " processes");
        }
        for (int i = 0; i < missing; i++) {
            int host = (int) (i * (long) hosts.size() / missing);
            places.add(List.of(hosts.isEmpty() ? place("") : spread(hosts.get(host), missing)));
        }
        places.sort(Comparator.comparingInt(slot -> node(slot.getFirst().host())));
        return places;
    }

    /** The hosts in their order, with 0 for each, as a map of the caller's. */
    Map<String, Integer> perHost() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        hosts.forEach(host -> counts.put(host.name(), 0));
        return counts;
    }

    /** The position of a host in their order; 0 where it is none of them. */
    int node(String host) {
        return order.getOrDefault(host, 0);
    }

    /** Whether the slots of a label have whole nodes. */
    boolean haveNodes(String label) {
        return haveNodes(jobspec.resources(), label);
    }

    private static boolean haveNodes(List<Resource> level, String label) {
        for (Resource resource : level) {
            boolean isMeant =
                    resource.isSlot() && resource.label().filter(label::equals).isPresent();
            boolean have = isMeant
                    ? resource.with().stream()
                            .anyMatch(part -> NODES.contains(part.type().name()))
                    : haveNodes(resource.with(), label);
            if (have) {
                return true;
            }
        }
        return false;
    }

    private static Place place(String host) {
        return new Place(host, IdSet.empty(), IdSet.empty());
    }

    private static Place spread(RExecution.Host host, long slots) {
        return slots > 1 ? place(host.name()) : new Place(host.name(), children(host, CORE), children(host, GPU));
    }

    private static IdSet children(RExecution.Host host, String type) {
        return host.children().getOrDefault(type, IdSet.empty());
    }

    /** The place of each resource of a type in the slots of a label, or above them where none is in them. */
    List<Place> ofResources(String label, String type) {
        List<Place> places = new ArrayList<>();
        for (SlotDivision.Slot slot : slots(label)) {
            Map<String, Place> bySlot = places(slot);
            bySlot.forEach((host, place) -> {
                long count = count(slot, type, host);
                for (long i = 0; i < count; i++) {
                    places.add(place);
                }
            });
        }
        if (places.isEmpty()) {
            places.addAll(above(label, type).values());
        }
        if (places.isEmpty()) {
            addOfHosts(type, places);
        }
        places.sort(Comparator.comparingInt(place -> node(place.host())));
        return places;
    }

    private void addOfHosts(String type, List<Place> places) {
        for (RExecution.Host host : hosts) {
            long count = NODES.contains(type) ? 1 : children(host, type).size();
            for (long i = 0; i < count; i++) {
                places.add(place(host.name()));
            }
        }
    }

    /** One place for each vertex of a type that has slots below it, with all that these have. */
    private Map<Integer, Place> above(String label, String type) {
        Map<Integer, Place> places = new TreeMap<>();
        for (SlotDivision.Slot slot : slots(label)) {
            int above = tree().above(slot.vertices().getFirst(), type);
            if (above >= 0) {
                places(slot).values().forEach(place -> places.merge(above, place, Place::with));
            }
        }
        return places;
    }

    private HeldTree tree() {
        return divided.orElseThrow().tree();
    }

    private List<SlotDivision.Slot> slots(String label) {
        return divided.map(SlotDivision.Divided::slots).orElse(List.of()).stream()
                .filter(slot -> slot.label().equals(label))
                .toList();
    }

    /** How many of a type a slot has on a host. */
    private long count(SlotDivision.Slot slot, String type, String host) {
        long[] count = {0};
        for (int part : slot.vertices()) {
            tree().visit(part, vertex -> {
                boolean isCounted = tree().vertex(vertex).type().name().equals(type);
                count[0] += isCounted && host(vertex).equals(host) ? 1 : 0;
            });
        }
        return count[0] > 0 || !hasNode(slot, host)
                ? count[0]
                : Optional.ofNullable(byName.get(host)).stream()
                        .mapToLong(it -> children(it, type).size())
                        .sum();
    }

    private boolean hasNode(SlotDivision.Slot slot, String host) {
        return slot.vertices().stream()
                .anyMatch(part -> NODES.contains(tree().vertex(part).type().name())
                        && host(part).equals(host));
    }

    /** The places of a slot, by host. For a whole node without details in the graph, the place is all that R lists. */
    private Map<String, Place> places(SlotDivision.Slot slot) {
        Map<String, Place> places = new LinkedHashMap<>();
        for (int part : slot.vertices()) {
            String host = host(part);
            places.putIfAbsent(host, place(host));
            if (isToldApart(slot.shape())) {
                places.computeIfPresent(host, (name, place) -> place.with(place(part, host)));
            }
        }
        places.replaceAll((host, place) -> {
            RExecution.Host node = byName.get(host);
            boolean saysNoMore = place.cores().isEmpty() && place.gpus().isEmpty() && hasNode(slot, host);
            return node != null && saysNoMore && isToldApart(slot.shape()) ? spread(node, 1) : place;
        });
        shared(slot)
                .forEach(part -> places.computeIfPresent(
                        host(part),
                        (host, place) -> place.with(
                                new Place(host, IdSet.empty(), place(part, host).gpus()))));
        return places;
    }

    /**
     * The parts of the slot around a slot that are in none of the slots in it: GPUs among them are for all of these.
     */
    private List<Integer> shared(SlotDivision.Slot slot) {
        SlotDivision.Slot outer = around.get(slot);
        if (outer == null || !isToldApart(outer.shape())) {
            return List.of();
        }
        Set<Integer> inner = new HashSet<>();
        outer.inner().forEach(one -> inner.addAll(one.vertices()));
        return outer.vertices().stream().filter(part -> !inner.contains(part)).toList();
    }

    /**
     * Whether the cores of a slot are known: not if a part has a range, because the rest may belong to any slot, and
     * not if the job gets more while it runs.
     */
    private boolean isToldApart(Resource slot) {
        return !isMalleable && hasExactParts(slot);
    }

    private static boolean hasExactParts(Resource slot) {
        return slot.with().stream().allMatch(part -> part.count().isExact() && hasExactParts(part));
    }

    private Place place(int part, String host) {
        IdSet.Builder cores = IdSet.builder();
        IdSet.Builder gpus = IdSet.builder();
        tree().visit(part, vertex -> {
            long number = tree().vertex(vertex).number();
            String type = tree().vertex(vertex).type().name();
            if (number >= 0 && (type.equals(CORE) || type.equals(GPU))) {
                (type.equals(CORE) ? cores : gpus).add(number);
            }
        });
        return new Place(host, cores.build(), gpus.build());
    }

    /** Returns the host of a vertex, as R names it; the first host for a vertex on none. */
    private String host(int vertex) {
        String host = tree().host(vertex);
        return order.containsKey(host)
                ? host
                : hosts.isEmpty() ? "" : hosts.getFirst().name();
    }

    /** How many slots of a label there are, where the jobspec says exactly that; empty where there is no such slot. */
    private static Optional<OptionalLong> exact(List<Resource> level, String label, long above) {
        for (Resource resource : level) {
            boolean isExact = above > 0 && resource.count().isExact() && !resource.isXorSlot();
            long count = isExact ? Math.multiplyExact(above, resource.count().min()) : 0;
            Optional<OptionalLong> found =
                    resource.isSlot() && resource.label().filter(label::equals).isPresent()
                            ? Optional.of(isExact && isOnlySlot(level) ? OptionalLong.of(count) : OptionalLong.empty())
                            : exact(resource.with(), label, count);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static boolean isOnlySlot(List<Resource> level) {
        return level.stream().filter(Resource::isSlot).count() == 1;
    }
}
