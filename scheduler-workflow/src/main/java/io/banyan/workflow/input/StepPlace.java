package io.banyan.workflow.input;

import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import java.util.Optional;
import java.util.stream.Stream;

/** The place of a step in the text of its workflow, for messages about steps of workflows that were read. */
public final class StepPlace {
    private StepPlace() {}

    /**
     * Returns the line and column of a step; empty if the text has no list or map of steps with it. A step of a
     * subworkflow is at the step that runs the subworkflow. O(length of the text).
     *
     * @param step the path of the step
     */
    public static Optional<Position> in(String text, String step) {
        Document document;
        try {
            document = DocumentReader.read(text, new Source("workflow", "workflow"));
        } catch (DocumentException e) {
            return Optional.empty();
        }
        int slash = step.indexOf('/');
        String first = slash < 0 ? step : step.substring(0, slash);
        return document instanceof Mapping mapping
                ? Optional.ofNullable(mapping.entries().get("steps")).flatMap(steps -> among(steps.value(), first))
                : Optional.empty();
    }

    private static Optional<Position> among(Document steps, String step) {
        return switch (steps) {
            case Mapping mapping ->
                Optional.ofNullable(mapping.entries().get(step)).map(Entry::at);
            case Sequence list ->
                list.items().stream()
                        .filter(item -> item instanceof Mapping mapping && isNamed(mapping, step))
                        .map(Document::at)
                        .findFirst();
            case Scalar scalar -> Optional.empty();
        };
    }

    private static boolean isNamed(Mapping step, String name) {
        return Stream.ofNullable(step.entries().get("id"))
                .map(Entry::value)
                .anyMatch(id -> id instanceof Scalar scalar
                        && (scalar.text().equals(name) || scalar.text().endsWith("#" + name)));
    }
}
