package io.banyan.rpc.launch;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How children are started on other machines.
 *
 * @param template of the command that does it
 * @param program that is banyan there; empty for the same as here
 * @param directory in which they have their state directories; empty for the same as if they were here, for machines
 *     that share their files
 * @param host by which they find this machine; empty where that is where the daemon listens
 */
public record Elsewhere(
        LaunchTemplate template, Optional<String> program, Optional<Path> directory, Optional<String> host) {}
