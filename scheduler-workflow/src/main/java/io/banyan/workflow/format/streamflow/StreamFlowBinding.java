package io.banyan.workflow.format.streamflow;

/**
 * The binding of a step, or of all steps of a subworkflow, to a service.
 *
 * @param step the path of the step; empty for the whole workflow
 * @param target the service
 * @param place the file, line and column of the binding
 */
record StreamFlowBinding(String step, StreamFlowService target, String place) {
    /** Returns whether the binding is of a step or of a workflow around it. */
    boolean covers(String path) {
        return step.isEmpty() || path.equals(step) || path.startsWith(step + "/");
    }
}
