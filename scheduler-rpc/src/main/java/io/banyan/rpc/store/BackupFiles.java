package io.banyan.rpc.store;

import io.banyan.rpc.security.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files beside a journal that list the admitted callers: a backup keeps them in a table of its own, because a
 * daemon without them would refuse every caller but its owner. They hold digests of tokens and no secret. The daemon's
 * own token is not among them: the next daemon makes another.
 */
final class BackupFiles {
    private static final List<String> NAMES = List.of("tokens", "local-users");
    private static final long MAX_BYTES = 4L << 20;

    private BackupFiles() {}

    /** Whether a file of a state directory is one of them. */
    static boolean isOne(Path file) {
        return NAMES.contains(file.getFileName().toString());
    }

    /**
     * Puts those that are there into a copy.
     *
     * @param directory of the journal
     * @throws IOException with one sentence, if one of them cannot be used
     */
    static void put(Path directory, Path copy) throws IOException, SQLException {
        try (Connection connection = open(copy);
                var statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS kept_file (name TEXT PRIMARY KEY, content TEXT NOT NULL, sha256 TEXT NOT NULL)");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT OR REPLACE INTO kept_file VALUES (?, ?, ?)")) {
                for (String name : NAMES) {
                    Path file = directory.resolve(name);
                    if (Files.exists(file)) {
                        String content = read(file);
                        insert.setString(1, name);
                        insert.setString(2, content);
                        insert.setString(3, sha256(name, content));
                        insert.execute();
                    }
                }
            }
        }
    }

    private static String read(Path file) throws IOException {
        OwnerOnly.requireOwn(file, "file");
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("The file " + file + " is longer than " + MAX_BYTES + " bytes, and is not copied.");
        }
        return Files.readString(file);
    }

    /**
     * Writes those that are in a copy to a state directory, and takes them out of the copy, which is to be its journal.
     * A copy of an earlier version has none.
     *
     * @param shown the file that messages name
     * @throws IOException with one sentence, if one of them is damaged, or cannot be written
     */
    static void take(Path copy, Path shown, Path directory) throws IOException, SQLException {
        SortedMap<String, String> found = new TreeMap<>();
        try (Connection connection = open(copy);
                var statement = connection.createStatement()) {
            try (ResultSet tables =
                    statement.executeQuery("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'kept_file'")) {
                if (!tables.next()) {
                    return;
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT name, content, sha256 FROM kept_file")) {
                while (rows.next()) {
                    String name = rows.getString(1);
                    String content = rows.getString(2);
                    if (!NAMES.contains(name) || !sha256(name, content).equals(rows.getString(3))) {
                        throw new IOException("The backup " + shown + " is damaged: its copy of the file '" + name
                                + "' does not match its check value.");
                    }
                    found.put(name, content);
                }
            }
            statement.execute("DROP TABLE kept_file");
        }
        for (var file : found.entrySet()) {
            OwnerOnly.write(directory.resolve(file.getKey()), file.getValue());
        }
    }

    /** Removes the files of a failed restore. */
    static void remove(Path directory) throws IOException {
        for (String name : NAMES) {
            Files.deleteIfExists(directory.resolve(name));
        }
    }

    private static Connection open(Path copy) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + copy);
    }

    private static String sha256(String name, String content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return HexFormat.of().formatHex(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
