package io.banyan.rpc.client;

import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Location;
import io.banyan.rpc.transport.StrangeServerException;
import io.banyan.rpc.transport.UnixSocket;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.channel.ConnectTimeoutException;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The reason why there was no connection to a daemon, in a sentence with a remedy. */
final class Unreached {
    private static final int DEEPEST = 20;
    /** How TLS says that it was the other side that ended the handshake. */
    private static final String ALERT = "Received fatal alert: ";

    private static final String CLOSED = """
            The daemon at %s closed the connection before it answered.
            Maybe too many connections are open there: try again%s.""";

    private Unreached() {}

    /**
     * The sentence.
     *
     * @param encrypted whether an encrypted connection was asked for
     */
    static String sentence(Location address, Throwable error, boolean encrypted) {
        List<Throwable> causes = causes(error);
        if (address instanceof UnixSocket socket) {
            return ofSocket(socket, causes);
        }
        if (has(causes, NotSslRecordException.class)) {
            return "The daemon at " + address
                    + " does not use TLS, and this command requires it.\nMaybe: omit --tls-ca.";
        }
        return alert(causes)
                .map(word -> refused(address, word))
                .or(() -> untrusted(address, causes))
                .or(() -> closed(address, error, causes, encrypted))
                .orElseGet(() -> nobody(address, causes, encrypted));
    }

    /** Whether the peer accepted the connection and closed it, so that a call may have arrived. */
    static boolean isClosed(Location address, Throwable error) {
        List<Throwable> causes = causes(error);
        if (address instanceof UnixSocket socket) {
            return ofSocket(socket, causes).equals(CLOSED.formatted(socket, ""));
        }
        return !has(causes, SSLException.class) && alert(causes).isEmpty() && isClosed(error, causes);
    }

    private static String ofSocket(UnixSocket socket, List<Throwable> causes) {
        String words =
                causes.stream().map(Throwable::getMessage).map(String::valueOf).collect(Collectors.joining("; "));
        Optional<Throwable> strange =
                causes.stream().filter(StrangeServerException.class::isInstance).findFirst();
        if (strange.isPresent()) {
            return String.valueOf(strange.get().getMessage());
        }
        if (words.contains("Permission denied")) {
            return "Permission denied: the socket " + socket.path()
                    + " is not accessible to this user.\nMaybe: --address HOST:PORT --token-file FILE.";
        }
        if (words.contains("No such file") || words.contains("Connection refused")) {
            return "No daemon listens on the socket " + socket.path()
                    + ".\nMaybe it has stopped, or its socket is elsewhere.";
        }
        return CLOSED.formatted(socket, "");
    }

    /** The sentence for a connection that the peer accepted and closed. */
    private static Optional<String> closed(
            Location address, Throwable error, List<Throwable> causes, boolean encrypted) {
        return isClosed(error, causes)
                ? Optional.of(CLOSED.formatted(address, encrypted ? "" : ", or it uses TLS and requires --tls-ca"))
                : Optional.empty();
    }

    private static boolean isClosed(Throwable error, List<Throwable> causes) {
        boolean isConnected = !has(causes, ConnectException.class)
                && !has(causes, NoRouteToHostException.class)
                && !has(causes, UnknownHostException.class);
        String description = String.valueOf(Status.fromThrowable(error).getDescription());
        return isConnected && (description.contains("closed") || has(causes, IOException.class));
    }

    private static String host(Location address) {
        return address instanceof Address tcp ? tcp.host() : address.toString();
    }

    private static Optional<String> alert(List<Throwable> causes) {
        return causes.stream()
                .map(cause -> String.valueOf(cause.getMessage()))
                .filter(text -> text.contains(ALERT))
                .map(text -> text.substring(text.indexOf(ALERT) + ALERT.length()))
                .findFirst();
    }

    private static String refused(Location address, String alert) {
        return switch (alert) {
            case "certificate_required" ->
                "The daemon at " + address + " requires a client certificate.\nMaybe: --tls-cert FILE --tls-key FILE.";
            case "certificate_expired" ->
                "The daemon at " + address + " rejects the certificate of --tls-cert: it has expired.";
            case "bad_certificate", "certificate_unknown", "unknown_ca", "unsupported_certificate" ->
                "The daemon at " + address
                        + " rejects the certificate of --tls-cert.\nMaybe it has expired, or was not issued by an authority in the daemon's --tls-client-ca.";
            default -> "The daemon at " + address + " ended the encrypted connection: " + alert + ".";
        };
    }

    private static Optional<String> untrusted(Location address, List<Throwable> causes) {
        if (!has(causes, SSLException.class)) {
            return Optional.empty();
        }
        String certificate = "The certificate of the daemon at " + address;
        if (has(causes, CertificateExpiredException.class)) {
            return Optional.of(certificate + " has expired; its administrator must replace it.");
        }
        if (has(causes, CertificateNotYetValidException.class)) {
            return Optional.of(certificate + " is not yet valid by the clock of this machine.");
        }
        if (causes.stream().anyMatch(Unreached::isByNoneOfOurs)) {
            return Optional.of(certificate + " was not issued by an authority in --tls-ca.");
        }
        if (has(causes, CertificateException.class)) {
            return Optional.of(certificate + " is not for " + host(address)
                    + ".\nMaybe: connect with a name that the certificate contains.");
        }
        return Optional.of("No encrypted connection to " + address + " could be made: "
                + causes.getLast().getMessage() + ".");
    }

    private static String nobody(Location address, List<Throwable> causes, boolean encrypted) {
        if (has(causes, UnknownHostException.class)) {
            return "There is no host '" + host(address) + "'.";
        }
        if (has(causes, ConnectTimeoutException.class)) {
            return "Nothing answers at " + address
                    + " in time.\nMaybe the network drops the packets, or the daemon has too many connections: try again.";
        }
        if (has(causes, ConnectException.class)) {
            return "No daemon answers at " + address
                    + ": nothing listens there.\nMaybe it has stopped, or it listens elsewhere.";
        }
        if (has(causes, NoRouteToHostException.class)) {
            return "There is no route to " + address + ".";
        }
        return "No daemon answers at " + address + ".\nMaybe it has stopped, or it listens elsewhere"
                + (encrypted ? "." : ", or uses TLS and requires --tls-ca.");
    }

    /** Also true if one of them has the right name and another key: mostly an earlier version of the same authority. */
    private static boolean isByNoneOfOurs(Throwable cause) {
        return cause instanceof CertPathBuilderException
                || (cause instanceof CertPathValidatorException path
                        && (path.getReason() == PKIXReason.NO_TRUST_ANCHOR
                                || path.getReason() == BasicReason.INVALID_SIGNATURE));
    }

    private static boolean has(List<Throwable> causes, Class<? extends Throwable> type) {
        return causes.stream().anyMatch(type::isInstance);
    }

    private static List<Throwable> causes(Throwable error) {
        List<Throwable> causes = new ArrayList<>();
        @Nullable Throwable next = Status.fromThrowable(error).getCause();
        while (next != null && causes.size() < DEEPEST) {
            causes.add(next);
            next = next.getCause();
        }
        return causes;
    }
}
