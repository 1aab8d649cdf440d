package io.banyan.rpc.security;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that only their owner can read. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> ALLOWED = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnly() {}

    /**
     * Checks that a file is one.
     *
     * @param what its kind, such as {@code token file}
     * @param options how a link is taken
     * @throws IOException with one sentence, if others can use it
     */
    public static void require(Path file, String what, LinkOption... options) throws IOException {
        if (Files.isDirectory(file, options)) {
            throw new FileSystemException("The " + what + " " + file + " is a directory; expected a file.");
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file, options);
        if (!ALLOWED.containsAll(permissions)) {
            throw new FileSystemException("The " + what + " " + file + " is accessible to users other than its owner ("
                    + PosixFilePermissions.toString(permissions) + ").\nMaybe: chmod 600 " + file);
        }
    }

    /**
     * Checks that a file is one, and this user's or root's: another owner could give others access.
     *
     * @param what its kind
     * @throws IOException with one sentence, if others can access it, or if it belongs to another user
     */
    public static void requireOwn(Path file, String what) throws IOException {
        require(file, what);
        if (!ThisUser.trusts(file.toRealPath())) {
            throw new FileSystemException("The " + what + " " + file + " belongs to another user of this machine ("
                    + Files.getOwner(file).getName() + ").\nMaybe: chown " + System.getProperty("user.name") + " "
                    + file);
        }
    }

    /**
     * Writes a file that no other user can read at any moment; an existing file is replaced whole, or left if that
     * fails.
     *
     * @throws IOException with one sentence that names the file, if the disk is full or the directory is not writable
     */
    public static void write(Path file, String text) throws IOException {
        write(file, fresh -> Files.writeString(fresh, text));
    }

    /** The content of a new file. */
    interface Content {
        void write(Path fresh) throws IOException;
    }

    static void write(Path file, Content content) throws IOException {
        try {
            Path fresh = fresh(file);
            try {
                content.write(fresh);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (IOException e) {
            throw DiskFull.named(e, file);
        }
    }

    private static Path fresh(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new FileSystemException(
                    "The file " + file + " cannot be written: there is no directory " + directory + ".");
        }
        try {
            return Files.createTempFile(directory, ".fresh", "", PosixFilePermissions.asFileAttribute(ONLY));
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("write", file, e);
        }
    }
}
