package io.banyan.rpc.store;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.files.DiskFull;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
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
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.sqlite.SQLiteErrorCode;

/**
 * Copies of the journal in a state directory, made while a daemon writes it or not, and read back only if every check
 * value in them is right.
 */
public final class JournalBackup {
    private static final long WAIT_MILLIS = 10_000;
    /** The files that SQLite has beside a database that is open, or was when its process was killed. */
    private static final List<String> LOG = List.of("-wal", "-shm");
    /** The lowest byte of an error of SQLite is its kind. */
    private static final int KIND = 0xff;
    /** The name of a restored journal until it has been checked. */
    private static final String RESTORED = "restored.db";

    private JournalBackup() {}

    /**
     * Writes a copy as of one moment, with the named tokens of the state directory, which only its owner can read. It
     * has another name beside its own until it was read back and is on the disk, so that whatever has the name is
     * whole. O(length).
     *
     * @param journal the database of a state directory
     * @param target a file that is not there yet
     * @return how many transactions it has
     * @throws IOException with one sentence, if it cannot be made, or if the journal is damaged or has nothing in it;
     *     the file is not there then
     */
    public static long write(Path journal, Path target) throws IOException {
        FileTrouble.requirePermitted("read the journal", journal);
        if (!Files.isRegularFile(journal)) {
            throw new IOException("There is no journal " + journal
                    + " to copy.\nMaybe: use pg_dump for a journal on a PostgreSQL server.");
        }
        SqliteLibrary.load();
        requireFree(target);
        Path fresh = target.resolveSibling(target.getFileName() + ".unfinished-" + UUID.randomUUID());
        create(fresh, target);
        try {
            vacuum(journal, fresh, target);
            keep(journal, fresh, target);
            long transactions = verified(fresh, target, journal);
            sync(fresh);
            requireFree(target);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            sync(target);
            return transactions;
        } catch (IOException e) {
            remove(fresh);
            throw DiskFull.named(e, target);
        }
    }

    /**
     * Puts a copy in the place of a journal that is not there, and the tokens in it beside that. The {@linkplain
     * #isUnfinished remains} of an interrupted restore are removed.
     *
     * @return how many transactions it has
     * @throws IOException with one sentence, if the copy is damaged, is none or has nothing in it, or cannot be
     *     written, or another journal has left
     *     its log; nothing is there then
     */
    public static long restore(Path backup, Path journal) throws IOException {
        FileTrouble.requirePermitted("read the backup", backup);
        if (!Files.isRegularFile(backup)) {
            throw new IOException("There is no backup " + backup + ".");
        }
        requireNoLog(journal);
        SqliteLibrary.load();
        Path fresh = journal.resolveSibling(RESTORED);
        remove(fresh);
        create(fresh, journal);
        try {
            Files.copy(backup, fresh, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            long transactions = verified(fresh, backup, backup);
            giveBack(fresh, backup, journal);
            sync(fresh);
            Files.move(fresh, journal, StandardCopyOption.ATOMIC_MOVE);
            sync(journal);
            return transactions;
        } catch (IOException e) {
            BackupFiles.remove(directory(journal));
            remove(fresh);
            throw DiskFull.named(e, journal);
        }
    }

    /** Refuses a directory with a write-ahead log, whose content would be taken for the end of the new journal. */
    private static void requireNoLog(Path journal) throws IOException {
        for (String suffix : LOG) {
            Path log = beside(journal, suffix);
            if (Files.exists(log)) {
                throw new IOException(
                        "There is a file " + log
                                + " of another journal, which would be read as part of the restored journal.\nMaybe: move it away, with the journal that it belongs to.");
            }
        }
    }

    private static Path beside(Path journal, String suffix) {
        return journal.resolveSibling(journal.getFileName() + suffix);
    }

    /** Whether a file of a state directory is left of a restore that was ended in the middle. */
    public static boolean isUnfinished(Path file) {
        return Stream.concat(Stream.of(""), LOG.stream())
                        .anyMatch(part -> file.getFileName().toString().equals(RESTORED + part))
                || (BackupFiles.isOne(file) && Files.exists(file.resolveSibling(RESTORED)));
    }

    private static void requireFree(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("There is a file " + file + " already; it is not overwritten.");
        }
    }

    private static void create(Path file, Path target) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (NoSuchFileException e) {
            throw new IOException("There is no directory for " + target + ".", e);
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("write", target, e);
        } catch (IOException e) {
            throw DiskFull.named(e, target);
        }
    }

    private static void vacuum(Path journal, Path fresh, Path target) throws IOException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + journal)) {
            try (var statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + WAIT_MILLIS);
            }
            try (PreparedStatement into = connection.prepareStatement("VACUUM INTO ?")) {
                into.setString(1, fresh.toString());
                into.execute();
            }
        } catch (SQLException e) {
            // Only the written copy can find the disk full; the journal is only read.
            throw (e.getErrorCode() & KIND) == SQLiteErrorCode.SQLITE_FULL.code
                    ? new IOException(target + " cannot be written: the disk is full.", e)
                    : SqliteFile.failure(journal, e);
        }
    }

    private static void keep(Path journal, Path fresh, Path target) throws IOException {
        try {
            BackupFiles.put(directory(journal), fresh);
        } catch (SQLException e) {
            throw (e.getErrorCode() & KIND) == SQLiteErrorCode.SQLITE_FULL.code
                    ? new IOException(target + " cannot be written: the disk is full.", e)
                    : SqliteFile.failure(target, e);
        }
    }

    private static void giveBack(Path fresh, Path backup, Path journal) throws IOException {
        try {
            BackupFiles.take(fresh, backup, directory(journal));
        } catch (SQLException e) {
            throw SqliteFile.failure(backup, e);
        }
    }

    private static Path directory(Path journal) {
        return journal.toAbsolutePath().resolveSibling(".").normalize();
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

    /**
     * Reads all of it, as a daemon that starts would.
     *
     * @param shown the file that messages name
     * @param source the place of the copy, for the message about an empty one
     */
    private static long verified(Path file, Path shown, Path source) throws IOException {
        var count = new AtomicLong();
        try (SqlJournal journal = SqlJournal.open(file, shown)) {
            journal.replay(transaction -> count.incrementAndGet());
            if (count.get() == 0 && !journal.foundations().exists()) {
                throw new IOException(source + " contains nothing from which a daemon could continue.");
            }
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
