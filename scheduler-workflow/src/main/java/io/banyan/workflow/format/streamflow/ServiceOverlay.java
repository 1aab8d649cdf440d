package io.banyan.workflow.format.streamflow;

import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlRequirement.Resources;
import io.banyan.workflow.format.cwl.CwlRequirement.ToolTimeLimit;
import io.banyan.workflow.format.cwl.CwlRequirements;
import io.banyan.workflow.format.cwl.CwlStepOverlay;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.TaskTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The resources of services over those of a document. A service that has less than a step needs is refused. */
final class ServiceOverlay implements CwlStepOverlay {
    private final List<StreamFlowBinding> bindings;
    private final SequencedMap<StepId, StreamFlowService> services = new LinkedHashMap<>();
    private final Set<StreamFlowBinding> used = new HashSet<>();
    private final List<String> paths = new ArrayList<>();

    ServiceOverlay(List<StreamFlowBinding> bindings) {
        this.bindings = List.copyOf(bindings);
    }

    SequencedMap<StepId, StreamFlowService> services() {
        return services;
    }

    @Override
    public Step over(Step step, CwlRequirements requirements) throws DocumentException {
        String path = step.id().path();
        paths.add(path);
        bindings.stream().filter(binding -> binding.covers(path)).forEach(used::add);
        Optional<StreamFlowBinding> binding = bindings.stream()
                .filter(one -> one.covers(path))
                .max(Comparator.comparingInt(one -> one.step().length()));
        if (binding.isEmpty()) {
            return step;
        }
        StreamFlowService service = binding.get().target();
        services.put(step.id(), service);
        return new Step(
                step.id(),
                step.needs().isNothing() ? step.needs() : needs(step, service, requirements),
                time(step, service, requirements),
                step.width(),
                step.action(),
                step.after(),
                step.inputs(),
                step.outputs(),
                step.placement(),
                step.retries());
    }

    private static Needs needs(Step step, StreamFlowService service, CwlRequirements requirements)
            throws DocumentException {
        Needs stated = step.needs();
        Optional<Resources> resources = requirements.get(Resources.class);
        int nodes = service.nodes().orElse(stated.nodes());
        long cores = service.cores().orElse(stated.cores());
        long memory = service.memoryMib().orElse(stated.memoryMib());
        if (resources.isPresent()) {
            String place = resources.get().place();
            requireEnough(service, "cores", nodes * cores, stated.totalCores(), step, place);
            requireEnough(service, "MiB", nodes * memory, stated.nodes() * stated.memoryMib(), step, place);
        }
        SortedMap<String, Integer> accelerators = new TreeMap<>(stated.accelerators());
        service.gpus().ifPresent(gpus -> accelerators.merge(Needs.GPU, gpus, Math::max));
        return new Needs(nodes, (int) cores, memory, accelerators);
    }

    private static TaskTime time(Step step, StreamFlowService service, CwlRequirements requirements)
            throws DocumentException {
        if (service.timeMillis().isEmpty()) {
            return step.time();
        }
        long millis = service.timeMillis().getAsLong();
        Optional<ToolTimeLimit> limit = requirements.get(ToolTimeLimit.class);
        if (limit.isPresent() && step.time() instanceof TaskTime.Known known) {
            requireEnough(
                    service, "ms", millis, known.millis(), step, limit.get().place());
            return step.time();
        }
        return new TaskTime.Known(millis, TaskTime.Origin.STATED);
    }

    private static void requireEnough(
            StreamFlowService service, String unit, long given, long needed, Step step, String place)
            throws DocumentException {
        if (given < needed) {
            throw new DocumentException(service.place() + ": " + service.label() + " gives a task " + given + " " + unit
                    + ", but step '" + step.id() + "' needs " + needed + " " + unit + " (" + place + ")");
        }
    }

    /** Checks that each binding is of a step that is there. */
    void checkAllUsed() throws DocumentException {
        for (StreamFlowBinding binding : bindings) {
            if (!used.contains(binding)) {
                String maybe = Nearest.of(binding.step(), paths)
                        .map(near -> "\nMaybe '/" + near + "' is meant.")
                        .orElse("");
                throw new DocumentException(binding.place() + ": there is no step '/" + binding.step()
                        + "' in the workflow, expected one of /" + String.join(", /", paths) + maybe);
            }
        }
    }
}
