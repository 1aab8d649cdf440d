package io.banyan.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** A form of a result that other programs read. */
public enum DataForm {
    JSON {
        @Override
        String document(Object result) {
            // Characters that are not printable stand only within the strings of a JSON text, where an escape means the
            // same.
            return Printable.text(write(result, true)) + "\n";
        }

        @Override
        String item(Object result) {
            return Printable.text(write(result, false)) + "\n";
        }
    },
    YAML {
        @Override
        String document(Object result) {
            try {
                return new Dump(Yaml.SETTINGS)
                        .dumpToString(Json.MAPPER.readValue(Json.MAPPER.writeValueAsBytes(result), Object.class));
            } catch (IOException e) {
                throw new IllegalStateException("a result that has no YAML form: " + result, e);
            }
        }

        @Override
        String item(Object result) {
            return "---\n" + document(result);
        }
    };

    /** Made only where it is wanted: it takes longer than most commands. */
    private static final class Json {
        static final ObjectMapper MAPPER = JsonMapper.builder()
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .addModule(new SimpleModule()
                        .addSerializer(IdSet.class, ToStringSerializer.instance)
                        .addSerializer(Optional.class, new OfOptional()))
                .build();
    }

    /** Made only where it is wanted. */
    private static final class Yaml {
        static final DumpSettings SETTINGS = DumpSettings.builder()
                .setSchema(new CoreSchema())
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setSplitLines(false)
                .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
                .build();
    }

    /** The value of an {@link Optional}, or null. */
    @SuppressWarnings("rawtypes")
    private static final class OfOptional extends JsonSerializer<Optional> {
        @Override
        public void serialize(Optional value, JsonGenerator json, SerializerProvider others) throws IOException {
            others.defaultSerializeValue(value.isPresent() ? value.get() : null, json);
        }
    }

    /** A result as a document of its own. */
    abstract String document(Object result);

    /** A result as one of many: as JSON on one line, as YAML a document of a stream. */
    abstract String item(Object result);

    private static String write(Object result, boolean isIndented) {
        try {
            return isIndented
                    ? Json.MAPPER
                            .writer()
                            .with(SerializationFeature.INDENT_OUTPUT)
                            .writeValueAsString(result)
                    : Json.MAPPER.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result that has no JSON form: " + result, e);
        }
    }
}
