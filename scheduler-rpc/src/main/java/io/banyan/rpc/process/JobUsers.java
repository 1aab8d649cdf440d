package io.banyan.rpc.process;

import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.security.Principals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The OS users of the processes of jobs and of spawned instances. Where the daemon is not root, all run as the daemon's
 * own user. Where it is, a job or an instance runs as the OS user that the credential of its submitter named, else as
 * the one that the token table or the names of the local users give for its owner. Any thread may call.
 */
public final class JobUsers {
    /** All jobs run as the daemon itself. */
    public static final JobUsers OF_THE_DAEMON = new JobUsers((owner, submitted) -> new Known.AsTheDaemon());

    private final BiFunction<String, Optional<String>, Known> rule;

    /** The known user of the processes of an owner's jobs. */
    private sealed interface Known {
        record AsTheDaemon() implements Known {}

        record As(String user) implements Known {}

        record Nobody() implements Known {}
    }

    private JobUsers(BiFunction<String, Optional<String>, Known> rule) {
        this.rule = rule;
    }

    /**
     * The users of a daemon's jobs.
     *
     * @param asRoot whether jobs run as root where the daemon does and no OS user is named, if they are of the owner or
     *     of a name in the token table; jobs of all others never do
     */
    public static JobUsers of(Principals principals, boolean asRoot) {
        if (!ThisUser.isRoot()) {
            return OF_THE_DAEMON;
        }
        return new JobUsers((owner, submitted) -> {
            Known known = as(submitted.or(() -> principals.osUser(owner)));
            return asRoot && known instanceof Known.Nobody ? mostlyRoot(principals, owner) : known;
        });
    }

    /** The answer for an owner whose credential names no OS user. */
    private static Known mostlyRoot(Principals principals, String owner) {
        Optional<String> local = principals.localUser(owner);
        boolean mayBeRoot = owner.equals(Principal.OWNER_NAME) || principals.isInTable(owner);
        return local.isEmpty() && mayBeRoot ? new Known.AsTheDaemon() : as(local);
    }

    private static Known as(Optional<String> user) {
        return user.<Known>map(Known.As::new).orElseGet(Known.Nobody::new);
    }

    /**
     * Checks that processes of jobs can be those of a user of this machine. Waits ten seconds at the most.
     *
     * @throws IOException with one sentence that names the remedy, if there is no such user, or it is root by whatever
     *     name
     */
    public static void requireUser(String name) throws IOException {
        OsUser.find(name);
    }

    /**
     * The program without which root cannot start the processes of jobs as their users; empty where this machine has
     * none.
     */
    public static Optional<Path> setpriv() {
        return UserProcess.setpriv();
    }

    /**
     * The reason why no process can be started for a job of this owner; empty where one can.
     *
     * @param submitted the OS user that the credential of the submitter named; empty where it named none
     */
    public Optional<String> refusal(String owner, Optional<String> submitted) {
        return switch (rule.apply(owner, submitted)) {
            case Known.Nobody() -> Optional.of(nobody(owner));
            case Known.As as -> Optional.empty();
            case Known.AsTheDaemon() -> Optional.empty();
        };
    }

    private static String nobody(String owner) {
        return "The daemon runs as root, and no user of this machine is specified for the processes of '" + owner
                + "'.\nMaybe: banyan token add NAME --role user --user OS_USER --to FILE, and use that token; or banyan start --jobs-as-root on a machine without other users.";
    }

    /**
     * Returns the user that runs the processes of a job; empty for the daemon's own.
     *
     * @param submitted the OS user that the credential of the submitter named; empty where it named none
     * @throws IOException with one sentence, if the user is unknown or does not exist
     */
    public Optional<OsUser> userOf(String owner, Optional<String> submitted) throws IOException {
        return switch (rule.apply(owner, submitted)) {
            case Known.Nobody() -> throw new IOException(nobody(owner));
            case Known.As(String user) -> Optional.of(OsUser.find(user));
            case Known.AsTheDaemon() -> Optional.empty();
        };
    }
}
