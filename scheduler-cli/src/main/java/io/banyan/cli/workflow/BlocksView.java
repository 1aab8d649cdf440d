package io.banyan.cli.workflow;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.ALWAYS;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.cli.output.Table;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.BlockGraph;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The blocks of a reduced workflow.
 *
 * @param slotMillis the length of a slot
 * @param usedPercent the share of the reserved core time that tasks use
 * @param roundingPercent the share that is lost to the rounding of lengths to slots
 */
record BlocksView(
        String name,
        int steps,
        long edges,
        long slotMillis,
        double usedPercent,
        double roundingPercent,
        List<BlockView> blocks,
        List<RuleView> rules) {
    private static final double PERCENT = 100;

    /**
     * A block.
     *
     * @param lanes the number of tasks that run side by side
     * @param needs the resources of one lane
     * @param steps the number of its steps
     * @param after the blocks that must end before it starts
     */
    record BlockView(
            String block,
            int steps,
            int lanes,
            String needs,
            long millis,
            int slots,
            @JsonInclude(ALWAYS) List<String> after) {}

    /** The number of blocks, or of edges, that a rule removed. */
    record RuleView(String rule, long removed) {}

    static BlocksView of(WorkflowReduction reduction) {
        BlockGraph graph = reduction.reduced();
        List<BlockView> blocks = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            Block block = graph.blocks().get(i);
            List<String> after = Arrays.stream(graph.before(i))
                    .mapToObj(earlier -> graph.blocks().get(earlier).name())
                    .toList();
            blocks.add(new BlockView(
                    block.name(),
                    (int) block.part().steps().count(),
                    block.lanes(),
                    StepText.needs(block.needs()),
                    block.millis(),
                    block.slots(reduction.settings().slotMillis()),
                    after));
        }
        return new BlocksView(
                reduction.workflow().name(),
                reduction.workflow().steps().size(),
                graph.edges(),
                reduction.settings().slotMillis(),
                PERCENT * reduction.usedShare(),
                PERCENT * reduction.roundingShare(),
                blocks,
                reduction.removed().entrySet().stream()
                        .map(rule -> new RuleView(rule.getKey(), rule.getValue()))
                        .toList());
    }

    String text() {
        Table table = new Table()
                .left("block")
                .right("steps")
                .right("lanes")
                .left("a lane needs")
                .right("time")
                .right("slots")
                .left("after");
        for (BlockView block : blocks) {
            table.row(
                    block.block(),
                    block.steps(),
                    block.lanes(),
                    block.needs(),
                    StepText.millis(block.millis()),
                    block.slots(),
                    StepText.names(block.after()));
        }
        return summary() + table;
    }

    private String summary() {
        StringBuilder removed = new StringBuilder();
        for (RuleView rule : rules) {
            removed.append(removed.isEmpty() ? "" : ", ").append(rule.rule() + " " + rule.removed());
        }
        return String.format(
                Locale.ROOT,
                "%s: %s in %s of slots of %s, %s%nremoved by rule: %s%nplanned core time: %.0f %% used by tasks, %.0f %% "
                        + "lost to rounding%n",
                name,
                StepText.counted(steps, "step"),
                StepText.counted(blocks.size(), "block"),
                StepText.millis(slotMillis),
                StepText.counted(edges, "edge"),
                removed.isEmpty() ? "no rule" : removed,
                usedPercent,
                roundingPercent);
    }
}
