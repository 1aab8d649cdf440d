package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Copies of the journal in a state directory, made while a daemon writes it or not, and read back only if every check value in them is right. */
public final class JournalBackup {
    private static final long WAIT_MILLIS = 10_000;
    /** What SQLite has beside a database that is in use, or was when its process was killed. */
    private static final List<String> LOG = List.of("-wal", "-shm");

    private JournalBackup() {}

    /**
     * Writes a copy as of one moment, which only its owner can read. O(length).
     *
     * @param journal the database of a state directory
     * @param target a file that is not there yet
     * @return how many transactions it has
     * @throws IOException with one sentence, if it cannot be made, or if the journal is damaged; the file is not there then
     */
    public static long write(Path journal, Path target) throws IOException {
        if (!Files.isRegularFile(journal)) {
            throw new IOException("There is no journal " + journal + " to make a copy of.\n"
                    + "Maybe: a journal on a PostgreSQL server is copied by pg_dump.");
        }
        SqliteLibrary.load();
        create(target);
        try {
            vacuum(journal, target);
            long transactions = verified(target);
            sync(target);
            return transactions;
        } catch (IOException e) {
            remove(target);
            throw e;
        }
    }

    /**
     * Puts a copy in the place of a journal that is not there.
     *
     * @return how many transactions it has
     * @throws IOException with one sentence, if the copy is damaged or is none, or cannot be written, or another journal has left its log; nothing is
     *     there then
     */
    public static long restore(Path backup, Path journal) throws IOException {
        if (!Files.isRegularFile(backup)) {
            throw new IOException("There is no backup " + backup + ".");
        }
        requireNoLog(journal);
        SqliteLibrary.load();
        Path fresh = journal.resolveSibling("restored.db");
        create(fresh);
        try {
            Files.copy(backup, fresh, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            long transactions = verified(fresh);
            sync(fresh);
            Files.move(fresh, journal, StandardCopyOption.ATOMIC_MOVE);
            sync(journal);
            return transactions;
        } catch (IOException e) {
            remove(fresh);
            throw e;
        }
    }

    /** What is in it would be taken for the end of the journal that is put beside it. */
    private static void requireNoLog(Path journal) throws IOException {
        for (String suffix : LOG) {
            Path log = beside(journal, suffix);
            if (Files.exists(log)) {
                throw new IOException(
                        "There is a file " + log + " of another journal, which would be read as the end of the"
                                + " one that is restored.\nMaybe: move it away, with the journal that it belongs to.");
            }
        }
    }

    private static Path beside(Path journal, String suffix) {
        return journal.resolveSibling(journal.getFileName() + suffix);
    }

    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("There is a file " + file + " already, and it is not written over.", e);
        } catch (NoSuchFileException e) {
            throw new IOException("There is no directory for " + file + ".", e);
        }
    }

    private static void vacuum(Path journal, Path target) throws IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + journal)) {
            try (var statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + WAIT_MILLIS);
            }
            try (PreparedStatement into = connection.prepareStatement("VACUUM INTO ?")) {
                into.setString(1, target.toString());
                into.execute();
            }
        } catch (SQLException e) {
            throw new IOException("The journal " + journal + " cannot be copied: " + e.getMessage() + ".", e);
        }
    }

    /** The file is on the disk, and so is its name. */
    private static void sync(Path file) throws IOException {
        force(file, StandardOpenOption.WRITE);
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            force(directory, StandardOpenOption.READ);
        }
    }

    private static void force(Path file, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, how)) {
            channel.force(true);
        }
    }

    /** Reads all of it, as a daemon that starts would. */
    private static long verified(Path file) throws IOException {
        var count = new AtomicLong();
        try (SqlJournal journal = SqlJournal.open(file)) {
            journal.replay(transaction -> count.incrementAndGet());
        }
        return count.get();
    }

    private static void remove(Path file) throws IOException {
        for (String suffix : LOG) {
            Files.deleteIfExists(beside(file, suffix));
        }
        Files.deleteIfExists(file);
    }
}
