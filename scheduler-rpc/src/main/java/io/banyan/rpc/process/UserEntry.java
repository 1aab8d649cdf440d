package io.banyan.rpc.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of the user database of this machine, {@code passwd(5)}.
 *
 * @param home the home directory
 * @param shell the login shell
 */
public record UserEntry(String name, int uid, int gid, String home, String shell) {
    /** The search path of a process whose submitter sets none. */
    public static final String PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

    private static final Logger LOG = LoggerFactory.getLogger(UserEntry.class);
    private static final int FIELDS = 7;
    private static final int NAME = 0;
    private static final int UID = 2;
    private static final int GID = 3;
    private static final int HOME = 5;
    private static final int SHELL = 6;
    private static final String DEFAULT_SHELL = "/bin/sh";
    private static final long PATIENCE_SECONDS = 10;
    private static final int LONGEST = 16 << 10;

    /** A user without a login shell has the standard one, as passwd(5) says. */
    public UserEntry {
        shell = shell.isEmpty() ? DEFAULT_SHELL : shell;
    }

    /** The holder of the daemon's own entry, which does not change while it runs. */
    private static final class Own {
        static final UserEntry ENTRY = ownNow();

        private static UserEntry ownNow() {
            String name = System.getProperty("user.name", "");
            try {
                return find(name, List.of("getent", "passwd", name), PATIENCE_SECONDS);
            } catch (IOException e) {
                LOG.warn("The user database does not contain the user of this daemon: {}", e.getMessage());
                return new UserEntry(name, -1, -1, System.getProperty("user.home", "/"), DEFAULT_SHELL);
            }
        }
    }

    /** The entry of the user that runs this process. The first call can wait ten seconds. */
    public static UserEntry own() {
        return Own.ENTRY;
    }

    /**
     * Finds a user by name or number, in whichever database knows it.
     *
     * @throws IOException with one sentence, if there is no such user, or the databases do not answer
     */
    public static UserEntry find(String name) throws IOException {
        return find(name, List.of("getent", "passwd", name), PATIENCE_SECONDS);
    }

    static UserEntry find(String name, List<String> command, long patienceSeconds) throws IOException {
        Process getent = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            // Its output fits into the pipe, so that it ends before it is read; and one that says more does not.
            if (!getent.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
                throw new IOException("The user '" + name + "' could not be looked up within " + patienceSeconds
                        + " seconds: the user database of this machine does not answer.");
            }
            if (getent.exitValue() != 0) {
                throw new IOException("There is no user '" + name
                        + "' on this machine: create the user, or specify another one with banyan token add --user.");
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

    /**
     * Reads a line of {@code passwd(5)}.
     *
     * @throws IOException with one sentence, if it is none
     */
    static UserEntry parse(String name, String line) throws IOException {
        String[] fields = line.split(":", -1);
        try {
            if (fields.length != FIELDS) {
                throw new IOException("The user database entry of '" + name + "' cannot be parsed.");
            }
            return new UserEntry(
                    fields[NAME],
                    Integer.parseInt(fields[UID]),
                    Integer.parseInt(fields[GID]),
                    fields[HOME],
                    fields[SHELL]);
        } catch (NumberFormatException e) {
            throw new IOException("The user database entry of '" + name + "' cannot be parsed.", e);
        }
    }

    /** The variables with which a process of this user starts: nothing of the daemon's own environment. */
    public Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(identity());
        environment.put("PATH", PATH);
        return environment;
    }

    /** Returns the variables that identify the user. */
    public Map<String, String> identity() {
        return Map.of("HOME", home, "USER", name, "LOGNAME", name, "SHELL", shell);
    }
}
