package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.listOf;
import static io.banyan.rpc.config.ValueType.text;

import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.transport.UnixSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of a daemon's configuration for its Unix-domain socket. */
final class SocketKeys {
    private static final String NONE = "none";
    private static final String ANY = "any";
    private static final String OWNER = "owner";

    static final Key<Optional<String>> PATH = Key.of(
                    "socket.path",
                    text("PATH|none", SocketKeys::path).orNothing(),
                    Optional.empty(),
                    "Unix-domain socket through which users of this machine reach the daemon without a token, or none. Default: "
                            + UnixSocket.DIRECTORY
                            + "/NAME.sock if the daemon is root, otherwise the file 'socket' in the state directory; none for a child.")
            .option("--socket")
            .sample("/srv/banyan/site.sock");

    static final Key<List<String>> USERS = Key.of(
                    "socket.users",
                    listOf(text("NAME", SocketKeys::user)),
                    List.of(),
                    "Users of this machine who may use the socket besides root and the daemon's own user: names, any (all users) or owner (no other user). Default: any if the daemon is root, since each user's jobs run as that user, otherwise owner.")
            .sample("alice", "bob");

    static final List<Key<?>> ALL = List.of(PATH, USERS);

    private SocketKeys() {}

    private static String path(String word) {
        if (word.equals(NONE)) {
            return word;
        }
        if (!word.startsWith("/")) {
            throw new IllegalArgumentException("expected an absolute path or " + NONE + ", found '" + word + "'");
        }
        return new UnixSocket(Path.of(word)).path().toString();
    }

    private static String user(String word) {
        Principal.requireName(word);
        return word;
    }

    /**
     * The socket that the settings describe; empty for none.
     *
     * @param isChild whether the daemon has a parent
     */
    static Optional<SocketConfig> socket(Settings settings, StateDirectory state, boolean isChild) {
        Optional<String> named = settings.get(PATH);
        if (named.isPresent()) {
            return named.filter(path -> !path.equals(NONE))
                    .map(path -> new SocketConfig(new UnixSocket(Path.of(path)), true, access(settings)));
        }
        Path usual = ThisUser.isRoot()
                ? UnixSocket.DIRECTORY.resolve(
                        URLEncoder.encode(settings.get(DaemonKeys.NAME), StandardCharsets.UTF_8) + UnixSocket.SUFFIX)
                : state.socket();
        return isChild || !UnixSocket.fits(usual)
                ? Optional.empty()
                : Optional.of(new SocketConfig(new UnixSocket(usual), false, access(settings)));
    }

    private static LocalAccess access(Settings settings) {
        List<String> users = settings.get(USERS);
        if (users.isEmpty()) {
            return ThisUser.isRoot() ? LocalAccess.ANY : LocalAccess.OWNER;
        }
        if (users.size() > 1 && (users.contains(ANY) || users.contains(OWNER))) {
            throw new IllegalArgumentException(
                    "socket.users must be '" + ANY + "', '" + OWNER + "' or names of users, not both.");
        }
        return switch (users.getFirst()) {
            case ANY -> LocalAccess.ANY;
            case OWNER -> LocalAccess.OWNER;
            case String name -> new LocalAccess(false, Set.copyOf(users));
        };
    }
}
