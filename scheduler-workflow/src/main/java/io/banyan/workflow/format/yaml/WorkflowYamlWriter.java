package io.banyan.workflow.format.yaml;

import io.banyan.resource.Measures;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.model.WorkflowFile;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Writes a workflow as YAML, so that {@link WorkflowYaml} reads an equal value back. A tool or an expression of
 * another format has no command in it, and is read back as a step that is only planned.
 */
public final class WorkflowYamlWriter {
    private static final int INDENT = 2;
    private static final int WIDTH = 100;
    private static final int MIB_BITS = 20;

    private WorkflowYamlWriter() {}

    /** Returns the workflow as a YAML document. O(its size). */
    public static String write(Workflow workflow) {
        DumpSettings settings = DumpSettings.builder()
                .setSchema(new CoreSchema())
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setIndent(INDENT)
                .setWidth(WIDTH)
                .setSplitLines(false)
                .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
                .build();
        return new Dump(settings).dumpToString(values(workflow));
    }

    /** Returns the workflow as maps, lists and scalars, in the order of the keys of the text. O(its size). */
    public static Map<String, Object> values(Workflow workflow) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", WorkflowYaml.KIND);
        values.put("name", workflow.name());
        Map<String, Object> files = new LinkedHashMap<>();
        workflow.files().values().forEach(file -> files.put(file.name(), file(file)));
        if (!files.isEmpty()) {
            values.put("files", files);
        }
        Map<String, Object> steps = new LinkedHashMap<>();
        workflow.steps().forEach(step -> steps.put(step.id().path(), step(step)));
        values.put("steps", steps);
        return values;
    }

    private static Map<String, Object> file(WorkflowFile file) {
        Map<String, Object> values = new LinkedHashMap<>();
        file.bytes().ifPresent(bytes -> values.put("size", Measures.word(bytes)));
        file.place().ifPresent(place -> values.put("place", place));
        return values;
    }

    private static Map<String, Object> step(Step step) {
        Map<String, Object> values = new LinkedHashMap<>();
        switch (step.action()) {
            case StepAction.Program program -> values.put("command", program.words());
            case StepAction.Script script -> values.put("command", script.text());
            case StepAction.Tool tool -> {}
            case StepAction.Evaluation evaluation -> {}
            case StepAction.PlanOnly planOnly -> {}
        }
        time(step.time(), values);
        needs(step.needs(), values);
        width(step.width(), values);
        list(values, "after", ids(step.after()));
        list(values, "in", step.inputs());
        list(values, "out", step.outputs());
        placement(step.placement(), values);
        if (step.retries() > 0) {
            values.put("retries", step.retries());
        }
        return values;
    }

    private static void time(TaskTime time, Map<String, Object> values) {
        switch (time) {
            case TaskTime.Known known -> values.put("time", word(known.millis()));
            case TaskTime.Unknown unknown -> {}
            case TaskTime.ByPlatform byPlatform -> {
                Map<String, Object> platforms = new LinkedHashMap<>();
                byPlatform.platforms().forEach((platform, times) -> platforms.put(platform, distribution(times)));
                values.put("time", platforms);
            }
        }
    }

    private static Map<String, Object> distribution(TaskTime.Distribution times) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("mean", word(Math.round(times.meanMillis())));
        if (times.deviationMillis() > 0) {
            values.put("deviation", word(Math.round(times.deviationMillis())));
        }
        return values;
    }

    private static String word(long millis) {
        return Measures.word(Duration.ofMillis(Math.max(1, millis)));
    }

    private static void needs(Needs needs, Map<String, Object> values) {
        values.put("nodes", needs.nodes());
        values.put("cores", needs.cores());
        if (needs.memoryMib() > 0) {
            values.put("memory", Measures.word(needs.memoryMib() << MIB_BITS));
        }
        if (!needs.accelerators().isEmpty()) {
            values.put("accelerators", new LinkedHashMap<>(needs.accelerators()));
        }
    }

    private static void width(Width width, Map<String, Object> values) {
        switch (width) {
            case Width.Exactly exactly -> {
                if (exactly.tasks() != 1) {
                    values.put("scatter", exactly.tasks());
                }
            }
            case Width.Expected expected -> values.put("scatter", Map.of("expected", expected.tasks()));
            case Width.Ratio ratio -> values.put("scatter", Map.of("ratio", ratio.ratio()));
        }
    }

    private static void placement(StepPlacement placement, Map<String, Object> values) {
        list(values, "together", ids(placement.together()));
        list(values, "same-node", ids(placement.sameNode()));
        if (placement.where() == StepPlacement.Where.CLOUD) {
            values.put("where", "cloud");
        }
        if (placement.segments() > 1) {
            values.put("segments", placement.segments());
        }
    }

    private static List<String> ids(Collection<StepId> ids) {
        return ids.stream().sorted().map(StepId::path).toList();
    }

    private static void list(Map<String, Object> values, String key, List<String> list) {
        if (!list.isEmpty()) {
            values.put(key, list);
        }
    }
}
