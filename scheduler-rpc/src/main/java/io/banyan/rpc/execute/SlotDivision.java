package io.banyan.rpc.execute;

import io.banyan.graph.Subgraph;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Resource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Divides a job's resources into the slots of its jobspec. A slot is made at the lowest vertex below which all its
 * parts are found, as the matcher does; parts that are left over there are carried up. The tree is walked once,
 * O(vertices x depth).
 */
final class SlotDivision {
    /**
     * One slot.
     *
     * @param vertices its parts, by their positions in the tree; the descendants of a part belong to the slot as well
     * @param inner the slots in it
     */
    record Slot(Resource shape, List<Integer> vertices, List<Slot> inner) {
        String label() {
            return shape.label().orElse("");
        }
    }

    /** A candidate for one part of a slot: a vertex, or a slot within the slot. */
    private record Unit(int vertex, List<Slot> slots) {}

    /** Candidates by the resource of the jobspec that they are for. */
    private static final class Found {
        private final IdentityHashMap<Resource, Deque<Unit>> units = new IdentityHashMap<>();

        Deque<Unit> of(Resource resource) {
            return units.computeIfAbsent(resource, none -> new ArrayDeque<>());
        }

        void addAll(Found other) {
            other.units.forEach((resource, more) -> of(resource).addAll(more));
        }
    }

    private static final int MOST_VARIANTS = 1_000;

    private final HeldTree tree;
    private final Set<String> types;

    private SlotDivision(HeldTree tree) {
        this.tree = tree;
        this.types = tree.types();
    }

    /**
     * Returns the slots of the holds, including nested ones. Of slots that exclude each other, those are made of which
     * there are any.
     */
    static Divided of(List<Resource> resources, Subgraph held) {
        var divided = new Divided(new HeldTree(held), List.of());
        for (List<Resource> variant : variants(resources)) {
            if (divided.slots().isEmpty()) {
                var tree = new HeldTree(held);
                divided = new Divided(tree, new SlotDivision(tree).divide(variant));
            }
        }
        return divided;
    }

    /** The slots with the tree in which they are. */
    record Divided(HeldTree tree, List<Slot> slots) {}

    /** The resources with one of the slots that exclude each other in each place. */
    private static List<List<Resource>> variants(List<Resource> level) {
        if (level.stream().filter(Resource::isXorSlot).count() > 1) {
            return level.stream()
                    .filter(Resource::isXorSlot)
                    .limit(MOST_VARIANTS)
                    .map(one -> Stream.concat(level.stream().filter(other -> !other.isXorSlot()), Stream.of(one))
                            .toList())
                    .toList();
        }
        List<List<Resource>> variants = List.of(List.of());
        for (Resource resource : level) {
            List<List<Resource>> inside = variants(resource.with());
            variants = variants.stream()
                    .flatMap(before -> inside.stream().map(with -> {
                        List<Resource> more = new ArrayList<>(before);
                        more.add(resource.with(resource.type(), with));
                        return more;
                    }))
                    .limit(MOST_VARIANTS)
                    .map(List::copyOf)
                    .toList();
        }
        return variants;
    }

    private List<Slot> divide(List<Resource> resources) {
        List<Resource> level = level(resources);
        var found = new Found();
        tree.roots().forEach(root -> found.addAll(below(level, root)));
        List<Slot> all = new ArrayList<>();
        chosen(resources, found).forEach(slot -> addWithInner(slot, all));
        return all;
    }

    private static void addWithInner(Slot slot, List<Slot> all) {
        all.add(slot);
        slot.inner().forEach(inner -> addWithInner(inner, all));
    }

    /**
     * The resources of one level with the parts of its slots, which are looked for at the same time: the parts before
     * their slot, and of several slots the one with the most parts first.
     */
    private List<Resource> level(List<Resource> resources) {
        List<Resource> level = new ArrayList<>();
        resources.stream()
                .sorted(Comparator.comparingLong(SlotDivision::weight).reversed())
                .forEach(resource -> {
                    if (resource.isSlot()) {
                        level.addAll(level(resource.with()));
                    }
                    level.add(resource);
                });
        return level;
    }

    private static long weight(Resource resource) {
        return resource.with().stream()
                .mapToLong(part -> part.count().min() * (1 + weight(part)))
                .sum();
    }

