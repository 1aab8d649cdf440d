package io.banyan.workflow.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.workflow.format.yaml.WorkflowYaml;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProblemDraftTest {
    private static final int SLOT_SEC = 600;

    private static SlotProfile machine(int nodes, int cores, int gpus, long memoryMib) {
        List<ProfileNode> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            Map<String, Integer> resources = gpus == 0 ? Map.of("core", cores) : Map.of("core", cores, "gpu", gpus);
            all.add(ProfileNode.free("node" + i, new TreeMap<>(resources), memoryMib));
        }
        return SlotProfile.of(1, 0, SLOT_SEC, 1, all);
    }

    private static PlanProblem problem(String steps, SlotProfile profile, Formulation formulation)
            throws DocumentException {
        Workflow workflow = WorkflowYaml.read("{kind: workflow, steps: {" + steps + "}}", "w", "w");
        WorkflowReduction reduction = WorkflowReduction.of(workflow, ReductionSettings.ofSlot(SLOT_SEC * 1_000L));
        return ProblemDraft.of(reduction, profile, formulation, new PlanObjective.Compact(), 0);
    }

    @Test
    void lanesAreSpreadEvenlyOverAsFewNodesAsHoldThem() throws DocumentException {
        String steps = "a: {time: 1h, cores: 3, memory: 1GiB, scatter: 9}";
        BlockNeeds needs = problem(steps, machine(4, 16, 0, 64_000), Formulation.NODES)
                .blocks()
                .getFirst()
                .needs();
        assertThat(needs).isEqualTo(new BlockNeeds.OnNodes(2, new TreeMap<>(Map.of("core", 15)), 5_120));
        BlockNeeds anywhere = problem(steps, machine(4, 16, 0, 64_000), Formulation.CORES)
                .blocks()
                .getFirst()
                .needs();
        assertThat(anywhere).isEqualTo(new BlockNeeds.Anywhere(new TreeMap<>(Map.of("core", 27))));
        BlockNeeds little = problem(steps, machine(9, 16, 0, 2_048), Formulation.NODES)
                .blocks()
                .getFirst()
                .needs();
        assertThat(little).isEqualTo(new BlockNeeds.OnNodes(5, new TreeMap<>(Map.of("core", 6)), 2_048));
    }

    @Test
    void aLaneHoldsTheWholeGibibytesThatItsJobAsksFor() throws DocumentException {
        String steps = "a: {time: 1h, cores: 1, memory: 500MiB, scatter: 16}";
        BlockNeeds needs = problem(steps, machine(4, 16, 0, 64_000), Formulation.NODES)
                .blocks()
                .getFirst()
                .needs();
        assertThat(needs).isEqualTo(new BlockNeeds.OnNodes(1, new TreeMap<>(Map.of("core", 16)), 16_384));
    }

    @Test
    void lanesFitNodesOfSeveralSizes() throws DocumentException {
        List<ProfileNode> nodes = new ArrayList<>(machine(10, 8, 0, 0).nodes());
        nodes.add(ProfileNode.free("large", new TreeMap<>(Map.of("core", 32)), 0));
        SlotProfile profile = SlotProfile.of(1, 0, SLOT_SEC, 1, nodes);
        BlockNeeds needs = problem("a: {time: 1h, scatter: 64}", profile, Formulation.NODES)
                .blocks()
                .getFirst()
                .needs();
        assertThat(needs).isEqualTo(new BlockNeeds.OnNodes(8, new TreeMap<>(Map.of("core", 8)), 0));
    }

    @Test
    void aRuleHoldsInBothDirections() throws DocumentException {
        PlanProblem problem = problem(
                "x: {time: 1m}, b: {time: 1m, after: x}, a: {time: 1m, together: b}",
                machine(1, 4, 0, 0),
                Formulation.NODES);
        assertThat(problem.blocks()).hasSize(3);
        List<Integer> group = problem.together().getFirst();
        assertThat(group.stream().map(i -> problem.blocks().get(i).id())).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aPlanOfTheProblemIsSound() throws DocumentException {
        PlanProblem problem = problem(
                "a: {time: 25m, cores: 4}, b: {time: 5m, nodes: 2, cores: 8, after: a, together: c}, "
                        + "c: {time: 15m, cores: 2, gpus: 1}, d: {time: 1h, after: [b, c], scatter: 20}",
                machine(3, 8, 2, 0),
                Formulation.NODES);
        assertThat(problem.together()).hasSize(1);
        PlanResult result = new HeuristicSolver().solve(problem, PlanLimit.ofSeconds(1), Optional.empty());
        assertThat(result).isInstanceOf(PlanResult.Planned.class);
        PlanResult.Planned planned = (PlanResult.Planned) result;
        assertThat(PlanCheck.check(problem, planned.plan())).isEmpty();
        assertThat(planned.value().primary()).isEqualTo(11);
    }

    @Test
    void aMachineThatIsTooSmallIsToldByName() throws DocumentException {
        PlanProblem problem = problem("train: {time: 1h, gpus: 9}", machine(2, 8, 4, 0), Formulation.NODES);
        PlanResult result = new HeuristicSolver().solve(problem, PlanLimit.ofSeconds(1), Optional.empty());
        assertThat(result).isInstanceOf(PlanResult.Infeasible.class);
        assertThat(((PlanResult.Infeasible) result).reasons().getFirst()).contains("train", "gpu");
    }

    @Test
    void whatCannotBePlannedIsToldInOneSentence() {
        assertThatThrownBy(() -> problem("a: {nodes: 0, time: 1m}", machine(1, 1, 0, 0), Formulation.NODES))
                .hasMessage("no step of the workflow needs resources, so there is nothing to plan");
        assertThatThrownBy(() -> problem("a: {time: 1m, scatter: 0}", machine(1, 1, 0, 0), Formulation.NODES))
                .hasMessage("no step of the workflow needs resources, so there is nothing to plan");
        assertThatThrownBy(() -> problem("a: {where: cloud, time: 1m}", machine(1, 1, 0, 0), Formulation.NODES))
                .hasMessage("step 'a' runs in a cloud, and a plan places blocks on a machine");
    }

    @Test
    void nodesOfAGraphHaveTheirResources() throws GraphException {
        ResourceGraph graph = GraphFiles.load(Path.of("../resource-graphs/small.graphml"));
        List<ProfileNode> nodes = MachineNodes.of(graph, Set.of("core", "gpu"));
        assertThat(nodes).isNotEmpty();
        assertThat(nodes.getFirst().count("core")).isPositive();
        assertThat(nodes.stream().map(ProfileNode::name)).doesNotHaveDuplicates();
    }
}
