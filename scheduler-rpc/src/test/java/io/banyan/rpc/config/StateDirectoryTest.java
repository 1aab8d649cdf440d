package io.banyan.rpc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.banyan.resource.JobId;
import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
    @TempDir
    private Path directory;

    private StateDirectory state;

    @BeforeEach
    void create() throws IOException {
        state = new StateDirectory(directory.resolve("state"));
        state.create();
    }

    private StateDirectory child(long job) throws IOException {
        StateDirectory child = state.child(new JobId(job));
        child.create();
        return child;
    }

    @Test
    void oneChildDoesNotKeepTheCertificateFromTheOthers() throws Exception {
        for (int job = 1; job <= 8; job++) {
            child(job);
        }
        Path precious = Files.writeString(directory.resolve("precious"), "do not lose");
        Files.createDirectories(child(2).parentCertificate().resolve("x"));
        Files.createDirectories(child(5).parentCertificate().resolve("x"));
        Files.createSymbolicLink(child(6).parentCertificate(), precious);
        CertificateFiles.write(state, "new");
        assertThat(state.certificate()).hasContent("new");
        for (int job : new int[] {1, 3, 4, 6, 7, 8}) {
            assertThat(child(job).parentCertificate()).hasContent("new");
        }
        assertThat(precious).hasContent("do not lose");
        assertThat(state.children().toFile().list())
                .as("nothing half made is left")
                .containsExactlyInAnyOrder("1", "2", "3", "4", "5", "6", "7", "8");
    }

    @Test
    void theAddressInTheDirectoryOfAnotherUserIsNoLink() throws Exception {
        assumeThat(ForeignFile.owner(directory))
                .as("root gives directories away")
                .isZero();
        Path secret = Files.writeString(directory.resolve("secret"), "127.0.0.1:7070\n");
        Files.createSymbolicLink(state.address(), secret);
        assertThat(AddressFile.read(state).port()).isEqualTo(7070);
        Files.setAttribute(state.path(), "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
        assertThatThrownBy(() -> AddressFile.read(state))
                .hasMessage("The file " + state.address() + " is not a regular file.");
        Files.delete(state.address());
        Files.writeString(state.address(), "127.0.0.1:7071\n");
        Files.setAttribute(state.address(), "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
        assertThat(AddressFile.read(state).port()).isEqualTo(7071);
        Files.writeString(state.address(), "x".repeat(2_000));
        assertThatThrownBy(() -> AddressFile.read(state))
                .hasMessage("The file " + state.address() + " is longer than 1024 bytes.");
    }

    @Test
    void whatAnAddressFileHoldsInsteadIsNotShown() throws Exception {
        Files.writeString(state.address(), "root:secret\n".repeat(1_000));
        assertThatThrownBy(() -> AddressFile.read(state))
                .hasMessage("The file " + state.address()
                        + " contains no address; expected HOST:PORT, such as 127.0.0.1:7070.");
    }

    /** Only there it cannot be replaced before it is given away. */
    @Test
    void whatAUserGetsIsMadeWhereTheUserCannotReachIt() throws Exception {
        StateDirectory child = child(1);
        int user = ForeignFile.owner(directory) == 0 ? 12_345 : ForeignFile.owner(directory);
        Files.setAttribute(child.path(), "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
        CertificateFiles.writeParent(child, "new");
        assertThat(ForeignFile.owner(child.parentCertificate())).isEqualTo(user);
        assertThat(ForeignFile.owner(state.children())).isEqualTo(ForeignFile.owner(directory));
    }
}
