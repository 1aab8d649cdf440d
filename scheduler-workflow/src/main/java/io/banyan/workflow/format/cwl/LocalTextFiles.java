package io.banyan.workflow.format.cwl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The text files of this machine inside one directory. Links that lead outside are refused, as are files that are not
 * regular files.
 *
 * @param root the directory
 */
public record LocalTextFiles(Path root) implements TextFiles {
    private static final long MAX_BYTES = 64L << 20;

    /** Returns all files of this machine. */
    public static LocalTextFiles everywhere() {
        return new LocalTextFiles(Path.of("/"));
    }

    @Override
    public String read(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException("there is no such file");
        }
        if (!path.toRealPath().startsWith(root.toRealPath())) {
            throw new IOException("the file is outside '" + root + "'");
        }
        if (!Files.isRegularFile(path)) {
            throw new IOException("it is not a regular file");
        }
        if (Files.size(path) > MAX_BYTES) {
            throw new IOException("it has more than " + (MAX_BYTES >> 20) + " MiB");
        }
        return Files.readString(path);
    }
}
