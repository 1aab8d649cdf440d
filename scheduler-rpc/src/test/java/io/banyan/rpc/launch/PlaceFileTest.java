package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceFileTest {
    @TempDir
    private Path directory;

    /** Whoever reads it finds it whole: another file takes the place of the one before. */
    @Test
    void aPlaceIsWrittenWholeInThePlaceOfTheOneBefore() throws Exception {
        Path file = directory.resolve("7" + PlaceFile.SUFFIX);
        PlaceFile.write(file, place("node1"));
        Object first = Files.getAttribute(file, "unix:ino");
        Path kept = Files.createLink(directory.resolve("kept"), file);
        PlaceFile.write(file, place("node2"));
        assertThat(PlaceFile.read(file)).contains(place("node2"));
        assertThat(Files.getAttribute(file, "unix:ino")).isNotEqualTo(first);
        assertThat(PlaceFile.read(kept)).contains(place("node1"));
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    private ChildPlaces.Place place(String machine) {
        return new ChildPlaces.Place(machine, new StateDirectory(directory), List.of("it's", machine));
    }
}
