/**
 * One run of a workflow as a state machine: its plan, its reservations, its tasks and its end.
 *
 * <p>{@code WorkflowRun} applies events, which a journal keeps, and says which effects are due. The same events in the
 * same order give the same state. A caller makes the effects and reports them as events.
 */
@NullMarked
package io.banyan.workflow.run;

import org.jspecify.annotations.NullMarked;
