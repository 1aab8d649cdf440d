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
                .hasMessage(directory + ": it is a directory, a file is expected.");
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> OutputFile.make(file.resolve("below")))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(file.resolve("below") + ": Not a directory.");
        assertThatThrownBy(() -> OutputFile.make(file))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(file + ": there is such a file already.");
    }
}
