package io.banyan.rpc.config;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The files that identify a state directory, so that another directory does not become one by mistake. */
final class StateFiles {
    private static final Set<String> OURS = Set.of(
            "address",
            "audit.log",
            "banyan.log",
            "certificate.pem",
            "children",
            "command.json",
            "command.pid",
            "credential",
            "founded",
            "give-back.pid",
            "holder",
            "journal.db",
            "journal.db-shm",
            "journal.db-wal",
            "journal.memory",
            "last-address",
            "local-users",
            "lock",
            "machine.json",
            "output.log",
            "parent-certificate.pem",
            "pid",
            "purchases.json",
            "restored.db",
            "socket",
            "socket.lock",
            "stderr",
            "stdout",
            "token",
            "tokens",
            "tokens.lock");

    /** Names that a file system or a storage server adds to a directory. */
    private static final Set<String> NOBODYS = Set.of("lost+found", ".snapshot");

    private StateFiles() {}

    /**
     * Checks that a directory is empty, or contains a file of a daemon. O(files).
     *
     * @throws IOException with one sentence, if it cannot be listed, or if it is no state directory
     */
    static void requireOurs(Path directory) throws IOException {
        Optional<String> foreign = foreign(directory);
        if (foreign.isPresent()) {
            throw new IOException(
                    "The directory " + directory + " contains files ('"
                            + foreign.get()
                            + "') that are not a daemon's, and is not used as a state directory.\nMaybe: specify an empty or new directory in --state.");
        }
    }

    /**
     * The first file of a directory that is there for something else; empty where it has nothing in it, or something of
     * ours. O(files).
     *
     * @throws IOException if it cannot be listed
     */
    static Optional<String> foreign(Path directory) throws IOException {
        String first = "";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (OURS.contains(name)) {
                    return Optional.empty();
                }
                boolean isFirst = first.isEmpty() || name.compareTo(first) < 0;
                first = isFirst && !NOBODYS.contains(name) ? name : first;
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return Optional.of(first).filter(name -> !name.isEmpty());
    }
}
