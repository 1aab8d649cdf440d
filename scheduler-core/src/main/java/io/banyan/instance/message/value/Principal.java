package io.banyan.instance.message.value;

import java.util.Objects;
import java.util.Optional;

/**
 * The principal that makes a request. Jobs are recorded by the name of their owner, so that two principals with the
 * same name have the same jobs.
 *
 * @param name 1 to {@value #LONGEST_NAME} letters, digits and {@code . _ - @}, the first of them a letter or a digit
 * @param osUser the operating-system user of the processes of the principal's jobs, as the credential states; empty if
 *     it states none
 */
public record Principal(String name, Role role, Optional<String> osUser) {
    /** The name of the holder of the instance itself, and the owner of jobs from before jobs had owners. */
    public static final String OWNER_NAME = "owner";

    /** The name of a daemon's health check of its nodes. No client has it. */
    public static final String HEALTH_CHECK_NAME = "banyan-health-check";

    /** The holder of the instance itself. */
    public static final Principal OWNER = new Principal(OWNER_NAME, Role.ADMIN);

    /** A daemon's health check of its nodes. */
    public static final Principal HEALTH_CHECK = new Principal(HEALTH_CHECK_NAME, Role.ADMIN);

    /** The length of the longest name, in characters. */
    public static final int LONGEST_NAME = 64;

    /** A principal whose credential names no user of the machine. */
    public Principal(String name, Role role) {
        this(name, role, Optional.empty());
    }

    /** Checks the names. */
    public Principal {
        requireName(name);
        Objects.requireNonNull(role, "role");
        osUser.ifPresent(Principal::requireName);
    }

    /**
     * Checks that a text can be a name.
     *
     * @throws IllegalArgumentException with one sentence, if it cannot
     */
    public static void requireName(String name) {
        boolean fits = !name.isEmpty() && name.length() <= LONGEST_NAME && isAlphanumeric(name.charAt(0));
        for (int i = 0; fits && i < name.length(); i++) {
            char c = name.charAt(i);
            fits = isAlphanumeric(c) || c == '.' || c == '_' || c == '-' || c == '@';
        }
        if (!fits) {
            throw new IllegalArgumentException("A user's name must be 1 to " + LONGEST_NAME
                    + " letters, digits, '.', '_', '-' and '@', the first a letter or a digit; found '"
                    + ValueChecks.shown(name) + "'.");
        }
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /** Whether a job of this owner is this one's to see and to change. */
    public boolean isMasterOf(JobRecord job) {
        return role == Role.ADMIN || name.equals(job.owner());
    }
}
