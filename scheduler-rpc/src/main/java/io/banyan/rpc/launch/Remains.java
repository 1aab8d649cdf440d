package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a child that was started here leaves: processes, something on other machines or at providers, files. For one thread. */
final class Remains {
    private static final Logger LOG = LoggerFactory.getLogger(Remains.class);

    private final ChildPlaces places;
    private final Starts starts;

    Remains(ChildPlaces places, Starts starts) {
        this.places = places;
        this.starts = starts;
    }

    /** Kills what runs here of a child and below it. Returns where something is left that it takes longer to end, or to give back. */
    List<ChildPlaces.Place> kill(JobId job) {
        if (!places.isHere(job)) {
            return List.of();
        }
        StateDirectory directory = places.directory(job);
        // Who starts something elsewhere notes it first, and is dead when that is read.
        int killed = Fencing.killAll(directory);
        if (killed > 0) {
            LOG.warn("{} processes below the child of job {} were killed", killed, job);
        }
        List<ChildPlaces.Place> left = new ArrayList<>(Fencing.elsewhere(directory));
        atProviders(directory).ifPresent(left::add);
        return left;
    }

    /** Where something may be left at providers of what ran in a directory here. */
    Optional<ChildPlaces.Place> atProviders(StateDirectory directory) {
        try {
            return Fencing.hasPurchases(directory) ? Optional.of(starts.leftHere(directory)) : Optional.empty();
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    /**
     * Gives back what the child of an earlier daemon had of providers, whose job nobody knows any more: tried once, and again by the next daemon here.
     */
    void giveBack(JobId job) {
        atProviders(places.directory(job))
                .ifPresent(place -> Thread.ofVirtual()
                        .start(() -> place.fenceNow()
                                .ifPresent(why -> LOG.warn(
                                        "Of the child of job {} of an earlier daemon, {}\nMaybe: {}",
                                        job,
                                        why,
                                        String.join(" ", place.fence())))));
    }

    /** Why nobody can say what a child has left; empty where its state directory says it. */
    Optional<String> whyUnknown(JobId job) {
        StateDirectory directory = places.directory(job);
        return directory.exists()
                ? Optional.empty()
                : Optional.of("nobody can say whether anything that it had started still runs: its state directory "
                        + directory.path() + " is gone");
    }

    /** The child of a job is a new instance, whoever had its directory before. */
    static void forget(StateDirectory directory) throws IOException {
        Files.deleteIfExists(directory.address());
        Files.deleteIfExists(directory.lastAddress());
        Files.deleteIfExists(directory.parentCertificate());
        Files.deleteIfExists(directory.command());
        Files.deleteIfExists(directory.commandPid());
        Files.deleteIfExists(directory.commandOutput());
        Files.deleteIfExists(directory.commandErrors());
        SqlJournal.delete(directory.journal());
    }
}
