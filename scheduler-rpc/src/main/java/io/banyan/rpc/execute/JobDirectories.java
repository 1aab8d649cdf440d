package io.banyan.rpc.execute;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.process.UserProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of jobs: those of jobs that are over are kept as long as there are not too many. Any thread may call.
 */
final class JobDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(JobDirectories.class);

    private static final Pattern NAME =
            Pattern.compile("([1-9][0-9]{0,17})(|" + Pattern.quote(JobDirectory.CHECKPOINT) + ")");

    private final StateDirectory state;
    private final ChildPlaces children;
    private final int most;
    private final NavigableSet<JobId> over = new TreeSet<>();
    /** Jobs that may have something there for when they begin again. */
    private final Set<JobId> checkpoints = ConcurrentHashMap.newKeySet();

    /**
     * Opens the directories. Those of earlier daemons belong to ended jobs until a job is reported.
     *
     * @param children where the instances are that jobs start
     * @param most how many of jobs that are over are kept
     */
    JobDirectories(StateDirectory state, ChildPlaces children, int most) {
        this.state = state;
        this.children = children;
        this.most = most;
        if (Files.isDirectory(state.jobs())) {
            try (Stream<Path> all = Files.list(state.jobs())) {
                for (String name : all.map(one -> one.getFileName().toString()).toList()) {
                    Matcher found = NAME.matcher(name);
                    if (found.matches()) {
                        var job = new JobId(Long.parseLong(found.group(1)));
                        (found.group(2).isEmpty() ? over : checkpoints).add(job);
                    }
                }
            } catch (IOException e) {
                LOG.warn("The files of earlier jobs cannot be listed: {}", e.getMessage());
            }
        }
    }

    /** That of a job that begins, or goes on. */
    synchronized JobDirectory of(JobId job) {
        over.remove(job);
        return JobDirectory.of(state, job);
    }

    /** A job begins that keeps something for when it begins again. */
    void keepCheckpoint(JobId job) {
        checkpoints.add(job);
    }

    boolean hasCheckpoint(JobId job) {
        return checkpoints.contains(job);
    }

    /** Forgets a job that does not begin again. */
    void forget(JobId job) {
        if (checkpoints.remove(job)) {
            try {
                UserProcess.deleteAll(
                        new StateDirectory(JobDirectory.of(state, job).checkpoint()));
            } catch (IOException e) {
                LOG.warn("The checkpoint of job {} cannot be deleted: {}", job, e.getMessage());
            }
        }
    }

    /** A job is over; the oldest directory goes where there are too many, with that of the job's instance. */
    void ended(JobId job) {
        JobId oldest;
        synchronized (this) {
            over.add(job);
            oldest = over.size() > most ? over.pollFirst() : null;
        }
        if (oldest != null) {
            try {
                JobDirectory.of(state, oldest).delete();
                children.delete(oldest);
            } catch (IOException e) {
                LOG.warn("The files of job {} cannot be deleted: {}", oldest, e.getMessage());
            }
        }
    }
}
