package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir
    Path directory;

    @Test
    void whatCannotBeWrittenIsNamedOnce() throws Exception {
        assertThatThrownBy(() -> OutputFile.write(directory, "text"))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(directory + ": is a directory, expected a file.");
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> OutputFile.make(file.resolve("below")))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(file.resolve("below") + ": Not a directory.");
        assertThatThrownBy(() -> OutputFile.make(file))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(file + ": the file already exists.");
    }
}
