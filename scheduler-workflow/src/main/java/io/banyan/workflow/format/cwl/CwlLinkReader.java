package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlLink.Merge;
import io.banyan.workflow.format.cwl.CwlLink.Origin;
import io.banyan.workflow.format.cwl.CwlLink.Pick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the sources of values in one workflow, and checks that they exist. */
final class CwlLinkReader {
    private static final List<String> MERGES = words(Merge.values());
    private static final List<String> PICKS = words(Pick.values());

    private final Set<String> inputs;
    private final List<Use> uses = new ArrayList<>();
    private final Set<String> steps;

    /** A source that is used; {@code sink} is the type that is expected, if it is known. */
    private record Use(CwlPart at, Origin origin, CwlLink link, Optional<CwlType> sink, String what) {}

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
    CwlLink link(CwlPart part, String what, String key, Optional<CwlType> sink) throws DocumentException {
        Optional<CwlPart> sources =
                part.isMapping() ? part.get(key) : Optional.of(part).filter(one -> !one.isNull());
        List<Origin> origins = new ArrayList<>();
        List<CwlPart> parts = new ArrayList<>();
        if (sources.isPresent()) {
            for (CwlPart source : sources.get().items()) {
                origins.add(origin(source, what));
                parts.add(source);
            }
        }
        Optional<Merge> merge =
                part.choice(what, "linkMerge", MERGES).map(word -> Merge.valueOf(word.toUpperCase(Locale.ROOT)));
        Optional<Pick> pick =
                part.choice(what, "pickValue", PICKS).map(word -> Pick.valueOf(word.toUpperCase(Locale.ROOT)));
        boolean list = origins.size() > 1 || merge.isPresent();
        CwlLink link = new CwlLink(origins, list, merge.orElse(Merge.MERGE_NESTED), pick);
        for (int i = 0; i < parts.size(); i++) {
            uses.add(new Use(parts.get(i), origins.get(i), link, sink, what));
        }
        return link;
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

    /** Checks that the steps of all links so far list the outputs that the links name, and that the types fit. */
    void check(List<CwlParameter> parameters, List<CwlStep> all) throws DocumentException {
        Map<String, CwlType> types = new HashMap<>();
        parameters.forEach(input -> types.put(input.id(), input.type()));
        for (CwlStep step : all) {
            for (CwlParameter output : step.run().outputs()) {
                if (step.outputs().contains(output.id())) {
                    types.put(step.id() + "/" + output.id(), CwlTypeFlow.ofStep(output.type(), step));
                }
            }
        }
        for (Use use : uses) {
            String name = use.origin().toString();
            CwlType type = types.get(name);
            if (type == null) {
                throw unknown(use.at(), name, types.keySet(), name, use.what());
            }
            CwlType given = CwlTypeFlow.arriving(type, use.link());
            if (use.sink().isPresent() && !CwlTypeFlow.fits(given, use.sink().get())) {
                throw use.at()
                        .error("the source '" + name + "' of " + use.what() + " gives " + given.word() + ", expected "
                                + use.sink().get().word());
            }
        }
    }
}
