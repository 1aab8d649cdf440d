package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlFileRules.Listing;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlLocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Objects of CWL for files and directories: their names, sizes, contents and listings.
 *
 * @param files the file system
 */
record FileObjects(FileView files) {
    /** The most bytes of a file whose text is part of its value (CWL v1.2, "loadContents"). */
    static final int MAX_CONTENTS = 64 << 10;

    private static final int MAX_DEPTH = 64;
    private static final String BASENAME = "basename";

    /** A check of each entry of a directory before it is read. */
    @FunctionalInterface
    interface EntryCheck {
        void check(Path path) throws TaskException, IOException;
    }

    /** Returns the path that the location of a file or directory names; empty for a literal. */
    static Optional<Path> path(JsonNode object) {
        String location = object.path("location").asText();
        return location.isEmpty() || location.startsWith("_:")
                ? Optional.empty()
                : CwlLocation.path(location, Path.of("/"));
    }

    /** Returns an object for a file or directory that is there. */
    ObjectNode of(Path path) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("class", files.isDirectory(path) ? "Directory" : "File");
        object.put("location", CwlLocation.of(path));
        return named(object);
    }

    /** Returns a value whose files and directories have names, and sizes where the files are there. */
    JsonNode named(JsonNode value) {
        return CwlFileValues.mapped(value, this::named);
    }

    private ObjectNode named(ObjectNode object) {
        Optional<Path> path = path(object);
        if (!object.path(BASENAME).isTextual()) {
            String name = path.map(Path::getFileName).map(Path::toString).orElse("");
            if (!name.isEmpty()) {
                object.put(BASENAME, name);
            }
        }
        if (CwlFileValues.isFile(object) && object.path(BASENAME).isTextual()) {
            String name = object.path(BASENAME).textValue();
            int dot = name.lastIndexOf('.');
            object.put("nameroot", dot > 0 ? name.substring(0, dot) : name);
            object.put("nameext", dot > 0 ? name.substring(dot) : "");
        }
        if (CwlFileValues.isFile(object) && !object.has("size")) {
            try {
                if (path.isPresent() && files.exists(path.get())) {
                    object.put("size", files.size(path.get()));
                }
            } catch (IOException e) {
                // A file that cannot be read has no size; the task that needs it fails.
                object.remove("size");
            }
        }
        return object;
    }

    /** Adds the text of a file to its object. */
    void loadContents(ObjectNode file) throws TaskException {
        Optional<Path> path = path(file);
        if (file.has("contents") || path.isEmpty()) {
            return;
        }
        try {
            file.put("contents", files.text(path.get(), MAX_CONTENTS));
        } catch (IOException e) {
            throw new TaskException("cannot load the contents of a file: " + e.getMessage());
        }
    }

    /** Adds or removes the entries of a directory. */
    void loadListing(ObjectNode directory, Listing depth, EntryCheck check) throws TaskException {
        Optional<Path> path = path(directory);
        if (path.isEmpty()) {
            return;
        }
        if (depth == Listing.NO_LISTING) {
            directory.remove("listing");
            return;
        }
        try {
            directory.set("listing", listing(path.get(), depth, 0, check));
        } catch (IOException e) {
            throw new TaskException("cannot list directory '" + path.get() + "': " + e.getMessage());
        }
    }

    private ArrayNode listing(Path directory, Listing depth, int level, EntryCheck check)
            throws IOException, TaskException {
        if (level > MAX_DEPTH) {
            throw new IOException("directories are nested more than " + MAX_DEPTH + " deep");
        }
        ArrayNode listing = JsonNodeFactory.instance.arrayNode();
        for (Path child : files.children(directory)) {
            check.check(child);
            ObjectNode entry = of(child);
            if (CwlFileValues.isDirectory(entry) && depth == Listing.DEEP_LISTING) {
                entry.set("listing", listing(child, depth, level + 1, check));
            }
            listing.add(entry);
        }
        return listing;
    }
}
