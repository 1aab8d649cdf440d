/**
 * Expressions of CWL: parameter references, interpolated strings and JavaScript.
 *
 * <p>{@code Expressions} evaluates a text for the values of an {@code ExpressionContext}; {@code JsonValues} converts
 * documents and paths into the JSON values that expressions work on.
 */
@NullMarked
package io.banyan.workflow.expression;

import org.jspecify.annotations.NullMarked;
