package io.banyan.rpc.execute;

import io.banyan.instance.message.value.CommandEnd;
import io.banyan.resource.JobId;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.pmi.PmiJob;
import io.banyan.rpc.pmi.PmiServer;
import io.banyan.rpc.pmi.PmiWatcher;
import io.banyan.rpc.process.OsUser;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of a job as ranks of MPI programs: where the job has several, it serves them PMI-1. The loss of a rank ends
 * the job. Any thread may call.
 */
final class JobRanks implements PmiWatcher, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRanks.class);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final AtomicBoolean HAS_TOLD = new AtomicBoolean();

    /**
     * The number that all ranks are given, and the rank, are arguments and variables that a launch command passes on;
     * their sum is neither.
     */
    private static final String OWN_ID = "PMI_ID=$((PMI_ID + BANYAN_RANK)); export PMI_ID; exec \"$@\"";

    private final JobId job;
    private final Runnable stop;
    private final Consumer<String> say;
    private volatile Optional<PmiServer> server = Optional.empty();
    private volatile Optional<Ended> ended = Optional.empty();

    private record Ended(OptionalInt status, String reason) {}

    /**
     * Creates the ranks of a job, which are not served yet.
     *
     * @param stop ends the job
     * @param say writes a message to the standard error of its tasks
     */
    JobRanks(JobId job, Runnable stop, Consumer<String> say) {
        this.job = job;
        this.stop = stop;
        this.say = say;
    }

    /**
     * Serves them from now on, if there are several. If that is not possible, one line is logged, and the job runs
     * without.
     */
    void serve(ExecutionConfig config, JobLayout layout, Optional<OsUser> user) {
        if (layout.processes().size() < 2 || !config.pmi().isOn()) {
            return;
        }
        List<Integer> nodes =
                layout.processes().stream().map(JobLayout.Rank::node).toList();
        int uid = user.map(OsUser::uid).orElse(ThisUser.uid());
        try {
            Optional<InetAddress> address =
                    config.pmi().address(config.command().isPresent());
            if (address.isPresent()) {
                var served = new PmiJob(job.toString(), nodes, address.get(), uid, PATIENCE);
                server = Optional.of(PmiServer.open(served, this));
            } else {
                tellOnce("this machine has no address that other machines can reach");
            }
        } catch (IOException e) {
            tellOnce(String.valueOf(e.getMessage()));
        }
    }

    private static void tellOnce(String why) {
        if (!HAS_TOLD.getAndSet(true)) {
            LOG.warn("Tasks of jobs cannot be ranks of an MPI program (execution.pmi): {}", why);
        }
    }

    /** The variables that all tasks find; none where they are not served. */
    Map<String, String> environment() {
        return server.map(PmiServer::environment).orElse(Map.of());
    }

    /** Makes a rank of a task that runs here: its number is its own. */
    static void number(int rank, Map<String, String> job, Map<String, String> own) {
        String first = job.get(PmiServer.ID);
        if (first != null) {
            own.put(PmiServer.ID, Integer.toString(Integer.parseInt(first) + rank));
        }
    }

    /** The words of a task elsewhere that is a rank. */
    static List<String> numbered(Map<String, String> job, List<String> command) {
        if (!job.containsKey(PmiServer.ID)) {
            return command;
        }
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", OWN_ID, "sh"));
        words.addAll(command);
        return words;
    }

    @Override
    public void ended(OptionalInt status, String reason) {
        ended = Optional.of(new Ended(status, reason));
        say.accept(reason + "; the job is ended");
        stop.run();
    }

    @Override
    public void waits(String sentence) {
        say.accept(sentence);
    }

    /** Whether the end of a rank is the end of the job. */
    boolean hasEnded() {
        return ended.isPresent();
    }

    /** How the job has ended, whose processes had this status. */
    String detail(int status) {
        OptionalInt said = ended.map(Ended::status).orElse(OptionalInt.empty());
        return new CommandEnd(said.orElse(Math.max(1, status)))
                + ended.map(end -> "; " + end.reason()).orElse("");
    }

    @Override
    public void close() {
        server.ifPresent(PmiServer::close);
    }
}
