package io.banyan.rpc.security;

import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.resource.PrintableText;
import java.util.Optional;

/**
 * A token that the owner of an instance has added for a user.
 *
 * @param name name of the user
 * @param sha256 hash of the secret; empty if only a certificate gives access
 * @param osUser the user of the machine as whom the processes of the user's jobs run, if the daemon is root
 * @param certificate common name of the certificate that gives access
 */
public record NamedToken(
        String name, Role role, Optional<String> sha256, Optional<String> osUser, Optional<String> certificate) {
    private static final int LONGEST = 256;

    /** Checks the names. */
    public NamedToken {
        Principal.requireName(name);
        if (name.equals(Principal.OWNER_NAME)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is the name of the owner of the instance; choose another name for the token.");
        }
        if (name.equals(Principal.HEALTH_CHECK_NAME)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is the name of the daemon's own health check; choose another name for the token.");
        }
        sha256.ifPresent(TokenDigest::new);
        osUser.ifPresent(NamedToken::requireOsUser);
        certificate.ifPresent(NamedToken::requireCommonName);
        if (sha256.isEmpty() && certificate.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' requires a secret or a certificate.");
        }
    }

    private static void requireOsUser(String user) {
        Principal.requireName(user);
        if (user.equals("root")) {
            throw new IllegalArgumentException("No job runs as root; specify another user of this machine.");
        }
    }

    private static void requireCommonName(String name) {
        if (name.isBlank() || name.length() > LONGEST || !PrintableText.isPrintable(name)) {
            throw new IllegalArgumentException(
                    "The common name of a certificate must be 1 to " + LONGEST + " printable characters.");
        }
    }

    /**
     * Returns a principal with a secret, a certificate, or both.
     *
     * @throws IllegalArgumentException with one sentence, if a name is invalid, or if there is no credential
     */
    public static NamedToken of(
            String name, Role role, Optional<Token> secret, Optional<String> osUser, Optional<String> certificate) {
        return new NamedToken(name, role, secret.map(it -> it.digest().hex()), osUser, certificate);
    }

    Principal principal() {
        return new Principal(name, role, osUser);
    }
}
