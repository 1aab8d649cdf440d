package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A full disk, which Java's exceptions do not describe in words for people, mostly without the file. */
public final class DiskFull {
    private static final List<String> SAID = List.of("No space left on device", "Disk quota exceeded");

    private DiskFull() {}

    /**
     * Returns the failure with a sentence that names the full disk, if that is its cause; else itself.
     *
     * @param file the written file, or its directory
     */
    public static IOException named(IOException failure, Path file) {
        return is(failure) ? new IOException(file + " cannot be written: the disk is full.", failure) : failure;
    }

    /** Whether a failure means that. */
    static boolean is(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return SAID.stream().anyMatch(message::contains);
    }
}
