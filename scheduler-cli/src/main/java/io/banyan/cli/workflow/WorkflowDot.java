package io.banyan.cli.workflow;

import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.BlockGraph;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.function.IntFunction;

/** Workflows in the language of Graphviz: a line for each step and each edge. */
final class WorkflowDot {
    private WorkflowDot() {}

    /** Returns the steps of a workflow. O(steps + edges). */
    static String of(Workflow workflow) {
        StepGraph graph = StepGraph.of(workflow);
        return text(graph.size(), i -> label(workflow.steps().get(i)), graph::before);
    }

    /** Returns the blocks of a reduced workflow. O(blocks + edges). */
    static String of(WorkflowReduction reduction) {
        BlockGraph graph = reduction.reduced();
        return text(graph.size(), i -> label(graph.blocks().get(i)), graph::before);
    }

    private static String label(Step step) {
        return step.id() + "\\n" + StepText.needs(step.needs()) + ", " + StepText.time(step.time());
    }

    private static String label(Block block) {
        return block.name() + "\\n" + block.lanes() + " x (" + StepText.needs(block.needs()) + "), "
                + StepText.millis(block.millis());
    }

    private static String text(int vertices, IntFunction<String> label, IntFunction<int[]> before) {
        var text = new StringBuilder("digraph workflow {\n    node [shape=box];\n");
        for (int i = 0; i < vertices; i++) {
            text.append("    s" + i + " [label=\"" + label.apply(i).replace("\"", "\\\"") + "\"];\n");
        }
        for (int i = 0; i < vertices; i++) {
            for (int earlier : before.apply(i)) {
                text.append("    s" + earlier + " -> s" + i + ";\n");
            }
        }
        return text.append("}\n").toString();
    }
}
