package io.banyan.rpc.config;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The access checks of state directories: who owns one, who may write to it and who may look into it. */
final class StateAccess {
    private StateAccess() {}

    /**
     * Creates the directory with access for its owner only, unless it exists.
     *
     * @throws IOException with one sentence, if it cannot be made, or if others than its owner could write to it
     */
    static void create(Path path) throws IOException {
        try {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new IOException("The state directory " + path + " cannot be created: " + reason(e) + ".", e);
        }
        if (!Files.isWritable(path)) {
            throw denied(path, "write to", "choose another one with --state DIR.");
        }
        StateFiles.requireOurs(path);
        requireOwn(path);
    }

    private static String reason(IOException error) {
        return switch (error) {
            case FileAlreadyExistsException e -> "a file has that name";
            case AccessDeniedException e -> "permission denied";
            case NoSuchFileException e -> "no directory can be created at " + e.getFile();
            default -> FileTrouble.reason(error);
        };
    }

    private static void requireOwn(Path path) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("The state directory " + path + " is writable by users other than its owner ("
                    + PosixFilePermissions.toString(permissions)
                    + "), and its files give access to the daemon.\nMaybe: chmod 700 " + path);
        }
        if (!ThisUser.trusts(path)) {
            throw new IOException("The state directory " + path + " belongs to another user of this machine ("
                    + Files.getOwner(path).getName() + "), who could place a token there.\nMaybe: chown "
                    + System.getProperty("user.name") + " " + path);
        }
    }

    /**
     * Checks that this user may read the directory, if it exists.
     *
     * @param advice the remedy
     * @throws IOException with one sentence that names the remedy, if permission is denied
     */
    static void requireOpen(StateDirectory state, String advice) throws IOException {
        Path path = state.path();
        try {
            Files.readAttributes(state.address(), BasicFileAttributes.class);
        } catch (AccessDeniedException e) {
            throw denied(path, "read", advice);
        } catch (IOException noDaemonRuns) {
            if (Files.isDirectory(path) && !Files.isReadable(path)) {
                throw denied(path, "read", advice);
            }
        }
    }

    /** The failure for a directory that is another user's. */
    static IOException denied(Path path, String action, String advice) {
        String owner;
        try {
            owner = ", which belongs to '" + Files.getOwner(path).getName() + "'";
        } catch (IOException | UnsupportedOperationException hidden) {
            owner = "";
        }
        return new IOException(
                "Permission denied: cannot " + action + " the state directory " + path + owner + ".\nMaybe: " + advice);
    }
}
