/**
 * The smallest graph of blocks that stands for a workflow: the first step of the workflow paper (section 2.2, STEP-1).
 *
 * <p>{@code WorkflowReduction} makes a {@code BlockGraph} of a workflow and applies the rules: {@code ExpressionRule},
 * {@code TransitiveRule}, {@code ChainRule} and {@code BagRule}.
 */
@NullMarked
package io.banyan.workflow.reduce;

import org.jspecify.annotations.NullMarked;
