/**
 * The YAML of workflows that have no other format ({@code kind: workflow}), read and written.
 *
 * <p>{@code WorkflowYaml} is the entry. {@code StepGrammar} reads a step and {@code NeedsGrammar} its resources.
 */
@NullMarked
package io.banyan.workflow.format.yaml;

import org.jspecify.annotations.NullMarked;
