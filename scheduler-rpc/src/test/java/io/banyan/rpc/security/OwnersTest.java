package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what root makes of the files of others. */
class OwnersTest {
    private static final int NOBODY = 65_534;

    @TempDir
    private Path directory;

    private Path own;
    private Path foreign;

    @BeforeEach
    void makeADirectoryOfAnotherUser() throws IOException {
        assumeTrue(ThisUser.isRoot(), "only root can give files away");
        own = directory.resolve("own");
        TokenFile.write(own, Token.random());
        foreign = Files.createDirectory(
                directory.resolve("foreign"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        give(foreign);
    }

    private static void give(Path file) throws IOException {
        Files.setAttribute(file, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void thisUserIsWhoseProcessItIs() throws IOException {
        assertThat(Files.getAttribute(own, "unix:uid")).isEqualTo(ThisUser.uid());
        assertThat(ThisUser.trusts(own)).isTrue();
        assertThat(ThisUser.trusts(foreign)).isFalse();
    }

    @Test
    void aTokenToWhichAnotherUserGaveANameIsNotSentToHim() throws IOException {
        Path token = foreign.resolve("token");
        Files.createSymbolicLink(token, own);
        assertThatIOException().isThrownBy(() -> TokenFile.readOf(foreign, token));
        Files.delete(token);
        Files.createLink(token, own);
        assertThatIOException().isThrownBy(() -> TokenFile.readOf(foreign, token));
        Files.delete(token);
        TokenFile.write(token, Token.random());
        assertThatIOException()
                .isThrownBy(() -> TokenFile.readOf(foreign, token))
                .withMessageContaining("does not belong to the owner of its directory");
        give(token);
        assertThat(TokenFile.readOf(foreign, token)).isNotNull();
    }

    @Test
    void whoCouldChangeWhoComesInHasToBeTheDaemonsUser() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> new StateDirectory(foreign).create())
                .withMessageContaining("belongs to another user of this machine")
                .withMessageContaining("Maybe: chown");
        Path table = directory.resolve("tokens");
        Files.writeString(table, "{\"version\": 1, \"tokens\": []}");
        Files.setPosixFilePermissions(table, PosixFilePermissions.fromString("rw-------"));
        give(table);
        assertThatIOException()
                .isThrownBy(() -> new TokenTable(table).read())
                .withMessageContaining("belongs to another user of this machine");
    }
}
