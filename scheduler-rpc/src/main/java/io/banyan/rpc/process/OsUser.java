package io.banyan.rpc.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A user of this machine, as its user database has it.
 *
 * @param uid never 0
 * @param gid of the user's own group
 */
public record OsUser(String name, int uid, int gid, String home) {
    private static final int FIELDS = 7;
    private static final int NAME = 0;
    private static final int UID = 2;
    private static final int GID = 3;
    private static final int HOME = 5;
    private static final long PATIENCE_SECONDS = 10;
    private static final int LONGEST = 16 << 10;

    /** Nobody's processes run as root. */
    public OsUser {
        if (uid <= 0 || gid <= 0) {
            throw new IllegalArgumentException("'" + name
                    + "' is root or of root's group on this machine, and no job runs as root; name another user.");
        }
    }

    /**
     * The user of this name or number, whichever database knows it.
     *
     * @throws IOException with one sentence, if there is none, it is root, or the databases do not answer
     */
    public static OsUser find(String name) throws IOException {
        return find(name, List.of("getent", "passwd", name), PATIENCE_SECONDS);
    }

    public static OsUser find(String name, List<String> command, long patienceSeconds) throws IOException {
        Process getent = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            // What it says fits into the pipe, so that it ends before it is read; and one that says more does not.
            if (!getent.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
                throw new IOException("Whether there is a user '" + name + "' was not to be found out in "
                        + patienceSeconds + " seconds: the user database of this machine does not answer.");
            }
            if (getent.exitValue() != 0) {
                throw new IOException("There is no user '" + name
                        + "' on this machine: make one, or name another with banyan token add --user.");
            }
            byte[] line = getent.getInputStream().readNBytes(LONGEST);
            return parse(name, new String(line, StandardCharsets.UTF_8).strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The search for the user '" + name + "' was interrupted.", e);
        } finally {
            getent.destroyForcibly();
        }
    }

    /** Reads a line of {@code passwd(5)}. */
    public static OsUser parse(String name, String line) throws IOException {
        String[] fields = line.split(":", -1);
        try {
            if (fields.length != FIELDS) {
                throw new IOException("What this machine says of the user '" + name + "' cannot be understood.");
            }
            return new OsUser(fields[NAME], Integer.parseInt(fields[UID]), Integer.parseInt(fields[GID]), fields[HOME]);
        } catch (NumberFormatException e) {
            throw new IOException("What this machine says of the user '" + name + "' cannot be understood.", e);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Makes a file or directory this user's, and not what a symbolic link leads to. */
    public void own(Path file) throws IOException {
        Files.setAttribute(file, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    }
}
