package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of a jobspec. */
final class AttributesGrammar {
    private static final List<String> KEYS = List.of("system", "user");
    /** The system attributes that {@link Attributes} has components for. */
    static final List<String> INTERPRETED = List.of("duration", "queue", "constraints", "cwd", "environment");

    private static final Pattern DURATION = Pattern.compile("-?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?");

    private final Source source;
    private final ConstraintGrammar constraints;

    AttributesGrammar(Source source, ConstraintGrammar constraints) {
        this.source = source;
        this.constraints = constraints;
    }

    Attributes attributes(Document value) throws DocumentException {
        if (isNull(value)) {
            return Attributes.none();
        }
        Fields fields = Fields.of(source, "'attributes'", value, KEYS);
        Map<String, @Nullable Object> user = fields.has("user") && !isNull(fields.required("user"))
                ? OpaqueGrammar.mapping(source, "'user'", fields.required("user"))
                : Map.of();
        if (!fields.has("system") || isNull(fields.required("system"))) {
            return new Attributes(
                    0, Optional.empty(), new Constraint.Any(), Optional.empty(), Map.of(), Map.of(), user);
        }
        return system(Fields.open(source, "'system'", fields.required("system")), user);
    }

    private static boolean isNull(Document value) {
        return value instanceof Scalar scalar && scalar.kind() == Kind.NULL;
    }

    private Attributes system(Fields fields, Map<String, @Nullable Object> user) throws DocumentException {
        Optional<Document> said = fields.optional("constraints");
        Constraint constraint = said.isPresent() ? constraints.constraint(said.get()) : new Constraint.Any();
        Map<String, @Nullable Object> others = new LinkedHashMap<>();
        for (Map.Entry<String, Entry> entry : fields.entries().entrySet()) {
            if (!INTERPRETED.contains(entry.getKey())) {
                others.put(entry.getKey(), OpaqueGrammar.value(entry.getValue().value()));
            }
        }
        requireKnown(fields, others);
        return new Attributes(
                fields.has("duration") ? durationSec(fields, fields.required("duration")) : 0,
                fields.optionalText("queue"),
                constraint,
                fields.optionalText("cwd"),
                environment(fields),
                others,
                user);
    }

    private void requireKnown(Fields fields, Map<String, @Nullable Object> system) throws DocumentException {
        try {
            Extensions.of(system);
        } catch (IllegalArgumentException e) {
            throw source.error(fields.required(Extensions.KEY).at(), String.valueOf(e.getMessage()));
        }
    }

    /** A number of seconds, 0 or more, with or without a fraction, which counts as a whole second. */
    private long durationSec(Fields fields, Document value) throws DocumentException {
        String text = value instanceof Scalar scalar ? scalar.text() : "";
        if (!DURATION.matcher(text).matches()) {
            throw fields.wrong("duration", value, "a number of seconds");
        }
        double seconds = Double.parseDouble(text);
        if (seconds < 0 || seconds > Attributes.MAX_DURATION_SEC) {
            throw source.error(
                    value.at(),
                    "'duration' must be 0 to " + Attributes.MAX_DURATION_SEC + " seconds, found " + value.describe());
        }
        return (long) Math.ceil(seconds);
    }

    private Map<String, String> environment(Fields fields) throws DocumentException {
        Optional<Document> value = fields.optional("environment");
        if (value.isEmpty()) {
            return Map.of();
        }
        Fields variables = Fields.open(source, "'environment'", value.get());
        Map<String, String> environment = new LinkedHashMap<>();
        for (String name : variables.entries().keySet()) {
            environment.put(name, variables.text(name));
        }
        return environment;
    }
}
