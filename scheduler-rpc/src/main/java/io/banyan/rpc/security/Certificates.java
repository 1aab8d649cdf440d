package io.banyan.rpc.security;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** What the certificate of the other side of a connection says. It was checked when the connection was made. */
final class Certificates {
    /** Under which a connection keeps the name, so that it is read once. */
    private static final String KEPT = "banyan-common-name";

    private Certificates() {}

    /** The common name of its subject; empty where the connection is not encrypted, or the other side showed no certificate. */
    static Optional<String> commonName(Attributes connection) {
        SSLSession session = connection.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            return Optional.empty();
        }
        if (session.getValue(KEPT) instanceof String kept) {
            return kept.isEmpty() ? Optional.empty() : Optional.of(kept);
        }
        Optional<String> name = read(session);
        session.putValue(KEPT, name.orElse(""));
        return name;
    }

    private static Optional<String> read(SSLSession session) {
        try {
            List<Rdn> parts = new LdapName(session.getPeerPrincipal().getName()).getRdns();
            return parts.stream()
                    .filter(part -> part.getType().equalsIgnoreCase("CN"))
                    .map(part -> String.valueOf(part.getValue()))
                    .findFirst();
        } catch (SSLPeerUnverifiedException | InvalidNameException none) {
            return Optional.empty();
        }
    }
}
