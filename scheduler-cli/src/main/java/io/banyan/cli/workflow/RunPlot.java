package io.banyan.cli.workflow;

import io.banyan.cli.workflow.GanttRows.Box;
import io.banyan.engine.store.StoredBlock;
import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.StoredWorkflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The picture of a run: for each node, the blocks of the plan in one row and the tasks that ran in the next. */
final class RunPlot {
    private RunPlot() {}

    /**
     * Returns the picture. O(blocks and tasks x nodes).
     *
     * @param nowSec the time up to which running tasks are drawn
     */
    static String svg(StoredWorkflow workflow, List<StoredBlock> blocks, List<StoredTask> tasks, long nowSec) {
        List<StoredTask> begun =
                tasks.stream().filter(task -> task.startSec() > 0).toList();
        long startSec = Math.min(
                blocks.stream().mapToLong(StoredBlock::startSec).min().orElse(nowSec),
                begun.stream().mapToLong(StoredTask::startSec).min().orElse(nowSec));
        long endSec = Math.max(
                blocks.stream().mapToLong(StoredBlock::endSec).max().orElse(nowSec),
                begun.stream().mapToLong(task -> end(task, nowSec)).max().orElse(nowSec));
        Map<String, Integer> colours = new HashMap<>();
        for (int i = 0; i < blocks.size(); i++) {
            int colour = i % PlanPlot.COLOURS;
            blocks.get(i).steps().forEach(step -> colours.put(step, colour));
        }
        GanttRows rows = new GanttRows(Math.max(1, endSec - startSec));
        for (String node : nodes(blocks, begun)) {
            List<Box> planned = new ArrayList<>();
            blocks.stream()
                    .filter(block -> block.nodes().contains(node))
                    .forEach(block -> planned.add(new Box(
                            block.startSec() - startSec,
                            block.endSec() - startSec,
                            colours.getOrDefault(block.steps().getFirst(), 0),
                            "planned: " + block.name())));
            rows.add(node + " plan", planned);
            List<Box> ran = new ArrayList<>();
            begun.stream()
                    .filter(task -> names(task).contains(node))
                    .forEach(task -> ran.add(new Box(
                            task.startSec() - startSec,
                            Math.max(task.startSec() + 1, end(task, nowSec)) - startSec,
                            colours.getOrDefault(task.step(), 0),
                            task.name() + ": " + task.state())));
            rows.add(node + " run", ran);
        }
        return rows.svg("workflow " + workflow.id() + ", " + workflow.name() + ": " + workflow.phase());
    }

    private static long end(StoredTask task, long nowSec) {
        return task.endSec() > 0 ? task.endSec() : nowSec;
    }

    private static List<String> names(StoredTask task) {
        return List.of(task.nodes().split(" ", -1));
    }

    private static SortedSet<String> nodes(List<StoredBlock> blocks, List<StoredTask> begun) {
        SortedSet<String> nodes = new TreeSet<>();
        blocks.forEach(block -> nodes.addAll(block.nodes()));
        begun.forEach(task -> nodes.addAll(names(task)));
        nodes.remove("");
        return nodes;
    }
}
