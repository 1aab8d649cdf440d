package io.banyan.rpc.security;

import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users of this machine who have called through the Unix-domain socket. Each is a principal of the same name, and
 * processes of that principal's jobs run as that user, after a restart too: the names are in a file of the state
 * directory. Any thread may call. O(1) a look-up; a user's first call writes the file.
 */
public final class LocalUsers {
    /** The most users that are remembered. */
    static final int MOST = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(LocalUsers.class);
    private static final long MAX_BYTES = 4L << 20;

    private final Optional<Path> file;
    private final LocalAccess access;
    private volatile Set<String> known;

    private LocalUsers(Optional<Path> file, LocalAccess access, Set<String> known) {
        this.file = file;
        this.access = access;
        this.known = known;
    }

    /** The users of a daemon without a socket, which are none. */
    static LocalUsers none() {
        return new LocalUsers(Optional.empty(), LocalAccess.OWNER, Set.of());
    }

    /**
     * Reads the users of earlier processes.
     *
     * @param file the file with the names, which need not exist
     * @param access the users that are admitted from now on
     * @throws IOException with one sentence, if the file cannot be used
     */
    public static LocalUsers open(Path file, LocalAccess access) throws IOException {
        return new LocalUsers(Optional.of(file), access, read(file));
    }

    private static Set<String> read(Path file) throws IOException {
        try {
            OwnerOnly.requireOwn(file, "file of local users");
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("The file " + file + " is longer than " + MAX_BYTES + " bytes.");
            }
            Set<String> names = new TreeSet<>();
            for (String name : Files.readAllLines(file)) {
                Principal.requireName(name);
                names.add(name);
            }
            return Set.copyOf(names);
        } catch (NoSuchFileException none) {
            return Set.of();
        } catch (IllegalArgumentException e) {
            throw new IOException("The file " + file + " cannot be parsed: " + e.getMessage(), e);
        }
    }

    /**
     * The reason why a token cannot be added; empty where it can. A user who called through the socket owns the jobs of
     * that name. A token of that name must be for the same user; otherwise another user would get those jobs, and the
     * first one would be refused.
     *
     * @param file the file with the names of the local users, which need not exist
     * @throws IOException with one sentence, if the file cannot be used
     */
    public static Optional<String> obstacle(NamedToken token, Path file) throws IOException {
        boolean isAnothers =
                read(file).contains(token.name()) && !token.osUser().equals(Optional.of(token.name()));
        return isAnothers
                ? Optional.of("The user '" + token.name()
                        + "' of this machine has used the daemon's socket, and a token with that name for another user would own the same jobs.\nMaybe: choose another name, or use --user "
                        + token.name() + ".")
                : Optional.empty();
    }

    /** Whether a principal of this name has come in through the socket as the user of that name. */
    boolean knows(String name) {
        return known.contains(name);
    }

    /**
     * Decides whether a user is admitted.
     *
     * @param row the row of the token table for that name
     * @return the client, or why the user is refused
     */
    Admission admit(Connection.Peer peer, Optional<NamedToken> row) {
        if (peer.isOwner()) {
            return Admission.of(new Caller.Client(Principal.OWNER, Caller.Means.SOCKET, peer.user()));
        }
        Optional<String> refusal = refusal(peer.user(), row).or(() -> remember(peer.user()));
        Role role = row.map(NamedToken::role).orElse(Role.USER);
        return refusal.map(Admission::refused)
                .orElseGet(() -> Admission.of(new Caller.Client(
                        new Principal(peer.user(), role, Optional.of(peer.user())), Caller.Means.SOCKET, peer.user())));
    }

    private Optional<String> refusal(String user, Optional<NamedToken> row) {
        if (!access.admits(user)) {
            return Optional.of(
                    "The user '" + user
                            + "' may not use the socket of this daemon.\nMaybe: use --address and --token-file, or let its administrator add the user to socket.users.");
        }
        if (user.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of("The user id " + user + " has no name on the daemon's machine.");
        }
        if (user.equals(Principal.OWNER_NAME)) {
            return Optional.of("A user with the name '" + user
                    + "' would be confused with the owner of the instance.\nMaybe: use --address and --token-file.");
        }
        if (user.equals(Principal.HEALTH_CHECK_NAME)) {
            return Optional.of("A user with the name '" + user
                    + "' would be confused with the daemon's health check.\nMaybe: use --address and --token-file.");
        }
        if (row.isPresent() && !row.get().osUser().equals(Optional.of(user))) {
            return Optional.of("'" + user + "' is the name of a token that is not for the user '" + user
                    + "' of this machine.\nMaybe: use --address and --token-file, or let an administrator add that token again with --user "
                    + user + ".");
        }
        try {
            Principal.requireName(user);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Why the user cannot be remembered; empty where the name is in the file. */
    private Optional<String> remember(String user) {
        return knows(user) ? Optional.empty() : write(user);
    }

    private synchronized Optional<String> write(String user) {
        if (knows(user) || file.isEmpty()) {
            return Optional.empty();
        }
        if (known.size() >= MOST) {
            return Optional.of("This daemon has accepted " + MOST + " users of this machine, which is the limit.");
        }
        Set<String> more = new TreeSet<>(known);
        more.add(user);
        try {
            OwnerOnly.write(file.get(), String.join("\n", more) + "\n");
            known = Set.copyOf(more);
            return Optional.empty();
        } catch (IOException e) {
            LOG.error("The user '{}' is refused because the name cannot be recorded: {}", user, e.getMessage());
            return Optional.of("The daemon cannot record that the user '" + user + "' used its socket; see its log.");
        }
    }

    /**
     * The admission of a calling user.
     *
     * @param client the admitted client; empty if the user is refused
     * @param refusal the reason of a refusal; empty if the user is admitted
     */
    record Admission(Optional<Caller.Client> client, String refusal) {
        static Admission of(Caller.Client client) {
            return new Admission(Optional.of(client), "");
        }

        static Admission refused(String sentence) {
            return new Admission(Optional.empty(), sentence);
        }
    }
}
