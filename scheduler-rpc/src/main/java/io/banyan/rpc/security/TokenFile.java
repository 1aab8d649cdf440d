package io.banyan.rpc.security;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Keeps a token in a file that only its owner can read. */
public final class TokenFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> ALLOWED = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final long MAX_BYTES = 1024;

    private TokenFile() {}

    /** The token in a file, or a new one where there is no such file; that is written nowhere yet. */
    public static Token readOrMake(Path file) throws IOException {
        return Files.notExists(file) ? Token.random() : read(file);
    }

    /**
     * The token in a file.
     *
     * @throws IOException with one sentence, if it is missing, open to others than its owner, or holds something else
     */
    public static Token read(Path file) throws IOException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!ALLOWED.containsAll(permissions)) {
                throw new FileSystemException("The token file " + file + " can be used by others than its owner ("
                        + PosixFilePermissions.toString(permissions) + ").\nMaybe: chmod 600 " + file);
            }
            if (Files.size(file) > MAX_BYTES) {
                throw new FileSystemException("The token file " + file + " is too long to hold a token.");
            }
            return Token.of(Files.readString(file).strip());
        } catch (NoSuchFileException e) {
            throw new IOException("There is no token file " + file + ".", e);
        } catch (IllegalArgumentException e) {
            throw new IOException("The token file " + file + " holds no token: " + e.getMessage(), e);
        }
    }

    /** Writes a token to a file that nobody else can read at any moment; what was there is replaced whole. */
    public static void write(Path file, Token token) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(directory, ".token", "", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.writeString(fresh, token.secret() + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
