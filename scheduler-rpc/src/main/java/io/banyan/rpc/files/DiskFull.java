package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A full disk, which Java's exceptions do not describe in words for people, mostly without the file. */
public final class DiskFull {
    private static final List<String> SAID = List.of("No space left on device", "Disk quota exceeded");

    private DiskFull() {}

    /**
     * The failure with a sentence that says where there is no room, where that is what it means; else itself.
     *
     * @param file what was being written, or the directory of it
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
