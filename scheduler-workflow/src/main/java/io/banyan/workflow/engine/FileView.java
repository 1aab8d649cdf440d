package io.banyan.workflow.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The files that tasks read and write. */
public interface FileView {
    /** Returns whether there is a file or directory; links are followed. */
    boolean exists(Path path);

    /** Returns whether there is a directory; links are followed. */
    boolean isDirectory(Path path);

    /** Returns the entries of a directory, sorted by name. */
    List<Path> children(Path directory) throws IOException;

    /** Returns the path without links. */
    Path real(Path path) throws IOException;

    /** Returns the size of a file in bytes. */
    long size(Path file) throws IOException;

    /** Returns the text of a file of at most {@code bytes} bytes; fails for a longer one. */
    String text(Path file, long bytes) throws IOException;

    /** Returns the checksum of a file as CWL writes it: {@code sha1$} and 40 hexadecimal digits. */
    String checksum(Path file) throws IOException;
}
