package io.banyan.solver.ortools;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CumulativeConstraint;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.Literal;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockNeeds.OnNodes;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.Feasibility;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.SingleResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resources of a planning problem as constraints of CP-SAT, in one of three details. */
final class ResourceConstraints {
    private final IntervalModel times;
    private final CpModel model;
    private final PlanProblem problem;
    private final Detail detail;
    private final List<SingleResource> resources;
    private final List<BusySlots> busy;
    /** For each block the nodes on which it may lie; empty maps where the detail knows no nodes. */
    private final List<Map<Integer, BoolVar>> onNode = new ArrayList<>();
    /** For each block the single resources that it may hold; empty maps where the detail does not know them. */
    private final List<Map<Integer, BoolVar>> onResource = new ArrayList<>();

    private int fixed;

    ResourceConstraints(IntervalModel times, Detail detail) {
        this.times = times;
        this.model = times.model;
        this.problem = times.problem;
        this.detail = detail;
        this.resources = problem.profile().resources();
        this.busy = problem.profile().busySlots();
        problem.blocks().forEach(block -> {
            onNode.add(new TreeMap<>());
            onResource.add(new TreeMap<>());
        });
        typeCapacities();
        switch (detail) {
            case TYPES -> {}
            case NODES -> {
                chooseNodes();
                nodeCapacities();
                nodeMemory();
            }
            case RESOURCES -> {
                chooseNodes();
                chooseResources();
                nodeMemory();
            }
        }
        if (detail != Detail.TYPES) {
            sharedNodes();
        }
    }

    /** One capacity for each type on the whole machine; redundant, but quick, in the finer details. */
    private void typeCapacities() {
        problem.profile().counts().forEach((type, count) -> {
            CumulativeConstraint capacity = model.addCumulative(count);
            for (int i = 0; i < problem.blocks().size(); i++) {
                int amount = problem.blocks().get(i).needs().totals().getOrDefault(type, 0);
                if (amount > 0) {
                    capacity.addDemand(times.intervals.get(i), amount);
                }
            }
            addBusy(capacity, indexes(type, -1));
        });
    }

