package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlPart.Named;
import io.banyan.workflow.format.cwl.CwlStep.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the steps of one workflow. */
final class CwlStepReader {
    private static final Set<String> KEYS =
            Set.of("id", "label", "doc", "in", "out", "run", "requirements", "hints", "scatter", "scatterMethod");
    private static final Set<String> INPUT_KEYS = Set.of("id", "label", "source", "linkMerge", "default", "valueFrom");
    private static final Set<String> INPUT_KEYS_V1_1 = Set.of("loadContents", "loadListing");
    private static final List<String> METHODS = Arrays.stream(Method.values())
            .map(method -> method.name().toLowerCase(Locale.ROOT))
            .toList();

    private final CwlReader reader;
    private final CwlScope scope;
    private final CwlLinkReader links;

    CwlStepReader(CwlReader reader, CwlScope scope, CwlLinkReader links) {
        this.reader = reader;
        this.scope = scope;
        this.links = links;
    }

    CwlStep step(Named step, int depth) throws DocumentException {
        String what = "step '" + step.id() + "'";
        CwlPart part = step.part();
        part.allow(what, keys(KEYS, Set.of(), Set.of("when")));
        CwlProcess run = reader.run(part.required(what, "run"), scope, depth);
        List<String> scatter =
                part.words(what, "scatter").stream().map(CwlLocation::lastWord).toList();
        List<CwlStep.Input> inputs = inputs(part, what, run, scatter);
        List<String> outputs = outputs(part, what, run);
        checkScatter(part, what, scatter, inputs);
        Method method = part.choice(what, "scatterMethod", METHODS)
                .map(word -> Method.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(Method.DOTPRODUCT);
        return new CwlStep(
                step.id(),
                inputs,
                outputs,
                run,
                new CwlRequirementReader(scope).requirements(part),
                scatter,
                method,
                part.word(what, "when"));
    }

    private Set<String> keys(Set<String> first, Set<String> second, Set<String> third) {
        Set<String> keys = new HashSet<>(first);
        if (scope.version().has(CwlVersion.V1_1)) {
            keys.addAll(second);
        }
        if (scope.version().has(CwlVersion.V1_2)) {
            keys.addAll(third);
        }
        return keys;
    }

    private List<CwlStep.Input> inputs(CwlPart step, String what, CwlProcess run, List<String> scatter)
            throws DocumentException {
        List<CwlStep.Input> inputs = new ArrayList<>();
        for (Named input : CwlParameterReader.unique(step.required(what, "in"), "'in' of " + what, "id")) {
            Optional<CwlType> type = run.inputs().stream()
                    .filter(parameter -> parameter.id().equals(input.id()))
                    .findFirst()
                    .map(CwlParameter::type)
                    .map(one -> scatter.contains(input.id()) ? CwlTypeFlow.listOf(one) : one);
            inputs.add(input(input, "input '" + input.id() + "' of " + what, type));
        }
        return inputs;
    }

    private CwlStep.Input input(Named input, String what, Optional<CwlType> type) throws DocumentException {
        CwlPart part = input.part();
        // An expression gives the value, of any type.
        boolean replaced = part.get("valueFrom").isPresent();
        CwlLink link = links.link(part, what, "source", replaced ? Optional.empty() : type);
        if (!part.isMapping()) {
            return new CwlStep.Input(input.id(), link, Optional.empty(), Optional.empty(), CwlFileRules.NONE);
        }
        part.allow(what, keys(INPUT_KEYS, INPUT_KEYS_V1_1, Set.of("pickValue")));
        Optional<CwlPart> valueFrom = part.get("valueFrom");
        Optional<JsonNode> value = valueFrom.isEmpty()
                ? Optional.empty()
                : Optional.of(valueFrom.get().json());
        return new CwlStep.Input(
                input.id(),
                link,
                CwlParameterReader.value(part, "default"),
                value,
                new CwlFileRulesReader(scope).rules(part, what));
    }

    private static List<String> outputs(CwlPart step, String what, CwlProcess run) throws DocumentException {
        Set<String> known = run.outputs().stream().map(CwlParameter::id).collect(Collectors.toSet());
        List<String> outputs = new ArrayList<>();
        CwlPart out = step.required(what, "out");
        for (CwlPart item : out.items()) {
            CwlPart id = item.isMapping() ? item.required("an output of " + what, "id") : item;
            String output = CwlLocation.lastWord(id.word("an output of " + what));
            if (!known.contains(output)) {
                String maybe = Nearest.of(output, known.stream().sorted().toList())
                        .map(near -> "\nMaybe '" + near + "' is meant.")
                        .orElse("");
                throw id.error("the process of " + what + " has no output '" + output + "', expected one of "
                        + String.join(", ", known.stream().sorted().toList()) + maybe);
            }
            outputs.add(output);
        }
        return outputs;
    }

    private static void checkScatter(CwlPart step, String what, List<String> scatter, List<CwlStep.Input> inputs)
            throws DocumentException {
        for (String id : scatter) {
            if (inputs.stream().noneMatch(input -> input.id().equals(id))) {
                String maybe = Nearest.of(
                                id, inputs.stream().map(CwlStep.Input::id).toList())
                        .map(near -> "\nMaybe '" + near + "' is meant.")
                        .orElse("");
                throw step.required(what, "scatter")
                        .error("'scatter' of " + what + " names '" + id + "', which is not an input of the step"
                                + maybe);
            }
        }
        if (scatter.size() > 1 && step.get("scatterMethod").isEmpty()) {
            throw step.required(what, "scatter")
                    .error(what + " scatters " + scatter.size() + " inputs, expected 'scatterMethod' as one of "
                            + String.join(", ", METHODS));
        }
    }
}
