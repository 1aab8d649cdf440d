/**
 * Workflows as graphs of steps: the needs, the duration, the order and the files of each step. Values only.
 *
 * <p>{@code Workflow} is the whole. A {@code Step} has {@code Needs}, {@code TaskTime}, a {@code Width} and an
 * {@code StepAction}; {@code WorkflowCheck} finds what makes a set of steps no workflow.
 */
@NullMarked
package io.banyan.workflow.model;

import org.jspecify.annotations.NullMarked;
