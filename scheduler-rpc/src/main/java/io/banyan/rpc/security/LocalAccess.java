package io.banyan.rpc.security;

import java.util.Set;

/**
 * Which users of this machine the daemon lets in through its Unix-domain socket, beside its owner, who always comes in.
 *
 * @param everybody whether all of them come in
 * @param users the names of those who come in where not all do
 */
public record LocalAccess(boolean everybody, Set<String> users) {
    /** The owner and nobody else. */
    public static final LocalAccess OWNER = new LocalAccess(false, Set.of());

    /** All users of this machine. */
    public static final LocalAccess ANY = new LocalAccess(true, Set.of());

    /** Copies the names. */
    public LocalAccess {
        users = Set.copyOf(users);
    }

    /** Whether a user comes in. */
    boolean admits(String user) {
        return everybody || users.contains(user);
    }
}
