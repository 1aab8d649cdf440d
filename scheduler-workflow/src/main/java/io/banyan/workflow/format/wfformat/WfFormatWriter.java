package io.banyan.workflow.format.wfformat;

import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a workflow in WfFormat 1.5, with the planned times in place of recorded ones. */
public final class WfFormatWriter {
    private static final double MILLIS = 1_000;
    private static final int MIB_BITS = 20;

    private WfFormatWriter() {}

    /** Returns a workflow that is planned and did not run; see {@link #values(Workflow, double)}. */
    public static Map<String, Object> values(Workflow workflow) {
        return values(workflow, 0);
    }

    /**
     * Returns the workflow as maps, lists and scalars for a JSON writer. O(steps + edges + files).
     *
     * @param makespanSec the time from the first start to the last end, in seconds; 0 if the workflow did not run
     */
    public static Map<String, Object> values(Workflow workflow, double makespanSec) {
        Map<String, Object> specification = new LinkedHashMap<>();
        specification.put("tasks", tasks(workflow));
        specification.put("files", files(workflow));
        Map<String, Object> execution = new LinkedHashMap<>();
        execution.put("makespanInSeconds", makespanSec);
        execution.put(
                "tasks", workflow.steps().stream().map(WfFormatWriter::run).toList());
        Map<String, Object> both = new LinkedHashMap<>();
        both.put("specification", specification);
        both.put("execution", execution);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", workflow.name());
        document.put("schemaVersion", "1.5");
        document.put("workflow", both);
        return document;
    }

    private static List<Object> tasks(Workflow workflow) {
        StepGraph graph = StepGraph.of(workflow);
        List<Object> tasks = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            Step step = workflow.steps().get(i);
            Map<String, Object> task = new LinkedHashMap<>();
            task.put("name", step.id().path());
            task.put("id", step.id().path());
            task.put("parents", ids(workflow, graph.before(i)));
            task.put("children", ids(workflow, graph.next(i)));
            task.put("inputFiles", step.inputs());
            task.put("outputFiles", step.outputs());
            tasks.add(task);
        }
        return tasks;
    }

    private static List<String> ids(Workflow workflow, int[] steps) {
        return Arrays.stream(steps)
                .mapToObj(i -> workflow.steps().get(i).id().path())
                .toList();
    }

    private static List<Object> files(Workflow workflow) {
        Set<String> names = new LinkedHashSet<>(workflow.files().keySet());
        for (Step step : workflow.steps()) {
            names.addAll(step.inputs());
            names.addAll(step.outputs());
        }
        List<Object> files = new ArrayList<>();
        for (String name : names) {
            Map<String, Object> file = new LinkedHashMap<>();
            file.put("id", name);
            file.put("sizeInBytes", workflow.file(name).bytes().orElse(0));
            files.add(file);
        }
        return files;
    }

    private static Map<String, Object> run(Step step) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("id", step.id().path());
        run.put("runtimeInSeconds", seconds(step.time()));
        run.put("coreCount", step.needs().totalCores());
        if (step.needs().memoryMib() > 0) {
            run.put("memoryInBytes", step.needs().memoryMib() << MIB_BITS);
        }
        return run;
    }

    private static double seconds(TaskTime time) {
        return switch (time) {
            case TaskTime.Known known -> known.millis() / MILLIS;
            case TaskTime.Unknown unknown -> 0;
            case TaskTime.ByPlatform byPlatform ->
                byPlatform.platforms().values().iterator().next().meanMillis() / MILLIS;
        };
    }
}
