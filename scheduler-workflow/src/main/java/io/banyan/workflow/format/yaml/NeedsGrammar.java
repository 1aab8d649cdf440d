package io.banyan.workflow.format.yaml;

import io.banyan.document.Document;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.jobspec.JobspecReader;
import io.banyan.workflow.format.FieldWords;
import io.banyan.workflow.model.Needs;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the resources of a step: in short, or as a jobspec has them. */
final class NeedsGrammar {
    private static final int MOST = 1_000_000;
    private static final int MIB_BITS = 20;
    static final List<String> SHORT = List.of("nodes", "cores", "gpus", "memory", "accelerators");

    private final Source source;
    private final FieldWords words;

    NeedsGrammar(Source source) {
        this.source = source;
        this.words = new FieldWords(source);
    }

    /** Returns the needs of a step; one core of a node where the step states none. */
    Needs needs(Fields step) throws DocumentException {
        boolean isShort = SHORT.stream().anyMatch(step::has);
        if (!step.has("resources")) {
            return isShort ? inShort(step) : Needs.ofCores(1);
        }
        Document resources = step.required("resources");
        if (isShort) {
            throw source.error(
                    resources.at(),
                    "a step can have 'resources' or " + String.join(", ", SHORT) + ", and this one has both");
        }
        return new ResourceTree(source, resources.at()).needs(JobspecReader.resources(step.list("resources"), source));
    }

    private Needs inShort(Fields step) throws DocumentException {
        SortedMap<String, Integer> accelerators = new TreeMap<>();
        if (step.has("accelerators")) {
            Fields types = Fields.open(source, "'accelerators'", step.required("accelerators"));
            for (String type : types.entries().keySet()) {
                accelerators.put(type, words.count(types, type, 1, MOST, 1));
            }
        }
        if (step.has("gpus")) {
            if (accelerators.containsKey(Needs.GPU)) {
                throw source.error(
                        step.required("gpus").at(),
                        "'gpus' and 'accelerators' both state the type '" + Needs.GPU + "'");
            }
            int gpus = words.count(step, "gpus", 0, MOST, 0);
            if (gpus > 0) {
                accelerators.put(Needs.GPU, gpus);
            }
        }
        long bytes = step.has("memory") ? words.bytes(step, "memory", step.required("memory")) : 0;
        int nodes = words.count(step, "nodes", 0, MOST, 1);
        int cores = words.count(step, "cores", 0, MOST, nodes == 0 ? 0 : 1);
        return words.checked(
                step.at(), () -> new Needs(nodes, cores, (bytes + (1 << MIB_BITS) - 1) >> MIB_BITS, accelerators));
    }
}
