package io.banyan.workflow.reduce;

import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * The reduction of a workflow to blocks.
 *
 * @param workflow the workflow
 * @param original one block for each step
 * @param reduced the graph after all rules
 * @param removed the number of blocks that each rule removed, by name; edges for {@code transitive}
 * @param settings the settings of the reduction
 */
public record WorkflowReduction(
        Workflow workflow,
        BlockGraph original,
        BlockGraph reduced,
        SequencedMap<String, Long> removed,
        ReductionSettings settings) {
    /** The most slots of one block. */
    public static final int MOST_SLOTS = 10_000_000;

    private static final List<ReductionRule> RULES =
            List.of(new ExpressionRule(), new TransitiveRule(), new ChainRule(), new BagRule());

    /** Returns the names of all rules, in the order of their application. */
    public static List<String> ruleNames() {
        return RULES.stream().map(ReductionRule::name).toList();
    }

    /**
     * Reduces a workflow. The rules are applied in turn until none of them finds anything; each round removes a block
     * or an edge, and in practice there are few rounds.
     *
     * @throws IllegalArgumentException if a step has no time and the settings have no default, if a block takes more
     *     than {@link #MOST_SLOTS} slots, or if a step without resources joins too many others
     */
    public static WorkflowReduction of(Workflow workflow, ReductionSettings settings) {
        try {
            WorkflowReduction reduction = reduction(workflow, settings);
            requireFewSlots(reduction);
            return reduction;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the run times of the steps are too long to add up", e);
        }
    }

    private static void requireFewSlots(WorkflowReduction reduction) {
        for (Block block : reduction.reduced().blocks()) {
            long slots = Math.ceilDiv(block.millis(), reduction.settings().slotMillis());
            if (slots > MOST_SLOTS) {
                throw new IllegalArgumentException("step '" + block.name() + "' begins a block of " + slots
                        + " slots, and at most " + MOST_SLOTS + " are possible; longer slots or more lanes help");
            }
        }
    }

    private static WorkflowReduction reduction(Workflow workflow, ReductionSettings settings) {
        BlockGraph original = blocks(workflow, settings);
        SequencedMap<String, Long> removed = new LinkedHashMap<>();
        settings.rules().forEach(rule -> removed.put(rule, 0L));
        BlockGraph graph = original;
        List<ReductionRule> rules = RULES.stream()
                .filter(rule -> settings.rules().contains(rule.name()))
                .toList();
        boolean changed;
        do {
            changed = false;
            for (ReductionRule rule : rules) {
                BlockGraph smaller = rule.reduced(graph, settings);
                removed.merge(rule.name(), removed(rule, graph, smaller), Long::sum);
                changed |= smaller != graph;
                graph = smaller;
            }
        } while (changed);
        return new WorkflowReduction(workflow, original, graph, removed, settings);
    }

    private static long removed(ReductionRule rule, BlockGraph larger, BlockGraph smaller) {
        return rule instanceof TransitiveRule ? larger.edges() - smaller.edges() : larger.size() - smaller.size();
    }

    private static BlockGraph blocks(Workflow workflow, ReductionSettings settings) {
        StepGraph graph = StepGraph.of(workflow);
        int[] order = graph.order();
        int[] number = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            number[order[i]] = i;
        }
        int[] tasks = new int[order.length];
        StepRules rules = StepRules.of(workflow);
        List<Block> blocks = new ArrayList<>();
        int[][] before = new int[order.length][];
        for (int i = 0; i < order.length; i++) {
            Step step = workflow.steps().get(order[i]);
            before[i] = Arrays.stream(graph.before(order[i]))
                    .map(earlier -> number[earlier])
                    .sorted()
                    .toArray();
            int parentTasks = Arrays.stream(before[i])
                    .map(earlier -> tasks[earlier])
                    .max()
                    .orElse(1);
            tasks[i] = step.width().planned(parentTasks);
            blocks.add(block(step, tasks[i], rules.placement(step), settings));
        }
        return new BlockGraph(blocks, before);
    }

    private static Block block(Step step, int tasks, StepPlacement placement, ReductionSettings settings) {
        boolean runs = !step.needs().isNothing() && tasks > 0;
        long millis = runs ? millis(step, settings) : 1;
        int lanes = runs ? Math.min(tasks, settings.mostLanes(step.needs())) : 0;
        long length = runs ? Math.multiplyExact(Math.ceilDiv(tasks, lanes), millis) : 0;
        return new Block(
                step.id().path(),
                step.needs(),
                lanes,
                length,
                new BlockPart.Tasks(step.id(), tasks, millis),
                placement);
    }

    private static long millis(Step step, ReductionSettings settings) {
        return switch (step.time()) {
            case TaskTime.Known known -> known.millis();
            case TaskTime.Unknown unknown ->
                settings.defaultMillis()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "step '" + step.id() + "' has no time, and there is no default for steps without one"));
            case TaskTime.ByPlatform byPlatform -> Math.max(1, Math.round(mean(byPlatform, settings)));
        };
    }

    private static double mean(TaskTime.ByPlatform times, ReductionSettings settings) {
        Map<String, TaskTime.Distribution> platforms = times.platforms();
        Stream<TaskTime.Distribution> counted = settings.platform().isPresent()
                        && platforms.containsKey(settings.platform().get())
                ? Stream.of(platforms.get(settings.platform().get()))
                : platforms.values().stream();
        return counted.mapToDouble(TaskTime.Distribution::meanMillis).max().orElseThrow();
    }

    /** Returns the block that runs the tasks of each step; steps that need no block are left out. O(steps). */
    public Map<StepId, Integer> blockOfStep() {
        Map<StepId, Integer> blocks = new LinkedHashMap<>();
        for (int i = 0; i < reduced.size(); i++) {
            int number = i;
            reduced.blocks().get(i).part().steps().forEach(step -> blocks.put(step, number));
        }
        return blocks;
    }

    /** Returns the share of the reserved core time that tasks use, from 0 to 1; 1 if no core time is reserved. */
    public double usedShare() {
        double reserved = reservedMillis();
        double used = reduced.blocks().stream().mapToDouble(Block::workMillis).sum();
        return reserved == 0 ? 1 : used / reserved;
    }

    /** Returns the share of the reserved core time that is lost to the rounding of lengths to slots, from 0 to 1. */
    public double roundingShare() {
        double reserved = reservedMillis();
        double exact = reduced.blocks().stream()
                .mapToDouble(block -> (double) block.cores() * block.millis())
                .sum();
        return reserved == 0 ? 0 : 1 - exact / reserved;
    }

    private double reservedMillis() {
        long slot = settings.slotMillis();
        return reduced.blocks().stream()
                .mapToDouble(block -> (double) block.cores() * block.slots(slot) * slot)
                .sum();
    }

    /** Returns the widths that are only expected: a plan must be made again when they are known. */
    public List<StepId> expectedWidths() {
        return workflow.steps().stream()
                .filter(step -> !(step.width() instanceof Width.Exactly))
                .map(Step::id)
                .toList();
    }
}
