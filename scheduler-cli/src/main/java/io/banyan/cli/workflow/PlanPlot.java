package io.banyan.cli.workflow;

import io.banyan.cli.workflow.GanttRows.Box;
import io.banyan.sim.plot.GanttPlot;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The picture of a plan: a row for each node, and more rows if several blocks have parts of it at the same time. */
final class PlanPlot {
    /** The number of colours that blocks have by turns. */
    static final int COLOURS = 6;

    private PlanPlot() {}

    /** Returns the picture. O(blocks x nodes). */
    static String svg(PlanView plan, PlanProblem problem) {
        SlotProfile profile = problem.profile();
        GanttRows rows = new GanttRows(Math.max(plan.endSec(), plan.horizonSec()) - profile.startSec());
        for (ProfileNode node : profile.nodes()) {
            rows.add(node.name(), boxes(node, plan, profile));
        }
        if (plan.horizonSec() > profile.startSec()) {
            rows.mark(plan.horizonSec() - profile.startSec(), "horizon");
        }
        return rows.svg(String.format(
                Locale.ROOT,
                "%s: %d blocks; horizon after %.1f %s",
                plan.name(),
                plan.blocks().size(),
                rows.inUnits(plan.horizonSec() - profile.startSec()),
                rows.unit()));
    }

    private static List<Box> boxes(ProfileNode node, PlanView plan, SlotProfile profile) {
        Stream<Box> busy = node.busy().stream()
                .map(time -> new Busy(time.from(), time.to()))
                .distinct()
                .map(time -> new Box(
                        (long) time.from() * profile.slotSeconds(),
                        (long) time.to() * profile.slotSeconds(),
                        GanttPlot.GREY,
                        "jobs of the schedule"));
        Stream<Box> blocks = plan.blocks().stream()
                .filter(block -> block.nodes().contains(node.name()))
                .map(block -> new Box(
                        block.startSec() - profile.startSec(),
                        block.endSec() - profile.startSec(),
                        plan.blocks().indexOf(block) % COLOURS,
                        block.block() + ": " + block.resources()));
        return Stream.concat(busy, blocks).toList();
    }

    /** A time at which some resource of a node is busy. */
    private record Busy(int from, int to) {}
}
