package io.banyan.rpc.execute;

import io.banyan.rpc.process.CommandProcesses;
import io.banyan.rpc.process.CommandSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The end of the processes of a job, by request or by itself; the remaining processes are then ended. One thread waits;
 * any thread may ask.
 */
final class JobTermination {
    private static final Duration CLEARING = Duration.ofSeconds(2);

    private final JobDirectory directory;
    private final JobMeter meter;
    /** With how long the processes may take, in milliseconds. */
    private final CompletableFuture<Long> asked = new CompletableFuture<>();

    JobTermination(JobDirectory directory, JobMeter meter) {
        this.directory = directory;
        this.meter = meter;
    }

    /** The processes are to end, with this grace. The first time counts. */
    void ask(long graceMillis) {
        asked.complete(graceMillis);
    }

    /** Whether they are to end. */
    boolean isAsked() {
        return asked.isDone();
    }

    /** Completes with the grace, in milliseconds, once they are to end. */
    CompletableFuture<Long> asked() {
        return asked;
    }

    /** Waits until the first process has ended, or all are to end. */
    void awaitCause(ProcessHandle leader) {
        CompletableFuture.anyOf(leader.onExit(), asked).join();
    }

    /**
     * Waits for the end of the job's processes, and ends the remaining ones. Called behind {@link #awaitCause}. Returns
     * whether the command of the job has ended by itself.
     */
    boolean await(ProcessHandle leader) throws InterruptedException {
        boolean isStopped = leader.isAlive();
        boolean hasEnded = !isStopped || directory.ended().isPresent();
        var processes = new CommandProcesses(directory.path(), Optional.of(leader));
        // Looks before the first process is asked to end, because its descendants are visible only while it runs.
        List<ProcessHandle> left = processes.look();
        if (isStopped) {
            CommandSession.stop(leader, directory.stopping());
        }
        left.stream()
                .filter(process -> !isStopped || !CommandSession.isInGroup(process, leader))
                .forEach(ProcessHandle::destroy);
        if (isStopped || !left.isEmpty()) {
            end(leader, processes, isStopped ? asked.join() : CLEARING.toMillis());
        }
        meter.endCgroup();
        meter.over();
        return hasEnded;
    }

    private void end(ProcessHandle leader, CommandProcesses processes, long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        await(leader, millis);
        processes.awaitNone(until);
        meter.endCgroup();
        if (leader.isAlive()) {
            processes.end();
            // It ends with the status of the command as soon as it sees that nothing is left.
            await(leader, CLEARING.toMillis());
            CommandSession.signal(leader, "KILL");
            leader.destroyForcibly();
            leader.onExit().join();
        }
        processes.end();
    }

    private static void await(ProcessHandle process, long millis) {
        process.onExit()
                .thenApply(ended -> true)
                .completeOnTimeout(false, millis, TimeUnit.MILLISECONDS)
                .join();
    }

    /**
     * Ends the processes of a job whose first process has ended. At a requested end, the first process may end before
     * the others, which may still save data.
     */
    void endLeft() throws InterruptedException {
        var processes = new CommandProcesses(directory.path(), Optional.empty());
        boolean isStopped = isAsked();
        if (!isStopped) {
            processes.look().forEach(ProcessHandle::destroy);
        }
        long millis = isStopped ? asked.join() : CLEARING.toMillis();
        processes.awaitNone(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
        processes.end();
        meter.endCgroup();
        meter.over();
    }
}
