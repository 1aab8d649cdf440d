package io.banyan.rpc.security;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** The certificate of the other side of a connection, which was checked when the connection was made. */
final class Certificates {
    /** Under which a connection keeps the name, so that it is read once. */
    private static final String KEPT = "banyan-common-name";

    private Certificates() {}

    /**
     * The common name of its subject, the most specific one where there are several; empty where the connection is not
     * encrypted, or the other side showed no certificate, or one with two names side by side.
     */
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
            // The most specific part is the last one here, though the first as it is written.
            for (Rdn part : parts.reversed()) {
                List<String> names = commonNames(part);
                if (!names.isEmpty()) {
                    return names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty();
                }
            }
            return Optional.empty();
        } catch (SSLPeerUnverifiedException | NamingException none) {
            return Optional.empty();
        }
    }

    /** The common names in one part of a name, which may have several values side by side. */
    private static List<String> commonNames(Rdn part) throws NamingException {
        List<String> names = new ArrayList<>();
        for (Attribute value : Collections.list(part.toAttributes().getAll())) {
            if (value.getID().equalsIgnoreCase("CN")) {
                for (Object name : Collections.list(value.getAll())) {
                    names.add(String.valueOf(name));
                }
            }
        }
        return names;
    }
}
