package io.banyan.workflow.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.banyan.workflow.expression.TemplateScanner.Part;
import java.util.List;
import java.util.Optional;

/**
 * The evaluation of texts with expressions, with or without JavaScript.
 *
 * <p>Immutable. Any thread may call it. The cost of JavaScript has a limit ({@code JavaScript}); everything else is
 * O(length of the text and of the result).
 */
public final class Expressions {
    /** The longest result, in characters of its JSON text. */
    public static final int MAX_RESULT = 1 << 20;

    /** The evaluation of parameter references alone. */
    public static final Expressions REFERENCES = new Expressions(Optional.empty());

    private final Optional<JavaScript> script;

    private Expressions(Optional<JavaScript> script) {
        this.script = script;
    }

    /** Returns the evaluation of JavaScript after the texts of a library, which are evaluated in order. */
    public static Expressions javaScript(List<String> library) {
        return new Expressions(Optional.of(new JavaScript(library)));
    }

    /** Returns whether a text has an expression. */
    public static boolean isExpression(String text) {
        return TemplateScanner.hasExpression(text);
    }

    /**
     * Returns the value of a text: of any type where the text is one expression, else a text. Space around it does not
     * count if it has an expression.
     *
     * @throws ExpressionException if an expression has no value, takes too long or gives too much
     */
    public JsonNode evaluate(String text, ExpressionContext context) throws ExpressionException {
        return exact(isExpression(text) ? text.strip() : text, context);
    }

    /** Returns the value of a text whose space is significant, such as the content of a file. */
    public JsonNode exact(String text, ExpressionContext context) throws ExpressionException {
        List<Part> parts = TemplateScanner.parts(text);
        if (parts.size() == 1 && parts.getFirst().expression()) {
            return value(parts.getFirst(), context);
        }
        StringBuilder result = new StringBuilder();
        for (Part part : parts) {
            result.append(part.expression() ? JsonValues.text(value(part, context)) : part.text());
            if (result.length() > MAX_RESULT) {
                throw new ExpressionException("the text with its values is longer than " + MAX_RESULT + " characters");
            }
        }
        return TextNode.valueOf(result.toString());
    }

    /** Returns the value of a text or of a value that is no text, which stands for itself. */
    public JsonNode evaluate(JsonNode value, ExpressionContext context) throws ExpressionException {
        return value.isTextual() ? evaluate(value.textValue(), context) : value;
    }

    private JsonNode value(Part part, ExpressionContext context) throws ExpressionException {
        Optional<ParameterReference> reference = part.isBody()
                ? Optional.empty()
                : ParameterReference.parse(part.inner().strip());
        if (reference.isPresent()) {
            try {
                return reference.get().evaluate(context);
            } catch (ExpressionException e) {
                // JavaScript gives a value to more names than references do.
                if (script.isEmpty()) {
                    throw new ExpressionException("$" + part.text() + " has no value: " + e.getMessage());
                }
            }
        }
        if (script.isEmpty()) {
            throw new ExpressionException("'$" + part.text() + "' is not a parameter reference, expected one such as"
                    + " $(inputs.name), or InlineJavascriptRequirement");
        }
        return script.get().evaluate(part, context);
    }
}
