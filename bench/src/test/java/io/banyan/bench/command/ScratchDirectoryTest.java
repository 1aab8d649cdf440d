package io.banyan.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ScratchDirectoryTest {

    @Test
    void takesWithItWhatWasPutIn() throws IOException {
        Path path;
        try (var scratch = ScratchDirectory.create("test")) {
            path = scratch.path();
            Files.createDirectory(path.resolve("sub"));
            Files.writeString(path.resolve("sub").resolve("file"), "text");
        }
        assertThat(path).doesNotExist();
    }
}
