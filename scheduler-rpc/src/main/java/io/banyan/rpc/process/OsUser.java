package io.banyan.rpc.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * A user of this machine that can own processes of jobs: any user but root.
 *
 * @param entry the entry in the user database; its uid and gid are never 0
 */
public record OsUser(UserEntry entry) {
    /** No job's processes run as root. */
    public OsUser {
        if (entry.uid() <= 0 || entry.gid() <= 0) {
            throw new IllegalArgumentException(
                    "'" + entry.name()
                            + "' is root or in the group of root on this machine, and no job runs as root; specify another user.");
        }
    }

    /**
     * The user of this name or number, whichever database knows it.
     *
     * @throws IOException with one sentence, if there is none, it is root, or the databases do not answer
     */
    public static OsUser find(String name) throws IOException {
        return of(UserEntry.find(name));
    }

    /** Finds a user by a command that prints a line of {@code passwd(5)}, and waits for it so long at most. */
    public static OsUser find(String name, List<String> command, long patienceSeconds) throws IOException {
        return of(UserEntry.find(name, command, patienceSeconds));
    }

    /** Reads a line of {@code passwd(5)}. */
    public static OsUser parse(String name, String line) throws IOException {
        return of(UserEntry.parse(name, line));
    }

    private static OsUser of(UserEntry entry) throws IOException {
        try {
            return new OsUser(entry);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    public String name() {
        return entry.name();
    }

    public int uid() {
        return entry.uid();
    }

    public int gid() {
        return entry.gid();
    }

    /** Makes this user the owner of a file or directory, without following a symbolic link. */
    public void own(Path file) throws IOException {
        Files.setAttribute(file, "unix:gid", gid(), LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:uid", uid(), LinkOption.NOFOLLOW_LINKS);
    }
}
