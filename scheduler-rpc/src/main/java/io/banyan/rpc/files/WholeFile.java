package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that are written whole or not at all, whenever the process or the machine ends. */
public final class WholeFile {
    private static final String UNFINISHED = ".new";

    private WholeFile() {}

    /**
     * Writes a file that only its owner can read, in the place of the one before. It is on the disk when this returns.
     *
     * @throws IOException with one sentence where the disk is full, if that is not possible; one of the two is there
     *     then, as a rule the one before
     */
    public static void write(Path file, byte[] content) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            replace(file, unfinished, content);
        } catch (IOException e) {
            leaveNothing(unfinished, e);
            throw DiskFull.named(e, file);
        }
    }

    /** Deletes an unfinished file, since its room may be needed. */
    private static void leaveNothing(Path unfinished, IOException failure) {
        try {
            Files.deleteIfExists(unfinished);
        } catch (IOException stays) {
            failure.addSuppressed(stays);
        }
    }

    private static void replace(Path file, Path unfinished, byte[] content) throws IOException {
        Files.deleteIfExists(unfinished);
        try (FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(file);
    }

    /**
     * Deletes a file, if it is there. It is gone from the disk when this returns.
     *
     * @throws IOException if that is not possible
     */
    public static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            forceDirectory(file);
        }
    }

    private static void forceDirectory(Path file) throws IOException {
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
