package io.banyan.cli.connect;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.security.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes into the user's client file which context is the current one. Everything else in the file stays as it is,
 * comments too.
 */
final class CurrentContext {
    private static final String LINE = "current\\s*:.*";
    private static final String BEGIN = "---";

    private CurrentContext() {}

    /**
     * Writes it.
     *
     * @param file which is made where it is not there
     * @throws CommandFailure where the file cannot be read or written
     */
    static void write(Path file, String name) {
        try {
            Path real = Files.exists(file) ? file.toRealPath() : file;
            List<String> lines = Files.exists(real) ? new ArrayList<>(Files.readAllLines(real)) : new ArrayList<>();
            set(lines, "current: " + name);
            makeDirectory(real);
            OwnerOnly.write(real, String.join("\n", lines) + "\n");
            requireWritten(real, name);
        } catch (IOException e) {
            throw CommandFailure.no(FileTrouble.sentence("write the client file", file, e));
        }
    }

    private static void makeDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && Files.notExists(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private static void set(List<String> lines, String line) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches(LINE)) {
                lines.set(i, line);
                return;
            }
        }
        lines.add(lines.indexOf(BEGIN) + 1, line);
    }

    private static void requireWritten(Path file, String name) {
        try {
            Optional<String> current = ClientFile.read(file).flatMap(ClientFile::current);
            if (!current.equals(Optional.of(name))) {
                throw CommandFailure.no(file + " was written, but 'current: " + name + "' is not read back from it.");
            }
        } catch (ConfigException e) {
            throw CommandFailure.no(e.sentences());
        }
    }
}
