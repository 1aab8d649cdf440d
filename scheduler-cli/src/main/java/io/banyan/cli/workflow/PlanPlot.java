package io.banyan.cli.workflow;

import io.banyan.cli.workflow.PlanView.PlacedView;
import io.banyan.sim.plot.Axis;
import io.banyan.sim.plot.GanttPlot;
import io.banyan.sim.plot.GanttPlot.Stay;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The picture of a plan: a row for each node, and more rows if several blocks have parts of it at the same time. */
final class PlanPlot {
    private static final int BUSY = 6;
    private static final int BLOCK = 0;
    private static final double HOUR_SEC = 3_600;
    private static final double MINUTE_SEC = 60;
    private static final int MINUTES_UP_TO_SEC = 3 * 3_600;

    private final List<String> rows = new ArrayList<>();
    private final List<Stay> stays = new ArrayList<>();

    private PlanPlot() {}

    /** A box of a node: its slots in seconds since the start of the plan, its colour and its description. */
    private record Box(long fromSec, long toSec, int colour, String hint) {}

    /** Returns the picture. O(blocks x nodes). */
    static String svg(PlanView plan, PlanProblem problem) {
        SlotProfile profile = problem.profile();
        var plot = new PlanPlot();
        long lastSec = Math.max(plan.endSec(), plan.horizonSec()) - profile.startSec();
        boolean isMinutes = lastSec <= MINUTES_UP_TO_SEC;
        double unitSec = isMinutes ? MINUTE_SEC : HOUR_SEC;
        for (ProfileNode node : profile.nodes()) {
            plot.add(node.name(), boxes(node, plan, profile), unitSec);
        }
        String title = String.format(
                Locale.ROOT,
                "%s: %d blocks; horizon after %.1f %s",
                plan.name(),
                plan.blocks().size(),
                (plan.horizonSec() - profile.startSec()) / unitSec,
                isMinutes ? "minutes" : "hours");
        Axis x = Axis.upTo(isMinutes ? "minutes" : "hours", lastSec / unitSec);
        return GanttPlot.svg(title, x, plot.rows, plot.stays);
    }

    private static List<Box> boxes(ProfileNode node, PlanView plan, SlotProfile profile) {
        Stream<Box> busy = node.busy().stream()
                .map(time -> new Busy(time.from(), time.to()))
                .distinct()
                .map(time -> new Box(
                        (long) time.from() * profile.slotSeconds(),
                        (long) time.to() * profile.slotSeconds(),
                        BUSY,
                        "jobs of the schedule"));
        Stream<Box> blocks = plan.blocks().stream()
                .filter(block -> block.nodes().contains(node.name()))
                .map(block -> new Box(
                        block.startSec() - profile.startSec(),
                        block.endSec() - profile.startSec(),
                        BLOCK + plan.blocks().indexOf(block) % BUSY,
                        hint(block)));
        return Stream.concat(busy, blocks)
                .sorted(Comparator.comparingLong(Box::fromSec))
                .toList();
    }

    /** Busy slots without their resources, of which a node has the same for each type. */
    private record Busy(int from, int to) {}

    private static String hint(PlacedView block) {
        return block.block() + ": " + block.resources();
    }

    /** Adds the rows of a node; a box comes into the first row that is free. */
    private void add(String node, List<Box> boxes, double unitSec) {
        int first = rows.size();
        rows.add(node);
        List<Long> freeFrom = new ArrayList<>(List.of(0L));
        for (Box box : boxes) {
            int row = 0;
            while (row < freeFrom.size() && freeFrom.get(row) > box.fromSec()) {
                row++;
            }
            if (row == freeFrom.size()) {
                freeFrom.add(0L);
                rows.add("");
            }
            freeFrom.set(row, box.toSec());
            stays.add(new Stay(
                    first + row,
                    first + row,
                    box.fromSec() / unitSec,
                    box.toSec() / unitSec,
                    box.colour(),
                    box.hint()));
        }
    }
}
