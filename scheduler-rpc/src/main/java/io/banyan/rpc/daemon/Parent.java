package io.banyan.rpc.daemon;

import io.banyan.rpc.transport.Address;
import io.banyan.schedule.JobId;
import java.nio.file.Path;

/**
 * Whose child a daemon is.
 *
 * @param address of the parent
 * @param job of the parent that this daemon is
 * @param credential the file with what opens the session
 */
public record Parent(Address address, JobId job, Path credential) implements ResourceSource {}
