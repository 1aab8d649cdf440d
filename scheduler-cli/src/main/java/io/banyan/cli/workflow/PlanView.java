package io.banyan.cli.workflow;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.ALWAYS;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import io.banyan.resource.Measures;
import io.banyan.rset.HostList;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.profile.SingleResource;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plan. Times are in seconds since the epoch; in a plan for an idle machine, since its start.
 *
 * @param startSec the start of the first block
 * @param endSec the end of the last block
 * @param horizonSec the time from which no job of the schedule has resources
 * @param slotSec the length of a slot
 * @param slots the slots from the first block to the last
 * @param bound a proved lower bound of what the objective minimises first, in slots; for the objective
 *     {@code weighted} in thousandths of a slot
 * @param isProved whether there is no better plan
 * @param coreHours the reserved core time
 * @param usedPercent the share of it that tasks use
 * @param isClock whether the times are those of a clock
 */
record PlanView(
        String name,
        boolean isClock,
        long startSec,
        long endSec,
        long horizonSec,
        int slotSec,
        int slots,
        long bound,
        boolean isProved,
        double gapPercent,
        double coreHours,
        double usedPercent,
        String solver,
        double solverSec,
        List<PlacedView> blocks,
        @JsonInclude(ALWAYS) List<String> notes) {
    private static final double PERCENT = 100;
    private static final double HOUR_SEC = 3_600;

    /** A block with its time, its nodes, and its resources on all of them. */
    record PlacedView(String block, int steps, long startSec, long endSec, List<String> nodes, String resources) {}

    static PlanView of(
            WorkflowReduction reduction,
            PlanProblem problem,
            Planned planned,
            List<String> lookNotes,
            boolean isClock) {
        SlotProfile profile = problem.profile();
        List<SingleResource> resources = profile.resources();
        List<PlacedView> blocks = new ArrayList<>();
        long coreSlots = 0;
        for (int i = 0; i < problem.blocks().size(); i++) {
            Block block = reduction.reduced().blocks().get(i);
            BlockPlacement placement = planned.plan().placements().get(i);
            List<SingleResource> held =
                    placement.resources().stream().map(resources::get).toList();
            int slots = problem.blocks().get(i).slots();
            coreSlots += slots
                    * held.stream()
                            .filter(it -> it.type().equals(SlotProfile.CORE))
                            .count();
            blocks.add(new PlacedView(
                    block.name(),
                    (int) block.part().steps().count(),
                    profile.secondsAt(placement.start()),
                    profile.secondsAt(placement.start() + slots),
                    held.stream()
                            .map(it -> profile.nodes().get(it.node()).name())
                            .distinct()
                            .toList(),
                    amounts(held)));
        }
        blocks.sort(Comparator.comparingLong(PlacedView::startSec));
        double coreHours = coreSlots * (profile.slotSeconds() / HOUR_SEC);
        double used = reduction.reduced().blocks().stream()
                        .mapToDouble(Block::workMillis)
                        .sum()
                / (1_000 * HOUR_SEC);
        return new PlanView(
                reduction.workflow().name(),
                isClock,
                profile.secondsAt(planned.value().first()),
                profile.secondsAt(planned.value().end()),
                profile.secondsAt(profile.horizon()),
                profile.slotSeconds(),
                planned.value().end() - planned.value().first(),
                planned.bound(),
                planned.proved(),
                PERCENT * planned.gap(),
                coreHours,
                coreHours == 0 ? 0 : PERCENT * used / coreHours,
                planned.solver(),
                planned.seconds(),
                blocks,
                Stream.concat(lookNotes.stream(), planned.notes().stream()).toList());
    }

    private static String amounts(List<SingleResource> held) {
        Map<String, Long> amounts =
                held.stream().collect(Collectors.groupingBy(SingleResource::type, TreeMap::new, Collectors.counting()));
        return amounts.entrySet().stream()
                .map(type -> StepText.counted(type.getValue(), type.getKey()))
                .collect(Collectors.joining(", "));
    }

    String text() {
        Table table = new Table()
                .left("block")
                .right("steps")
                .left("start")
                .left("end")
                .left("resources")
                .left("nodes");
        for (PlacedView block : blocks) {
            table.row(
                    block.block(),
                    block.steps(),
                    time(block.startSec()),
                    time(block.endSec()),
                    block.resources(),
                    HostList.of(block.nodes()));
        }
        StringBuilder text = new StringBuilder(summary()).append(table);
        notes.forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.toString();
    }

    private String summary() {
        String quality = isProved
                ? "no plan is better"
                : String.format(Locale.ROOT, "at most %.1f %% above the best plan", gapPercent);
        return String.format(
                Locale.ROOT,
                "%s: %s to %s, %s in %s of %s; %s (%s, %.1f s)%n%.1f core hours reserved, %.0f %% of them used by "
                        + "tasks%n",
                name,
                time(startSec),
                time(endSec),
                StepText.counted(blocks.size(), "block"),
                StepText.counted(slots, "slot"),
                StepText.millis(slotSec * 1_000L),
                quality,
                solver,
                solverSec,
                coreHours,
                usedPercent);
    }

    /** Returns a time of the clock, or a time since the start of the plan. */
    private String time(long sec) {
        if (isClock) {
            return JobView.time(sec);
        }
        return sec == 0 ? "0" : "+" + Measures.brief(Duration.ofSeconds(sec));
    }
}
