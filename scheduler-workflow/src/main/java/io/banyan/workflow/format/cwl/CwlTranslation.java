package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.document.DocumentException;
import io.banyan.document.Source;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.format.cwl.CwlLink.Origin;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.format.cwl.CwlProcess.ExpressionTool;
import io.banyan.workflow.format.cwl.CwlProcess.Operation;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.model.WorkflowFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The translation of a process and its inputs into a workflow of the model. The steps of a subworkflow have the name
 * of the calling step before their own; a scattered subworkflow multiplies the widths of its steps.
 */
final class CwlTranslation {
    private final Source source;
    private final CwlInputs inputs;
    private final boolean given;
    private final CwlStepOverlay overlay;
    private final List<Step> steps = new ArrayList<>();
    private final SequencedMap<String, WorkflowFile> files = new LinkedHashMap<>();
    private int expanded;

    /**
     * Makes one workflow.
     *
     * @param file the name of the document in messages
     * @param given whether the inputs are known; else those without a default are not
     * @param overlay what else is known about the steps
     */
    CwlTranslation(String file, CwlInputs inputs, boolean given, CwlStepOverlay overlay) {
        this.overlay = overlay;
        this.source = new Source(file, "CWL document");
        this.inputs = inputs;
        this.given = given;
    }

    /** A part of the workflow that is translated: a process at a place, with what arrives there. */
    private record Place(
            String path,
            CwlProcess process,
            CwlRequirements requirements,
            Map<String, CwlFlow> arriving,
            Width width) {}

    Workflow workflow(CwlProcess process) throws DocumentException {
        Map<String, CwlFlow> arriving = new LinkedHashMap<>();
        ObjectNode complete = CwlInputs.complete(process, inputs.values());
        for (CwlParameter input : process.inputs()) {
            boolean known = given || input.defaultValue().isPresent();
            CwlFlow flow = known ? CwlFlow.known(complete.path(input.id())) : CwlFlow.unknown();
            flow.files().forEach(name -> files.put(name, WorkflowFile.named(name)));
            arriving.put(input.id(), flow);
        }
        CwlRequirements requirements = inputs.requirements().within(process.requirements());
        String name = name();
        String path = process instanceof CwlWorkflow ? "" : name;
        translate(new Place(path, process, requirements, arriving, Width.ONE));
        try {
            return new Workflow(name, steps, files);
        } catch (IllegalArgumentException e) {
            throw source.error(String.valueOf(e.getMessage()));
        }
    }

    /** The name of the file without its directory and ending, in the characters of a step's name. */
    private String name() {
        String word =
                source.name().substring(source.name().lastIndexOf('/') + 1).replaceFirst("\\.[^.]*$", "");
        String name = word.replaceAll("[^\\p{IsAlphabetic}\\p{IsDigit}_.-]", "_");
        return name.isBlank() ? "workflow" : name;
    }

    private Map<String, CwlFlow> translate(Place place) throws DocumentException {
        expanded++;
        if (expanded > Workflow.MAX_STEPS) {
            throw source.error(
                    "the workflow has more than " + Workflow.MAX_STEPS + " steps with those of its subworkflows");
        }
        try {
            return place.process() instanceof CwlWorkflow workflow ? subworkflow(place, workflow) : leaf(place);
        } catch (ExpressionException e) {
            String step = place.path().isEmpty() ? "" : "step '" + place.path() + "': ";
            String sentence = CwlPart.oneLine(step + e.getMessage());
            throw e.place()
                    .map(at -> new DocumentException(at + ": " + sentence))
                    .orElseGet(() -> source.error(sentence));
        }
    }

    private Map<String, CwlFlow> subworkflow(Place place, CwlWorkflow workflow)
            throws DocumentException, ExpressionException {
        Map<String, CwlFlow> flows = new LinkedHashMap<>(place.arriving());
        for (CwlStep step : CwlOrder.ordered(workflow.steps())) {
            Map<String, CwlFlow> given = step(place, step, flows);
            step.outputs()
                    .forEach(output ->
                            flows.put(step.id() + "/" + output, given.getOrDefault(output, CwlFlow.unknown())));
        }
        Map<String, CwlFlow> outputs = new LinkedHashMap<>();
        for (CwlParameter output : workflow.outputs()) {
            output.link().ifPresent(link -> outputs.put(output.id(), merged(link, flows)));
        }
        return outputs;
    }

    private static CwlFlow merged(CwlLink link, Map<String, CwlFlow> flows) {
        List<CwlFlow> sources = link.sources().stream()
                .map(Origin::toString)
                .map(name -> flows.getOrDefault(name, CwlFlow.unknown()))
                .toList();
        return sources.isEmpty() ? CwlFlow.known(JsonNodeFactory.instance.nullNode()) : CwlFlow.merged(sources, link);
    }

