package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildPlacesTest {
    private static final JobId JOB = new JobId(7);

    @TempDir
    private Path directory;

    @Test
    void ofAChildThatIsOverNothingIsKept() throws Exception {
        var own = new StateDirectory(directory);
        Files.createDirectory(own.children());
        var places = new ChildPlaces(own, ChildPlaces.Notes.NONE);
        var there = new ChildPlaces.Place("node7", new StateDirectory(directory.resolve("there")), List.of("fence"));
        places.start(JOB, Optional.of(there), "a digest");
        assertThat(places.place(JOB)).isEqualTo(there);
        places.over(JOB);
        assertThat(places.noted()).isEmpty();
        assertThat(own.children()).isEmptyDirectory();
    }

    @Test
    void aChildWhoseFileIsDamagedIsSomewhere() throws Exception {
        var own = new StateDirectory(directory);
        Files.createDirectories(own.child(JOB).path());
        for (String damaged : List.of("", "{\"machine\": \"node7\"", "{}", "x".repeat(PlaceFile.MOST_BYTES + 1))) {
            Files.writeString(own.children().resolve(JOB + PlaceFile.SUFFIX), damaged);
            var places = new ChildPlaces(own, ChildPlaces.Notes.NONE);
            places.restore();
            assertThat(places.isHere(JOB)).isFalse();
            assertThat(places.place(JOB).fenceNow())
                    .hasValueSatisfying(vain -> assertThat(vain.why())
                            .isEqualTo(
                                    "parts of it may be left on another machine: no command can reach that machine"));
        }
    }
}
