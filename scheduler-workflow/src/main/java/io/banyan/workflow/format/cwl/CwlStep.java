package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * A step of a workflow of CWL.
 *
 * @param id its name, unique in its workflow
 * @param inputs its inputs
 * @param outputs the names of the outputs that others use
 * @param run the process that it runs
 * @param requirements the requirements that it adds to those of its process
 * @param scatter the inputs whose lists are scattered; none for a step of one task
 * @param method the way to combine several lists
 * @param when the condition of a step that is not always run
 */
public record CwlStep(
        String id,
        List<Input> inputs,
        List<String> outputs,
        CwlProcess run,
        CwlRequirements requirements,
        List<String> scatter,
        Method method,
        Optional<String> when) {
    /** The way to combine several scattered lists. */
    public enum Method {
        DOTPRODUCT,
        NESTED_CROSSPRODUCT,
        FLAT_CROSSPRODUCT
    }

    /**
     * An input of a step.
     *
     * @param id its name
     * @param link its sources; without any for a value from elsewhere
     * @param defaultValue the value if the sources give none
     * @param valueFrom a value or an expression instead of the sources' value
     * @param files whether contents and listings are loaded
     */
    public record Input(
            String id,
            CwlLink link,
            Optional<JsonNode> defaultValue,
            Optional<JsonNode> valueFrom,
            CwlFileRules files) {}

    /** Copies the lists. */
    public CwlStep {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        scatter = List.copyOf(scatter);
    }
}
