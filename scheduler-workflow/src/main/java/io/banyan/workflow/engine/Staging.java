package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlFileValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The places of the inputs of one task: each file in a directory of its own, with the files beside it. */
final class Staging {
    private final Path stage;
    private final List<StagedFile> staged = new ArrayList<>();

    /** The sources of the links by target. */
    private final Map<Path, Path> links = new HashMap<>();

    private int directories;

    Staging(Path stage) {
        this.stage = stage;
    }

    List<StagedFile> staged() {
        return staged;
    }

    void add(StagedFile file) throws TaskException {
        if (file instanceof StagedFile.Link link) {
            checkNotLinked(link.target().getParent());
            links.put(link.target(), link.source());
        } else {
            checkNotLinked(file.target());
        }
        staged.add(file);
    }

    /** Checks that what is written to a path does not go through a link into an input. O(depth of the path). */
    void checkNotLinked(@Nullable Path target) throws TaskException {
        for (Path at = target; at != null; at = at.getParent()) {
            Path source = links.get(at);
            if (source != null) {
                throw new TaskException("a file cannot be written to '" + target + "': '" + at.getFileName()
                        + "' is a link to the input '" + source + "', expected another name or 'writable: true'");
            }
        }
    }

    /** Gives each file and directory of a value its {@code path}, and notes what must be made there. */
    void place(JsonNode value) throws TaskException {
        if (value instanceof ObjectNode object && (CwlFileValues.isFile(value) || CwlFileValues.isDirectory(value))) {
            Path directory = stage.resolve(String.valueOf(directories++));
            place(object, directory, false);
            return;
        }
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                place(entry.getValue());
            }
        }
        if (value.isArray()) {
            for (JsonNode item : value) {
                place(item);
            }
        }
    }

    /** Makes a file or directory, and those beside it, inside a directory. */
    void place(ObjectNode object, Path directory, boolean copied) throws TaskException {
        placeAs(object, directory.resolve(name(object)), copied);
        for (JsonNode beside : object.path("secondaryFiles")) {
            if (beside instanceof ObjectNode other) {
                place(other, directory, copied);
            }
        }
    }

    /** Makes a file or directory at a path. */
    void placeAs(ObjectNode object, Path target, boolean copied) throws TaskException {
        Optional<Path> source = FileObjects.path(object);
        if (source.isPresent()) {
            add(copied ? new StagedFile.Copy(target, source.get()) : new StagedFile.Link(target, source.get()));
            setPath(object, target);
            inside(object, target);
        } else if (CwlFileValues.isFile(object)) {
            add(new StagedFile.Text(target, object.path("contents").asText()));
            setPath(object, target);
        } else {
            add(new StagedFile.Directory(target));
            setPath(object, target);
            for (JsonNode entry : object.path("listing")) {
                if (entry instanceof ObjectNode child) {
                    place(child, target, copied);
                }
            }
        }
    }

    /** The entries of a directory that is made as a whole have their places in it. */
    private static void inside(ObjectNode directory, Path target) throws TaskException {
        for (JsonNode entry : directory.path("listing")) {
            if (entry instanceof ObjectNode child) {
                setPath(child, target.resolve(name(child)));
                inside(child, target.resolve(name(child)));
            }
        }
    }

    private static void setPath(ObjectNode object, Path target) {
        object.put("path", target.toString());
        if (CwlFileValues.isFile(object)) {
            object.put("dirname", String.valueOf(target.getParent()));
        }
    }

    private static String name(ObjectNode object) throws TaskException {
        String name = object.path("basename").asText();
        if (name.isEmpty()) {
            // A literal without a name gets one; nothing else has its directory.
            return CwlFileValues.isFile(object) ? "literal" : "directory";
        }
        if (name.contains("/") || name.equals("..") || name.equals(".")) {
            throw new TaskException("the name of a file must be one word without '/', found '" + name + "'");
        }
        NamedPath.of(name, "the name of a file");
        return name;
    }
}
