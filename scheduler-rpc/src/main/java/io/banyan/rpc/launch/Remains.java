package io.banyan.rpc.launch;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.SqlJournal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The remains of a child that was started here: processes, processes on other machines, resources at providers, files.
 * For one thread, except repeated attempts.
 */
final class Remains {
    private static final Logger LOG = LoggerFactory.getLogger(Remains.class);

    private static final String ASIDE = "left-";
    private static final long FIRST_AGAIN_MILLIS = 1_000;
    private static final long MOST_AGAIN_MILLIS = 300_000;

    private final ChildPlaces places;
    private final Starts starts;
    private volatile boolean isClosed;

    Remains(ChildPlaces places, Starts starts) {
        this.places = places;
        this.starts = starts;
    }

    /**
     * Kills the processes of a child and below it on this machine. Returns where something is left that it takes longer
     * to end, or to give back.
     */
    List<ChildPlaces.Place> kill(JobId job) {
        if (!places.isHere(job)) {
            return List.of();
        }
        StateDirectory directory = places.directory(job);
        // A daemon notes a start elsewhere before it makes it, and it is dead when the notes are read.
        int killed = Fencing.killAll(directory);
        if (killed > 0) {
            LOG.warn("{} processes below the child of job {} were killed", killed, job);
        }
        List<ChildPlaces.Place> left = new ArrayList<>(Fencing.elsewhere(directory));
        atProviders(directory).ifPresent(left::add);
        return left;
    }

    /** Returns the place of possible provider resources of a directory here. */
    Optional<ChildPlaces.Place> atProviders(StateDirectory directory) {
        try {
            return Fencing.hasPurchases(directory) ? Optional.of(starts.leftHere(directory)) : Optional.empty();
        } catch (IOException vanished) {
            return Optional.empty();
        }
    }

    /**
     * Returns provider resources of an instance whose job is no longer known. Its directory is moved aside, where no
     * later job of the same number interferes, and the resources are returned from there, repeatedly until all are
     * returned or this daemon ends.
     *
     * @throws IOException with one sentence, if it cannot be moved: then nothing may be written there
     */
    void giveBack(JobId job) throws IOException {
        StateDirectory directory = places.directory(job);
        if (atProviders(directory).isEmpty()) {
            return;
        }
        // One that an earlier daemon had begun would write where its directory was.
        Fencing.killGivers(directory);
        StateDirectory aside =
                new StateDirectory(directory.path().resolveSibling(ASIDE + job + "-" + UUID.randomUUID()));
        try {
            Files.move(directory.path(), aside.path(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IOException(
                    "The provider resources of the instance in " + directory.path()
                            + " are not returned, because the directory cannot be renamed: " + e.getMessage(),
                    e);
        }
        giveBack(aside);
    }

    /** Gives back the resources of children that earlier daemons put aside. */
    void giveBackWhatIsAside() throws IOException {
        if (Files.isDirectory(places.own().children())) {
            try (DirectoryStream<Path> all =
                    Files.newDirectoryStream(places.own().children(), ASIDE + "*")) {
                all.forEach(directory -> giveBack(new StateDirectory(directory)));
            }
        }
    }

    private void giveBack(StateDirectory aside) {
        Thread.ofVirtual().start(() -> {
            long again = FIRST_AGAIN_MILLIS;
            while (!isClosed) {
                Optional<FarFence.Vain> vain = atProviders(aside).flatMap(ChildPlaces.Place::fenceNow);
                if (vain.isEmpty() || isClosed) {
                    return;
                }
                LOG.warn("For the instance in {}: {}", aside.path(), vain.get().why());
                try {
                    Thread.sleep(again);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
                again = Math.min(2 * again, MOST_AGAIN_MILLIS);
            }
        });
    }

    /** Nothing is given back again. */
    void close() {
        isClosed = true;
    }

    /** Returns why the remains of a child are unknown; empty if its state directory shows them. */
    Optional<String> whyUnknown(JobId job) {
        StateDirectory directory = places.directory(job);
        return directory.exists()
                ? Optional.empty()
                : Optional.of("whether its processes still run is unknown: its state directory " + directory.path()
                        + " is gone");
    }

    /** The child of a job is a new instance, whichever instance used its directory before. */
    static void forget(StateDirectory directory) throws IOException {
        Files.deleteIfExists(directory.address());
        Files.deleteIfExists(directory.lastAddress());
        Files.deleteIfExists(directory.parentCertificate());
        Files.deleteIfExists(directory.command());
        Files.deleteIfExists(directory.commandPid());
        Files.deleteIfExists(directory.commandStopping());
        Files.deleteIfExists(directory.commandOutput());
        Files.deleteIfExists(directory.commandErrors());
        SqlJournal.delete(directory.journal());
    }
}
