package io.banyan.workflow.model;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A workflow: steps in an order, with the files between them.
 *
 * <p>A step runs after the steps that its {@code after} names, and after those that write its inputs. The steps have
 * unique names and no cycle.
 *
 * @param name its name, not blank
 * @param steps in the order of the text; none if a document of CWL has only inputs and outputs
 * @param files the files whose size or place is stated, by name
 */
public record Workflow(String name, List<Step> steps, SequencedMap<String, WorkflowFile> files) {
    /** The most steps. */
    public static final int MAX_STEPS = 100_000;

    /** The most files. */
    public static final int MAX_FILES = 1_000_000;

    /** Checks the limits and the order, and copies the collections. O(steps + files + edges). */
    public Workflow {
        steps = List.copyOf(steps);
        files = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
        if (name.isBlank()) {
            throw new IllegalArgumentException("a workflow must have a name");
        }
        if (steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException(
                    "a workflow can have at most " + MAX_STEPS + " steps, found " + steps.size());
        }
        if (files.size() > MAX_FILES) {
            throw new IllegalArgumentException(
                    "a workflow can have at most " + MAX_FILES + " files, found " + files.size());
        }
        WorkflowCheck.fault(steps).ifPresent(fault -> {
            throw new IllegalArgumentException(fault.sentence());
        });
    }

    /** Returns a workflow whose files have no stated size and place. */
    public static Workflow of(String name, Collection<Step> steps) {
        return new Workflow(name, List.copyOf(steps), Collections.emptyNavigableMap());
    }

    /** Returns what is stated about a file; nothing but its name where nothing is. */
    public WorkflowFile file(String file) {
        return files.getOrDefault(file, WorkflowFile.named(file));
    }
}
