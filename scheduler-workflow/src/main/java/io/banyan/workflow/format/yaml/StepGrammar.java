package io.banyan.workflow.format.yaml;

import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.workflow.format.FieldWords;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.StepPlacement.Where;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads one step. */
final class StepGrammar {
    /** The keys whose values name other steps. */
    static final List<String> REFERENCES = List.of("after", "together", "same-node");

    private static final List<String> KEYS = Stream.concat(
                    Stream.of(
                            "command",
                            "time",
                            "after",
                            "in",
                            "out",
                            "scatter",
                            "together",
                            "same-node",
                            "where",
                            "segments",
                            "retries",
                            "resources"),
                    NeedsGrammar.SHORT.stream())
            .toList();

    private static final String MEAN = "mean";
    private static final String DEVIATION = "deviation";

    private final Source source;
    private final FieldWords words;
    private final NeedsGrammar needs;
    private final FileGrammar files;

    StepGrammar(Source source, FileGrammar files) {
        this.source = source;
        this.words = new FieldWords(source);
        this.needs = new NeedsGrammar(source);
        this.files = files;
    }

    Step step(String name, Entry entry) throws DocumentException {
        StepId id = words.checked(entry.at(), () -> new StepId(name));
        Fields fields = Fields.of(source, "step '" + name + "'", entry.value(), KEYS);
        StepAction action = action(fields);
        TaskTime time = time(fields);
        Width width = width(fields);
        Needs resources = needs.needs(fields);
        Set<StepId> after = ids(fields, "after");
        List<String> inputs = files.names(fields, "in");
        List<String> outputs = files.names(fields, "out");
        StepPlacement placement = new StepPlacement(
                where(fields),
                ids(fields, "together"),
                ids(fields, "same-node"),
                words.count(fields, "segments", 1, StepPlacement.MAX_SEGMENTS, 1));
        int retries = words.count(fields, "retries", 0, Step.MAX_RETRIES, 0);
        return new Step(id, resources, time, width, action, after, inputs, outputs, placement, retries);
    }

    private StepAction action(Fields fields) throws DocumentException {
        if (!fields.has("command")) {
            return new StepAction.PlanOnly();
        }
        Document command = fields.required("command");
        List<String> text = new ArrayList<>();
        for (Scalar word : words.words(fields, "command")) {
            text.add(word.text());
        }
        return words.checked(
                command.at(),
                () -> command instanceof Sequence
                        ? new StepAction.Program(text)
                        : new StepAction.Script(text.getFirst()));
    }

    private TaskTime time(Fields fields) throws DocumentException {
        if (!fields.has("time")) {
            return new TaskTime.Unknown();
        }
        if (!(fields.required("time") instanceof Mapping)) {
            return new TaskTime.Known(words.millis(fields, "time"), TaskTime.Origin.STATED);
        }
        Fields platforms = Fields.open(source, "'time'", fields.required("time"));
        SortedMap<String, TaskTime.Distribution> times = new TreeMap<>();
        for (Map.Entry<String, Entry> entry : platforms.entries().entrySet()) {
            Fields one = Fields.of(
                    source,
                    "platform '" + entry.getKey() + "'",
                    entry.getValue().value(),
                    List.of(MEAN, DEVIATION));
            long deviation = one.has(DEVIATION) ? words.millis(one, DEVIATION) : 0;
            times.put(entry.getKey(), new TaskTime.Distribution(words.millis(one, MEAN), deviation));
        }
        return words.checked(platforms.at(), () -> new TaskTime.ByPlatform(times));
    }

    private Width width(Fields fields) throws DocumentException {
        if (!fields.has("scatter")) {
            return Width.ONE;
        }
        Document value = fields.required("scatter");
        if (!(value instanceof Mapping)) {
            return new Width.Exactly(words.count(fields, "scatter", value, 0, Width.MAX));
        }
        Fields scatter = Fields.of(source, "'scatter'", value, List.of("expected", "ratio"));
        if (scatter.entries().size() != 1) {
            throw source.error(value.at(), "'scatter' must have one of 'expected' and 'ratio'");
        }
        if (scatter.has("expected")) {
            return new Width.Expected(words.count(scatter, "expected", 1, Width.MAX, 1));
        }
        return words.checked(scatter.at(), () -> new Width.Ratio(number(scatter.entries())));
    }

    private static double number(Map<String, Entry> scatter) {
        String text = scatter.values().iterator().next().value() instanceof Scalar scalar ? scalar.text() : "";
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'ratio' of 'scatter' must be a number, found '" + text + "'", e);
        }
    }

    private Where where(Fields fields) throws DocumentException {
        String word = fields.optionalText("where").orElse("batch");
        return switch (word) {
            case "batch" -> Where.BATCH;
            case "cloud" -> Where.CLOUD;
            default -> throw fields.wrong("where", fields.required("where"), "batch or cloud");
        };
    }

    private Set<StepId> ids(Fields fields, String key) throws DocumentException {
        Set<StepId> ids = new LinkedHashSet<>();
        for (Scalar word : words.words(fields, key)) {
            ids.add(words.checked(word.at(), () -> new StepId(word.text())));
        }
        return ids;
    }
}