    private Map<String, CwlFlow> step(Place outer, CwlStep step, Map<String, CwlFlow> flows)
            throws DocumentException, ExpressionException {
        String path = outer.path().isEmpty() ? step.id() : outer.path() + "/" + step.id();
        CwlRequirements requirements =
                step.run().requirements().within(step.requirements()).within(outer.requirements());
        Map<String, CwlFlow> linked = new LinkedHashMap<>();
        for (CwlStep.Input input : step.inputs()) {
            linked.put(input.id(), withDefault(merged(input.link(), flows), input));
        }
        Optional<Integer> tasks = CwlStepWidth.tasks(step, linked);
        Width width = CwlStepWidth.width(outer.width(), tasks, step, requirements);
        step.scatter().forEach(id -> linked.computeIfPresent(id, (key, flow) -> flow.withoutValue()));
        Map<String, CwlFlow> arriving = evaluated(step, linked, requirements);
        for (CwlParameter input : step.run().inputs()) {
            CwlFlow flow = arriving.get(input.id());
            if (flow == null || flow.value().filter(JsonNode::isNull).isPresent()) {
                input.defaultValue().ifPresent(value -> arriving.put(input.id(), CwlFlow.known(value)));
            }
        }
        Map<String, CwlFlow> outputs = translate(new Place(path, step.run(), requirements, arriving, width));
        if (!step.scatter().isEmpty()) {
            Optional<Integer> length = step.method() == CwlStep.Method.NESTED_CROSSPRODUCT
                    ? linked.getOrDefault(step.scatter().getFirst(), CwlFlow.unknown())
                            .items()
                    : tasks;
            outputs.replaceAll((id, flow) -> flow.withoutValue().withLength(length));
        }
        return outputs;
    }

    private static CwlFlow withDefault(CwlFlow flow, CwlStep.Input input) {
        boolean empty = flow.value().filter(JsonNode::isNull).isPresent();
        return empty && input.defaultValue().isPresent()
                ? CwlFlow.known(input.defaultValue().get())
                : flow;
    }

    /** Returns the inputs of the step's process, with the values of {@code valueFrom} where its inputs are known. */
    private static Map<String, CwlFlow> evaluated(
            CwlStep step, Map<String, CwlFlow> linked, CwlRequirements requirements) {
        ObjectNode known = known(linked);
        Map<String, CwlFlow> arriving = new LinkedHashMap<>();
        for (CwlStep.Input input : step.inputs()) {
            CwlFlow flow = linked.getOrDefault(input.id(), CwlFlow.unknown());
            arriving.put(input.id(), flow);
            if (input.valueFrom().isPresent()) {
                arriving.put(input.id(), valueFrom(input.valueFrom().get(), flow, known, requirements));
            }
        }
        return arriving;
    }

    private static CwlFlow valueFrom(JsonNode text, CwlFlow flow, ObjectNode known, CwlRequirements requirements) {
        JsonNode self = flow.value().orElse(JsonNodeFactory.instance.nullNode());
        try {
            ExpressionContext context = ExpressionContext.of(known).withSelf(self);
            return flow.withValue(CwlNeeds.expressions(requirements).evaluate(text, context));
        } catch (ExpressionException e) {
            // The value depends on what a step gives.
            return flow.withoutValue();
        }
    }

    private static ObjectNode known(Map<String, CwlFlow> flows) {
        ObjectNode known = JsonNodeFactory.instance.objectNode();
        flows.forEach((id, flow) -> flow.value().ifPresent(value -> known.set(id, value)));
        return known;
    }

    private Map<String, CwlFlow> leaf(Place place) throws ExpressionException, DocumentException {
        Set<StepId> after = new LinkedHashSet<>();
        Set<String> read = new LinkedHashSet<>();
        // The size and the content of a file are not known before the workflow starts.
        boolean complete = true;
        for (CwlFlow flow : place.arriving().values()) {
            after.addAll(flow.after());
            read.addAll(flow.files());
            complete &= flow.value().isPresent() && flow.files().isEmpty();
        }
        StepId id = new StepId(place.path());
        List<String> written = new ArrayList<>();
        Map<String, CwlFlow> outputs = new LinkedHashMap<>();
        for (CwlParameter output : place.process().outputs()) {
            boolean file = holdsFiles(output.type());
            String name = id + "/" + output.id();
            if (file) {
                written.add(name);
                files.put(name, WorkflowFile.named(name));
            }
            outputs.put(
                    output.id(),
                    new CwlFlow(
                            Optional.empty(),
                            Optional.empty(),
                            file ? Set.of() : Set.of(id),
                            file ? Set.of(name) : Set.of()));
        }
        CwlNeeds needs = new CwlNeeds(place.requirements(), known(place.arriving()), complete);
        boolean evaluation = place.process() instanceof ExpressionTool;
        Step step = new Step(
                id,
                evaluation ? Needs.NOTHING : needs.needs(),
                evaluation ? new TaskTime.Unknown() : needs.time(),
                place.width(),
                action(place.process()),
                after,
                List.copyOf(read),
                written,
                StepPlacement.ANYWHERE,
                0);
        steps.add(overlay.over(step, place.requirements()));
        return outputs;
    }

    private static StepAction action(CwlProcess process) {
        return switch (process) {
            case CommandLineTool tool -> new StepAction.Tool(tool.head().reference());
            case ExpressionTool tool -> new StepAction.Evaluation(tool.head().reference());
            case Operation operation -> new StepAction.PlanOnly();
            case CwlWorkflow workflow -> throw new IllegalArgumentException("a workflow is no step");
        };
    }

    private static boolean holdsFiles(CwlType type) {
        return switch (type) {
            case CwlType.Plain plain -> plain == CwlType.Plain.FILE || plain == CwlType.Plain.DIRECTORY;
            case CwlType.Choice choice -> false;
            case CwlType.ListOf list -> holdsFiles(list.items());
            case CwlType.Structure structure -> structure.fields().stream().anyMatch(field -> holdsFiles(field.type()));
            case CwlType.OneOf one -> one.types().stream().anyMatch(CwlTranslation::holdsFiles);
        };
    }
}
