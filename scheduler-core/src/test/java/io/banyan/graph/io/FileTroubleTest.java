package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.GraphException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTroubleTest {
    private static final Path FILE = Path.of("/x/token");

    @TempDir
    private Path directory;

    private static String said(IOException failure) {
        return FileTrouble.sentence("read the token file", FILE, failure);
    }

    @Test
    void saysWhatWasTriedAndWhyItFailed() {
        assertThat(said(new AccessDeniedException("/x/token")))
                .isEqualTo("Permission denied: cannot read the token file /x/token.");
        assertThat(said(new NoSuchFileException("/x/token")))
                .isEqualTo("No such file or directory: cannot read the token file /x/token.");
        assertThat(said(new FileSystemException("/x/token", null, "Input/output error")))
                .isEqualTo("Input/output error: cannot read the token file /x/token.");
        assertThat(said(new FileNotFoundException("/x/token (Permission denied)")))
                .isEqualTo("Permission denied: cannot read the token file /x/token.");
        assertThat(said(new MalformedInputException(1)))
                .isEqualTo("The content is not UTF-8 text: cannot read the token file /x/token.");
        assertThat(said(new IOException("Is a directory")))
                .isEqualTo("Is a directory: cannot read the token file /x/token.");
    }

    @Test
    void leavesASentenceAsItIs() {
        assertThat(said(new IOException("There is no token file /x/token.")))
                .isEqualTo("There is no token file /x/token.");
        assertThat(FileTrouble.sentence(new FileSystemException("It is open to others.\nMaybe: chmod 600 /x/token")))
                .isEqualTo("It is open to others.\nMaybe: chmod 600 /x/token");
    }

    @Test
    void neverSaysAPathAloneOrTheNameOfAnException() {
        assertThat(FileTrouble.sentence(new AccessDeniedException("/x/address")))
                .isEqualTo("Permission denied: /x/address.");
        assertThat(FileTrouble.sentence(new NoSuchFileException("/x/address")))
                .isEqualTo("No such file or directory: /x/address.");
        assertThat(FileTrouble.sentence(new IOException())).isEqualTo("Input or output failed.");
    }

    @Test
    void aGraphThatCannotBeReadIsNamedWithTheReason() throws IOException {
        Path loop = directory.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        assertThatThrownBy(() -> GraphFiles.load(loop))
                .isInstanceOf(GraphException.class)
                .hasMessageStartingWith("Too many levels of symbolic links")
                .hasMessageEndingWith("cannot read the graph " + loop + ".");
    }
}
