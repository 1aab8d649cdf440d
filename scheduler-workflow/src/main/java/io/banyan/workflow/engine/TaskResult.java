package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The end of a task. */
public sealed interface TaskResult {
    /** Returns the task. */
    String id();

    /** A task that gave its outputs. */
    record Succeeded(String id, ObjectNode outputs) implements TaskResult {}

    /** A task that failed for good. */
    record Failed(String id, String reason) implements TaskResult {}
}
