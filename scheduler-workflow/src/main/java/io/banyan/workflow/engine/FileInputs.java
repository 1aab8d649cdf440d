package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.workflow.format.cwl.CwlFileValues;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The files and directories of this machine that an input object names. */
public final class FileInputs {
    private FileInputs() {}

    /** Returns their paths, also of those in lists and in structures. O(values). */
    public static Stream<Path> of(JsonNode value) {
        Stream<Path> own = CwlFileValues.isFile(value) || CwlFileValues.isDirectory(value)
                ? FileObjects.path(value).stream()
                : Stream.empty();
        Stream<Path> inside = StreamSupport.stream(value.spliterator(), false).flatMap(FileInputs::of);
        return Stream.concat(own, inside);
    }
}
