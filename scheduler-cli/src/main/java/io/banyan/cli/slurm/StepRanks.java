package io.banyan.cli.slurm;

import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.pmi.PmiJob;
import io.banyan.rpc.pmi.PmiServer;
import io.banyan.rpc.pmi.PmiSetting;
import io.banyan.rpc.pmi.PmiWatcher;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The tasks of a step on this machine as ranks of MPI programs: where there are several, they are served PMI-1. The
 * loss of a rank ends the step. Any thread may call.
 */
final class StepRanks implements PmiWatcher, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Runnable stop;
    private final Consumer<String> say;
    private final Optional<PmiServer> server;
    private volatile boolean hasEnded;
    private volatile OptionalInt status = OptionalInt.empty();

    /**
     * The ranks of a step.
     *
     * @param job in which the step runs
     * @param stop ends its tasks
     * @param say prints a message for its user
     */
    StepRanks(String job, int tasks, Runnable stop, Consumer<String> say) {
        this.stop = stop;
        this.say = say;
        this.server = tasks > 1 ? served(job, tasks) : Optional.empty();
    }

    private Optional<PmiServer> served(String job, int tasks) {
        try {
            InetAddress address = PmiSetting.AUTO.address(false).orElseThrow();
            var ranks = new PmiJob(job, Collections.nCopies(tasks, 0), address, ThisUser.uid(), PATIENCE);
            return Optional.of(PmiServer.open(ranks, this));
        } catch (IOException e) {
            say.accept("the tasks cannot be ranks of an MPI program: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Puts the variables of a rank in the place of those that this command has of the job. */
    void number(int rank, Map<String, String> variables) {
        variables.remove("PMI_FD");
        variables.remove(PmiServer.PORT);
        variables.remove(PmiServer.ID);
        server.map(PmiServer::environment).ifPresent(all -> {
            variables.putAll(all);
            int first = Integer.parseInt(all.getOrDefault(PmiServer.ID, "0"));
            variables.put(PmiServer.ID, Integer.toString(first + rank));
        });
    }

    @Override
    public void ended(OptionalInt given, String reason) {
        status = given;
        hasEnded = true;
        say.accept(reason + "; the step is ended");
        stop.run();
    }

    @Override
    public void waits(String sentence) {
        say.accept(sentence);
    }

    /** Whether the end of a rank is that of the step. */
    boolean hasEnded() {
        return hasEnded;
    }

    /** The status of the step, of whose tasks this is the greatest one. */
    int status(int greatest) {
        return hasEnded ? status.orElse(Math.max(1, greatest)) : greatest;
    }

    @Override
    public void close() {
        server.ifPresent(PmiServer::close);
    }
}
