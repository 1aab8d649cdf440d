package io.banyan.rpc.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.WholeFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file beside a child's directory with the other machine on which it runs, and its fence command there. */
final class PlaceFile {
    /** Behind the number of the child's job. */
    static final String SUFFIX = ".host";

    static final int MOST_BYTES = 1 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Content(String machine, String directory, List<String> fence) {}

    private PlaceFile() {}

    /**
     * Writes the file, which is complete and on the disk when this returns. A daemon that does not find the file takes
     * the child for one of its own machine.
     */
    static void write(Path file, ChildPlaces.Place place) throws IOException {
        var content = new Content(place.machine(), place.directory().path().toString(), place.fence());
        WholeFile.write(file, JSON.writeValueAsBytes(content));
    }

    /** Reads a file; empty if it cannot be read or is not valid. */
    static Optional<ChildPlaces.Place> read(Path file) {
        try {
            return parse(ForeignFile.read(file, MOST_BYTES).text());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Parses the text of a file; empty if it is not valid. */
    static Optional<ChildPlaces.Place> parse(String text) {
        try {
            Content content = JSON.readValue(text, Content.class);
            return Optional.of(new ChildPlaces.Place(
                    content.machine(), new StateDirectory(Path.of(content.directory())), content.fence()));
        } catch (JsonProcessingException | NullPointerException | InvalidPathException e) {
            return Optional.empty();
        }
    }
}
