package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the request tree. For one jobspec: it counts the vertices. */
final class ResourceGrammar {
    private static final List<String> KEYS =
            List.of("type", "count", "unit", "exclusive", "with", "label", "id", "requires");

    private final Source source;
    private final CountGrammar counts;
    private final ConstraintGrammar constraints;
    private final int limit;
    private int seen;

    ResourceGrammar(Source source, ConstraintGrammar constraints, Extensions extensions, int limit) {
        this.source = source;
        this.constraints = constraints;
        this.counts = new CountGrammar(source, extensions.uses(Extension.COUNTS));
        this.limit = limit;
    }

    List<Resource> resources(List<Document> items) throws DocumentException {
        List<Resource> resources = new ArrayList<>(items.size());
        for (Document item : items) {
            resources.add(resource(item));
        }
        return resources;
    }

    private Resource resource(Document item) throws DocumentException {
        if (++seen > limit) {
            throw source.error(
                    item.at(),
                    "a jobspec can request at most " + limit + " resource vertices, and this one exceeds the limit");
        }
        Fields fields = Fields.of(source, "a resource", item, KEYS);
        ResourceType type = type(fields);
        Count count = counts.count(fields.required("count"));
        String unit = fields.optionalText("unit").orElse("");
        Exclusivity exclusive = exclusive(fields);
        Optional<String> label = fields.optionalText("label");
        Optional<String> id = fields.optionalText("id");
        Constraint requires =
                fields.has("requires") ? constraints.constraint(fields.required("requires")) : new Constraint.Any();
        List<Resource> with = fields.has("with") ? resources(fields.list("with")) : List.of();
        try {
            return new Resource(type, count, unit, exclusive, with, label, id, requires);
        } catch (IllegalArgumentException e) {
            throw source.error(item.at(), String.valueOf(e.getMessage()));
        }
    }

    private ResourceType type(Fields fields) throws DocumentException {
        String name = fields.text("type");
        try {
            return new ResourceType(name);
        } catch (IllegalArgumentException e) {
            throw source.error(fields.required("type").at(), String.valueOf(e.getMessage()));
        }
    }

    private static Exclusivity exclusive(Fields fields) throws DocumentException {
        Optional<Document> value = fields.optional("exclusive");
        if (value.isEmpty()) {
            return Exclusivity.UNSPECIFIED;
        }
        String text = value.get() instanceof Scalar scalar ? scalar.text() : "";
        return switch (text) {
            case "true" -> Exclusivity.TRUE;
            case "false" -> Exclusivity.FALSE;
            default -> throw fields.wrong("exclusive", value.get(), "true or false");
        };
    }
}
