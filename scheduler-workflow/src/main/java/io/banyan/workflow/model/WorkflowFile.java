package io.banyan.workflow.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file that steps read or write.
 *
 * @param name its name within the workflow, not empty
 * @param bytes its size; empty if unknown
 * @param place the place that holds it before the workflow starts, such as a site or a store; empty if a step writes
 *     it, or if it is reachable everywhere
 */
public record WorkflowFile(String name, OptionalLong bytes, Optional<String> place) {
    /** The longest name, in characters. */
    public static final int MAX_NAME = 4_096;

    /** Checks the name and the size. */
    public WorkflowFile {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("the name of a file must have 1 to " + MAX_NAME + " characters");
        }
        if (bytes.orElse(0) < 0) {
            throw new IllegalArgumentException(
                    "the size of file '" + name + "' must be 0 or more, found " + bytes.getAsLong());
        }
    }

    /** Returns a file of unknown size that is reachable everywhere. */
    public static WorkflowFile named(String name) {
        return new WorkflowFile(name, OptionalLong.empty(), Optional.empty());
    }
}
