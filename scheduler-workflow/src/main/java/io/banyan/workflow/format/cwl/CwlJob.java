package io.banyan.workflow.format.cwl;

import io.banyan.workflow.model.Workflow;

/**
 * A process with its inputs and the workflow that stands for it.
 *
 * @param process the process, which an engine can execute
 * @param inputs the input object
 * @param workflow the steps with their needs, which a planner plans
 */
public record CwlJob(CwlProcess process, CwlInputs inputs, Workflow workflow) {}
