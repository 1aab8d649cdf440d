package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;

/**
 * A file that another user may have made, and may replace at any time. It is read only if it is a plain file of a
 * bounded length: no link is followed, and a pipe or a device does not block. No other user may be able to replace its
 * directory; for a directory of the other user, see {@link ForeignDirectory}.
 *
 * @param text its contents
 * @param written the time of its last change
 */
public record ForeignFile(String text, Instant written) {
    /**
     * A pipe that is opened for reading waits for a writer; one that is opened for both does not, and neither does a
     * file.
     */
    static final Set<OpenOption> OPENING =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /**
     * The user whose a file or directory is, or the link where it is one.
     *
     * @throws IOException if it is not there
     */
    public static int owner(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Reads a whole file.
     *
     * @param most bytes
     * @throws IOException if it is not there, is longer, is no plain file, or cannot be read and written
     */
    public static ForeignFile read(Path file, int most) throws IOException {
        BasicFileAttributes seen = requirePlain(file);
        try (SeekableByteChannel channel = Files.newByteChannel(file, OPENING)) {
            return new ForeignFile(
                    text(file, channel, most), seen.lastModifiedTime().toInstant());
        }
    }

    /**
     * Reads a whole file that its owner alone may write. A caller that may not write it blocks if a pipe replaces the
     * file at this moment.
     *
     * @param most bytes
     * @throws IOException if it is not there, is longer, is no plain file, or cannot be read
     */
    public static ForeignFile readPublic(Path file, int most) throws IOException {
        try {
            return read(file, most);
        } catch (AccessDeniedException notWritable) {
            BasicFileAttributes seen = requirePlain(file);
            try (SeekableByteChannel channel =
                    Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                return new ForeignFile(
                        text(file, channel, most), seen.lastModifiedTime().toInstant());
            }
        }
    }

    /**
     * The end of a file.
     *
     * @param from nothing that stands before it
     * @param most bytes
     * @throws IOException if it is not there, is no plain file, or cannot be read and written
     */
    public static String tail(Path file, long from, int most) throws IOException {
        requirePlain(file);
        try (SeekableByteChannel channel = Files.newByteChannel(file, OPENING)) {
            long size = channel.size();
            long begin = Math.max(from, size - most);
            channel.position(begin);
            return next(channel, (int) Math.max(0, size - begin));
        }
    }

    /**
     * How long a file is, and when it was changed last.
     *
     * @throws IOException if it is not there, or is no plain file
     */
    public static BasicFileAttributes plain(Path file) throws IOException {
        return requirePlain(file);
    }

    /**
     * A piece of a file; empty where it ends before it.
     *
     * @param most bytes
     * @throws IOException if it is not there, is no plain file, or cannot be read and written
     */
    public static byte[] piece(Path file, long offset, int most) throws IOException {
        requirePlain(file);
        try (SeekableByteChannel channel = Files.newByteChannel(file, OPENING)) {
            return piece(channel, offset, most);
        }
    }

    static byte[] piece(SeekableByteChannel channel, long offset, int most) throws IOException {
        long left = Math.max(0, channel.size() - offset);
        channel.position(offset);
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(left, most));
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // Until the end, or as much as was there.
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /** All of a file that was opened. Other than plain files have no size, so that nothing is read from them. */
    static String text(Path file, SeekableByteChannel channel, int most) throws IOException {
        long size = channel.size();
        if (size > most) {
            throw new FileSystemException("The file " + file + " is longer than " + most + " bytes.");
        }
        return next(channel, (int) size);
    }

    private static String next(SeekableByteChannel channel, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // Until the end, or as much as was there.
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static BasicFileAttributes requirePlain(Path file) throws IOException {
        BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!seen.isRegularFile() || isSecondName(file)) {
            throw new FileSystemException("The file " + file + " is not a regular file.");
        }
        return seen;
    }

    /** Whether it is a hard link to another user's file. */
    private static boolean isSecondName(Path file) throws IOException {
        int names = (int) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
        return names > 1 && owner(file.toAbsolutePath().resolveSibling(".")) != owner(file);
    }
}
