package io.banyan.workflow.format.cwl;

import io.banyan.document.DocumentException;
import io.banyan.workflow.model.Step;

/** A second source for the needs and the time of steps, beside the document. */
@FunctionalInterface
public interface CwlStepOverlay {
    /** The overlay that changes nothing. */
    CwlStepOverlay NONE = (step, requirements) -> step;

    /**
     * Returns a step with what the other source states about it.
     *
     * @param step the step as the document states it
     * @param requirements the requirements of its process with those around it
     * @throws DocumentException if the two sources contradict each other
     */
    Step over(Step step, CwlRequirements requirements) throws DocumentException;
}
