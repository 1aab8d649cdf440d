package io.banyan.sim.report;

import io.banyan.sim.plot.GanttPlot.Stay;
import io.banyan.sim.workload.JobRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The jobs on each node as boxes of a plot, from the beginning up to a number that a reader can still see. */
final class Stays {
    /** A picture of more is slow to show and no clearer. */
    private static final int MOST = 4000;

    private final List<Stay> boxes = new ArrayList<>();
    private final TimeUnit unit;
    private long untilSec;
    private boolean isAll = true;

    /** Creates the boxes of the given runs on the given nodes. */
    Stays(List<RunRecorder.Placed> runs, List<String> nodes, TimeUnit unit) {
        this.unit = unit;
        Map<String, Integer> rows = new HashMap<>();
        nodes.forEach(node -> rows.putIfAbsent(node, rows.size()));
        int number = 0;
        for (RunRecorder.Placed placed : runs.stream()
                .sorted(Comparator.comparingLong(it -> it.run().startSec()))
                .toList()) {
            if (boxes.size() >= MOST) {
                untilSec = placed.run().startSec();
                isAll = false;
                break;
            }
            add(placed, rows, number++);
        }
    }

    private void add(RunRecorder.Placed placed, Map<String, Integer> rows, int colour) {
        int[] at = placed.nodes().stream()
                .mapToInt(node -> Objects.requireNonNull(rows.get(node), "a node of the graph"))
                .sorted()
                .toArray();
        JobRun run = placed.run();
        String hint = "job " + run.job().name() + ": " + run.job().size() + " processors, waited " + run.waitSec()
                + " s, ran " + (run.endSec() - run.startSec()) + " s";
        for (int i = 0; i < at.length; ) {
            int last = i;
            while (last + 1 < at.length && at[last + 1] == at[last] + 1) {
                last++;
            }
            boxes.add(new Stay(at[i], at[last], unit.of(run.startSec()), unit.of(run.endSec()), colour, hint));
            i = last + 1;
        }
    }

    List<Stay> boxes() {
        return boxes;
    }

    /** Whether there are no others. */
    boolean isAll() {
        return isAll;
    }

    /** From when on there are others, where there are. */
    long untilSec() {
        return untilSec;
    }
}
