package io.banyan.solver.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPVariable;
import io.banyan.workflow.plan.BlockNeeds.OnNodes;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.ProfileNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The constraints that the paper's integer program leaves open: blocks on nodes, memory, groups of blocks. */
final class SlotGroups {
    private final SlotProgram program;
    private final PlanProblem problem;
    private final int slots;
    private final List<Map<Integer, MPVariable>> onNode = new ArrayList<>();

    SlotGroups(SlotProgram program) {
        this.program = program;
        this.problem = program.problem();
        this.slots = problem.profile().slots();
    }

    void add() {
        for (int i = 0; i < problem.blocks().size(); i++) {
            onNode.add(new HashMap<>());
            if (problem.blocks().get(i).needs() instanceof OnNodes needs) {
                liesOnNodes(i, needs);
            }
        }
        for (int node = 0; node < problem.profile().nodes().size(); node++) {
            keepsMemory(node, problem.profile().nodes().get(node));
        }
        for (List<Integer> group : problem.together()) {
            for (int member : group.subList(1, group.size())) {
                MPConstraint same = program.constraint(0, 0);
                SlotProgram.term(SlotProgram.term(same, program.first(member), 1), program.first(group.getFirst()), -1);
            }
        }
        problem.sameNode().forEach(this::sharesNode);
    }

    private void liesOnNodes(int block, OnNodes needs) {
        MPConstraint nodes = program.constraint(needs.nodes(), needs.nodes());
        for (int node = 0; node < problem.profile().nodes().size(); node++) {
            MPVariable here = program.solver().makeBoolVar("n" + block + "_" + node);
            onNode.get(block).put(node, here);
            SlotProgram.term(nodes, here, 1);
            int place = node;
            needs.each().forEach((type, count) -> {
                MPConstraint each = SlotProgram.term(program.constraint(0, 0), here, -count);
                program.held(block).forEach((index, held) -> {
                    var resource = program.resources().get(index);
                    if (resource.node() == place && resource.type().equals(type)) {
                        SlotProgram.term(each, held, 1);
                    }
                });
            });
        }
    }

    private void keepsMemory(int node, ProfileNode one) {
        for (int slot = 0; slot < slots; slot++) {
            long free = one.memoryMib();
            for (var held : one.busyMemory()) {
                free -= held.from() <= slot && slot < held.to() ? held.mib() : 0;
            }
            MPConstraint memory = program.constraint(Double.NEGATIVE_INFINITY, (double) free);
            boolean limits = false;
            for (int i = 0; i < problem.blocks().size(); i++) {
                if (problem.blocks().get(i).needs() instanceof OnNodes needs && needs.memoryMib() > 0) {
                    MPVariable both = program.solver().makeBoolVar("m" + i + "_" + node + "_" + slot);
                    MPConstraint at = SlotProgram.term(program.constraint(-1, 1), both, 1);
                    SlotProgram.term(SlotProgram.term(at, onNode.get(i).get(node), -1), program.runs(i, slot), -1);
                    SlotProgram.term(memory, both, (double) needs.memoryMib());
                    limits = true;
                }
            }
            if (!limits) {
                // Memory that blocks do not name limits nobody, also where more than there is is busy.
                memory.setBounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
            }
        }
    }

    private void sharesNode(List<Integer> group) {
        MPConstraint one = program.constraint(1, 1);
        for (int node = 0; node < problem.profile().nodes().size(); node++) {
            MPVariable here = program.solver().makeBoolVar("g" + group + "_" + node);
            SlotProgram.term(one, here, 1);
            for (int block : group) {
                for (Map.Entry<Integer, MPVariable> held : program.held(block).entrySet()) {
                    if (program.resources().get(held.getKey()).node() == node) {
                        MPConstraint only = program.constraint(-1, 0);
                        SlotProgram.term(SlotProgram.term(only, held.getValue(), 1), here, -1);
                    }
                }
            }
        }
    }
}
