package io.banyan.jobspec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a jobspec as canonical JSON on one line (RFC 14), so that {@code JobspecReader} reads an equal value back.
 *
 * <p>Any thread may call it. O(size of the jobspec), and less for one of the latest.
 */
public final class JobspecWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private JobspecWriter(JsonGenerator json) {
        this.json = json;
    }

    /** The jobspec as one line of JSON. */
    public static String json(Jobspec jobspec) {
        return CanonicalText.of(jobspec).json();
    }

    /** Writes a jobspec as one line of JSON, again each time. */
    static String written(Jobspec jobspec) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            new JobspecWriter(generator).jobspec(jobspec);
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be written", e);
        }
        return text.toString();
    }

    private void jobspec(Jobspec jobspec) throws IOException {
        json.writeStartObject();
        json.writeNumberField("version", jobspec.version());
        json.writeArrayFieldStart("resources");
        for (Resource resource : jobspec.resources()) {
            resource(resource);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("tasks");
        for (Task task : jobspec.tasks()) {
            task(task);
        }
        json.writeEndArray();
        json.writeFieldName("attributes");
        attributes(jobspec.attributes());
        json.writeEndObject();
    }

    private void resource(Resource resource) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", resource.type().name());
        json.writeFieldName("count");
        count(resource.count());
        if (!resource.unit().isEmpty()) {
            json.writeStringField("unit", resource.unit());
        }
        if (resource.exclusive() != Exclusivity.UNSPECIFIED) {
            json.writeBooleanField("exclusive", resource.exclusive() == Exclusivity.TRUE);
        }
        if (resource.label().isPresent()) {
            json.writeStringField("label", resource.label().get());
        }
        if (resource.id().isPresent()) {
            json.writeStringField("id", resource.id().get());
        }
        if (!(resource.requires() instanceof Constraint.Any)) {
            json.writeFieldName("requires");
            ConstraintWriter.write(resource.requires(), json);
        }
        if (!resource.with().isEmpty()) {
            json.writeArrayFieldStart("with");
            for (Resource below : resource.with()) {
                resource(below);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void count(Count count) throws IOException {
        if (count.allowed().isPresent()) {
            json.writeString(count.allowed().get().toString());
            return;
        }
        if (count.equals(Count.exactly(count.min()))) {
            json.writeNumber(count.min());
            return;
        }
        json.writeStartObject();
        json.writeNumberField("min", count.min());
        if (!count.equals(Count.atLeast(count.min()))) {
            json.writeNumberField("max", count.max());
            json.writeStringField("operator", count.operator().symbol());
            json.writeNumberField("operand", count.operand());
        }
        json.writeEndObject();
    }

    private void task(Task task) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("command");
        for (String word : task.command()) {
            json.writeString(word);
        }
        json.writeEndArray();
        json.writeStringField("slot", task.slot());
        json.writeObjectFieldStart("count");
        switch (task.count()) {
            case TaskCount.PerSlot(long count) -> json.writeNumberField("per_slot", count);
            case TaskCount.Total(long count) -> json.writeNumberField("total", count);
            case TaskCount.PerResource each -> {
                json.writeObjectFieldStart("per_resource");
                json.writeStringField("type", each.type().name());
                json.writeNumberField("count", each.count());
                json.writeEndObject();
            }
        }
        json.writeEndObject();
        if (task.distribution().isPresent()) {
            json.writeStringField("distribution", task.distribution().get());
        }
        if (!task.attributes().isEmpty()) {
            json.writeFieldName("attributes");
            opaque(task.attributes());
        }
        json.writeEndObject();
    }

    private void attributes(Attributes attributes) throws IOException {
        if (attributes.equals(Attributes.none())) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeObjectFieldStart("system");
        if (attributes.durationSec() > 0) {
            json.writeNumberField("duration", attributes.durationSec());
        }
        if (attributes.queue().isPresent()) {
            json.writeStringField("queue", attributes.queue().get());
        }
        if (attributes.cwd().isPresent()) {
            json.writeStringField("cwd", attributes.cwd().get());
        }
        if (!attributes.environment().isEmpty()) {
            json.writeFieldName("environment");
            opaque(attributes.environment());
        }
        if (!(attributes.constraint() instanceof Constraint.Any)) {
            json.writeFieldName("constraints");
            ConstraintWriter.write(attributes.constraint(), json);
        }
        for (Map.Entry<String, @Nullable Object> other : attributes.system().entrySet()) {
            json.writeFieldName(other.getKey());
            opaque(other.getValue());
        }
        json.writeEndObject();
        if (!attributes.user().isEmpty()) {
            json.writeFieldName("user");
            opaque(attributes.user());
        }
        json.writeEndObject();
    }

    private void opaque(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    opaque(entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object item : list) {
                    opaque(item);
                }
                json.writeEndArray();
            }
            case Boolean flag -> json.writeBoolean(flag);
            case BigInteger number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.longValue());
            case Object other -> json.writeString(other.toString());
        }
    }
}
