package io.banyan.rpc.config;

import io.banyan.graph.io.FileTrouble;
import io.banyan.resource.JobId;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * The directory of one daemon with its own files: address, token, lock, process id, journal, log, and the directories
 * of the children that it started.
 *
 * @param path the directory
 */
public record StateDirectory(Path path) {
    private static final int MAX_ADDRESS_BYTES = 1024;
    private static final String ASK_OTHERWISE =
            "use --address and --token-file, or --address unix:PATH for the socket of the daemon.";
    private static final Set<PosixFilePermission> PUBLIC = PosixFilePermissions.fromString("rw-r--r--");

    /** Makes the path absolute. */
    public StateDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * Makes the directory, open to its owner only, unless it is there already.
     *
     * @throws IOException with one sentence, if it cannot be made, or if others than its owner could write to it: they
     *     could put a token of
     *     their own there
     */
    public void create() throws IOException {
        try {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new IOException("The state directory " + path + " cannot be created: " + reason(e) + ".", e);
        }
        if (!Files.isWritable(path)) {
            throw denied("write to", "choose another one with --state DIR.");
        }
        requireOurs();
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("The state directory " + path + " is writable by users other than its owner ("
                    + PosixFilePermissions.toString(permissions)
                    + "), and its files give access to the daemon.\nMaybe: chmod 700 " + path);
        }
        if (!ThisUser.trusts(path)) {
            throw new IOException("The state directory " + path + " belongs to another user of this machine ("
                    + Files.getOwner(path).getName() + "), who could place a token there.\nMaybe: chown "
                    + System.getProperty("user.name") + " " + path);
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

    /**
     * A file that is in the directory where it is there for something else; empty where it has nothing in it, or
     * something of a daemon.
     *
     * @throws IOException if it cannot be listed
     */
    public Optional<String> foreignFile() throws IOException {
        return StateFiles.foreign(path);
    }

    private static String reason(IOException error) {
        return switch (error) {
            case FileAlreadyExistsException e -> "a file has that name";
            case AccessDeniedException e -> "permission denied";
            case NoSuchFileException e -> "no directory can be created at " + e.getFile();
            default -> FileTrouble.reason(error);
        };
    }

    /**
     * Checks that this user may look into the directory, if it is there.
     *
     * @throws IOException with one sentence that names the remedy, if permission is denied
     */
    public void requireOpen() throws IOException {
        requireOpen("run this command as that user.");
    }

    private void requireOpen(String advice) throws IOException {
        try {
            Files.readAttributes(address(), BasicFileAttributes.class);
        } catch (AccessDeniedException e) {
            throw denied("read", advice);
        } catch (IOException noDaemonRuns) {
            if (Files.isDirectory(path) && !Files.isReadable(path)) {
                throw denied("read", advice);
            }
        }
    }

    /** The directory is another user's. */
    private IOException denied(String action, String advice) {
        String owner;
        try {
            owner = ", which belongs to '" + Files.getOwner(path).getName() + "'";
        } catch (IOException | UnsupportedOperationException hidden) {
            owner = "";
        }
        return new IOException(
                "Permission denied: cannot " + action + " the state directory " + path + owner + ".\nMaybe: " + advice);
    }

    /** Whether there is one. */
    public boolean exists() {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** The file with the owner's token. */
    public Path token() {
        return path.resolve("token");
    }

    /** The table of tokens. */
    public Path tokens() {
        return path.resolve("tokens");
    }

    /** The file of the users of this machine who have called through the daemon's socket. */
    public Path localUsers() {
        return path.resolve("local-users");
    }

    /** The daemon's Unix-domain socket, where it is not elsewhere. */
    public Path socket() {
        return path.resolve("socket");
    }

    /** The daemon's socket for direct calls of its own user. */
    public Path direct() {
        return path.resolve("direct");
    }

    /** The certificate by which the daemon is known here, where it encrypts. */
    public Path certificate() {
        return path.resolve("certificate.pem");
    }

    /** The certificate of the parent. */
    public Path parentCertificate() {
        return path.resolve("parent-certificate.pem");
    }

    /** The audit log. */
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

    /** The graph of this machine, as it was found where no other was named. */
    public Path machine() {
        return path.resolve("machine.json");
    }

    /** The journal of decisions. */
    public Path journal() {
        return path.resolve("journal.db");
    }

    /**
     * The marker file that exists while the daemons of this directory keep their journal in memory: the next daemon
     * starts without a past.
     */
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

    /** The process that returns provider resources in the daemon's place after its end. */
    public Path giveBackPid() {
        return path.resolve("give-back.pid");
    }

    /** By which a daemon on this directory is known from all others on the same journal. */
    public Path holder() {
        return path.resolve("holder");
    }

    /** The file that exists as long as providers may hold resources of the daemons here. */
    public Path purchases() {
        return path.resolve("purchases.json");
    }

    /** The ledger of the provider's budget. The name may have any letters. */
    public Path ledger(String provider) {
        return path.resolve("ledger-" + URLEncoder.encode(provider, StandardCharsets.UTF_8));
    }

    /** The notes that a provider keeps for the next daemon. */
    public Path notes(String provider) {
        return path.resolve("notes-" + URLEncoder.encode(provider, StandardCharsets.UTF_8));
    }

    /** The log of the daemon. */
    public Path log() {
        return path.resolve("banyan.log");
    }

    /** The standard output and error of a child's process. */
    public Path output() {
        return path.resolve("output.log");
    }

    /** The command for which a child was spawned, where there is one. */
    public Path command() {
        return path.resolve("command.json");
    }

    /** Which process leads those of that command. */
    public Path commandPid() {
        return path.resolve("command.pid");
    }

    /** The marker file that exists once the end of the instance's command was requested. */
    public Path commandStopping() {
        return path.resolve("command.stopping");
    }

    /** The standard output of the command of the instance. */
    public Path commandOutput() {
        return path.resolve("stdout");
    }

    /** The standard error of the command of the instance. */
    public Path commandErrors() {
        return path.resolve("stderr");
    }

    /** The credential of a child for its parent. */
    public Path credential() {
        return path.resolve("credential");
    }

    /** Where the directories are of the jobs that run here. */
    public Path jobs() {
        return path.resolve("jobs");
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
     * Writes the certificate by which the daemon is known, for clients and children on this machine, whole or not at
     * all. All users may read a certificate; the permissions of the directory prevent others from replacing it. A child
     * whose directory does not let it be written has the one before, or none.
     *
     * @throws IOException if the daemon's own cannot be written
     */
    public void writeCertificate(String certificate) throws IOException {
        write(certificate, path, certificate());
        for (StateDirectory child : childDirectories().values()) {
            try {
                child.writeParentCertificate(certificate);
            } catch (IOException e) {
                // Every client command loads this class, and setting up logging would delay it.
                LoggerFactory.getLogger(StateDirectory.class)
                        .warn(
                                "The certificate of this daemon cannot be written for the child in {}: {}",
                                child.path,
                                e.getMessage());
            }
        }
    }

    /**
     * Writes the certificate by which the parent is known, where this is the directory of one of its children.
     *
     * @throws IOException if it cannot be written
     */
    public void writeParentCertificate(String certificate) throws IOException {
        // The directory may be another user's by now, and those above it are not: only files made there are given to
        // that user.
        write(certificate, path.resolveSibling("."), parentCertificate());
    }

    private void write(String text, Path workshop, Path file) throws IOException {
        Path fresh = workshop.resolve(".fresh" + UUID.randomUUID()).normalize();
        try {
            try (SeekableByteChannel channel = Files.newByteChannel(
                    fresh,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PUBLIC))) {
                channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            }
            int owner = ForeignFile.owner(path);
            if (owner != ForeignFile.owner(fresh)) {
                Files.setAttribute(fresh, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
    }

    /**
     * The directories that are there of children, by their jobs.
     *
     * @throws IOException if they cannot be listed
     */
    public SortedMap<JobId, StateDirectory> childDirectories() throws IOException {
        SortedMap<JobId, StateDirectory> found = new TreeMap<>();
        if (Files.isDirectory(children())) {
            try (Stream<Path> all = Files.list(children())) {
                all.map(child -> child.getFileName().toString())
                        .filter(name -> name.matches("[1-9][0-9]{0,17}"))
                        .map(name -> new JobId(Long.parseLong(name)))
                        .forEach(job -> found.put(job, child(job)));
            }
        }
        return found;
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

    /** Returns the address of the previous daemon; empty if there was none, or if it is unknown. */
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
        requireOpen(ASK_OTHERWISE);
        try {
            return Address.parse(addressText());
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "No daemon runs on the state directory " + path + ": it has no file 'address'.\n"
                            + "Maybe: banyan start --state " + path,
                    e);
        } catch (AccessDeniedException e) {
            throw denied("read", ASK_OTHERWISE);
        } catch (IllegalArgumentException e) {
            throw noAddress();
        }
    }

    /**
     * The file holds something else. The message does not show the contents: in another user's directory they can be
     * anything.
     */
    private IOException noAddress() {
        return new IOException(
                "The file " + address() + " contains no address; expected HOST:PORT, such as 127.0.0.1:7070.");
    }

    private String addressText() throws IOException {
        if (!ThisUser.trusts(path)) {
            return ForeignFile.readPublic(address(), MAX_ADDRESS_BYTES).text().strip();
        }
        try (InputStream in = Files.newInputStream(address())) {
            return new String(in.readNBytes(MAX_ADDRESS_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
