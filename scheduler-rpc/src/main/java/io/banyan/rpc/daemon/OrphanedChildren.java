package io.banyan.rpc.daemon;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.launch.LocalLauncher;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.store.SharedChildren;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The children of earlier daemons on a state directory, found by their files. Those of the instance's jobs are taken
 * over; all others are ended, because their resources are no longer known.
 */
final class OrphanedChildren {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedChildren.class);

    private final StateDirectory state;
    private final ChildPlaces places;
    private final LocalLauncher launcher;
    private final ChildCredentials credentials;

    OrphanedChildren(StateDirectory state, ChildPlaces places, LocalLauncher launcher, ChildCredentials credentials) {
        this.state = state;
        this.places = places;
        this.launcher = launcher;
        this.credentials = credentials;
    }

    /**
     * Restores the credentials of all children, before the first child can call, because a refused child gives up. A
     * child whose job has ended is notified when it registers.
     */
    static void restoreCredentials(StateDirectory state, ChildCredentials credentials) throws IOException {
        for (Map.Entry<JobId, StateDirectory> child : state.childDirectories().entrySet()) {
            JobId job = child.getKey();
            Path file = child.getValue().credential();
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                restore(job, file, credentials);
            }
        }
    }

    /** The file may be another user's. A change by that user only harms that user's own child. */
    private static void restore(JobId job, Path file, ChildCredentials credentials) {
        try {
            if (!credentials.restore(job, TokenFile.readForeign(file))) {
                LOG.warn("The child of job {} is not readmitted: {} holds the credential of another job", job, file);
            }
        } catch (IOException e) {
            LOG.warn("The child of job {} is not readmitted: {}", job, e.getMessage());
        }
    }

    /** Restores also the credentials of children that a daemon on another state directory has started. */
    static void restoreNoted(
            SharedChildren noted, ChildPlaces places, ChildCredentials credentials, LaunchCommand command)
            throws IOException {
        for (SharedChildren.Child child : noted.all()) {
            var job = new JobId(child.job());
            credentials.restore(job, child.credential());
            places.add(job, command.place(job, child.machine(), new StateDirectory(Path.of(child.directory()))));
        }
    }

    /** Notes children for those that may go on in this daemon's place. */
    static ChildPlaces.Notes notes(SharedChildren shared) {
        return new ChildPlaces.Notes() {
            @Override
            public void started(JobId job, String credential, ChildPlaces.Place place) throws IOException {
                String directory = place.directory().path().toString();
                shared.note(new SharedChildren.Child(job.value(), credential, place.machine(), directory));
            }

            @Override
            public void over(JobId job) {
                try {
                    shared.forget(job.value());
                } catch (IOException e) {
                    LOG.warn("The child of job {} has ended, but its note remains: {}", job, e.getMessage());
                }
            }
        };
    }

    /** Before the instance hears of anything. */
    void takeOver(List<JobRecord> active) throws IOException {
        Set<JobId> wanted = active.stream().map(JobRecord::id).collect(Collectors.toSet());
        Set<JobId> known = new TreeSet<>(state.childDirectories().keySet());
        known.addAll(places.noted());
        known.removeAll(wanted);
        launcher.giveBackWhatIsAside();
        known.forEach(this::end);
        for (JobRecord job : active) {
            boolean isStarting = job.child().orElseThrow().state() == ChildState.STARTING;
            if (!launcher.adopt(job.id()) && isStarting) {
                // The last daemon ended before it could start it; and one that has not registered holds nothing.
                launcher.stop(new Effect.StopChild(job.id(), 0, true));
            }
        }
    }

    private void end(JobId job) {
        credentials.revoke(job);
        if (places.isHere(job)) {
            Path directory = places.directory(job).path();
            int killed = Fencing.killAll(places.directory(job));
            if (killed > 0) {
                LOG.warn("{} processes that an earlier daemon left behind on {} were killed", killed, directory);
            }
            launcher.giveBack(job);
        }
        if (places.noted().contains(job)) {
            places.over(job);
        }
    }
}
