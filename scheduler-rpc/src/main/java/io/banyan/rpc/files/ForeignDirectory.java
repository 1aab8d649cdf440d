package io.banyan.rpc.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/**
 * An open directory: all operations apply to this directory, even if its owner replaces its path. For one thread. It
 * has a few of the process's file descriptors until it is closed.
 */
public final class ForeignDirectory implements AutoCloseable {
    private static final String OWNERS = "rwx------";

    private final SecureDirectoryStream<Path> stream;

    private ForeignDirectory(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
    }

    /**
     * Opens a directory.
     *
     * @param path in a directory whose entries no other user can replace
     * @throws IOException if it is no directory, or a link, or this machine cannot keep it open
     */
    @SuppressWarnings("StreamResourceLeak") // It is closed by the new directory, or as soon as it is none.
    public static ForeignDirectory open(Path path) throws IOException {
        BasicFileAttributes seen = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        requireDirectory(seen, path);
        return checked(Files.newDirectoryStream(inside(path)), seen, path);
    }

    /**
     * Opens one that is in this one.
     *
     * @throws IOException if there is none of that name
     */
    public ForeignDirectory enter(Path name) throws IOException {
        BasicFileAttributes seen = attributes(name);
        requireDirectory(seen, name);
        return checked(stream.newDirectoryStream(inside(name)), seen, name);
    }

    /**
     * Opens a directory further down in another, one directory after the other.
     *
     * @param top in a directory whose entries no other user can replace
     * @param way from there, one name after the other
     * @throws java.nio.file.NoSuchFileException if one of them is not there
     * @throws IOException if one of them is no directory, or this machine cannot keep it open
     */
    public static ForeignDirectory open(Path top, Path way) throws IOException {
        ForeignDirectory at = open(top);
        for (Path name : way) {
            try (ForeignDirectory above = at) {
                at = above.enter(name);
            }
        }
        return at;
    }

    /**
     * With this name, a pipe in the place of a directory cannot be opened and cannot block; a link could be opened, and
     * is detected afterwards.
     */
    private static Path inside(Path directory) {
        return directory.resolve(".");
    }

    private static ForeignDirectory checked(DirectoryStream<Path> opened, BasicFileAttributes seen, Path path)
            throws IOException {
        try {
            if (opened instanceof SecureDirectoryStream<Path> secure
                    && Objects.equals(
                            secure.getFileAttributeView(BasicFileAttributeView.class)
                                    .readAttributes()
                                    .fileKey(),
                            seen.fileKey())) {
                return new ForeignDirectory(secure);
            }
            throw new NotDirectoryException(path.toString());
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    private static void requireDirectory(BasicFileAttributes seen, Path path) throws IOException {
        if (!seen.isDirectory()) {
            throw new NotDirectoryException(path.toString());
        }
    }

    private BasicFileAttributes attributes(Path name) throws IOException {
        return stream.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    /** Whether there is a directory of that name in it, and no link to one. */
    boolean hasDirectory(Path name) {
        try {
            return attributes(name).isDirectory();
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * The names in the directory, in no order, which can be read once. Failures of reading are
     * {@link java.nio.file.DirectoryIteratorException}s.
     */
    public Iterable<Path> names() {
        return () -> {
            var entries = stream.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public Path next() {
                    return Objects.requireNonNull(entries.next().getFileName());
                }
            };
        };
    }

    /** Whether there is something of that name in it. */
    public boolean has(Path name) {
        try {
            attributes(name);
            return true;
        } catch (IOException none) {
            return false;
        }
    }

    /**
     * Reads a plain file in it.
     *
     * @param most bytes
     * @return its entries; empty where there is none of that name, it is longer, or cannot be read and written
     */
    public Optional<ForeignFile> read(Path name, int most) {
        try {
            BasicFileAttributes seen = attributes(name);
            if (!seen.isRegularFile()) {
                return Optional.empty();
            }
            try (SeekableByteChannel channel = stream.newByteChannel(name, ForeignFile.OPENING)) {
                return Optional.of(new ForeignFile(
                        ForeignFile.text(name, channel, most),
                        seen.lastModifiedTime().toInstant()));
            }
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /**
     * A piece of a plain file in it; empty where the file ends before the piece.
     *
     * @param most bytes
     * @throws IOException if it is not there, is no plain file of the owner of this directory, or cannot be read and
     *     written
     */
    public byte[] piece(Path name, long offset, int most) throws IOException {
        requireOwn(name);
        try (SeekableByteChannel channel = stream.newByteChannel(name, ForeignFile.OPENING)) {
            return ForeignFile.piece(channel, offset, most);
        }
    }

    /**
     * How long a file in it is, in bytes.
     *
     * @throws IOException if it is not there
     */
    public long size(Path name) throws IOException {
        return attributes(name).size();
    }

    /** A hard link to another user's file may exist here. */
    private void requireOwn(Path name) throws IOException {
        PosixFileAttributeView view =
                stream.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        UserPrincipal owner = stream.getFileAttributeView(PosixFileAttributeView.class)
                .readAttributes()
                .owner();
        if (!view.readAttributes().isRegularFile()
                || !view.readAttributes().owner().equals(owner)) {
            throw new FileSystemException(
                    "The file " + name + " is not a regular file that belongs to the owner of its directory.");
        }
    }

    /** Makes this user its owner and the only user that can change it. */
    void take(UserPrincipal owner) throws IOException {
        PosixFileAttributeView view = stream.getFileAttributeView(PosixFileAttributeView.class);
        view.setOwner(owner);
        view.setPermissions(PosixFilePermissions.fromString(OWNERS));
    }

    /** Deletes a file or a link in it. */
    void deleteFile(Path name) throws IOException {
        stream.deleteFile(name);
    }

    /** Deletes an empty directory in it. */
    void deleteDirectory(Path name) throws IOException {
        stream.deleteDirectory(name);
    }

    /** Moves something in it into another one. */
    void move(Path name, ForeignDirectory target, Path newName) throws IOException {
        stream.move(name, target.stream, newName);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
