package io.banyan.bench.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The comparison of an output object with the expected one: files by name, size and checksum, directories by their
 * entries, and {@code Any} with everything.
 *
 * @param files the file system with the outputs
 */
record OutputComparison(FileView files) {
    /** Returns the first difference in words; empty if there is none. */
    Optional<String> difference(JsonNode expected, JsonNode actual, String where) throws IOException {
        boolean absent = actual.isMissingNode() || actual.isNull();
        if (expected.isMissingNode() || expected.asText().equals("Any") || (expected.isNull() && absent)) {
            return Optional.empty();
        } else if (CwlFileValues.isFile(expected)) {
            return CwlFileValues.isFile(actual) ? file(expected, actual, where) : wrong(expected, actual, where);
        } else if (CwlFileValues.isDirectory(expected)) {
            return CwlFileValues.isDirectory(actual)
                    ? directory(expected, actual, where)
                    : wrong(expected, actual, where);
        } else if (expected.isObject() && actual.isObject()) {
            return object(expected, actual, where);
        } else if (expected.isArray() && actual.isArray()) {
            return list(expected, actual, where);
        } else if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0
                            || expected.doubleValue() == actual.doubleValue()
                    ? Optional.empty()
                    : wrong(expected, actual, where);
        }
        return expected.equals(actual) ? Optional.empty() : wrong(expected, actual, where);
    }

    private static Optional<String> wrong(JsonNode expected, JsonNode actual, String where) {
        return Optional.of(where + ": expected " + shortened(expected) + ", found " + shortened(actual));
    }

    private static String shortened(JsonNode value) {
        int most = 120;
        String text = value.isMissingNode() ? "nothing" : JsonValues.json(value);
        return text.length() <= most ? text : text.substring(0, most) + "...";
    }

    private Optional<String> object(JsonNode expected, JsonNode actual, String where) throws IOException {
        TreeSet<String> keys = new TreeSet<>();
        expected.fieldNames().forEachRemaining(keys::add);
        actual.fieldNames().forEachRemaining(keys::add);
        for (String key : keys) {
            JsonNode value = actual.path(key);
            Optional<String> difference = expected.has(key)
                    ? difference(expected.get(key), value, where + "." + key)
                    : value.isNull() ? Optional.empty() : Optional.of(where + ": unexpected '" + key + "'");
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private Optional<String> list(JsonNode expected, JsonNode actual, String where) throws IOException {
        if (expected.size() != actual.size()) {
            return wrong(expected, actual, where);
        }
        for (int i = 0; i < expected.size(); i++) {
            Optional<String> difference = difference(expected.get(i), actual.get(i), where + "[" + i + "]");
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private Optional<String> unordered(JsonNode expected, List<JsonNode> actual, String where) throws IOException {
        List<JsonNode> left = new ArrayList<>(actual);
        for (JsonNode one : expected) {
            JsonNode found = null;
            for (JsonNode other : left) {
                if (found == null && difference(one, other, where).isEmpty()) {
                    found = other;
                }
            }
            if (found == null) {
                return Optional.of(where + ": no entry as expected: " + shortened(one));
            }
            left.remove(found);
        }
        return Optional.empty();
    }

    private Optional<String> file(JsonNode expected, JsonNode actual, String where) throws IOException {
        for (Map.Entry<String, JsonNode> entry : expected.properties()) {
            Optional<String> difference = switch (entry.getKey()) {
                case "location", "path" -> name(entry.getValue(), actual, where);
                case "checksum" -> equal(entry.getValue().asText(), checksum(actual), where + ".checksum");
                case "size" -> equal(entry.getValue().asText(), size(actual), where + ".size");
                case "secondaryFiles" ->
                    unordered(entry.getValue(), items(actual.path("secondaryFiles")), where + ".secondaryFiles");
                default -> difference(entry.getValue(), actual.path(entry.getKey()), where + "." + entry.getKey());
            };
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static List<JsonNode> items(JsonNode array) {
        List<JsonNode> items = new ArrayList<>();
        array.forEach(items::add);
        return items;
    }

    private static Optional<String> equal(String expected, String actual, String where) {
        return expected.equals(actual) || expected.equals("Any")
                ? Optional.empty()
                : Optional.of(where + ": expected " + expected + ", found " + actual);
    }

    private static Optional<String> name(JsonNode expected, JsonNode actual, String where) {
        String reference = expected.asText();
        String name = reference.substring(reference.lastIndexOf('/') + 1);
        return equal(name, actual.path("basename").asText(), where + ".location");
    }

    private static Optional<Path> path(JsonNode actual) {
        String location = actual.path("location").asText();
        return location.isEmpty() ? Optional.empty() : CwlLocation.path(location, Path.of("/"));
    }

    private String size(JsonNode actual) throws IOException {
        Optional<Path> path = path(actual);
        int literal = actual.path("contents").asText().getBytes(StandardCharsets.UTF_8).length;
        return String.valueOf(path.isPresent() ? files.size(path.get()) : literal);
    }

    private String checksum(JsonNode actual) throws IOException {
        Optional<Path> path = path(actual);
        if (path.isPresent()) {
            return files.checksum(path.get());
        }
        try {
            byte[] bytes = actual.path("contents").asText().getBytes(StandardCharsets.UTF_8);
            return "sha1$"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    private Optional<String> directory(JsonNode expected, JsonNode actual, String where) throws IOException {
        if (expected.has("location") || expected.has("basename")) {
            JsonNode stated = expected.has("location") ? expected.path("location") : expected.path("basename");
            Optional<String> name = name(stated, actual, where);
            if (name.isPresent()) {
                return name;
            }
        }
        Optional<Path> path = path(actual);
        List<JsonNode> entries = new ArrayList<>();
        if (path.isPresent()) {
            for (Path child : files.children(path.get())) {
                entries.add(entry(child));
            }
        } else {
            actual.path("listing").forEach(entries::add);
        }
        return unordered(expected.path("listing"), entries, where + ".listing");
    }

    private JsonNode entry(Path path) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("class", files.isDirectory(path) ? "Directory" : "File")
                .put("basename", String.valueOf(path.getFileName()))
                .put("location", CwlLocation.of(path));
    }
}
