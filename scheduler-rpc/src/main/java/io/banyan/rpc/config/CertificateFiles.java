package io.banyan.rpc.config;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates in state directories: that of a daemon in its own directory, and that of the parent in the directory
 * of each child.
 */
public final class CertificateFiles {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateFiles.class);
    private static final Set<PosixFilePermission> PUBLIC = PosixFilePermissions.fromString("rw-r--r--");

    private CertificateFiles() {}

    /**
     * Writes the certificate by which the daemon is known, for clients and children on this machine, whole or not at
     * all. All users may read a certificate; the permissions of the directory prevent others from replacing it. A child
     * whose directory does not let it be written has the one before, or none.
     *
     * @throws IOException if the daemon's own cannot be written
     */
    public static void write(StateDirectory state, String certificate) throws IOException {
        write(certificate, state.path(), state.path(), state.certificate());
        for (StateDirectory child : state.childDirectories().values()) {
            try {
                writeParent(child, certificate);
            } catch (IOException e) {
                LOG.warn(
                        "The certificate of this daemon cannot be written for the child in {}: {}",
                        child.path(),
                        e.getMessage());
            }
        }
    }

    /**
     * Writes the certificate by which the parent is known.
     *
     * @param child the directory of one of the children
     * @throws IOException if it cannot be written
     */
    public static void writeParent(StateDirectory child, String certificate) throws IOException {
        // The directory can belong to another user, and its parent does not. So the file is created in the parent and
        // then given to that user.
        write(certificate, child.path(), child.path().resolveSibling("."), child.parentCertificate());
    }

    private static void write(String text, Path directory, Path workshop, Path file) throws IOException {
        Path fresh = workshop.resolve(".fresh" + UUID.randomUUID()).normalize();
        try {
            try (SeekableByteChannel channel = Files.newByteChannel(
                    fresh,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PUBLIC))) {
                channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            }
            int owner = ForeignFile.owner(directory);
            if (owner != ForeignFile.owner(fresh)) {
                Files.setAttribute(fresh, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
    }
}
