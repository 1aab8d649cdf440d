package io.banyan.engine.fill;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The settings of the fillers of an engine.
 *
 * @param directory the directory of all fillers, which all nodes see
 * @param worker the words that begin the command of a worker; {@link WorkerProgram} takes the words after them
 * @param address the name or address of this machine at which workers reach the engine; empty for loopback, or for the
 *     address of this machine's name if a reservation has other machines
 * @param clockSec the time in seconds since 1970
 */
public record FillerSettings(Path directory, List<String> worker, Optional<String> address, LongSupplier clockSec) {
    /** Copies the words. */
    public FillerSettings {
        worker = List.copyOf(worker);
    }
}
