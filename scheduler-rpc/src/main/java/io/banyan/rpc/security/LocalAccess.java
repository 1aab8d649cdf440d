package io.banyan.rpc.security;

import java.util.Set;

/**
 * The users of this machine that the daemon admits through its Unix-domain socket, beside its owner, who is always
 * admitted.
 *
 * @param everybody whether all users are admitted
 * @param users the names of the admitted users, if not all are
 */
public record LocalAccess(boolean everybody, Set<String> users) {
    /** The owner only. */
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