    /** The indexes of the resources of a type, on one node or, for -1, on all. */
    private List<Integer> indexes(String type, int node) {
        List<Integer> indexes = new ArrayList<>();
        for (int index = 0; index < resources.size(); index++) {
            SingleResource one = resources.get(index);
            if (one.type().equals(type) && (node < 0 || one.node() == node)) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    /** The busy times of some resources, those of equal times as one demand. */
    private void addBusy(CumulativeConstraint capacity, List<Integer> indexes) {
        Map<Long, Integer> demands = new TreeMap<>();
        for (int index : indexes) {
            BusySlots slots = busy.get(index);
            for (int i = 0; i < slots.size(); i++) {
                demands.merge(((long) slots.from(i) << Integer.SIZE) | slots.to(i), 1, Integer::sum);
            }
        }
        demands.forEach((interval, count) ->
                capacity.addDemand(fixed((int) (interval >>> Integer.SIZE), (int) (long) interval), count));
    }

    private IntervalVar fixed(int from, int to) {
        return model.newFixedInterval(from, (long) to - from, "busy" + fixed++);
    }

    private void chooseNodes() {
        for (int i = 0; i < problem.blocks().size(); i++) {
            if (problem.blocks().get(i).needs() instanceof OnNodes needs) {
                List<Literal> chosen = new ArrayList<>();
                for (int node = 0; node < problem.profile().nodes().size(); node++) {
                    if (Feasibility.fits(needs, problem.profile().nodes().get(node))) {
                        BoolVar here = model.newBoolVar("block" + i + "node" + node);
                        onNode.get(i).put(node, here);
                        chosen.add(here);
                    }
                }
                model.addEquality(LinearExpr.sum(chosen.toArray(Literal[]::new)), needs.nodes());
            }
        }
    }

    private IntervalVar optional(int block, Literal here, String name) {
        int slots = problem.blocks().get(block).slots();
        return model.newOptionalFixedSizeIntervalVar(times.starts.get(block), slots, here, name + block);
    }

    private void nodeCapacities() {
        for (int node = 0; node < problem.profile().nodes().size(); node++) {
            int place = node;
            problem.profile().nodes().get(node).resources().forEach((type, count) -> {
                CumulativeConstraint capacity = model.addCumulative(count);
                for (int i = 0; i < problem.blocks().size(); i++) {
                    BoolVar here = onNode.get(i).get(place);
                    if (here != null
                            && problem.blocks().get(i).needs() instanceof OnNodes needs
                            && needs.each().containsKey(type)) {
                        capacity.addDemand(
                                optional(i, here, type + place + "b"),
                                needs.each().get(type));
                    }
                }
                addBusy(capacity, indexes(type, place));
            });
        }
    }

    private void nodeMemory() {
        boolean used = problem.blocks().stream()
                .anyMatch(block -> block.needs() instanceof OnNodes needs && needs.memoryMib() > 0);
        for (int node = 0; used && node < problem.profile().nodes().size(); node++) {
            var one = problem.profile().nodes().get(node);
            CumulativeConstraint capacity = model.addCumulative(one.memoryMib());
            for (int i = 0; i < problem.blocks().size(); i++) {
                BoolVar here = onNode.get(i).get(node);
                if (here != null && problem.blocks().get(i).needs() instanceof OnNodes needs && needs.memoryMib() > 0) {
                    capacity.addDemand(optional(i, here, "memory" + node + "b"), needs.memoryMib());
                }
            }
            one.busyMemory().forEach(held -> capacity.addDemand(fixed(held.from(), held.to()), held.mib()));
        }
    }

    private void chooseResources() {
        List<List<IntervalVar>> holders = new ArrayList<>();
        for (int index = 0; index < resources.size(); index++) {
            holders.add(new ArrayList<>());
        }
        for (int i = 0; i < problem.blocks().size(); i++) {
            chooseResources(i, problem.blocks().get(i), holders);
        }
        for (int index = 0; index < resources.size(); index++) {
            BusySlots slots = busy.get(index);
            for (int i = 0; i < slots.size(); i++) {
                holders.get(index).add(fixed(slots.from(i), slots.to(i)));
            }
            model.addNoOverlap(holders.get(index));
        }
    }

    private void chooseResources(int block, PlanBlock one, List<List<IntervalVar>> holders) {
        for (int index = 0; index < resources.size(); index++) {
            if (one.needs().totals().containsKey(resources.get(index).type()) && mayLieOn(block, index)) {
                BoolVar held = model.newBoolVar("block" + block + "resource" + index);
                onResource.get(block).put(index, held);
                holders.get(index).add(optional(block, held, "resource" + index + "b"));
            }
        }
        switch (one.needs()) {
            case BlockNeeds.Anywhere needs ->
                needs.totals()
                        .forEach((type, count) ->
                                model.addEquality(LinearExpr.sum(held(block, indexes(type, -1))), count));
            case OnNodes needs ->
                onNode.get(block)
                        .forEach((node, here) -> needs.each()
                                .forEach((type, count) -> model.addEquality(
                                        LinearExpr.sum(held(block, indexes(type, node))),
                                        LinearExpr.term(here, count))));
        }
    }

    private boolean mayLieOn(int block, int index) {
        return !(problem.blocks().get(block).needs() instanceof OnNodes)
                || onNode.get(block).containsKey(resources.get(index).node());
    }

    private Literal[] held(int block, List<Integer> indexes) {
        return indexes.stream()
                .map(onResource.get(block)::get)
                .filter(held -> held != null)
                .toArray(Literal[]::new);
    }

    /** Blocks that share a node: one literal for each node, and no resource elsewhere. */
    private void sharedNodes() {
        for (List<Integer> group : problem.sameNode()) {
            List<Literal> places = new ArrayList<>();
            for (int node = 0; node < problem.profile().nodes().size(); node++) {
                BoolVar here = model.newBoolVar("group" + group + "node" + node);
                places.add(here);
                for (int block : group) {
                    forbidElsewhere(block, node, here);
                }
            }
            model.addExactlyOne(places);
        }
    }

    private void forbidElsewhere(int block, int node, BoolVar here) {
        if (problem.blocks().get(block).needs() instanceof OnNodes) {
            BoolVar lies = onNode.get(block).get(node);
            model.addEquality(here, lies == null ? LinearExpr.constant(0) : LinearExpr.affine(lies, 1, 0));
        } else {
            onResource.get(block).forEach((index, held) -> {
                if (resources.get(index).node() == node) {
                    model.addImplication(held, here);
                }
            });
        }
    }

    /** Starts the search from the places of a plan. */
    void hint(BlockPlan plan) {
        for (int i = 0; i < problem.blocks().size(); i++) {
            List<Integer> held = plan.placements().get(i).resources();
            List<Integer> nodes = held.stream()
                    .map(index -> resources.get(index).node())
                    .distinct()
                    .toList();
            onNode.get(i).forEach((node, here) -> times.hint(here, nodes.contains(node)));
            onResource.get(i).forEach((index, literal) -> times.hint(literal, held.contains(index)));
        }
    }

    /** Returns the nodes of each block in a solution; an empty list where the detail knows no nodes. */
    List<List<Integer>> nodesIn(CpSolver solver) {
        return detail == Detail.NODES ? chosen(solver, onNode) : List.of();
    }

    /** Returns the resources of each block in a solution; an empty list where the detail does not know them. */
    List<List<Integer>> resourcesIn(CpSolver solver) {
        return detail == Detail.RESOURCES ? chosen(solver, onResource) : List.of();
    }

    private static List<List<Integer>> chosen(CpSolver solver, List<Map<Integer, BoolVar>> literals) {
        return literals.stream()
                .map(ofBlock -> ofBlock.entrySet().stream()
                        .filter(entry -> solver.booleanValue(entry.getValue()))
                        .map(Map.Entry::getKey)
                        .toList())
                .toList();
    }
}
