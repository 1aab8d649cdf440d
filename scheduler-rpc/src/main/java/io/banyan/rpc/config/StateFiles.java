package io.banyan.rpc.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** By which files a directory is known as one of ours, so that nobody's other directory becomes a state directory by a slip. */
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
            "holder",
            "journal.db",
            "journal.db-shm",
            "journal.db-wal",
            "journal.memory",
            "last-address",
            "lock",
            "machine.json",
            "output.log",
            "parent-certificate.pem",
            "pid",
            "restored.db",
            "stderr",
            "stdout",
            "token",
            "tokens",
            "tokens.lock");

    /** What a file system has at its top, or a storage server shows. */
    private static final Set<String> NOBODYS = Set.of("lost+found", ".snapshot");

    private StateFiles() {}

    /**
     * Checks that a directory is empty, or has something of ours in it. O(files).
     *
     * @throws IOException with one sentence, if it cannot be listed or is somebody else's
     */
    static void requireOurs(Path directory) throws IOException {
        Set<String> names;
        try (Stream<Path> files = Files.list(directory)) {
            names = files.map(file -> file.getFileName().toString())
                    .filter(name -> !NOBODYS.contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        if (!names.isEmpty() && names.stream().noneMatch(OURS::contains)) {
            throw new IOException("The directory " + directory + " has files in it ('"
                    + names.iterator().next()
                    + "') and none of a daemon, and is not taken as a state directory.\nMaybe: name an empty one, or one"
                    + " that is not there yet, in --state.");
        }
    }
}
