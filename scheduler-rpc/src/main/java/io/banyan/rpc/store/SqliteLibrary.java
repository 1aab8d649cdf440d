package io.banyan.rpc.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite itself, which the driver unpacks from its archive. By default it does so among the system's temporary files
 * and removes the unpacked file only at a regular end of the process, so that each daemon that is killed would leave a
 * megabyte there. A library that is loaded needs its file no more.
 */
public final class SqliteLibrary {
    /** Where the driver unpacks it. */
    private static final String PLACE = "org.sqlite.tmpdir";

    private static boolean isLoaded;

    private SqliteLibrary() {}

    /**
     * Loads it, once in a process.
     *
     * @throws IOException if the library cannot be unpacked or loaded
     */
    public static synchronized void load() throws IOException {
        if (isLoaded) {
            return;
        }
        String usual = System.getProperty(PLACE, System.getProperty("java.io.tmpdir", "/tmp"));
        Path own = Files.createTempDirectory(Path.of(usual), "banyan-sqlite-");
        System.setProperty(PLACE, own.toString());
        try {
            SQLiteJDBCLoader.initialize();
            isLoaded = true;
        } catch (Exception e) {
            throw new IOException(
                    "SQLite, which keeps the journal, cannot be loaded from " + usual + ": " + e.getMessage()
                            + ".\nMaybe: BANYAN_JAVA_OPTS=-D" + PLACE
                            + "=DIR, with a directory from which programs can be run.",
                    e);
        } finally {
            System.setProperty(PLACE, usual);
            remove(own);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException | UncheckedIOException inUse) {
            // Not every system lets go of the file of a library; the driver removes it at the end.
        }
    }
}
