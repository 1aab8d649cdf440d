package io.banyan.rpc.launch;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the state directories of an instance's children are: below its own, or where a daemon before this one, on another state directory and maybe
 * on another machine, has put them. Any thread may call.
 */
public final class ChildPlaces {
    private final StateDirectory own;
    private final Notes notes;
    private final Map<JobId, Place> noted = new ConcurrentHashMap<>();

    /** Tells those that may go on in this daemon's place of its children. */
    public interface Notes {
        /** Nobody will. */
        Notes NONE = new Notes() {
            @Override
            public void started(JobId job, String credential, Place place) {
                // What is in the state directory is enough.
            }

            @Override
            public void over(JobId job) {
                // Nothing was noted.
            }
        };

        /**
         * A child is about to be started.
         *
         * @param credential what tells the child's credential from others, and is none itself
         * @throws IOException with one sentence, if it cannot be noted
         */
        void started(JobId job, String credential, Place place) throws IOException;

        /** Nothing of a child is left. */
        void over(JobId job);
    }

    /**
     * Where a child was started.
     *
     * @param machine the name of the machine
     * @param directory of the child there
     */
    public record Place(String machine, StateDirectory directory) {}

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
        return place == null
                || (place.machine().equals(machine())
                        && Files.isDirectory(place.directory().path()));
    }

    /** The parent's own. */
    StateDirectory own() {
        return own;
    }

    /** The machine on which a child was started. */
    public String machine(JobId job) {
        Place place = noted.get(job);
        return place == null ? machine() : place.machine();
    }

    /** A child is about to be started here. */
    void start(JobId job, String credential) throws IOException {
        noted.remove(job);
        notes.started(job, credential, new Place(machine(), own.child(job)));
    }

    /** Nothing of a child is left. */
    public void over(JobId job) {
        notes.over(job);
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
