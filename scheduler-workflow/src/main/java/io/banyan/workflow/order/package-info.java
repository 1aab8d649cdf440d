/**
 * The order in which waiting workflows are planned: the first step of the workflow paper (section 2.2, STEP-1).
 *
 * <p>{@code PlanningOrder} returns the next workflow by weights, and keeps each workflow from waiting forever.
 */
@NullMarked
package io.banyan.workflow.order;

import org.jspecify.annotations.NullMarked;
