package io.banyan.workflow.shape;

import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusySlots;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The cover of a plan by few reservations, by greedy joins.
 *
 * <p>Two reservations for the same slots become one for the resources of both; two for the same resources, of which one
 * ends where the other starts, become one for the slots of both. Neither wastes a cell. With an allowed waste, the pair
 * whose join wastes least is joined next, as long as the cells in between are free. The number of reservations is
 * small, but not always the smallest.
 */
public final class ShapeCover {
    /** The most reservations for which all pairs are tried. */
    private static final int MOST_PAIRED = 300;

    private static final double PERCENT = 100;

    private final PlanProblem problem;
    private final List<BusySlots> base;
    private long wasteLeft;
    private List<PlannedReservation> parts;

    private ShapeCover(PlanProblem problem, BlockPlan plan, double wastePercent) {
        this.problem = problem;
        this.base = problem.profile().busySlots();
        this.wasteLeft = (long) Math.floor(PlanShape.usedCells(problem, plan) * wastePercent / PERCENT);
        this.parts = new ArrayList<>();
        for (int i = 0; i < plan.placements().size(); i++) {
            BlockPlacement placement = plan.placements().get(i);
            int end = placement.start() + problem.blocks().get(i).slots();
            parts.add(new PlannedReservation(placement.start(), end, placement.resources(), List.of(i)));
        }
    }

    /**
     * Returns the reservations for a sound plan.
     *
     * <p>O(blocks x log(blocks)) without waste, O(reservations cubed) for up to 300 reservations with it.
     *
     * @param wastePercent the cells that may be reserved without use, in percent of the cells that are used
     */
    public static PlanShape of(PlanProblem problem, BlockPlan plan, double wastePercent) {
        if (!(wastePercent >= 0)) {
            throw new IllegalArgumentException("the waste must be at least 0 percent, found " + wastePercent);
        }
        ShapeCover cover = new ShapeCover(problem, plan, wastePercent);
        cover.joinWithoutWaste();
        while (cover.parts.size() <= MOST_PAIRED && cover.joinCheapestPair()) {
            cover.joinWithoutWaste();
        }
        cover.parts.sort(Comparator.comparingInt(PlannedReservation::from)
                .thenComparing(part -> part.resources().getFirst()));
        return new PlanShape(cover.parts);
    }

    /** Joins over time, then over resources, and the other way round; the better order stays. */
    private void joinWithoutWaste() {
        List<PlannedReservation> timeFirst = joined(parts, true);
        List<PlannedReservation> resourcesFirst = joined(parts, false);
        parts = timeFirst.size() < resourcesFirst.size() ? timeFirst : resourcesFirst;
    }

    private static List<PlannedReservation> joined(List<PlannedReservation> from, boolean timeFirst) {
        List<PlannedReservation> present = from;
        boolean time = timeFirst;
        int same = 0;
        while (same < 2) {
            List<PlannedReservation> next = time ? joinedInTime(present) : joinedByResources(present);
            same = next.size() == present.size() ? same + 1 : 0;
            present = next;
            time = !time;
        }
        return new ArrayList<>(present);
    }

    private static List<PlannedReservation> joinedByResources(List<PlannedReservation> parts) {
        return grouped(parts, part -> List.of(part.from(), part.to()), ShapeCover::union);
    }

    private static List<PlannedReservation> joinedInTime(List<PlannedReservation> parts) {
        Map<List<Integer>, List<PlannedReservation>> byResources = new LinkedHashMap<>();
        parts.stream()
                .sorted(Comparator.comparingInt(PlannedReservation::from))
                .forEach(part -> byResources
                        .computeIfAbsent(part.resources(), none -> new ArrayList<>())
                        .add(part));
        List<PlannedReservation> joined = new ArrayList<>();
        for (List<PlannedReservation> sameResources : byResources.values()) {
            PlannedReservation last = sameResources.getFirst();
            for (PlannedReservation part : sameResources.subList(1, sameResources.size())) {
                if (last.to() == part.from()) {
                    last = union(last, part);
                } else {
                    joined.add(last);
                    last = part;
                }
            }
            joined.add(last);
        }
        return joined;
    }

    private static <K> List<PlannedReservation> grouped(
            List<PlannedReservation> parts,
            Function<PlannedReservation, K> key,
            BinaryOperator<PlannedReservation> join) {
        Map<K, PlannedReservation> groups = new LinkedHashMap<>();
        parts.forEach(part -> groups.merge(key.apply(part), part, join));
        return new ArrayList<>(groups.values());
    }

    private static PlannedReservation union(PlannedReservation one, PlannedReservation other) {
        List<Integer> resources = new ArrayList<>(one.resources());
        resources.addAll(other.resources());
        List<Integer> blocks = new ArrayList<>(one.blocks());
        blocks.addAll(other.blocks());
        return new PlannedReservation(
                Math.min(one.from(), other.from()), Math.max(one.to(), other.to()), resources, blocks);
    }

    /** Joins all reservations that the union of the cheapest pair touches; false if no pair is cheap enough. */
    private boolean joinCheapestPair() {
        Optional<Join> cheapest = Optional.empty();
        for (int i = 0; i < parts.size(); i++) {
            for (int j = i + 1; j < parts.size(); j++) {
                Optional<Join> join = join(parts.get(i), parts.get(j));
                if (join.isPresent() && (cheapest.isEmpty() || join.get().isCheaperThan(cheapest.get()))) {
                    cheapest = join;
                }
            }
        }
        cheapest.ifPresent(join -> {
            wasteLeft -= join.waste();
            parts.removeAll(join.replaced());
            parts.add(join.union());
        });
        return cheapest.isPresent();
    }

    private record Join(PlannedReservation union, List<PlannedReservation> replaced, long waste) {
        boolean isCheaperThan(Join other) {
            long own = waste * other.replaced.size();
            long others = other.waste * replaced.size();
            return own < others || (own == others && replaced.size() > other.replaced.size());
        }
    }

    private Optional<Join> join(PlannedReservation one, PlannedReservation other) {
        PlannedReservation union = union(one, other);
        List<PlannedReservation> replaced = new ArrayList<>();
        boolean grown = true;
        while (grown) {
            grown = false;
            for (PlannedReservation part : parts) {
                if (!replaced.contains(part) && touches(union, part)) {
                    replaced.add(part);
                    PlannedReservation larger = union(union, part);
                    grown |= !larger.resources().equals(union.resources())
                            || larger.from() < union.from()
                            || larger.to() > union.to();
                    union = larger;
                }
            }
        }
        long waste = union.cells()
                - replaced.stream().mapToLong(PlannedReservation::cells).sum();
        return waste <= wasteLeft && isFree(union) ? Optional.of(new Join(union, replaced, waste)) : Optional.empty();
    }

    private static boolean touches(PlannedReservation union, PlannedReservation part) {
        return part.from() < union.to()
                && union.from() < part.to()
                && !disjoint(Set.copyOf(union.resources()), part.resources());
    }

    private static boolean disjoint(Set<Integer> some, List<Integer> others) {
        return others.stream().noneMatch(some::contains);
    }

    private boolean isFree(PlannedReservation union) {
        return union.to() <= problem.profile().slots()
                && union.resources().stream()
                        .allMatch(resource -> base.get(resource).isFree(union.from(), union.to()));
    }
}