    private Found below(List<Resource> level, int vertex) {
        String type = tree.vertex(vertex).type().name();
        Map<Boolean, List<Resource>> byNeed = level.stream()
                .collect(Collectors.partitioningBy(
                        resource -> !resource.isSlot() && resource.type().name().equals(type)));
        List<Resource> here = byNeed.getOrDefault(true, List.of());
        List<Resource> further = byNeed.getOrDefault(false, List.of());
        var found = new Found();
        tree.children(vertex).forEach(child -> found.addAll(below(further, child)));
        for (Resource resource : here) {
            if (resource.with().isEmpty()) {
                found.of(resource).add(new Unit(vertex, List.of()));
            } else {
                addContainer(resource, vertex, found);
            }
        }
        further.stream().filter(Resource::isSlot).forEach(slot -> make(slot, found));
        return found;
    }

    private void addContainer(Resource resource, int vertex, Found found) {
        List<Resource> level = level(resource.with());
        var inside = new Found();
        tree.children(vertex).forEach(child -> inside.addAll(below(level, child)));
        level.stream().filter(Resource::isSlot).forEach(slot -> make(slot, inside));
        boolean isMet = resource.with().stream()
                .filter(part -> !part.isSlot() && isKnown(part))
                .allMatch(part -> part.count().calc(free(part, inside)) > 0);
        if (isMet) {
            found.of(resource).add(new Unit(vertex, chosen(resource.with(), inside)));
        }
    }

    /** The slots in the given resources: as many as the count of a slot, and the slots inside other resources. */
    private static List<Slot> chosen(List<Resource> resources, Found found) {
        var chosen = new LinkedHashSet<Slot>();
        for (Resource resource : resources) {
            long most = resource.isSlot() ? resource.count().max() : Count.UNBOUNDED;
            found.of(resource).stream().limit(most).forEach(unit -> chosen.addAll(unit.slots()));
        }
        return List.copyOf(chosen);
    }

    /** Makes as many slots as there are parts for. */
    private void make(Resource slot, Found found) {
        List<Resource> parts = slot.with().stream().filter(this::isKnown).toList();
        long most = parts.isEmpty() ? 0 : slot.count().max() - found.of(slot).size();
        long[] shares = new long[parts.size()];
        for (int i = 0; i < shares.length && most > 0; i++) {
            long free = free(parts.get(i), found);
            shares[i] = parts.get(i).count().calc(free);
            most = shares[i] == 0 ? 0 : Math.min(most, free / shares[i]);
        }
        for (long made = 0; made < most; made++) {
            var one = new Slot(slot, new ArrayList<>(), new ArrayList<>());
            boolean isWhole = true;
            for (int i = 0; i < shares.length; i++) {
                isWhole &= draw(parts.get(i), shares[i], found, one);
            }
            if (!isWhole) {
                return;
            }
            found.of(slot).add(new Unit(-1, List.of(one)));
        }
    }

    /** Returns whether the tree has the resource. Other resources come from elsewhere and have no place. */
    private boolean isKnown(Resource part) {
        return part.isSlot() || types.contains(part.type().name());
    }

    private long free(Resource part, Found found) {
        found.of(part).removeIf(unit -> free(unit) == 0);
        return found.of(part).stream().mapToLong(this::free).sum();
    }

    /** The free amount of a unit. Slots that come with a vertex may hold the resources below it. */
    private long free(Unit unit) {
        if (unit.vertex() < 0) {
            return 1;
        }
        return unit.slots().isEmpty() ? tree.free(unit.vertex()) : tree.left(unit.vertex());
    }

    /** Returns whether there was as much as that. */
    private boolean draw(Resource part, long amount, Found found, Slot into) {
        long missing = amount;
        var units = found.of(part).iterator();
        while (missing > 0 && units.hasNext()) {
            Unit unit = units.next();
            boolean isVertex = unit.vertex() >= 0;
            if (isVertex && free(unit) > 0) {
                missing -= tree.take(unit.vertex(), missing);
                into.vertices().add(unit.vertex());
                into.inner().addAll(unit.slots());
            } else if (!isVertex) {
                missing--;
                unit.slots().forEach(inner -> into.vertices().addAll(inner.vertices()));
                into.inner().addAll(unit.slots());
            }
            if (!isVertex || free(unit) == 0) {
                units.remove();
            }
        }
        return missing <= 0;
    }
}
