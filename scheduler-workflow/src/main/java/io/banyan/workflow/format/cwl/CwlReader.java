package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlPart.Named;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.format.cwl.CwlProcess.ExpressionTool;
import io.banyan.workflow.format.cwl.CwlProcess.Head;
import io.banyan.workflow.format.cwl.CwlProcess.Operation;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.WorkflowCheck;
import io.banyan.workflow.model.WorkflowFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the processes of a document. A process that several steps run is read once. */
final class CwlReader {
    static final int MAX_DEPTH = 50;
    private static final String GRAPH = "$graph";
    private static final List<String> CLASSES = List.of("Workflow", "CommandLineTool", "ExpressionTool", "Operation");
    private static final List<String> ROOT_KEYS = List.of("$namespaces", "$schemas", "$base", "$schema");
    private static final List<String> KEYS = List.of(
            "id", "label", "doc", "class", "cwlVersion", "inputs", "outputs", "requirements", "hints", "intent");

    private final CwlDocuments documents;
    private final Map<String, CwlProcess> read = new HashMap<>();

    CwlReader(CwlDocuments documents) {
        this.documents = documents;
    }

    /** Returns the process of a file that {@code fragment} names, else the main one. */
    CwlProcess main(CwlPart root, Optional<String> fragment) throws DocumentException {
        return process(root, fragment, 0);
    }

    /** Returns the process that a step runs: a reference or the process itself. */
    CwlProcess run(CwlPart run, CwlScope scope, int depth) throws DocumentException {
        if (depth >= MAX_DEPTH) {
            throw run.error("workflows are nested more than " + MAX_DEPTH + " deep");
        }
        if (run.isMapping()) {
            return parsed(run, scope, "", depth + 1);
        }
        String reference = run.word("'run'");
        String whole = reference.startsWith("#") ? run.text().path().getFileName() + reference : reference;
        String key = run.text().directory() + "/" + whole + " " + scope.version();
        CwlProcess known = read.get(key);
        if (known == null) {
            CwlPart root = documents.referred(run, whole);
            known = process(root, CwlLocation.fragment(reference), depth + 1);
            read.put(key, known);
        }
        return known;
    }

    private CwlProcess process(CwlPart root, Optional<String> fragment, int depth) throws DocumentException {
        root.requireMapping("a CWL document");
        CwlVersion version = version(root);
        CwlScope scope = new CwlScope(version, namespaces(root), Map.of());
        if (root.get(GRAPH).isEmpty()) {
            return parsed(root, scope, fragment.orElse(""), depth);
        }
        List<String> keys = new ArrayList<>(ROOT_KEYS);
        keys.addAll(List.of(GRAPH, "cwlVersion"));
        root.allow("a CWL document with '$graph'", keys);
        String wanted = fragment.orElse("main");
        List<String> names = new ArrayList<>();
        for (Named entry : root.required("the document", GRAPH).named("'$graph'", "id")) {
            String name = CwlScope.name(entry.id());
            names.add(name);
            if (name.equals(wanted)) {
                return parsed(entry.part(), scope, name, depth);
            }
        }
        throw root.error("'$graph' has no process '" + wanted + "', expected one of " + String.join(", ", names)
                + Nearest.of(wanted, names)
                        .map(near -> "\nMaybe '" + near + "' is meant.")
                        .orElse(""));
    }

    private static CwlVersion version(CwlPart root) throws DocumentException {
        Optional<CwlPart> part = root.get("cwlVersion");
        if (part.isEmpty()) {
            throw root.error("the document does not contain 'cwlVersion', expected one of "
                    + String.join(", ", CwlVersion.words()));
        }
        String word = part.get().word("'cwlVersion'");
        return CwlVersion.of(word)
                .orElseThrow(() -> part.get()
                        .error("unknown 'cwlVersion' '" + word + "', expected one of "
                                + String.join(", ", CwlVersion.words())));
    }

    static Map<String, String> namespaces(CwlPart root) throws DocumentException {
        Map<String, String> namespaces = new HashMap<>();
        Optional<CwlPart> part = root.get("$namespaces");
        if (part.isPresent()) {
            part.get().requireMapping("'$namespaces'");
            for (Map.Entry<String, CwlPart> entry : part.get().entries().entrySet()) {
                namespaces.put(entry.getKey(), entry.getValue().word("a namespace"));
            }
        }
        return namespaces;
    }

