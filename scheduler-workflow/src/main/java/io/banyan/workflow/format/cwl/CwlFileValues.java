package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Files and directories within JSON values: objects whose {@code class} is {@code File} or {@code Directory}. */
public final class CwlFileValues {
    private CwlFileValues() {}

    /** Returns whether a value is a file. */
    public static boolean isFile(JsonNode value) {
        return value.path("class").asText().equals("File");
    }

    /** Returns whether a value is a directory. */
    public static boolean isDirectory(JsonNode value) {
        return value.path("class").asText().equals("Directory");
    }

    /**
     * Returns a value whose files have an absolute location; {@code path} becomes {@code location}.
     *
     * @param directory the directory that their references are relative to
     * @throws RemoteFileException if a file is on the network, or no file can have its name
     */
    public static JsonNode located(JsonNode value, Path directory) throws RemoteFileException {
        if (value.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            for (JsonNode item : value) {
                array.add(located(item, directory));
            }
            return array;
        } else if (!value.isObject()) {
            return value;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            object.set(entry.getKey(), located(entry.getValue(), directory));
        }
        return isFile(value) || isDirectory(value) ? located(object, value, directory) : object;
    }

    private static ObjectNode located(ObjectNode object, JsonNode value, Path directory) throws RemoteFileException {
        JsonNode reference = value.has("location") ? value.path("location") : value.path("path");
        if (!reference.isTextual() || reference.textValue().startsWith("_:")) {
            return object;
        }
        Optional<Path> path = value.has("location")
                ? CwlLocation.path(reference.textValue(), directory)
                : CwlLocation.resolved(reference.textValue(), directory);
        if (path.isEmpty()) {
            throw new RemoteFileException(reference.textValue());
        }
        object.set("location", TextNode.valueOf(CwlLocation.of(path.get())));
        object.remove("path");
        return object;
    }

    /** Returns a value in which each file and directory is replaced; those inside others are replaced first. */
    public static JsonNode mapped(JsonNode value, UnaryOperator<ObjectNode> file) {
        if (value.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            value.forEach(item -> array.add(mapped(item, file)));
            return array;
        } else if (!value.isObject()) {
            return value;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        value.properties().forEach(entry -> object.set(entry.getKey(), mapped(entry.getValue(), file)));
        return isFile(object) || isDirectory(object) ? file.apply(object) : object;
    }

    /** A file that is not on this machine. */
    public static final class RemoteFileException extends Exception {
        private static final long serialVersionUID = 1L;
        private static final String REMOTE =
                "is not a file of this machine, expected a path: files are never read from the network";

        RemoteFileException(String reference) {
            super("'" + reference + "' "
                    + (CwlLocation.isRemote(reference) ? REMOTE : "does not name a file, expected a path"));
        }
    }
}
