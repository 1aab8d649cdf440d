package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlLink.Merge;
import io.banyan.workflow.format.cwl.CwlLink.Origin;
import io.banyan.workflow.format.cwl.CwlLink.Pick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the sources of values in one workflow, and checks that they exist. */
final class CwlLinkReader {
    private static final List<String> MERGES = words(Merge.values());
    private static final List<String> PICKS = words(Pick.values());

    private final Set<String> inputs;
    private final List<CwlPart> unchecked = new ArrayList<>();
    private final List<Origin> found = new ArrayList<>();
    private final Set<String> steps;

    /** Reads links between inputs and steps whose names are known. */
    CwlLinkReader(Set<String> inputs, Set<String> steps) {
        this.inputs = Set.copyOf(inputs);
        this.steps = Set.copyOf(steps);
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Returns the link that a part is, or has in field {@code key} beside the fields for merging. */
    CwlLink link(CwlPart part, String what, String key) throws DocumentException {
        Optional<CwlPart> sources =
                part.isMapping() ? part.get(key) : Optional.of(part).filter(one -> !one.isNull());
        List<Origin> origins = new ArrayList<>();
        if (sources.isPresent()) {
            for (CwlPart source : sources.get().items()) {
                origins.add(origin(source, what));
            }
        }
        Merge merge = part.choice(what, "linkMerge", MERGES)
                .map(word -> Merge.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(Merge.MERGE_NESTED);
        Optional<Pick> pick =
                part.choice(what, "pickValue", PICKS).map(word -> Pick.valueOf(word.toUpperCase(Locale.ROOT)));
        return new CwlLink(origins, sources.isPresent() && sources.get().isList(), merge, pick);
    }

    private Origin origin(CwlPart source, String what) throws DocumentException {
        String reference = source.word("a source of " + what);
        String path = CwlLocation.fragment(reference).orElse(reference);
        String parameter = CwlLocation.lastWord(reference);
        int end = path.length() - parameter.length() - 1;
        String step = end < 0 ? "" : CwlLocation.lastWord(path.substring(0, end));
        Origin origin;
        if (steps.contains(step)) {
            origin = new Origin(Optional.of(step), parameter);
        } else if (inputs.contains(parameter) && (step.isEmpty() || reference.contains("#"))) {
            origin = new Origin(Optional.empty(), parameter);
        } else {
            throw unknown(source, reference, step.isEmpty() ? inputs : steps, step.isEmpty() ? parameter : step, what);
        }
        unchecked.add(source);
        found.add(origin);
        return origin;
    }

    private static DocumentException unknown(
            CwlPart source, String reference, Set<String> known, String word, String what) {
        String maybe = Nearest.of(word, known.stream().sorted().toList())
                .map(near -> "\nMaybe '" + near + "' is meant.")
                .orElse("");
        return source.error("the source '" + reference + "' of " + what
                + " does not exist, expected an input of the workflow or STEP/OUTPUT" + maybe);
    }

    /** Checks that the steps of all links so far list the outputs that the links name. */
    void checkOutputs(List<CwlStep> all) throws DocumentException {
        Set<String> outputs = new HashSet<>();
        for (CwlStep step : all) {
            step.outputs().forEach(output -> outputs.add(step.id() + "/" + output));
        }
        for (int i = 0; i < found.size(); i++) {
            Origin origin = found.get(i);
            if (origin.step().isPresent() && !outputs.contains(origin.toString())) {
                throw unknown(unchecked.get(i), origin.toString(), outputs, origin.toString(), "a step or output");
            }
        }
    }
}
