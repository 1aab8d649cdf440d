package io.banyan.rpc.store;

import io.banyan.planner.TimeWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * The foundation of a journal, on which its decisions were made. It is written once, before the first of them, with the
 * bytes of the graph's files, so that a later start needs nothing else. The files have the check values of their
 * compression; the few values besides have none.
 */
public final class Foundations {
    private static final String SEPARATOR = ",";
    /** The name of the one file, or of the directory of several. */
    private static final String GRAPH = "graph";

    private final Database database;

    Foundations(Database database) {
        this.database = database;
    }

    /** Whether there is one. */
    public boolean exists() throws IOException {
        return database.read(() -> {
            try (ResultSet row =
                    database.prepared("SELECT count(*) FROM foundation").executeQuery()) {
                return row.next() && row.getInt(1) > 0;
            }
        });
    }

    /**
     * Lays it, whole or not at all. O(bytes of the files).
     *
     * @throws IOException with one sentence, if a file cannot be read, or it cannot be kept
     */
    public void lay(Foundation foundation) throws IOException {
        Map<String, byte[]> packed = new TreeMap<>();
        for (Path one : files(foundation.graph())) {
            packed.put(name(foundation.graph(), one), compressed(one));
        }
        database.keep(() -> keep(foundation, packed));
    }

    private void keep(Foundation foundation, Map<String, byte[]> packed) throws SQLException {
        PreparedStatement files = database.prepared("INSERT INTO graph_file (name, compressed) VALUES (?, ?)");
        for (Map.Entry<String, byte[]> one : packed.entrySet()) {
            files.setString(1, one.getKey());
            files.setBytes(2, one.getValue());
            database.add(files);
        }
        database.flush(files);
        PreparedStatement only = database.prepared(
                "INSERT INTO foundation (\"only\", start_sec, end_sec, format, allowlist) VALUES (1, ?, ?, ?, ?)");
        only.setLong(1, foundation.horizon().startSec());
        only.setLong(2, foundation.horizon().endSec());
        only.setString(3, foundation.format().orElse(null));
        only.setString(4, String.join(SEPARATOR, foundation.allowlist()));
        database.add(only);
        database.flush(only);
    }

    /**
     * The foundation, its graph written below a directory.
     *
     * @throws IOException with one sentence, if there is none, or it cannot be read or written
     */
    public Foundation restore(Path directory) throws IOException {
        Path graph = directory.resolve(GRAPH);
        Files.createDirectories(directory);
        return database.read(() -> {
            try (ResultSet rows =
                    database.prepared("SELECT name, compressed FROM graph_file").executeQuery()) {
                while (rows.next()) {
                    Files.write(target(directory, graph, rows.getString(1)), unpacked(rows.getBytes(2)));
                }
            }
            return found(graph);
        });
    }

    private Path target(Path directory, Path graph, String name) throws IOException {
        Path target = directory.resolve(name).normalize();
        if (!target.startsWith(graph)) {
            throw new IOException("The journal " + database.name() + " is damaged: it names a file " + target + "."
                    + database.advice());
        }
        if (!target.equals(graph)) {
            Files.createDirectories(graph);
        }
        return target;
    }

    /**
     * The foundation without its graph's files.
     *
     * @param graph where those are
     * @throws IOException with one sentence, if there is none, or it cannot be read
     */
    public Foundation read(Path graph) throws IOException {
        return database.read(() -> found(graph));
    }

    private Foundation found(Path graph) throws SQLException, IOException {
        try (ResultSet row = database.prepared("SELECT start_sec, end_sec, format, allowlist FROM foundation")
                .executeQuery()) {
            if (!row.next()) {
                throw new IOException("The journal " + database.name() + " has no foundation." + database.advice());
            }
            String allowlist = row.getString(4);
            return new Foundation(
                    new TimeWindow(row.getLong(1), row.getLong(2)),
                    graph,
                    Optional.ofNullable(row.getString(3)),
                    allowlist.isEmpty() ? List.of() : List.of(allowlist.split(SEPARATOR, -1)));
        }
    }

    /** Whether the files of a graph are those that are kept here, byte by byte. O(their bytes). */
    public boolean holds(Path graph) throws IOException {
        List<Path> given = files(graph);
        return database.read(() -> {
            PreparedStatement one = database.prepared(
                    "SELECT compressed, (SELECT count(*) FROM graph_file) FROM graph_file WHERE name = ?");
            for (Path each : given) {
                one.setString(1, name(graph, each));
                try (ResultSet row = one.executeQuery()) {
                    if (!row.next()
                            || row.getInt(2) != given.size()
                            || !Arrays.equals(unpacked(row.getBytes(1)), Files.readAllBytes(each))) {
                        return false;
                    }
                }
            }
            return !given.isEmpty();
        });
    }

    private static List<Path> files(Path graph) throws IOException {
        if (!Files.isDirectory(graph)) {
            return List.of(graph);
        }
        try (Stream<Path> list = Files.list(graph)) {
            return list.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** The name of a graph file. A single file has no name; of several, the name says whose topology it is. */
    private static String name(Path graph, Path one) {
        return one.equals(graph) ? GRAPH : GRAPH + "/" + one.getFileName();
    }

    private static byte[] compressed(Path one) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var packing = new GZIPOutputStream(bytes)) {
            Files.copy(one, packing);
        }
        return bytes.toByteArray();
    }

    private byte[] unpacked(byte[] compressed) throws IOException {
        try (var packed = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return packed.readAllBytes();
        } catch (ZipException | EOFException e) {
            throw new IOException(
                    "The journal " + database.name() + " is damaged: a file of its foundation cannot be unpacked ("
                            + e.getMessage() + ")." + database.advice(),
                    e);
        }
    }
}
