package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.format.cwl.CwlFileRules.SecondaryFile;
import io.banyan.workflow.format.cwl.CwlFileValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The files beside a file that patterns name (CWL v1.2, "secondaryFiles").
 *
 * @param objects the file system
 * @param expressions the evaluation of patterns that are expressions
 * @param context the values for them; {@code self} is the file
 * @param discovers whether the files are searched on the disk
 */
record SecondaryFiles(FileObjects objects, Expressions expressions, ExpressionContext context, boolean discovers) {
    /** Returns the files that a file has already, with those that the patterns find. */
    ArrayNode of(ObjectNode file, List<SecondaryFile> patterns, boolean requiredByDefault, String what)
            throws TaskException {
        ArrayNode beside = JsonNodeFactory.instance.arrayNode();
        file.path("secondaryFiles").forEach(beside::add);
        for (SecondaryFile pattern : patterns) {
            try {
                JsonNode names = Expressions.isExpression(pattern.pattern())
                        ? expressions.evaluate(pattern.pattern(), context)
                        : JsonNodeFactory.instance.textNode(pattern.pattern());
                boolean required = expressions
                        .evaluate(pattern.required().orElse(BooleanNode.valueOf(requiredByDefault)), context)
                        .asBoolean();
                for (JsonNode name : names.isArray() ? names : List.of(names)) {
                    boolean literal = !Expressions.isExpression(pattern.pattern());
                    add(beside, file, name, literal, required, what);
                }
            } catch (ExpressionException e) {
                throw new TaskException("'secondaryFiles' of " + what + ": " + e.getMessage());
            }
        }
        return beside;
    }

    private void add(ArrayNode beside, ObjectNode file, JsonNode name, boolean pattern, boolean required, String what)
            throws TaskException {
        if (name.isNull()) {
            return;
        }
        boolean given = CwlFileValues.isFile(name) || CwlFileValues.isDirectory(name);
        String base = file.path("basename").asText();
        String text = given ? objects.named(name).path("basename").asText() : name.asText();
        String wanted = pattern ? substituted(base, text) : text;
        for (JsonNode known : beside) {
            if (known.path("basename").asText().equals(wanted)) {
                return;
            }
        }
        if (given) {
            beside.add(objects.named(name));
            return;
        }
        Path sibling = NamedPath.of(wanted, "'secondaryFiles' of " + what);
        Optional<Path> path = FileObjects.path(file).map(main -> main.resolveSibling(sibling));
        if (discovers && path.isPresent() && objects.files().exists(path.get())) {
            try {
                beside.add(objects.of(path.get()));
            } catch (IOException e) {
                throw new TaskException("cannot read '" + path.get() + "': " + e.getMessage());
            }
        } else if (required) {
            throw new TaskException(what + " lacks file '" + wanted + "' beside '" + base + "'");
        }
    }

    /** Returns a name with a suffix, after an extension was removed for each {@code ^}. */
    static String substituted(String name, String pattern) {
        String root = name;
        String suffix = pattern;
        while (suffix.startsWith("^")) {
            int dot = root.lastIndexOf('.');
            root = dot > 0 ? root.substring(0, dot) : root;
            suffix = suffix.substring(1);
        }
        return root + suffix;
    }
}
