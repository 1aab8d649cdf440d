package io.banyan.workflow.fill;

/**
 * A part of an accelerator, or a whole one.
 *
 * @param type its type
 * @param number its number on the worker
 * @param units the part in units, of which it has {@link FillNeeds#WHOLE}
 */
public record AcceleratorPart(String type, int number, int units) {}
