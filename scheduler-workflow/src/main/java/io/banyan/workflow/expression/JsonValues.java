package io.banyan.workflow.expression;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.banyan.document.Document;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;

/** Conversions between documents, JSON values and texts. Numbers keep all their digits. */
public final class JsonValues {
    private static final ObjectWriter WRITER =
            JsonMapper.builder().build().writer(new Spaced()).with(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

    /** The most digits of a whole number, and the largest exponent of a decimal one; longer ones stay text. */
    private static final int MAX_DIGITS = 400;

    private JsonValues() {}

    /** A line of JSON with a space after each comma and colon, as the conformance suite of CWL expects it. */
    private static final class Spaced extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(", ");
        }
    }

    /** Returns the JSON value of a part of a text. O(size). */
    public static JsonNode of(Document document) {
        return switch (document) {
            case Mapping mapping -> {
                ObjectNode object = JsonNodeFactory.instance.objectNode();
                for (Map.Entry<String, Document.Entry> entry : mapping.entries().entrySet()) {
                    object.set(entry.getKey(), of(entry.getValue().value()));
                }
                yield object;
            }
            case Sequence sequence -> {
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                sequence.items().forEach(item -> array.add(of(item)));
                yield array;
            }
            case Scalar scalar -> of(scalar);
        };
    }

    private static JsonNode of(Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT -> TextNode.valueOf(scalar.text());
            case NULL -> NullNode.instance;
            case BOOLEAN -> BooleanNode.valueOf(scalar.text().equalsIgnoreCase("true"));
            case INTEGER, DECIMAL -> number(scalar);
        };
    }

    private static JsonNode number(Scalar scalar) {
        String text = scalar.text();
        if (text.length() > MAX_DIGITS) {
            return TextNode.valueOf(text);
        }
        try {
            if (scalar.kind() == Kind.INTEGER) {
                return number(integer(text));
            }
            BigDecimal decimal = new BigDecimal(text);
            return Math.abs((long) decimal.scale()) > MAX_DIGITS
                    ? TextNode.valueOf(text)
                    : DecimalNode.valueOf(decimal);
        } catch (NumberFormatException e) {
            // Infinity and "not a number" are decimals of YAML that JSON does not have.
            return TextNode.valueOf(text);
        }
    }

    private static BigInteger integer(String text) {
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        } else if (text.startsWith("0o")) {
            return new BigInteger(text.substring(2), 8);
        }
        return new BigInteger(text);
    }

    private static JsonNode number(BigInteger value) {
        JsonNodeFactory factory = JsonNodeFactory.instance;
        if (value.bitLength() < Integer.SIZE) {
            return factory.numberNode(value.intValue());
        }
        return value.bitLength() < Long.SIZE ? factory.numberNode(value.longValue()) : factory.numberNode(value);
    }

    /** Returns a value as it stands in a command line or an interpolated text: no quotes, no exponents. */
    public static String text(JsonNode value) {
        if (value.isTextual()) {
            return value.textValue();
        } else if (value.isFloatingPointNumber()) {
            BigDecimal decimal = value.decimalValue();
            return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
        }
        return json(value);
    }

    /** Returns a value as a line of JSON. */
    public static String json(JsonNode value) {
        try {
            return WRITER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON value cannot fail to be written", e);
        }
    }

    /** Returns the words for a value in a message. */
    public static String describe(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT ->
                !value.path("class").isTextual()
                        ? "an object"
                        : "a " + value.path("class").textValue();
            case ARRAY -> "a list";
            case NULL, MISSING -> "null";
            case BOOLEAN, NUMBER -> text(value);
            case STRING, BINARY, POJO -> "'" + shortened(value.asText()) + "'";
        };
    }

    private static String shortened(String text) {
        int most = 40;
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }
}
