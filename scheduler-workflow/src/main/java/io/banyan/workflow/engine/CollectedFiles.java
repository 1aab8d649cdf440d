package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlLocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files of one task that are outputs: those that match patterns, and the locations of those that it names. */
final class CollectedFiles {
    private final TaskPlace place;
    private final FileView files;

    /** The locations of the staged inputs by path. */
    private final Map<String, String> staged = new HashMap<>();

    private final Set<Path> readable = new LinkedHashSet<>();
    private final EntryCount entries = new EntryCount();

    CollectedFiles(TaskPlace place, FileView files, JsonNode inputs, List<StagedFile> made) {
        this.place = place;
        this.files = files;
        CwlFileValues.mapped(inputs, object -> {
            String location = object.path("location").asText();
            if (!location.isEmpty()) {
                staged.put(object.path("path").asText(), location);
                FileObjects.path(object).ifPresent(readable::add);
            }
            return object;
        });
        for (StagedFile file : made) {
            if (file instanceof StagedFile.Link link) {
                readable.add(link.source());
            }
        }
    }

    /** Returns the files that match a pattern of a shell, sorted by path. */
    List<Path> matching(String pattern) throws TaskException, IOException {
        String outdir = place.outdir().toString();
        String relative = pattern.equals(outdir) ? "." : pattern;
        relative = relative.startsWith(outdir + "/") ? relative.substring(outdir.length() + 1) : relative;
        Path words = NamedPath.of(relative, "the pattern of an output");
        if (relative.startsWith("/") || words.normalize().startsWith("..")) {
            throw new TaskException(
                    "the pattern of an output must stay inside the working directory, found '" + pattern + "'");
        }
        List<Path> found = List.of(place.outdir());
        for (Path word : words) {
            List<Path> next = new ArrayList<>();
            for (Path directory : found) {
                next.addAll(matching(directory, word.toString()));
            }
            found = next;
        }
        for (Path path : found) {
            checkInside(path);
        }
        return found;
    }

    private List<Path> matching(Path directory, String word) throws TaskException, IOException {
        if (word.isEmpty() || word.equals(".")) {
            return List.of(directory);
        }
        if (!ShellPattern.isPattern(word)) {
            Path child = directory.resolve(word).normalize();
            return files.exists(child) ? List.of(child) : List.of();
        }
        if (!files.isDirectory(directory)) {
            return List.of();
        }
        checkInside(directory);
        ShellPattern pattern = new ShellPattern(word);
        List<Path> matching = new ArrayList<>();
        for (Path child : files.children(directory)) {
            entries.add(child);
            String name = String.valueOf(child.getFileName());
            if (pattern.matches(name) && (word.startsWith(".") || !name.startsWith("."))) {
                matching.add(child);
            }
        }
        return matching;
    }

    /** Counts and checks a path before it is read. */
    void visit(Path path) throws TaskException, IOException {
        entries.add(path);
        if (files.exists(path)) {
            checkInside(path);
        }
    }

    /** Checks that a path, without its links, is inside the working directory or an input. */
    void checkInside(Path path) throws TaskException, IOException {
        Path real = files.real(path);
        if (real.startsWith(files.real(place.outdir()))) {
            return;
        }
        for (Path input : readable) {
            if (files.exists(input) && real.startsWith(files.real(input))) {
                return;
            }
        }
        throw new TaskException("output '" + path.getFileName() + "' is a link to '" + real
                + "', which is outside the working directory");
    }

    /** Returns a value whose files have locations and no paths of this task. */
    JsonNode located(JsonNode value) throws TaskException, IOException {
        List<String> paths = new ArrayList<>();
        CwlFileValues.mapped(value, object -> {
            paths.add(object.path("path").asText());
            return object;
        });
        for (String path : paths) {
            NamedPath.of(path, "the path of an output");
        }
        List<Path> named = new ArrayList<>();
        JsonNode located = CwlFileValues.mapped(value.deepCopy(), object -> {
            ObjectNode result = located(object);
            FileObjects.path(result).filter(path -> !readable.contains(path)).ifPresent(named::add);
            return result;
        });
        for (Path path : named) {
            if (!files.exists(path)) {
                throw new TaskException("output '" + path + "' does not exist");
            }
            checkInside(path);
        }
        return located;
    }

    private ObjectNode located(ObjectNode object) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.setAll(object);
        String path = object.path("path").asText();
        String location = object.path("location").asText();
        if (staged.containsKey(path) && location.isEmpty()) {
            result.put("location", staged.get(path));
        } else if (!path.isEmpty() && location.isEmpty()) {
            result.put("location", CwlLocation.of(place.outdir().resolve(path).normalize()));
        } else if (!location.isEmpty() && !location.startsWith("file://")) {
            CwlLocation.path(location, place.outdir()).ifPresent(at -> result.put("location", CwlLocation.of(at)));
        }
        result.remove(List.of("path", "dirname"));
        return result;
    }
}
