package io.banyan.rpc.process;

import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.Principals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * As which user of this machine the processes of jobs run: where the daemon is not root, as the daemon itself, for there is no other way; where it is, as the
 * user that the token table names for the job's owner, or that came through the daemon's socket under that name. Any thread may call.
 */
public final class JobUsers {
    /** Everybody's as the daemon itself. */
    public static final JobUsers OF_THE_DAEMON = new JobUsers(false, owner -> Optional.empty());

    private final boolean areMapped;
    private final Function<String, Optional<String>> names;

    /** @param areMapped whether an owner without a user is refused, and does not have the daemon's */
    private JobUsers(boolean areMapped, Function<String, Optional<String>> names) {
        this.areMapped = areMapped;
        this.names = names;
    }

    /**
     * Those of a daemon. The jobs of a user who came through the daemon's socket never run as root.
     *
     * @param asRoot whether those of others may run as root where the daemon does
     */
    public static JobUsers of(Principals principals, boolean asRoot) {
        if (!ThisUser.isRoot()) {
            return OF_THE_DAEMON;
        }
        return asRoot ? new JobUsers(false, principals::localUser) : new JobUsers(true, principals::osUser);
    }

    /**
     * Checks that processes of jobs can be those of a user of this machine. Waits ten seconds at the most.
     *
     * @throws IOException with one sentence that says what to do, if there is no such user, or it is root by whatever name
     */
    public static void requireUser(String name) throws IOException {
        OsUser.find(name);
    }

    /** The program without which root cannot start the processes of jobs as their users; empty where this machine has none. */
    public static Optional<Path> setpriv() {
        return UserProcess.setpriv();
    }

    /** Why no process can be started for this owner's job; empty where one can. */
    public Optional<String> refusal(String owner) {
        return areMapped && names.apply(owner).isEmpty()
                ? Optional.of("The daemon runs as root, and as which user of this machine the processes of '" + owner
                        + "' run is not known.\nMaybe: banyan token add NAME --role user --user OS_USER --to FILE, and "
                        + "ask with that; or banyan start --jobs-as-root where nobody else uses the machine.")
                : Optional.empty();
    }

    /**
     * As whom the processes of this owner's jobs run; empty for as the daemon itself.
     *
     * @throws IOException with one sentence, if nobody knows, or there is no such user
     */
    public Optional<OsUser> userOf(String owner) throws IOException {
        Optional<String> refusal = refusal(owner);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        Optional<String> name = names.apply(owner);
        return name.isPresent() ? Optional.of(OsUser.find(name.get())) : Optional.empty();
    }
}
