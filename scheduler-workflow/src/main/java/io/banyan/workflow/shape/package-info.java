/**
 * The reservations that together cover a plan: few of them, and each block in exactly one (figure 3 of the paper).
 *
 * <p>{@code ShapeCover} joins the blocks of a plan to a {@code PlanShape}. {@code ShapeCheck} says whether a shape is
 * sound.
 */
@NullMarked
package io.banyan.workflow.shape;

import org.jspecify.annotations.NullMarked;
