/**
 * The commands for workflows that are planned ahead.
 *
 * <p>{@code WorkflowCommands} is the group; {@code WorkflowArgument} reads the file of all of them.
 */
@NullMarked
package io.banyan.cli.workflow;

import org.jspecify.annotations.NullMarked;