    private CwlProcess parsed(CwlPart part, CwlScope outer, String name, int depth) throws DocumentException {
        String kind = part.required("a process", "class").word("'class' of a process");
        CwlScope scope = outer;
        if (part.get("cwlVersion").isPresent()) {
            scope = new CwlScope(version(part), outer.namespaces(), outer.types());
        }
        for (String key : List.of("hints", "requirements")) {
            for (Named entry : CwlRequirementReader.named(part, key)) {
                if (entry.id().equals(CwlRequirementReader.SCHEMA_DEF)) {
                    scope = scope.with(entry.part().required(entry.id(), "types"));
                }
            }
        }
        String reference = part.text().path() + (name.isEmpty() ? "" : "#" + name);
        return switch (kind) {
            case "CommandLineTool" -> new CwlToolReader(part, scope).tool(reference);
            case "ExpressionTool" -> {
                allow(part, "an ExpressionTool", "expression");
                Head head = head(part, scope, reference);
                yield new ExpressionTool(
                        head, part.required("an ExpressionTool", "expression").json());
            }
            case "Operation" -> {
                if (!scope.version().has(CwlVersion.V1_2)) {
                    throw part.error("an Operation needs cwlVersion v1.2, found "
                            + scope.version().word());
                }
                allow(part, "an Operation");
                yield new Operation(head(part, scope, reference));
            }
            case "Workflow" -> workflow(part, scope, reference, depth);
            default ->
                throw part.required("a process", "class")
                        .error("unknown class '" + kind + "' of a process, expected one of "
                                + String.join(", ", CLASSES)
                                + Nearest.of(kind, CLASSES)
                                        .map(near -> "\nMaybe '" + near + "' is meant.")
                                        .orElse(""));
        };
    }

    static void allow(CwlPart part, String what, String... more) throws DocumentException {
        List<String> keys = new ArrayList<>(KEYS);
        keys.addAll(ROOT_KEYS);
        keys.addAll(List.of(more));
        part.allow(what, keys);
    }

    private static Head head(CwlPart part, CwlScope scope, String reference) throws DocumentException {
        List<CwlParameter> outputs = new ArrayList<>();
        CwlParameterReader parameters = new CwlParameterReader(scope);
        for (Named output : CwlParameterReader.unique(part.required("a process", "outputs"), "'outputs'", "id")) {
            outputs.add(parameters.output(output));
        }
        return new Head(
                reference,
                scope.version(),
                scope.namespaces(),
                inputs(part, scope),
                outputs,
                new CwlRequirementReader(scope).requirements(part));
    }

    static List<CwlParameter> inputs(CwlPart part, CwlScope scope) throws DocumentException {
        List<CwlParameter> inputs = new ArrayList<>();
        for (Named input : CwlParameterReader.unique(part.required("a process", "inputs"), "'inputs'", "id")) {
            inputs.add(new CwlParameterReader(scope).input(input));
        }
        return inputs;
    }

    private CwlWorkflow workflow(CwlPart part, CwlScope scope, String reference, int depth) throws DocumentException {
        allow(part, "a Workflow", "steps");
        List<CwlParameter> inputs = inputs(part, scope);
        List<Named> named = CwlParameterReader.unique(part.required("a Workflow", "steps"), "'steps'", "id");
        Set<String> names = named.stream().map(Named::id).collect(Collectors.toCollection(HashSet::new));
        Set<String> parameters = inputs.stream().map(CwlParameter::id).collect(Collectors.toSet());
        CwlLinkReader links = new CwlLinkReader(parameters, names);
        CwlStepReader reader = new CwlStepReader(this, scope, links);
        List<CwlStep> steps = new ArrayList<>();
        for (Named step : named) {
            checkName(step);
            steps.add(reader.step(step, depth));
        }
        List<CwlParameter> outputs = new ArrayList<>();
        for (Named output : CwlParameterReader.unique(part.required("a Workflow", "outputs"), "'outputs'", "id")) {
            outputs.add(new CwlParameterReader(scope).outputOfWorkflow(output, links));
        }
        checkOrder(named, steps);
        links.check(inputs, steps);
        CwlRequirements requirements = new CwlRequirementReader(scope).requirements(part);
        return new CwlWorkflow(
                new Head(reference, scope.version(), scope.namespaces(), inputs, outputs, requirements), steps);
    }

    private static void checkName(Named step) throws DocumentException {
        try {
            new StepId(step.id());
        } catch (IllegalArgumentException e) {
            throw step.part().error(String.valueOf(e.getMessage()));
        }
    }

    /** Checks that no steps wait for each other. */
    private static void checkOrder(List<Named> named, List<CwlStep> steps) throws DocumentException {
        Optional<WorkflowFault> fault = WorkflowCheck.fault(CwlOrder.steps(steps));
        if (fault.isPresent()) {
            String first = fault.get().step().path();
            CwlPart at = named.stream()
                    .filter(step -> step.id().equals(first))
                    .findFirst()
                    .orElse(named.getFirst())
                    .part();
            throw at.error(fault.get().sentence());
        }
    }
}
