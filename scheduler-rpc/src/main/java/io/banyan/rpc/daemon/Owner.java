package io.banyan.rpc.daemon;

import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The identity by which providers know the instance: that of its journal, so that the next daemon on the journal has
 * the same one.
 *
 * @param name of the owner
 * @param file the file to write it to once the daemon is up; empty for none
 */
record Owner(String name, Optional<Path> file) {
    /** The one that is known, or a new one, which is not kept yet: a start that fails leaves nothing behind. */
    static Owner of(DaemonConfig config) throws IOException {
        if (config.sharing().isPresent()) {
            // Whichever of several daemons leads.
            String journal = config.sharing().get().url().toString();
            return new Owner(
                    UUID.nameUUIDFromBytes(journal.getBytes(StandardCharsets.UTF_8))
                            .toString(),
                    Optional.empty());
        }
        StateDirectory state = config.state();
        return Files.exists(state.holder())
                ? new Owner(Standby.holder(state), Optional.empty())
                : new Owner(UUID.randomUUID().toString(), Optional.of(state.holder()));
    }

    /** Keeps it for the next daemon; to be called before anything is brought for it. */
    void keep() throws IOException {
        if (file.isPresent()) {
            Files.writeString(file.get(), name + "\n");
        }
    }
}
