package io.banyan.rpc.config;

import io.banyan.rpc.transport.Address;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The directory in which one daemon keeps what belongs to it alone: address, token, lock, process id, journal, log, and the directories of the
 * children that it started.
 *
 * @param path the directory
 */
public record StateDirectory(Path path) {
    private static final String UID = "unix:uid";
    private static final Set<PosixFilePermission> PUBLIC = PosixFilePermissions.fromString("rw-r--r--");

    /** Makes the path absolute. */
    public StateDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * Makes the directory, open to its owner only, unless it is there already.
     *
     * @throws IOException with one sentence, if it cannot be made, or if others than its owner could write to it: they could put a token of
     *     their own there
     */
    public void create() throws IOException {
        try {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new IOException("The state directory " + path + " cannot be made: " + reason(e) + ".", e);
        }
        if (!Files.isWritable(path)) {
            throw new IOException("The state directory " + path + " cannot be written to.");
        }
        requireOurs();
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("The state directory " + path + " can be written to by others than its owner ("
                    + PosixFilePermissions.toString(permissions)
                    + "), and what is there opens the daemon.\nMaybe: chmod 700 " + path);
        }
    }

    /**
     * Checks that the directory, which is there, is not one that is there for something else.
     *
     * @throws IOException with one sentence, if it cannot be listed, or has files in it and none of a daemon
     */
    public void requireOurs() throws IOException {
        StateFiles.requireOurs(path);
    }

    private static String reason(IOException error) {
        return switch (error) {
            case FileAlreadyExistsException e -> "there is a file of that name";
            case AccessDeniedException e -> "permission denied";
            case NoSuchFileException e -> "no directory can be made at " + e.getFile();
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> String.valueOf(error.getMessage());
        };
    }

    /** Whether there is one. */
    public boolean exists() {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Who may call. */
    public Path token() {
        return path.resolve("token");
    }

    /** Who else may call. */
    public Path tokens() {
        return path.resolve("tokens");
    }

    /** The certificate by which the daemon is known here, where it encrypts. */
    public Path certificate() {
        return path.resolve("certificate.pem");
    }

    /** The same of the parent. */
    public Path parentCertificate() {
        return path.resolve("parent-certificate.pem");
    }

    /** Who changed what. */
    public Path audit() {
        return path.resolve("audit.log");
    }

    /** Where the daemon listens. */
    public Path address() {
        return path.resolve("address");
    }

    /** Where the daemon before this one listened. */
    public Path lastAddress() {
        return path.resolve("last-address");
    }

    /** What was decided here, for the next daemon. */
    public Path journal() {
        return path.resolve("journal.db");
    }

    /** There as long as the daemons here have kept their journal in memory: the next one is to begin anew. */
    public Path forgetful() {
        return path.resolve("journal.memory");
    }

    /** Where the graph of the journal's foundation is unpacked while it is read. */
    public Path founded() {
        return path.resolve("founded");
    }

    /** Held by the daemon as long as it lives. */
    public Path lock() {
        return path.resolve("lock");
    }

    /** Which process it is. */
    public Path pid() {
        return path.resolve("pid");
    }

    /** By which a daemon on this directory is known from all others on the same journal. */
    public Path holder() {
        return path.resolve("holder");
    }

    /** What the daemon logs. */
    public Path log() {
        return path.resolve("banyan.log");
    }

    /** What the process of a child writes to its standard output and error. */
    public Path output() {
        return path.resolve("output.log");
    }

    /** With what a child presents itself to its parent. */
    public Path credential() {
        return path.resolve("credential");
    }

    /** Where the directories of the children are. */
    public Path children() {
        return path.resolve("children");
    }

    /** The directory of the child that runs as a job. */
    public StateDirectory child(JobId job) {
        return new StateDirectory(children().resolve(Long.toString(job.value())));
    }

    /**
     * Writes the certificate by which the daemon is known, for clients and children on this machine, whole or not at all. Everybody may read a
     * certificate; the directory is what keeps others from putting one of their own there.
     */
    public void writeCertificate(String certificate) throws IOException {
        write(certificate(), certificate);
        if (Files.isDirectory(children())) {
            try (Stream<Path> all = Files.list(children())) {
                for (Path child : all.toList()) {
                    new StateDirectory(child).writeParentCertificate(certificate);
                }
            }
        }
    }

    /** Writes the certificate by which the parent is known. */
    public void writeParentCertificate(String certificate) throws IOException {
        write(parentCertificate(), certificate);
    }

    /** The directory may be another user's: nothing that lies there already is written to, wherever it may lead. */
    private void write(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(".fresh" + UUID.randomUUID());
        try (SeekableByteChannel channel = Files.newByteChannel(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PUBLIC))) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }
        giveToOwnerOf(path, fresh);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Where root writes into another user's directory, it is for that user to read. */
    private static void giveToOwnerOf(Path directory, Path file) throws IOException {
        try {
            Object owner = Files.getAttribute(directory, UID, LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Files.getAttribute(file, UID, LinkOption.NOFOLLOW_LINKS))) {
                Files.setAttribute(file, UID, owner, LinkOption.NOFOLLOW_LINKS);
            }
        } catch (UnsupportedOperationException | IllegalArgumentException noSuchAttribute) {
            // Then there is nobody else whose directory it could be.
        }
    }

    /** Writes the address, whole or not at all. */
    public void writeAddress(Address address) throws IOException {
        Path fresh = path.resolve("address.new");
        Files.writeString(fresh, address + "\n");
        Files.move(fresh, address(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Keeps the address of a daemon that runs here no more for the next one, whose children look for it there.
     *
     * @throws IOException if the file cannot be moved
     */
    public void retireAddress() throws IOException {
        try {
            Files.move(address(), lastAddress(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException none) {
            // It never said where it was, or another one has noted it already.
        }
    }

    /** Where the daemon before this one listened; empty where there was none, or nobody knows. */
    public Optional<Address> readLastAddress() {
        try {
            return Optional.of(Address.parse(Files.readString(lastAddress()).strip()));
        } catch (IOException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /**
     * The address of the daemon that runs here.
     *
     * @throws IOException with one sentence, if there is no such daemon
     */
    public Address readAddress() throws IOException {
        try {
            return Address.parse(Files.readString(address()).strip());
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "No daemon runs on the state directory " + path + ": it has no file 'address'.\n"
                            + "Maybe: banyan start --state " + path,
                    e);
        } catch (IllegalArgumentException e) {
            throw new IOException("The file " + address() + " holds no address: " + e.getMessage(), e);
        }
    }
}
