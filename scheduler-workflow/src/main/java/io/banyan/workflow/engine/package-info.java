/**
 * The execution of CWL without processes: which tasks are ready, what each of them runs, and what it gave.
 *
 * <p>{@code CwlRun} walks a workflow from task to task. {@code TaskCommands} makes the command and the staged files of
 * a task of a tool, {@code OutputCollection} its output object, and {@code ExpressionCall} evaluates an expression. A
 * caller runs the commands. {@code FileView} is the view of the file system; {@code LocalFileView} is this machine's.
 */
@NullMarked
package io.banyan.workflow.engine;

import org.jspecify.annotations.NullMarked;
