package io.banyan.rpc.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what somebody can put into a directory that is his. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForeignFilesTest {
    private static final int MOST = 64;

    @TempDir
    private Path directory;

    private Path foreign;

    @BeforeEach
    void make() throws IOException {
        foreign = Files.createDirectory(directory.resolve("foreign"));
    }

    private Path pipe(String name) throws Exception {
        Path pipe = foreign.resolve(name);
        Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", pipe.toString()).start();
        assertThat(mkfifo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return pipe;
    }

    @Test
    void aPlainFileIsRead() throws Exception {
        Path file = Files.writeString(foreign.resolve("f"), "one\ntwo\n");
        assertThat(ForeignFile.read(file, MOST).text()).isEqualTo("one\ntwo\n");
        assertThat(ForeignFile.read(file, MOST).written())
                .isEqualTo(Files.getLastModifiedTime(file).toInstant());
        assertThat(ForeignFile.tail(file, 0, 4)).isEqualTo("two\n");
        assertThatThrownBy(() -> ForeignFile.read(file, 7)).hasMessageContaining("longer than 7 bytes");
        try (ForeignDirectory open = ForeignDirectory.open(foreign)) {
            assertThat(open.read(Path.of("f"), MOST)).contains(ForeignFile.read(file, MOST));
            assertThat(open.read(Path.of("f"), 7)).isEmpty();
        }
    }

    @Test
    void nobodyWaitsForAPipe() throws Exception {
        Path pipe = pipe("p");
        assertThatThrownBy(() -> ForeignFile.read(pipe, MOST)).hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> ForeignFile.tail(pipe, 0, MOST)).hasMessageContaining("not a regular file");
        try (ForeignDirectory open = ForeignDirectory.open(foreign)) {
            assertThat(open.read(Path.of("p"), MOST)).isEmpty();
            assertThatThrownBy(() -> open.enter(Path.of("p"))).isInstanceOf(IOException.class);
        }
    }

    /** The pipe is opened as if it had come after the look at what it is. */
    @Test
    void aPipeThatComesLateIsOpenedWithoutWaitingAndHoldsNothing() throws Exception {
        Path pipe = pipe("p");
        try (var channel = Files.newByteChannel(pipe, ForeignFile.OPENING)) {
            assertThat(ForeignFile.text(pipe, channel, MOST)).isEmpty();
        }
    }

    @Test
    void noLinkIsFollowed() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("precious"), "secret");
        Path file = Files.createSymbolicLink(foreign.resolve("f"), precious);
        Path endless = Files.createSymbolicLink(foreign.resolve("e"), Path.of("/dev/zero"));
        Files.createSymbolicLink(foreign.resolve("d"), elsewhere);
        assertThatThrownBy(() -> ForeignFile.read(file, MOST)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ForeignFile.tail(endless, 0, MOST)).isInstanceOf(IOException.class);
        try (ForeignDirectory open = ForeignDirectory.open(foreign)) {
            assertThat(open.read(Path.of("f"), MOST)).isEmpty();
            assertThatThrownBy(() -> open.enter(Path.of("d"))).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> ForeignDirectory.open(foreign.resolve("d"))).isInstanceOf(IOException.class);
    }

    @Test
    void aDirectoryThatIsOpenStaysTheOneThatItWas() throws Exception {
        Files.writeString(foreign.resolve("f"), "mine");
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("f"), "secret");
        try (ForeignDirectory open = ForeignDirectory.open(foreign)) {
            Files.move(foreign, directory.resolve("moved"));
            Files.createSymbolicLink(foreign, elsewhere);
            assertThat(open.read(Path.of("f"), MOST).orElseThrow().text()).isEqualTo("mine");
        }
    }

    @Test
    void aTreeIsDeletedToItsDepthsAndNothingElsewhere() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("precious"), "do not lose");
        Path deep = foreign;
        for (int depth = 0; depth < 200; depth++) {
            deep = Files.createDirectory(deep.resolve("d"));
            Files.createSymbolicLink(deep.resolve("l"), elsewhere);
            Files.createFile(deep.resolve("f"));
        }
        pipe("p");
        ForeignTree.delete(foreign, 10_000);
        assertThat(foreign).doesNotExist();
        assertThat(precious).hasContent("do not lose");
    }

    @Test
    void moreThanIsAllowedIsNotDeleted() throws Exception {
        for (int i = 0; i < 5; i++) {
            Files.createFile(foreign.resolve("f" + i));
        }
        assertThatThrownBy(() -> ForeignTree.delete(foreign, 3)).hasMessageContaining("too many files");
        ForeignTree.delete(foreign, 3);
        assertThat(foreign).doesNotExist();
    }

    /** Somebody who changes a directory into a link to another one, again and again, while all is deleted. */
    @Test
    void nothingElsewhereIsDeletedWhileDirectoriesBecomeLinks() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("x"), "do not lose");
        for (int round = 0; round < 30; round++) {
            Path top = Files.createDirectory(directory.resolve("top" + round));
            Path one = Files.createDirectories(top.resolve("a"));
            Files.createFile(one.resolve("x"));
            Path link = Files.createSymbolicLink(directory.resolve("link" + round), elsewhere);
            Path aside = directory.resolve("aside" + round);
            Thread changing = Thread.ofPlatform().start(() -> {
                try {
                    Files.move(one, aside);
                    Files.move(link, one);
                } catch (IOException tooLate) {
                    // It is deleted already.
                }
            });
            try {
                ForeignTree.delete(top, 100);
            } catch (IOException changed) {
                // Then something of it is left.
            }
            changing.join();
            assertThat(precious).hasContent("do not lose");
        }
    }
}
