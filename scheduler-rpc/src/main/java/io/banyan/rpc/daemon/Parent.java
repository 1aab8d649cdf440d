package io.banyan.rpc.daemon;

import io.banyan.resource.JobId;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.util.List;

/**
 * The parent of a daemon.
 *
 * @param addresses of the parent and of its standbys
 * @param job the parent's job of this daemon
 * @param credential the file with the credential for the session
 */
public record Parent(List<Address> addresses, JobId job, Path credential) implements ResourceSource {
    /** Copies the list. */
    public Parent {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("A parent must have an address.");
        }
    }

    /** A parent in one place. */
    public Parent(Address address, JobId job, Path credential) {
        this(List.of(address), job, credential);
    }
}
