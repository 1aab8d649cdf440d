package io.banyan.engine.fill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.workflow.fill.node.FillSecret;
import io.banyan.workflow.fill.node.ProcessRunner;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The files of the filler of a reservation. Only their owner may read them. */
public final class FillerFiles {
    /** The directory of all fillers, in that of the workflows. */
    private static final String ALL = "fillers";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;

    private FillerFiles(Path directory) {
        this.directory = directory;
    }

    /** Returns the directory of all fillers of a directory of workflows. */
    public static Path all(Path workflows) {
        return workflows.resolve(ALL);
    }

    /** Returns the files of a filler. */
    static FillerFiles of(Path all, String reservation) {
        return new FillerFiles(all.resolve(reservation));
    }

    /** Returns the files of a filler whose directory is known. */
    static FillerFiles in(Path directory) {
        return new FillerFiles(directory);
    }

    /** Returns the names of the reservations that have a filler, in order. */
    static List<String> names(Path all) throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(all)) {
            try (DirectoryStream<Path> each = Files.newDirectoryStream(all)) {
                each.forEach(one -> names.add(one.getFileName().toString()));
            }
        }
        names.removeIf(name -> name.startsWith("."));
        names.sort(Comparator.naturalOrder());
        return names;
    }

    /**
     * Copies the output of a task.
     *
     * @param workflows the directory of the workflows
     * @return whether there is one
     */
    public static boolean readOutput(Path workflows, FilledTask task, OutputStream to) throws IOException {
        Path outputs = of(all(workflows), task.reservation()).outputs();
        return Files.isDirectory(outputs) && ProcessRunner.readOutput(outputs, task.set(), task.task(), 1, to);
    }

    /** Removes the fillers of the reservations whose names begin with a prefix. */
    public static void remove(Path workflows, String prefix) throws IOException {
        for (String name : names(all(workflows))) {
            if (name.startsWith(prefix)) {
                try (Stream<Path> files = Files.walk(all(workflows).resolve(name))) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                } catch (UncheckedIOException e) {
                    throw e.getCause();
                }
            }
        }
    }

    /** Makes the files of a filler that has none. */
    void create(FillerPlace place) throws IOException {
        Path made = directory.resolveSibling("." + directory.getFileName() + ".new");
        if (!Files.isDirectory(made)) {
            Files.createDirectories(made.toAbsolutePath().getParent());
            Files.createDirectory(
                    made, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        if (!Files.exists(made.resolve("secret"))) {
            var unused = FillSecret.create(made.resolve("secret"));
        }
        Files.writeString(made.resolve("place"), JSON.writeValueAsString(place));
        Files.move(made, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    boolean exists() {
        return Files.isDirectory(directory);
    }

    Path directory() {
        return directory;
    }

    /** Returns the journal of the server. */
    Path journal() {
        return directory.resolve("journal");
    }

    /** Returns the directory with the outputs of tasks, a file and its index for each worker. */
    Path outputs() {
        return directory.resolve("outputs");
    }

    FillSecret secret() throws IOException {
        return FillSecret.read(directory.resolve("secret"));
    }

    FillerPlace place() throws IOException {
        try {
            return JSON.readValue(Files.readString(directory.resolve("place")), FillerPlace.class);
        } catch (JsonProcessingException e) {
            throw new IOException("'" + directory + "' has a damaged place", e);
        }
    }

    /** Returns whether the filler has ended for good. */
    boolean isOver() {
        return Files.exists(directory.resolve("over"));
    }

    /** Notes that the filler has ended for good. */
    void over() throws IOException {
        if (!isOver()) {
            Files.createFile(directory.resolve("over"));
        }
    }

    /** Returns the address of the server. */
    InetSocketAddress address() throws IOException {
        String text = Files.readString(address(directory)).strip();
        int colon = text.lastIndexOf(':');
        try {
            return new InetSocketAddress(
                    text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new IOException("'" + address(directory) + "' has no address of a server", e);
        }
    }

    /** Tells workers the address of the server. */
    void address(String host, int port) throws IOException {
        Path other = directory.resolve("address.new");
        Files.writeString(other, host + ":" + port + "\n");
        Files.move(other, address(directory), StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path address(Path directory) {
        return directory.resolve("address");
    }
}
