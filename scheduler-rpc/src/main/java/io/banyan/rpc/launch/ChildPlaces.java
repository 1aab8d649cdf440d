package io.banyan.rpc.launch;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisMachine;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the state directories of an instance's children are: below its own, or where a daemon before this one, on
 * another state directory and maybe on another machine, has put them. Any thread may call.
 */
public final class ChildPlaces {
    private static final Logger LOG = LoggerFactory.getLogger(ChildPlaces.class);

    private final StateDirectory own;
    private final Notes notes;
    private final Map<JobId, Place> noted = new ConcurrentHashMap<>();

    /** Notes the children for the daemons that may replace this one. */
    public interface Notes {
        /** Notes for a daemon without standbys. */
        Notes NONE = new Notes() {
            @Override
            public void started(JobId job, String credential, Place place) {
                // The files of the state directory are enough.
            }

            @Override
            public void over(JobId job) {
                // Nothing was noted.
            }
        };

        /**
         * A child is about to be started.
         *
         * @param credential a fingerprint of the child's credential, which is no credential itself
         * @throws IOException with one sentence, if it cannot be noted
         */
        void started(JobId job, String credential, Place place) throws IOException;

        /** Nothing of a child is left. */
        void over(JobId job);
    }

    /**
     * The place of a started child.
     *
     * @param machine the name of the machine
     * @param directory of the child there
     * @param fence the words of a command that {@linkplain FarFence ends} its remaining processes there; empty if none
     *     is known or needed
     * @param isDead whether no process of it runs any more, so that only resources at providers may be left
     */
    public record Place(String machine, StateDirectory directory, List<String> fence, boolean isDead) {
        /** Copies the words. */
        public Place {
            fence = List.copyOf(fence);
        }

        /** One where something may run. */
        public Place(String machine, StateDirectory directory, List<String> fence) {
            this(machine, directory, fence, false);
        }

        /** The place of a child whose machine and way of access are not known. */
        static Place somewhere(StateDirectory directory) {
            return new Place("another machine", directory, List.of());
        }

        /**
         * Ends the remaining processes of the child there, and returns its provider resources. Returns why it is not
         * certain that nothing is left; empty where it is.
         */
        Optional<FarFence.Vain> fenceNow() {
            Optional<FarFence.Vain> vain = fence.isEmpty()
                    ? Optional.of(new FarFence.Vain("no command can reach that machine", true))
                    : FarFence.run(fence, directory);
            return vain.map(it -> new FarFence.Vain(
                    "parts of it may be left on " + machine + ": " + it.why(), it.mayRun() && !isDead));
        }
    }

    /** Places below a state directory. */
    public ChildPlaces(StateDirectory own, Notes notes) {
        this.own = own;
        this.notes = notes;
    }

    /** A daemon before this one has started this child there. */
    public void add(JobId job, Place place) {
        noted.put(job, place);
    }

    /** The children that another daemon has started. */
    public Set<JobId> noted() {
        return Set.copyOf(noted.keySet());
    }

    /** The directory of a child; to be used where the child {@linkplain #isHere is here}. */
    public StateDirectory directory(JobId job) {
        Place place = noted.get(job);
        return place == null ? own.child(job) : place.directory();
    }

    /** Whether a child's processes are those of this machine. */
    public boolean isHere(JobId job) {
        Place place = noted.get(job);
        return place == null || (place.machine().equals(ThisMachine.name()) && isThere(place));
    }

    private static boolean isThere(Place place) {
        return Files.isDirectory(place.directory().path());
    }

    /** The parent's own. */
    StateDirectory own() {
        return own;
    }

    /** The output file of a child that this daemon, or an earlier one on this machine, started. */
    Path output(JobId job) {
        return (isHere(job) ? directory(job) : own.child(job)).output();
    }

    /** Where a child is. */
    Place place(JobId job) {
        Place place = noted.get(job);
        return place == null ? new Place(ThisMachine.name(), own.child(job), List.of()) : place;
    }

    /**
     * A child is about to be started.
     *
     * @param elsewhere where on another machine; empty for this one
     */
    void start(JobId job, Optional<Place> elsewhere, String credential) throws IOException {
        noted.remove(job);
        if (elsewhere.isPresent()) {
            noted.put(job, elsewhere.get());
            PlaceFile.write(host(job), elsewhere.get());
        } else {
            Files.deleteIfExists(host(job));
        }
        notes.started(job, credential, place(job));
    }

    /** Remembers those that a daemon before this one has started on other machines, on this state directory. */
    public void restore() throws IOException {
        for (JobId job : own.childDirectories().keySet()) {
            if (Files.exists(host(job))) {
                noted.put(job, restored(job));
            }
        }
    }

    /** A child that cannot be distinguished from an unreachable one counts as unreachable. */
    private Place restored(JobId job) {
        Optional<Place> read = PlaceFile.read(host(job));
        if (read.isEmpty()) {
            LOG.warn(
                    "The file {} is damaged: the machine of the child of job {}, and how to end it there, are unknown",
                    host(job),
                    job);
        }
        return read.orElseGet(() -> Place.somewhere(own.child(job)));
    }

    /** Beside the directory of the child, which may be its user's. */
    private Path host(JobId job) {
        return own.children().resolve(job + PlaceFile.SUFFIX);
    }

    /** Nothing of a child is left. */
    public void over(JobId job) {
        try {
            Files.deleteIfExists(host(job));
        } catch (IOException e) {
            LOG.debug("The notes about the child of job {} cannot be deleted: {}", job, e.getMessage());
        }
        noted.remove(job);
        notes.over(job);
    }

    /**
     * Deletes the files of a child on this machine. The records of provider resources stay, so that these can be
     * returned.
     *
     * @throws IOException if it cannot be deleted
     */
    public void delete(JobId job) throws IOException {
        StateDirectory left = directory(job);
        if (isHere(job) && left.exists() && !Fencing.hasPurchases(left)) {
            UserProcess.deleteAll(left);
        }
    }
}
