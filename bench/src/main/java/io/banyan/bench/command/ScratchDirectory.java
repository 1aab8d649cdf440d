package io.banyan.bench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for the files of one run, which goes with them when it is closed.
 *
 * @param path where it is
 */
public record ScratchDirectory(Path path) implements AutoCloseable {

    /** Makes one among the system's temporary files. */
    public static ScratchDirectory create(String purpose) throws IOException {
        return new ScratchDirectory(Files.createTempDirectory("banyan-" + purpose + "-"));
    }

    @Override
    public void close() throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(path)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
