package io.banyan.workflow.format.cwl;

import java.io.IOException;
import java.nio.file.Path;

/** The files that a document refers to. */
@FunctionalInterface
public interface TextFiles {
    /**
     * Returns the text of a file.
     *
     * @throws IOException if there is no such file, or if it may not be read
     */
    String read(Path path) throws IOException;
}
