package io.banyan.rpc.config;

import io.banyan.rpc.transport.Address;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The directory in which one daemon keeps what belongs to it alone: address, token, lock, process id, log, and the directories of the
 * children that it started.
 *
 * @param path the directory
 */
public record StateDirectory(Path path) {
    /** Makes the path absolute. */
    public StateDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /** Makes the directory, open to its owner only, unless it is there already. */
    public void create() throws IOException {
        try {
            Files.createDirectories(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            throw new IOException("The state directory " + path + " cannot be made: there is a file of that name.", e);
        } catch (IOException e) {
            throw new IOException("The state directory " + path + " cannot be made: " + e.getMessage() + ".", e);
        }
        if (!Files.isWritable(path)) {
            throw new IOException("The state directory " + path + " cannot be written to.");
        }
    }

    /** Whether there is one. */
    public boolean exists() {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Who may call. */
    public Path token() {
        return path.resolve("token");
    }

    /** Where the daemon listens. */
    public Path address() {
        return path.resolve("address");
    }

    /** Held by the daemon as long as it lives. */
    public Path lock() {
        return path.resolve("lock");
    }

    /** Which process it is. */
    public Path pid() {
        return path.resolve("pid");
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

    /** Writes the address, whole or not at all. */
    public void writeAddress(Address address) throws IOException {
        Path fresh = path.resolve("address.new");
        Files.writeString(fresh, address + "\n");
        Files.move(fresh, address(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
