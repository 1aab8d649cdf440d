package io.banyan.jobspec;

import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import java.util.Arrays;

/** Reads constraints that stand alone, and not in a jobspec. */
public final class ConstraintReader {
    private ConstraintReader() {}

    /**
     * Reads the JSON of RFC 31, or a list of properties, each of which a vertex must have or, behind a {@code ^}, must
     * not: {@code fast+^gpu}.
     *
     * @throws IllegalArgumentException with a description of the error
     */
    public static Constraint read(String text) {
        if (!text.startsWith("{")) {
            return new Constraint.Properties(Arrays.stream(text.split("\\+", -1))
                    .map(word -> word.startsWith("^")
                            ? new Constraint.Property(word.substring(1), true)
                            : new Constraint.Property(word, false))
                    .toList());
        }
        Source source = new Source("constraint", "constraint");
        try {
            return new ConstraintGrammar(source).constraint(DocumentReader.read(text, source));
        } catch (DocumentException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }
}
