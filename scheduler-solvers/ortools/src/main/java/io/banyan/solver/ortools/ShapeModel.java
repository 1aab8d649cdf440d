package io.banyan.solver.ortools;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.Literal;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.PlannedReservation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The cover of a plan by at most so many reservations, as a model of CP-SAT.
 *
 * <p>Resources that the same blocks hold, and that are busy in the same slots, are one column: a reservation that is no
 * larger than its blocks demand takes all of them or none.
 */
final class ShapeModel {
    private final CpModel model = new CpModel();
    private final PlanProblem problem;
    private final BlockPlan plan;
    private final int most;
    private final int slots;
    private final List<Integer> order;
    private final List<Column> columns;
    private final List<List<BoolVar>> lies = new ArrayList<>();
    private final List<List<BoolVar>> takes = new ArrayList<>();
    private final List<IntVar> froms = new ArrayList<>();
    private final List<IntVar> tos = new ArrayList<>();
    private final List<IntVar> sizes = new ArrayList<>();
    private final List<BoolVar> used = new ArrayList<>();

    /** Resources that the same blocks hold. */
    private record Column(List<Integer> blocks, List<Integer> resources, BusySlots busy) {}

    ShapeModel(PlanProblem problem, BlockPlan plan, double wastePercent, int most) {
        this.problem = problem;
        this.plan = plan;
        this.most = most;
        this.slots = problem.profile().slots();
        this.order = IntStream.range(0, plan.placements().size())
                .boxed()
                .sorted(Comparator.comparingInt(
                        (Integer block) -> plan.placements().get(block).start()))
                .toList();
        this.columns = columns();
        for (int g = 0; g < most; g++) {
            reservation(g);
        }
        lieInOne();
        doNotOverlap();
        waste(wastePercent);
        model.minimize(LinearExpr.sum(used.toArray(BoolVar[]::new)));
    }

    CpModel model() {
        return model;
    }

    private List<Column> columns() {
        List<BusySlots> busy = problem.profile().busySlots();
        Map<List<Integer>, Column> found = new LinkedHashMap<>();
        for (int resource = 0; resource < busy.size(); resource++) {
            List<Integer> key = new ArrayList<>();
            List<Integer> blocks = new ArrayList<>();
            for (int block = 0; block < plan.placements().size(); block++) {
                if (plan.placements().get(block).resources().contains(resource)) {
                    blocks.add(block);
                }
            }
            if (blocks.isEmpty()) {
                continue;
            }
            key.addAll(blocks);
            BusySlots times = busy.get(resource);
            for (int i = 0; i < times.size(); i++) {
                key.add(-1 - times.from(i));
                key.add(-1 - times.to(i));
            }
            found.computeIfAbsent(key, none -> new Column(blocks, new ArrayList<>(), times))
                    .resources()
                    .add(resource);
        }
        return List.copyOf(found.values());
    }

