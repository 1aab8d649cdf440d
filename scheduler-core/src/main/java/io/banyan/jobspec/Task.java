package io.banyan.jobspec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task: the command for the slots of one label, and its count (RFC 14). Matching ignores it.
 *
 * @param command the program and its arguments, at least one word
 * @param slot the label of the slot it runs in
 * @param count how many are started
 * @param distribution a hint on how tasks are spread, free text
 * @param attributes whatever else was given, kept as it was: strings, numbers, booleans, lists, maps and nulls
 */
public record Task(
        List<String> command,
        String slot,
        TaskCount count,
        Optional<String> distribution,
        Map<String, @Nullable Object> attributes) {
    /** Checks that there is something to run. */
    public Task {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a task's command must have at least one word, found none");
        }
        command = List.copyOf(command);
        attributes = Opaque.copyOf(attributes);
    }
}
