package io.banyan.rpc.process;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ForeignTree;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child that runs as another user than its parent, which is root. The files of its state directory belong to that
 * user from before the start of the process, and are never followed, read or ended afterwards with root's trust.
 */
public final class UserProcess {
    private static final Logger LOG = LoggerFactory.getLogger(UserProcess.class);
    /** The variables of the daemon's environment that a user's process may see. */
    private static final Set<String> PASSED_ON =
            Set.of("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "BANYAN_JAVA_OPTS", "BANYAN_LAUNCHER");

    private static final List<Path> SETPRIV = List.of(Path.of("/usr/bin/setpriv"), Path.of("/bin/setpriv"));
    private static final Set<PosixFilePermission> ENTERED = PosixFilePermissions.fromString("rwx--x--x");
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rw-------");
    /** All permissions of users other than the owner. */
    private static final int OTHERS = 077;

    private static final long PATIENCE_SECONDS = 10;
    /** Files and directories of an earlier job. */
    private static final long MOST_DELETED = 2_000_000;

    private UserProcess() {}

    /**
     * Returns the words that run a command as a user, with its output appended to a file that is opened as the user.
     */
    public static List<String> words(OsUser user, Path output, List<String> command) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", "out=$1; shift; exec \"$@\" >>\"$out\" 2>&1", "sh", output.toString()));
        words.addAll(command);
        return words(user, words);
    }

    /** The words that run a command as a user, with the user's groups and no others. */
    public static List<String> words(OsUser user, List<String> command) throws IOException {
        Path setpriv = setpriv()
                .orElseThrow(
                        () -> new IOException("setpriv is not installed on this machine, so no process can run as '"
                                + user.name() + "'.\nMaybe: install util-linux."));
        List<String> words = new ArrayList<>(
                List.of(setpriv.toString(), "--reuid=" + user.uid(), "--regid=" + user.gid(), "--init-groups", "--"));
        words.addAll(command);
        return words;
    }

    /** The command in the login environment of the user, without variables of the daemon. */
    public static List<String> wordsAtHome(OsUser user, List<String> command) throws IOException {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        clear(environment, user);
        List<String> words = new ArrayList<>(List.of("/usr/bin/env", "-i"));
        environment.forEach((key, value) -> words.add(key + "=" + value));
        words.addAll(command);
        return words(user, words);
    }

    /** The program that makes a process another user's; empty where this machine has none. */
    public static Optional<Path> setpriv() {
        return SETPRIV.stream().filter(Files::isExecutable).findFirst();
    }

    /** Reduces an environment to the variables that a user's process may see, and adds those that identify the user. */
    public static void clear(Map<String, String> environment, OsUser user) {
        environment.keySet().retainAll(PASSED_ON);
        environment.putAll(user.entry().identity());
    }

    /**
     * Deletes the directory of an earlier job with the same id, including links. It may belong to another user, who may
     * change it meanwhile. It is moved away first, so that files that cannot be deleted do not block the new job.
     *
     * @throws IOException if it cannot be moved out of the way
     */
    public static void deleteAll(StateDirectory directory) throws IOException {
        if (Files.exists(directory.path(), LinkOption.NOFOLLOW_LINKS)) {
            Path gone = directory.path().resolveSibling("gone-" + UUID.randomUUID());
            Files.move(directory.path(), gone, StandardCopyOption.ATOMIC_MOVE);
            try {
                ForeignTree.delete(gone, MOST_DELETED);
            } catch (IOException e) {
                LOG.warn("The files of an earlier job in {} cannot be deleted: {}", gone, e.getMessage());
            }
        }
    }

    /**
     * Whether the files of a child's directory can be another user's, because they are or because the directory was.
     */
    public static boolean isOfAnother(StateDirectory directory) throws IOException {
        return directory.exists() && ForeignFile.owner(directory.path()) != ThisUser.uid();
    }

    /**
     * Gives a child's directory to its user, and lets the user come as far as that.
     *
     * @throws IOException with one sentence, if the user cannot
     */
    public static void handOver(StateDirectory own, StateDirectory directory, OsUser user) throws IOException {
        handOver(own, directory.path(), user);
    }

    /** Gives a directory inside one of the daemon's own to the user. */
    public static void handOver(StateDirectory own, Path directory, OsUser user) throws IOException {
        requireUmask();
        hideFiles(own.path());
        Files.setPosixFilePermissions(own.path(), ENTERED);
        Files.setPosixFilePermissions(directory.resolveSibling("."), ENTERED);
        give(directory, user);
        requireReachable(directory, user);
    }

    /**
     * Includes its contents if it still belongs to the daemon: another user's directory may contain hard links to files
     * of others.
     */
    static void give(Path directory, OsUser user) throws IOException {
        if (ForeignFile.owner(directory) == ThisUser.uid()) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    user.own(file);
                }
            }
        }
        user.own(directory);
    }

    /**
     * Others can enter the daemon's directory from now on, so that no file in it may be open to them: also none that is
     * yet to be made.
     */
    private static void requireUmask() throws IOException {
        OptionalInt umask = Umask.ofThisProcess();
        if (umask.isEmpty() || (umask.getAsInt() & OTHERS) != OTHERS) {
            String found = umask.isPresent() ? String.format("%04o", umask.getAsInt()) : "unknown";
            throw new IOException(
                    "The daemon's umask is " + found
                            + ", so other users could read its files.\nMaybe: start it with the script 'banyan', or with umask 077.");
        }
    }

    private static void hideFiles(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setPosixFilePermissions(file, OWNERS);
                }
            }
        }
    }

    private static void requireReachable(Path directory, OsUser user) throws IOException {
        var builder = new ProcessBuilder(words(user, List.of("test", "-w", directory.toString())));
        clear(builder.environment(), user);
        Process test = builder.start();
        try {
            if (!test.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("Whether the user '" + user.name() + "' can reach the directory " + directory
                        + " could not be determined in " + PATIENCE_SECONDS + " seconds.");
            }
            if (test.exitValue() != 0) {
                throw new IOException(
                        "The user '" + user.name() + "' cannot reach the directory " + directory
                                + ".\nMaybe: start the daemon with a --state that all users can reach, such as /var/lib/banyan.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The check of the directory " + directory + " was interrupted.", e);
        } finally {
            test.destroyForcibly();
        }
    }
}
