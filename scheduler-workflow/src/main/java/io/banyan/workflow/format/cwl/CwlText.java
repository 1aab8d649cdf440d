package io.banyan.workflow.format.cwl;

import io.banyan.document.Source;
import java.nio.file.Path;

/**
 * One file of a document.
 *
 * @param source its name in messages
 * @param path its absolute path
 * @param depth the number of files that lead to it by references, each inside the one before
 */
record CwlText(Source source, Path path, int depth) {
    /** Returns the directory that references in the file are relative to. */
    Path directory() {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }
}
