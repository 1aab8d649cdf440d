package io.banyan.engine.store;

/**
 * One line of the table of steps.
 *
 * @param plannedTasks the number of tasks that the plan is made for
 */
public record StoredStep(String name, int plannedTasks) {}
