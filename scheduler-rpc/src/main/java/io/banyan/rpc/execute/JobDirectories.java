package io.banyan.rpc.execute;

import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.UserProcess;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories of jobs: those of jobs that are over are kept as long as there are not too many. Any thread may call. */
final class JobDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(JobDirectories.class);

    private final StateDirectory state;
    private final int most;
    private final NavigableSet<JobId> over = new TreeSet<>();

    /**
     * What is there of earlier daemons is of jobs that are over, until it is said otherwise.
     *
     * @param most how many of jobs that are over are kept
     */
    JobDirectories(StateDirectory state, int most) {
        this.state = state;
        this.most = most;
        if (Files.isDirectory(state.jobs())) {
            try (Stream<Path> all = Files.list(state.jobs())) {
                all.map(one -> one.getFileName().toString())
                        .filter(name -> name.matches("[1-9][0-9]{0,17}"))
                        .map(name -> new JobId(Long.parseLong(name)))
                        .forEach(over::add);
            } catch (IOException e) {
                LOG.warn("What earlier jobs have left cannot be seen: {}", e.getMessage());
            }
        }
    }

    /** That of a job that begins, or goes on. */
    synchronized JobDirectory of(JobId job) {
        over.remove(job);
        return JobDirectory.of(state, job);
    }

    /** A job is over; the oldest directory goes where there are too many. */
    void ended(JobId job) {
        JobId oldest;
        synchronized (this) {
            over.add(job);
            oldest = over.size() > most ? over.pollFirst() : null;
        }
        if (oldest != null) {
            try {
                UserProcess.deleteAll(
                        new StateDirectory(JobDirectory.of(state, oldest).path()));
            } catch (IOException e) {
                LOG.warn("What job {} has left cannot be deleted: {}", oldest, e.getMessage());
            }
        }
    }
}
