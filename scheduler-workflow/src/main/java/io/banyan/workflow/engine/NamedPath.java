package io.banyan.workflow.engine;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The check of names of files that expressions and tasks give. */
final class NamedPath {
    private NamedPath() {}

    /**
     * Returns the path that a text names.
     *
     * @param what the text in the message
     * @throws TaskException if no path can have that name
     */
    static Path of(String name, String what) throws TaskException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new TaskException(
                    what + " is not a path, found '" + name.replace("\0", "\\0") + "': " + e.getReason());
        }
    }
}
