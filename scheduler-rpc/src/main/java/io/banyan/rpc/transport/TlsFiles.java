package io.banyan.rpc.transport;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The TLS files of a daemon, in PEM.
 *
 * @param certificate its own, with those up to the authority's after it
 * @param key of the first of them, in PKCS#8; for its owner only
 * @param clientCa the authorities whose certificates admit clients; empty if only tokens do
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientCa) {}
