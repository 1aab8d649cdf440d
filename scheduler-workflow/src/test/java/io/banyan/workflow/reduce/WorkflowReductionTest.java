package io.banyan.workflow.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.banyan.document.DocumentException;
import io.banyan.workflow.format.wfformat.WfFormatReader;
import io.banyan.workflow.format.yaml.WorkflowYaml;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowReductionTest {
    private static final long SLOT = 600_000;

    /** The time of a task in a plan of the blocks. */
    private record Run(long startMillis, long endMillis) {}

    private static WorkflowReduction reduction(String steps, String... rules) throws DocumentException {
        Workflow workflow = WorkflowYaml.read("{kind: workflow, name: w, steps: {" + steps + "}}", "w", "w");
        return WorkflowReduction.of(workflow, settings(rules));
    }

    private static ReductionSettings settings(String... rules) {
        return new ReductionSettings(SLOT, 4, List.of(rules), OptionalLong.empty(), Optional.empty());
    }

    private static List<String> names(WorkflowReduction reduction) {
        return reduction.reduced().blocks().stream().map(Block::name).toList();
    }

    @Test
    void aChainOfEqualNeedsIsOneBlock() throws DocumentException {
        WorkflowReduction reduction = reduction(
                "a: {time: 7m, cores: 2}, b: {time: 8m, cores: 2, after: a}, c: {time: 1m, cores: 3, after: b}",
                "chains");
        assertThat(names(reduction)).containsExactly("a", "c");
        assertThat(reduction.reduced().blocks().getFirst().millis()).isEqualTo(900_000);
        assertThat(reduction.reduced().before(1)).containsExactly(0);
        assertThat(reduction.removed()).containsEntry("chains", 1L);
    }

    @Test
    void shortStepsSideBySideAreABag() throws DocumentException {
        String steps = "a: {time: 9m}, "
                + "b1: {time: 5m, after: a}, b2: {time: 1m, after: a}, b3: {time: 2m, after: a}, "
                + "b4: {time: 3m, after: a}, b5: {time: 4m, after: a}, b6: {time: 20m, after: a}, "
                + "c: {time: 1m, after: [b1, b2, b3, b4, b5, b6]}";
        WorkflowReduction reduction = reduction(steps, "bags");
        assertThat(names(reduction)).containsExactly("a", "b1", "b6", "c");
        Block bag = reduction.reduced().blocks().get(1);
        assertThat(bag.lanes()).isEqualTo(4);
        assertThat(bag.millis()).isEqualTo(300_000);
        assertThat(reduction.blockOfStep()).containsEntry(new StepId("b4"), 1).containsEntry(new StepId("b6"), 2);
    }

    @Test
    void stepsWithoutNeedsVanishAndKeepTheOrder() throws DocumentException {
        WorkflowReduction reduction =
                reduction("a: {time: 1m}, b: {nodes: 0, after: a}, c: {time: 1m, after: b}", "expressions");
        assertThat(names(reduction)).containsExactly("a", "c");
        assertThat(reduction.reduced().before(1)).containsExactly(0);
    }

    @Test
    void aStepWithoutNeedsThatJoinsTooManyIsRefused() {
        List<Step> steps = new ArrayList<>();
        String[] first = new String[2_100];
        for (int i = 0; i < first.length; i++) {
            first[i] = "a" + i;
            steps.add(Step.of(first[i], Needs.ofCores(1), 1_000));
        }
        steps.add(Step.of("join", Needs.NOTHING, 1, first));
        for (int i = 0; i < first.length; i++) {
            steps.add(Step.of("b" + i, Needs.ofCores(1), 1_000, "join"));
        }
        assertThatThrownBy(() -> WorkflowReduction.of(Workflow.of("w", steps), settings("expressions")))
                .hasMessageContaining("step 'join' needs no resources and joins 2100 steps with 2100");
    }

    @Test
    void edgesThatFollowFromOthersGo() throws DocumentException {
        WorkflowReduction reduction = reduction(
                "a: {time: 1m}, b: {time: 1m, after: a, cores: 2}, c: {time: 1m, after: [a, b]}", "transitive");
        assertThat(reduction.reduced().before(2)).containsExactly(1);
        assertThat(reduction.removed()).containsEntry("transitive", 1L);
    }

    @Test
    void allEdgesButThoseOfTheLongestPathGoFromADenseGraph() {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String[] earlier = steps.stream().map(step -> step.id().path()).toArray(String[]::new);
            steps.add(Step.of("s" + i, Needs.ofCores(i + 1), 1_000, earlier));
        }
        WorkflowReduction reduction = WorkflowReduction.of(Workflow.of("w", steps), settings("transitive"));
        assertThat(reduction.reduced().edges()).isEqualTo(39);
    }

    @Test
    void timesThatAreTooLongAreTold() {
        assertThatThrownBy(() -> reduction("a: {time: 36500d, scatter: 1000000}", "chains"))
                .hasMessageContaining("step 'a' begins a block of ", " slots, and at most 10000000 are possible");
        assertThatThrownBy(() -> reduction("a: {time: 36501d}"))
                .hasMessageContaining("a time above 0 with its unit (ms, s, m, h or d), at most 36500d");
    }

    @Test
    void stepsWithRulesOfTheirOwnStayBlocks() throws DocumentException {
        WorkflowReduction reduction = reduction(
                "a: {time: 1m, together: b}, b: {time: 1m}, c: {time: 1m, after: a}",
                WorkflowReduction.ruleNames().toArray(new String[0]));
        assertThat(names(reduction)).containsExactly("a", "b", "c");
    }

    @Test
    void roundingAndUseAreSharesOfTheReservedTime() throws DocumentException {
        WorkflowReduction reduction = reduction("a: {time: 15m, cores: 2}", "chains");
        assertThat(reduction.usedShare()).isEqualTo(0.75);
        assertThat(reduction.roundingShare()).isEqualTo(0.25);
    }

    @Test
    void aStepWithoutATimeIsRefused() {
        assertThatThrownBy(() -> reduction("a: {cores: 2}"))
                .hasMessage("step 'a' has no time, and there is no default for steps without one");
        assertThatThrownBy(() -> reduction("a: {time: 1m}", "chain"))
                .hasMessage("unknown rule 'chain', expected one of expressions, transitive, chains, bags");
    }

    @ParameterizedTest
    @CsvSource({
        "1000genome-chameleon-10ch-100k-001.json",
        "blast-chameleon-small-002.json",
        "epigenomics-chameleon-hep-1seq-50k-001.json",
        "rnaseq-dirt02-001.json"
    })
    void plansOfRecordedWorkflowsRemainPlans(String file) throws IOException, DocumentException {
        Path path = Path.of("../../shared/data/workflows").resolve(file);
        assumeThat(path).as("recorded workflows").exists();
        Workflow workflow = WfFormatReader.read(Files.readString(path), file, 1);
        WorkflowReduction reduction = WorkflowReduction.of(workflow, ReductionSettings.ofSlot(SLOT));
        assertThat(reduction.reduced().size()).isLessThan(reduction.original().size());
        requireFeasible(reduction);
    }

    @RepeatedTest(300)
    void plansOfRandomWorkflowsRemainPlans(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Workflow workflow = random(new SplittableRandom(seed));
        for (int rules = 0; rules < 16; rules++) {
            int chosen = rules;
            List<String> names = WorkflowReduction.ruleNames();
            String[] applied = names.stream()
                    .filter(name -> (chosen >> names.indexOf(name) & 1) != 0)
                    .toArray(String[]::new);
            try {
                requireFeasible(WorkflowReduction.of(workflow, settings(applied)));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", rules " + Arrays.toString(applied), e);
            }
        }
    }

    private static Workflow random(SplittableRandom random) {
        List<Step> steps = new ArrayList<>();
        int count = 1 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            Set<StepId> after = new HashSet<>();
            for (int j = 0; j < i; j++) {
                if (random.nextInt(4) == 0) {
                    after.add(new StepId("s" + j));
                }
            }
            Needs needs = random.nextInt(5) == 0 ? Needs.NOTHING : Needs.ofCores(1 + random.nextInt(2));
            Width width = random.nextInt(4) == 0 ? new Width.Exactly(random.nextInt(8)) : Width.ONE;
            Step plain = Step.of("s" + i, needs, 1_000L * (1 + random.nextInt(1_000)));
            steps.add(new Step(
                    plain.id(),
                    needs,
                    new TaskTime.Known(1_000L * (1 + random.nextInt(1_000)), TaskTime.Origin.STATED),
                    width,
                    plain.action(),
                    after,
                    List.of(),
                    List.of(),
                    StepPlacement.ANYWHERE,
                    0));
        }
        return Workflow.of("random", steps);
    }

    /** Plans the blocks as early as their order allows, and checks that the tasks keep the order of the steps. */
    private static void requireFeasible(WorkflowReduction reduction) {
        BlockGraph graph = reduction.reduced();
        Map<StepId, Run> runs = new HashMap<>();
        Map<StepId, Integer> tasks = new HashMap<>();
        long[] ends = new long[graph.size()];
        for (int i = 0; i < graph.size(); i++) {
            Block block = graph.blocks().get(i);
            long start = Arrays.stream(graph.before(i))
                    .mapToLong(earlier -> ends[earlier])
                    .max()
                    .orElse(0);
            ends[i] = start + block.millis();
            long[] laneFree = new long[Math.max(1, block.lanes())];
            List<BlockTimetable.Entry> entries = new ArrayList<>(BlockTimetable.of(block));
            entries.sort(Comparator.comparingLong(BlockTimetable.Entry::startMillis));
            for (BlockTimetable.Entry entry : entries) {
                assertThat(entry.startMillis()).isGreaterThanOrEqualTo(laneFree[entry.lane()]);
                assertThat(entry.endMillis()).isLessThanOrEqualTo(block.millis());
                laneFree[entry.lane()] = entry.endMillis();
                Run run = new Run(start + entry.startMillis(), start + entry.endMillis());
                tasks.merge(entry.step(), 1, Integer::sum);
                runs.merge(
                        entry.step(),
                        run,
                        (one, two) -> new Run(
                                Math.min(one.startMillis(), two.startMillis()),
                                Math.max(one.endMillis(), two.endMillis())));
            }
        }
        StepGraph steps = StepGraph.of(reduction.workflow());
        Map<Integer, Long> endOfStep = new HashMap<>();
        for (int step : steps.order()) {
            Step it = reduction.workflow().steps().get(step);
            long earliest = Arrays.stream(steps.before(step))
                    .mapToLong(before -> endOfStep.getOrDefault(before, 0L))
                    .max()
                    .orElse(0);
            Run run = runs.getOrDefault(it.id(), new Run(earliest, earliest));
            assertThat(run.startMillis()).as("start of " + it.id()).isGreaterThanOrEqualTo(earliest);
            endOfStep.put(step, run.endMillis());
            if (!it.needs().isNothing()) {
                assertThat(tasks.getOrDefault(it.id(), 0)).isEqualTo(it.width().planned(1));
            }
        }
    }
}
