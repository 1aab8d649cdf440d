package io.banyan.rpc.config;

import io.banyan.resource.JobId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The directory of one daemon with its own files: address, token, lock, process id, journal, log, and the directories
 * of the children that it started.
 *
 * @param path the directory
 */
public record StateDirectory(Path path) {
    /** Makes the path absolute. */
    public StateDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * Creates the directory with access for its owner only, unless it exists.
     *
     * @throws IOException with one sentence, if it cannot be made, or if others than its owner could write to it, who
     *     could put a token of their own there
     */
    public void create() throws IOException {
        StateAccess.create(path);
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

    /**
     * Checks that this user may read the directory, if it exists.
     *
     * @throws IOException with one sentence that names the remedy, if permission is denied
     */
    public void requireOpen() throws IOException {
        StateAccess.requireOpen(this, "run this command as that user.");
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
}
