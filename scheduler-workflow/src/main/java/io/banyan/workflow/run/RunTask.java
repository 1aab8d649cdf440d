package io.banyan.workflow.run;

import io.banyan.workflow.engine.CwlTask;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;

/** A task that a run is to execute. */
public sealed interface RunTask {
    /** Returns its name, unique in the run. */
    String id();

    /** Returns the step that it belongs to. */
    StepId step();

    /**
     * One task of a step with a command.
     *
     * @param id the name of the step, with the number of the task in brackets where the step has several
     * @param of the step
     * @param number the number of the task in its step, from 0
     * @param tasks the number of tasks of the step
     */
    record OfStep(String id, Step of, int number, int tasks) implements RunTask {
        @Override
        public StepId step() {
            return of.id();
        }
    }

    /**
     * One task of a document of CWL.
     *
     * @param step the step
     * @param task the process with its inputs
     */
    record OfTool(StepId step, CwlTask task) implements RunTask {
        @Override
        public String id() {
            return task.id();
        }
    }
}
