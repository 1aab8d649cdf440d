package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Mapping;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a canonical jobspec from YAML 1.2 or JSON (RFC 14, in the form that Fluxion accepts).
 *
 * <p>Any thread may call it. O(length of the text); JSON is about five times as fast as YAML. A text is refused whole
 * at its first mistake, with its position, what was found and what was expected.
 */
public final class JobspecReader {
    /** The longest text that is read, in characters. */
    public static final int MAX_LENGTH = 1 << 20;

    /** The deepest nesting of lists and mappings that is read. */
    public static final int MAX_DEPTH = Source.MAX_DEPTH;

    /** How many resource vertices one request may have. */
    public static final int MAX_RESOURCES = 10_000;

    private static final List<String> KEYS = List.of("version", "resources", "tasks", "attributes");

    private JobspecReader() {}

    /**
     * Reads {@code text}; messages name it {@code source}, usually the name of its file.
     *
     * @throws JobspecException if the text is not a jobspec or is too large
     */
    public static Jobspec read(String text, String source) throws JobspecException {
        try {
            return read(text, new Source(source, "jobspec"));
        } catch (DocumentException e) {
            throw new JobspecException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Reads the items of {@code resources} in a text of another kind, which {@code source} names.
     *
     * @throws DocumentException if they are no request
     */
    public static List<Resource> resources(List<Document> items, Source source) throws DocumentException {
        var grammar =
                new ResourceGrammar(source, new ConstraintGrammar(source), Extensions.of(Map.of()), MAX_RESOURCES);
        return grammar.resources(items);
    }

    private static Jobspec read(String text, Source source) throws DocumentException {
        if (text.length() > MAX_LENGTH) {
            throw source.error("a jobspec can have at most " + MAX_LENGTH + " characters, found " + text.length());
        }
        Fields fields = Fields.of(source, "a jobspec", DocumentReader.read(text, source), KEYS);
        var constraints = new ConstraintGrammar(source);
        List<Resource> resources = resources(fields, constraints, extensions(fields), source);
        List<Task> tasks = new ArrayList<>();
        TaskGrammar taskGrammar = new TaskGrammar(source);
        for (Document task : fields.list("tasks")) {
            tasks.add(taskGrammar.task(task));
        }
        Attributes attributes = new AttributesGrammar(source, constraints).attributes(fields.required("attributes"));
        try {
            return new Jobspec(version(fields, source), resources, tasks, attributes);
        } catch (IllegalArgumentException e) {
            throw source.error(fields.at(), String.valueOf(e.getMessage()));
        }
    }

    private static int version(Fields fields, Source source) throws DocumentException {
        long version = fields.integer("version");
        if (version < 1 || version > Jobspec.MAX_VERSION) {
            throw source.error(
                    fields.required("version").at(),
                    "'version' must be 1 to " + Jobspec.MAX_VERSION + ", found " + version);
        }
        return (int) version;
    }

    /**
     * Returns the extensions that the attributes ask for, or nothing where the attributes are wrong: they are read, and
     * refused, after the resources.
     */
    private static Extensions extensions(Fields fields) {
        Map<String, @Nullable Object> system = new HashMap<>();
        Optional<Document> said = Optional.of(fields.document());
        for (String key : List.of("attributes", "system", Extensions.KEY)) {
            said = said.filter(Mapping.class::isInstance)
                    .map(document -> ((Mapping) document).entries().get(key))
                    .map(Document.Entry::value);
        }
        said.ifPresent(document -> system.put(Extensions.KEY, OpaqueGrammar.value(document)));
        try {
            return Extensions.of(system);
        } catch (IllegalArgumentException e) {
            return Extensions.of(Map.of());
        }
    }

    private static List<Resource> resources(
            Fields fields, ConstraintGrammar constraints, Extensions extensions, Source source)
            throws DocumentException {
        List<Document> items = fields.list("resources");
        if (items.isEmpty()) {
            throw source.error(
                    fields.required("resources").at(), "'resources' is empty, expected at least one resource");
        }
        return new ResourceGrammar(source, constraints, extensions, MAX_RESOURCES).resources(items);
    }
}
