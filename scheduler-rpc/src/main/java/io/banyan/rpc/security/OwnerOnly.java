package io.banyan.rpc.security;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that nobody but their owner can read. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> ALLOWED = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnerOnly() {}

    /**
     * Checks that a file is one.
     *
     * @param what it is called, such as {@code token file}
     * @throws IOException with one sentence, if others can use it
     */
    public static void require(Path file, String what) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (!ALLOWED.containsAll(permissions)) {
            throw new FileSystemException("The " + what + " " + file + " can be used by others than its owner ("
                    + PosixFilePermissions.toString(permissions) + ").\nMaybe: chmod 600 " + file);
        }
    }

    /** Writes a file that nobody else can read at any moment; what was there is replaced whole. */
    public static void write(Path file, String text) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(directory, ".fresh", "", PosixFilePermissions.asFileAttribute(ONLY));
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
