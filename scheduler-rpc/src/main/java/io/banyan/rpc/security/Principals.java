package io.banyan.rpc.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The principals that an instance admits: the holder of its own token, and those in its token table, which is read
 * again after a change. Any thread may call. O(1) for a look-up; the file is checked at most four times a second.
 */
public final class Principals {
    private static final Logger LOG = LoggerFactory.getLogger(Principals.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final TokenDigest owner;
    private final TokenTable table;
    private final LocalUsers locals;
    private final AtomicLong lookedNanos = new AtomicLong(System.nanoTime());
    private volatile Known known;

    /** The principals known at one time. */
    private record Known(
            String version,
            Map<TokenDigest, Caller.Client> byDigest,
            Map<String, Caller.Client> byCertificate,
            Map<String, NamedToken> byName) {
        private static Known of(String version, List<NamedToken> tokens) {
            var known = new Known(version, new HashMap<>(), new HashMap<>(), new HashMap<>());
            for (NamedToken token : tokens) {
                token.sha256()
                        .ifPresent(it -> known.byDigest.put(
                                new TokenDigest(it), new Caller.Client(token.principal(), Caller.Means.TOKEN, it)));
                token.certificate()
                        .ifPresent(it -> known.byCertificate.put(
                                it, new Caller.Client(token.principal(), Caller.Means.CERTIFICATE, it)));
                known.byName.put(token.name(), token);
            }
            return known;
        }
    }

    /**
     * Reads the table.
     *
     * @param owner the instance's own token
     * @throws IOException with one sentence, if there is a table that cannot be used
     */
    public Principals(Token owner, Path table) throws IOException {
        this(owner, table, LocalUsers.none());
    }

    /**
     * Reads the table, for a daemon that users of this machine reach through a socket.
     *
     * @param owner the instance's own token
     * @param locals those users
     * @throws IOException with one sentence, if there is a table that cannot be used
     */
    public Principals(Token owner, Path table, LocalUsers locals) throws IOException {
        this.owner = owner.digest();
        this.locals = locals;
        this.table = new TokenTable(table);
        this.known = Known.of(version(table), this.table.read());
    }

    /** The client with the given token; empty if there is none. */
    Optional<Caller.Client> of(TokenDigest presented) {
        if (presented.equals(owner)) {
            return Optional.of(Caller.Client.OWNER);
        }
        return Optional.ofNullable(known().byDigest.get(presented));
    }

    /** The client whose certificate has the common name; empty if there is none. */
    Optional<Caller.Client> ofCertificate(String commonName) {
        return Optional.ofNullable(known().byCertificate.get(commonName));
    }

    /** Admits the user at the other end of a socket. The name of a new user is recorded. */
    LocalUsers.Admission ofPeer(Connection.Peer peer) {
        return locals.admit(peer, Optional.ofNullable(known().byName.get(peer.user())));
    }

    /** Whether a client that was admitted before would be admitted now, as the same principal with the same role. */
    public boolean isStillIn(Caller.Client client) {
        return switch (client.means()) {
            // The instance that admitted a relayed call ends it.
            case OWNER_TOKEN, RELAY -> true;
            case TOKEN ->
                of(new TokenDigest(client.knownBy())).filter(client::equals).isPresent();
            case CERTIFICATE ->
                ofCertificate(client.knownBy()).filter(client::equals).isPresent();
            case SOCKET ->
                ofPeer(new Connection.Peer(client.knownBy(), client.isOwner()))
                        .client()
                        .filter(client::equals)
                        .isPresent();
        };
    }

    /**
     * The user of this machine who runs the processes of a principal's jobs. It is the user in the token table, or else
     * the user of the same name who called through the socket.
     */
    public Optional<String> osUser(String name) {
        NamedToken row = known().byName.get(name);
        return row == null ? localUser(name) : row.osUser();
    }

    /** Returns the user of this machine who called through the socket as the principal of this name. */
    public Optional<String> localUser(String name) {
        return Optional.of(name).filter(locals::knows);
    }

    /** Whether the token table has a row of this name. */
    public boolean isInTable(String name) {
        return known().byName.containsKey(name);
    }

    /** Reads the principals if the file has changed. A file that cannot be used changes nothing. */
    private Known known() {
        long before = lookedNanos.get();
        long now = System.nanoTime();
        if (now - before > LOOK_NANOS && lookedNanos.compareAndSet(before, now)) {
            lookAgain();
        }
        return known;
    }

    private void lookAgain() {
        String version = version(table.file());
        Known last = known;
        if (version.equals(last.version)) {
            return;
        }
        try {
            known = Known.of(version, table.read());
            LOG.info("The token file was reloaded: {} tokens", known.byName.size());
        } catch (IOException e) {
            known = new Known(version, last.byDigest, last.byCertificate, last.byName);
            LOG.error("The token file has changed, but the previous one stays in use: {}", e.getMessage());
        }
    }

    private static String version(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
        } catch (IOException none) {
            return "";
        }
    }
}
