package io.banyan.workflow.format.wfformat;

import io.banyan.document.Document;
import io.banyan.document.Document.Position;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.workflow.format.FieldWords;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.WorkflowFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads one task of a recorded workflow as a step. */
final class WfTaskGrammar {
    private static final int MIB_BITS = 20;
    private static final int MOST_CORES = 1_000_000;
    private static final double MOST_SECONDS = 1e9;
    private static final double MILLIS = 1_000;
    private static final double MOST_BYTES = 1L << 60;
    private static final String MEMORY = "memoryInBytes";

    private final Source source;
    private final FieldWords words;
    private final double scale;

    WfTaskGrammar(Source source, double scale) {
        this.source = source;
        this.words = new FieldWords(source);
        this.scale = scale;
    }

    /** A step with its position in the text. */
    record Task(Step step, Position at) {}

    /** Returns the id of a task; in old texts it is the name. */
    String id(Fields task) throws DocumentException {
        return task.has("id") ? task.text("id") : task.text("name");
    }

    /** Returns a task whose run is recorded apart. */
    Task task(Fields task, Fields run) throws DocumentException {
        return task(task, run, names(task, "inputFiles"), names(task, "outputFiles"));
    }

    /** Returns a task that has its run and its files in itself, and adds what it states about the files. */
    Task flat(Fields task, Map<String, WorkflowFile> files) throws DocumentException {
        List<String> inputs = new ArrayList<>();
        List<String> outputs = new ArrayList<>();
        for (Document item : task.has("files") ? task.list("files") : List.<Document>of()) {
            Fields file = Fields.open(source, "a file", item);
            String name = file.has("name") ? file.text("name") : file.text("id");
            String size = file.has("sizeInBytes") ? "sizeInBytes" : "size";
            OptionalLong bytes = file.has(size)
                    ? OptionalLong.of(words.bytes(file, size, file.required(size)))
                    : OptionalLong.empty();
            files.putIfAbsent(name, words.checked(item.at(), () -> new WorkflowFile(name, bytes, Optional.empty())));
            switch (file.text("link")) {
                case "input" -> inputs.add(name);
                case "output" -> outputs.add(name);
                default -> throw file.wrong("link", file.required("link"), "input or output");
            }
        }
        return task(task, task, inputs, outputs);
    }

    private Task task(Fields task, Fields run, List<String> inputs, List<String> outputs) throws DocumentException {
        String id = id(task);
        Set<StepId> after = new LinkedHashSet<>();
        for (String parent : names(task, "parents")) {
            after.add(words.checked(task.at(), () -> stepId(parent)));
        }
        TaskTime time = new TaskTime.Known(millis(run), TaskTime.Origin.STATED);
        Needs needs = needs(run);
        Step step = words.checked(
                task.at(),
                () -> new Step(
                        stepId(id),
                        needs,
                        time,
                        Width.ONE,
                        new StepAction.PlanOnly(),
                        after,
                        inputs,
                        without(outputs, inputs),
                        StepPlacement.ANYWHERE,
                        0));
        return new Task(step, task.at());
    }

    /** Returns the written files that are not read too: a file that a task changes has its writer before. */
    private static List<String> without(List<String> written, List<String> read) {
        Set<String> inputs = new HashSet<>(read);
        return written.stream()
                .filter(file -> !inputs.contains(file))
                .distinct()
                .toList();
    }

    /** Returns the id of a step for that of a task; characters that a step cannot have become {@code _}. */
    private static StepId stepId(String id) {
        return new StepId(id.replaceAll("[^\\p{L}\\p{N}_.-]", "_"));
    }

    private long millis(Fields run) throws DocumentException {
        String key = run.has("runtimeInSeconds") ? "runtimeInSeconds" : "runtime";
        Document value = run.required(key);
        double seconds = number(WfFormatReader.text(value));
        if (!(seconds >= 0) || seconds > MOST_SECONDS) {
            throw run.wrong(key, value, "a number of seconds from 0");
        }
        long millis = Math.max(1, Math.round(MILLIS * seconds * scale));
        if (millis > FieldWords.MOST_MILLIS) {
            throw source.error(
                    value.at(),
                    "a run time of " + seconds + " s, scaled by " + scale + ", is longer than the limit of 36500d");
        }
        return millis;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private Needs needs(Fields run) throws DocumentException {
        String key = run.has("coreCount") ? "coreCount" : "cores";
        int cores = run.has(key) ? cores(run, key) : 1;
        long mebibytes = run.has(MEMORY) ? mebibytes(run) : 0;
        return new Needs(1, cores, mebibytes, Collections.emptySortedMap());
    }

    private static long mebibytes(Fields run) throws DocumentException {
        double bytes = number(run.text(MEMORY));
        if (!(bytes >= 0) || bytes > MOST_BYTES) {
            throw run.wrong(MEMORY, run.required(MEMORY), "a number of bytes from 0 to 2^60");
        }
        return (long) Math.ceil(bytes / (1 << MIB_BITS));
    }

    /** Returns the cores of a task; a fraction, as some recorders write, counts as a whole core. */
    private static int cores(Fields run, String key) throws DocumentException {
        double cores = Math.ceil(number(run.text(key)));
        if (!(cores >= 0) || cores > MOST_CORES) {
            throw run.wrong(key, run.required(key), "a number of cores from 0 to " + MOST_CORES);
        }
        return (int) Math.max(1, cores);
    }

    private List<String> names(Fields task, String key) throws DocumentException {
        List<String> names = new ArrayList<>();
        for (var word : words.words(task, key)) {
            names.add(word.text());
        }
        return names;
    }
}
