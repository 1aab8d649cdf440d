package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlFileValues;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files that {@code InitialWorkDirRequirement} puts into the working directory of one task. */
final class InitialDirectory {
    private final Path outdir;
    private final Staging staging;
    private final FileObjects objects;
    private final Expressions expressions;
    private final ExpressionContext context;
    private final boolean inPlace;

    /** The new paths of inputs that are put into the working directory, by location or else by old path. */
    private final Map<String, String> moved = new HashMap<>();

    /**
     * Prepares one directory.
     *
     * @param inPlace whether files that the task may change are the originals
     */
    InitialDirectory(
            Path outdir,
            Staging staging,
            FileObjects objects,
            Expressions expressions,
            ExpressionContext context,
            boolean inPlace) {
        this.outdir = outdir;
        this.staging = staging;
        this.objects = objects;
        this.expressions = expressions;
        this.context = context;
        this.inPlace = inPlace;
    }

    /** Notes the files of a listing, and gives the inputs among them their new paths. */
    void fill(JsonNode listing) throws TaskException {
        try {
            entries(listing.isTextual() ? expressions.evaluate(listing, context) : listing);
        } catch (ExpressionException e) {
            throw new TaskException("InitialWorkDirRequirement: " + e.getMessage());
        }
        move(context.inputs());
    }

    private void entries(JsonNode value) throws TaskException, ExpressionException {
        if (value.isArray()) {
            for (JsonNode item : value) {
                entries(item);
            }
        } else if (value.isTextual() && Expressions.isExpression(value.textValue())) {
            entries(expressions.evaluate(value, context));
        } else if (CwlFileValues.isFile(value) || CwlFileValues.isDirectory(value)) {
            put(value, "", value.path("writable").asBoolean(false));
        } else if (value.has("entry")) {
            entry(value);
        } else if (!value.isNull()) {
            throw new TaskException(
                    "an item of InitialWorkDirRequirement must be a file, a directory or an entry, found "
                            + JsonValues.describe(value));
        }
    }

    private void entry(JsonNode value) throws TaskException, ExpressionException {
        boolean writable = value.path("writable").asBoolean(false);
        String name =
                value.has("entryname") ? JsonValues.text(expressions.evaluate(value.path("entryname"), context)) : "";
        JsonNode content = value.path("entry").isTextual()
                ? expressions.exact(value.path("entry").textValue(), context)
                : value.path("entry");
        if (content.isNull()) {
            return;
        }
        if (CwlFileValues.isFile(content) || CwlFileValues.isDirectory(content)) {
            put(content, name, writable);
        } else if (isListOfFiles(content)) {
            for (JsonNode item : content) {
                put(item, "", writable);
            }
        } else {
            if (name.isEmpty()) {
                throw new TaskException("an entry of InitialWorkDirRequirement with a text needs 'entryname'");
            }
            staging.add(new StagedFile.Text(target(name), JsonValues.text(content)));
        }
    }

    private static boolean isListOfFiles(JsonNode value) {
        boolean all = value.isArray();
        for (JsonNode item : value.isArray() ? value : List.<JsonNode>of()) {
            all &= CwlFileValues.isFile(item) || CwlFileValues.isDirectory(item);
        }
        return all;
    }

    private Path target(String name) throws TaskException {
        Path named = NamedPath.of(name, "'entryname'");
        Path target = outdir.resolve(named).normalize();
        if (named.isAbsolute() || !target.startsWith(outdir) || target.equals(outdir)) {
            throw new TaskException("'entryname' must name a file inside the working directory, found '" + name + "'");
        }
        return target;
    }

    private void put(JsonNode value, String name, boolean writable) throws TaskException {
        if (!(objects.named(value) instanceof ObjectNode object)) {
            throw new TaskException("a file must be an object, found " + JsonValues.describe(value));
        }
        boolean copied = writable && !inPlace;
        String before = object.path("path").asText();
        if (name.isEmpty()) {
            staging.place(object, outdir, copied);
        } else {
            staging.placeAs(object, target(name), copied);
        }
        moved.put(before, object.path("path").asText());
        remember(object);
    }

    private void remember(JsonNode object) {
        String location = object.path("location").asText();
        if (!location.isEmpty() && object.has("path")) {
            moved.put(location, object.path("path").textValue());
        }
        object.path("secondaryFiles").forEach(this::remember);
        object.path("listing").forEach(this::remember);
    }

    private void move(JsonNode value) {
        if (value instanceof ObjectNode object && object.has("path")) {
            String location = object.path("location").asText();
            String path = moved.get(location.isEmpty() ? object.path("path").asText() : location);
            if (path != null) {
                object.put("path", path);
                if (object.has("dirname")) {
                    object.put("dirname", String.valueOf(Path.of(path).getParent()));
                }
            }
        }
        value.forEach(this::move);
    }
}
