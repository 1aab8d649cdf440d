package io.banyan.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.engine.store.StoredWorkflow;
import org.jspecify.annotations.Nullable;

/**
 * The state of a workflow after a command.
 *
 * @param problem why it failed, or waits for another plan; may be empty
 * @param outputs the output object of a workflow of CWL that succeeded; null for others
 */
record WorkflowResult(
        long id,
        String name,
        String state,
        String problem,
        @Nullable JsonNode outputs) {
    static WorkflowResult of(StoredWorkflow workflow, @Nullable JsonNode outputs) {
        return new WorkflowResult(
                workflow.id(), workflow.name(), workflow.phase().toString(), workflow.problem(), outputs);
    }
}
