package io.banyan.workflow.format.streamflow;

import io.banyan.workflow.format.cwl.CwlJob;
import io.banyan.workflow.model.StepId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A workflow of CWL whose steps are bound to services.
 *
 * @param job the process, its inputs, and the workflow with the resources of the services
 * @param services the service of each bound step
 */
public record StreamFlowJob(CwlJob job, SequencedMap<StepId, StreamFlowService> services) {
    /** Copies the map. */
    public StreamFlowJob {
        services = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(services));
    }
}
