package io.banyan.workflow.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Undefined;

/** Values of JavaScript as JSON values, and back. The size of what comes back is limited. */
final class ScriptValues {
    private static final int MAX_DEPTH = 100;
    private static final double MAX_WHOLE = 1L << 53;

    /** The characters that are left for the result. */
    private long room = Expressions.MAX_RESULT;

    private ScriptValues() {}

    static @Nullable Object fromJson(JsonNode value, Context context, Scriptable scope) {
        return switch (value.getNodeType()) {
            case OBJECT -> {
                Scriptable object = context.newObject(scope);
                for (Map.Entry<String, JsonNode> entry : value.properties()) {
                    ScriptableObject.putProperty(object, entry.getKey(), fromJson(entry.getValue(), context, scope));
                }
                yield object;
            }
            case ARRAY -> {
                Object[] items = new Object[value.size()];
                for (int i = 0; i < items.length; i++) {
                    items[i] = fromJson(value.get(i), context, scope);
                }
                yield context.newArray(scope, items);
            }
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> value.doubleValue();
            case NULL, MISSING -> null;
            case STRING, BINARY, POJO -> value.asText();
        };
    }

    static JsonNode toJson(@Nullable Object value) throws ExpressionException {
        return new ScriptValues().json(value, 0);
    }

    private JsonNode json(@Nullable Object value, int depth) throws ExpressionException {
        if (depth > MAX_DEPTH) {
            throw new ExpressionException("the result is nested more than " + MAX_DEPTH + " levels deep");
        }
        take(1);
        if (value == null || Undefined.isUndefined(value)) {
            return NullNode.instance;
        } else if (value instanceof CharSequence text) {
            take(text.length());
            return TextNode.valueOf(text.toString());
        } else if (value instanceof Boolean truth) {
            return BooleanNode.valueOf(truth);
        } else if (value instanceof Number number) {
            return number(number.doubleValue());
        } else if (value instanceof NativeArray array) {
            return array(array, depth);
        } else if (value instanceof Scriptable object && !(value instanceof Function)) {
            return object(object, depth);
        }
        throw new ExpressionException("the result is not a JSON value, found a " + Context.toString(value));
    }

    private static JsonNode number(double number) {
        JsonNodeFactory factory = JsonNodeFactory.instance;
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return NullNode.instance;
        } else if (number != Math.rint(number) || Math.abs(number) > MAX_WHOLE) {
            return factory.numberNode(number);
        }
        long whole = (long) number;
        return whole == (int) whole ? factory.numberNode((int) whole) : factory.numberNode(whole);
    }

    private JsonNode array(NativeArray values, int depth) throws ExpressionException {
        take(values.getLength());
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < values.getLength(); i++) {
            array.add(json(ScriptableObject.getProperty(values, i), depth + 1));
        }
        return array;
    }

    private JsonNode object(Scriptable values, int depth) throws ExpressionException {
        Object primitive = values.getDefaultValue(null);
        if (!(primitive instanceof Scriptable) && !values.getClassName().equals("Object")) {
            return json(primitive, depth + 1);
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Object id : values.getIds()) {
            String key = id.toString();
            take(key.length());
            Object value = id instanceof Integer index
                    ? ScriptableObject.getProperty(values, index)
                    : ScriptableObject.getProperty(values, key);
            if (!Undefined.isUndefined(value)) {
                object.set(key, json(value, depth + 1));
            }
        }
        return object;
    }

    private void take(long characters) throws ExpressionException {
        room -= characters;
        if (room < 0) {
            throw new ExpressionException("the result is longer than " + Expressions.MAX_RESULT + " characters");
        }
    }
}
