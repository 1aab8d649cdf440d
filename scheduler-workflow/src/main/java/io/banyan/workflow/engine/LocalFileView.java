package io.banyan.workflow.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The files of this machine. */
public final class LocalFileView implements FileView {
    private static final int BUFFER_BYTES = 1 << 16;

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    @Override
    public List<Path> children(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.sorted().toList();
        }
    }

    @Override
    public Path real(Path path) throws IOException {
        return path.toRealPath();
    }

    @Override
    public long size(Path file) throws IOException {
        return Files.size(file);
    }

    @Override
    public String text(Path file, long bytes) throws IOException {
        if (Files.size(file) > bytes) {
            throw new IOException("'" + file + "' has " + Files.size(file) + " bytes, expected at most " + bytes);
        }
        byte[] read;
        try (InputStream content = regular(file)) {
            // A file can grow, and those of the kernel have size 0.
            read = content.readNBytes(Math.toIntExact(bytes + 1));
        }
        if (read.length > bytes) {
            throw new IOException("'" + file + "' has more than " + bytes + " bytes");
        }
        return new String(read, StandardCharsets.UTF_8);
    }

    /** Opens a file; one that is a device or a pipe could give bytes for ever, or none. */
    private static InputStream regular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException("'" + file + "' is not a regular file");
        }
        return Files.newInputStream(file);
    }

    @Override
    public String checksum(Path file) throws IOException {
        try (InputStream bytes = regular(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return "sha1$" + HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }
}