    /** The slots and columns of one reservation; one that is not used comes after all that are. */
    private void reservation(int g) {
        froms.add(model.newIntVar(0, slots, "from" + g));
        tos.add(model.newIntVar(0, slots, "to" + g));
        used.add(model.newBoolVar("used" + g));
        if (g > 0) {
            model.addImplication(used.get(g), used.get(g - 1));
        }
        List<BoolVar> ofColumns = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            ofColumns.add(model.newBoolVar("takes" + g + "_" + c));
            model.addImplication(ofColumns.get(c), used.get(g));
        }
        takes.add(ofColumns);
    }

    private void lieInOne() {
        for (int place = 0; place < order.size(); place++) {
            int block = order.get(place);
            BlockPlacement placement = plan.placements().get(block);
            int end = placement.start() + problem.blocks().get(block).slots();
            List<BoolVar> choices = new ArrayList<>();
            // The first block lies in the first reservation, the second one in the first or second, and so on.
            for (int g = 0; g < Math.min(most, place + 1); g++) {
                BoolVar here = model.newBoolVar("block" + block + "in" + g);
                choices.add(here);
                model.addImplication(here, used.get(g));
                model.addLessOrEqual(froms.get(g), placement.start()).onlyEnforceIf(here);
                model.addGreaterOrEqual(tos.get(g), end).onlyEnforceIf(here);
                for (int c = 0; c < columns.size(); c++) {
                    if (columns.get(c).blocks().contains(block)) {
                        model.addImplication(here, takes.get(g).get(c));
                    }
                }
            }
            model.addExactlyOne(choices.toArray(Literal[]::new));
            lies.add(choices);
        }
    }

    private IntVar size(int g) {
        IntVar size = model.newIntVar(0, slots, "size" + g);
        model.addEquality(LinearExpr.sum(new IntVar[] {froms.get(g), size}), tos.get(g));
        return size;
    }

    private void doNotOverlap() {
        IntStream.range(0, most).mapToObj(this::size).forEach(sizes::add);
        for (int c = 0; c < columns.size(); c++) {
            List<IntervalVar> intervals = new ArrayList<>();
            for (int g = 0; g < most; g++) {
                intervals.add(model.newOptionalIntervalVar(
                        froms.get(g), sizes.get(g), tos.get(g), takes.get(g).get(c), "reserved" + g + "_" + c));
            }
            BusySlots busy = columns.get(c).busy();
            for (int i = 0; i < busy.size(); i++) {
                long length = (long) busy.to(i) - busy.from(i);
                intervals.add(model.newFixedInterval(busy.from(i), length, "busy" + c + "_" + i));
            }
            model.addNoOverlap(intervals);
        }
    }

    private void waste(double percent) {
        long cells = PlanShape.usedCells(problem, plan);
        long resources =
                columns.stream().mapToLong(column -> column.resources().size()).sum();
        List<IntVar> areas = new ArrayList<>();
        for (int g = 0; g < most; g++) {
            IntVar count = model.newIntVar(0, resources, "count" + g);
            long[] weights = columns.stream()
                    .mapToLong(column -> column.resources().size())
                    .toArray();
            model.addEquality(count, LinearExpr.weightedSum(takes.get(g).toArray(BoolVar[]::new), weights));
            IntVar area = model.newIntVar(0, resources * slots, "area" + g);
            model.addMultiplicationEquality(area, count, sizes.get(g));
            areas.add(area);
        }
        model.addLessOrEqual(
                LinearExpr.sum(areas.toArray(IntVar[]::new)), cells + (long) Math.floor(cells * percent / 100));
    }

    /** The reservations of a solution, no larger than their blocks demand. */
    PlanShape shape(CpSolver solver) {
        List<List<Integer>> blocks = new ArrayList<>();
        for (int g = 0; g < most; g++) {
            blocks.add(new ArrayList<>());
        }
        for (int place = 0; place < order.size(); place++) {
            for (int g = 0; g < lies.get(place).size(); g++) {
                if (solver.booleanValue(lies.get(place).get(g))) {
                    blocks.get(g).add(order.get(place));
                }
            }
        }
        List<PlannedReservation> reservations = new ArrayList<>();
        for (List<Integer> group : blocks) {
            if (!group.isEmpty()) {
                reservations.add(around(group));
            }
        }
        reservations.sort(Comparator.comparingInt(PlannedReservation::from)
                .thenComparing(one -> one.resources().getFirst()));
        return new PlanShape(reservations);
    }

    private PlannedReservation around(List<Integer> group) {
        int from = Integer.MAX_VALUE;
        int to = 0;
        List<Integer> resources = new ArrayList<>();
        for (int block : group) {
            BlockPlacement placement = plan.placements().get(block);
            from = Math.min(from, placement.start());
            to = Math.max(to, placement.start() + problem.blocks().get(block).slots());
            resources.addAll(placement.resources());
        }
        return new PlannedReservation(from, to, resources, group);
    }
}
