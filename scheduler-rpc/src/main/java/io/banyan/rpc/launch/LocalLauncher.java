package io.banyan.rpc.launch;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.config.CertificateFiles;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.UserProcess;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts children as processes of this machine, each with a state directory of its own below its parent's, or by a
 * command that starts them on another machine. All work is done on one thread, so that a child is never stopped before
 * it was started; the callers never wait.
 */
public final class LocalLauncher implements Outlets.Processes, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalLauncher.class);
    private static final int SIGNALLED = 128;
    private static final int MOST_SIGNALS = 64;
    private static final long CLOSE_SECONDS = 10;
    private static final String ASKED_ON =
            "resources of its providers may still exist; the daemon of its parent keeps asking the providers to release them";

    private final ChildPlaces places;
    private final ChildCredentials credentials;
    private final Starts starts;
    private final JobUsers users;
    private final Inbox inbox;
    private final FarEnds far;
    private final Remains remains;
    private final Map<JobId, ProcessHandle> running = new HashMap<>();
    private final Map<JobId, Future<?>> killings = new HashMap<>();
    /** The readers of the last output of running children. */
    private final Map<JobId, LastWords> words = new HashMap<>();
    /** The stopping children of which nothing but their own process can still run. */
    private final Set<JobId> idle = new HashSet<>();

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("banyan-launcher").daemon(true).factory());

    /**
     * A launcher without children.
     *
     * @param places of the children
     * @param addresses of their parent and of its standbys
     * @param credentials the record of the children's credentials
     * @param command the command that starts a child
     * @param users the users that run the children
     * @param inbox receives their ends
     */
    public LocalLauncher(
            ChildPlaces places,
            List<Address> addresses,
            ChildCredentials credentials,
            LaunchCommand command,
            JobUsers users,
            Inbox inbox) {
        this.places = places;
        this.credentials = credentials;
        this.starts = new Starts(places.own(), command, addresses);
        this.remains = new Remains(places, starts);
        this.users = users;
        this.inbox = inbox;
        // A killing that is not needed any more must not keep the thread from ending.
        thread.setRemoveOnCancelPolicy(true);
        this.far = new FarEnds(places, credentials, thread, this::tell, FarEnds.MOST_INDEBTED, FarEnds.QUIET);
    }

    @Override
    public void start(Effect.StartChild child) {
        thread.execute(() -> startNow(child));
    }

    @Override
    public void stop(Effect.StopChild stop) {
        thread.execute(() -> stopNow(stop));
    }

    @Override
    public void abandon(Effect.AbandonChild child) {
        thread.execute(() -> abandonNow(child.child()));
    }

    /**
     * Takes over the child of a job that a daemon before this one started, if it runs: its end is reported, and it can
     * be stopped, like that of a child that was started here.
     *
     * @return whether it runs
     */
    public boolean adopt(JobId job) {
        Optional<ProcessHandle> process = running(job);
        process.ifPresent(it -> {
            // When it started can be asked as long as it runs, which may be over before the thread comes to it.
            LastWords last = LastWords.ofRunning(places.output(job), it);
            thread.execute(() -> adoptNow(job, it, last));
        });
        return process.isPresent();
    }

    private Optional<ProcessHandle> running(JobId job) {
        return places.isHere(job) ? PidFile.running(places.directory(job).pid()) : Optional.empty();
    }

    private void adoptNow(JobId job, ProcessHandle process, LastWords last) {
        running.put(job, process);
        words.put(job, last);
        var unused = process.onExit().thenAcceptAsync(ended -> endedNow(job, ended, "it ended" + wordsOf(job)), thread);
    }

    private String wordsOf(JobId job) {
        LastWords last = words.remove(job);
        return last == null ? "" : last.inBrackets();
    }

    /**
     * Waits for the children that were asked to stop, kills those that do not with all below them, and ends the thread.
     * Children that were not asked to go on.
     */
    @Override
    public void close() {
        try {
            Map<JobId, ProcessHandle> ending = thread.submit(() -> ending()).get();
            CompletableFuture.allOf(
                            ending.values().stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .completeOnTimeout(null, CLOSE_SECONDS, TimeUnit.SECONDS)
                    .join();
            ending.forEach((job, process) -> {
                process.destroyForcibly();
                fence(job);
            });
        } catch (ExecutionException | RejectedExecutionException e) {
            LOG.warn("The daemon does not wait for the children that were asked to stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            remains.close();
            thread.shutdownNow();
        }
    }

    private Map<JobId, ProcessHandle> ending() {
        Map<JobId, ProcessHandle> ending = new TreeMap<>(running);
        ending.keySet().retainAll(killings.keySet());
        return ending;
    }

    private void startNow(Effect.StartChild child) {
        JobId job = child.child();
        StateDirectory directory = places.own().child(job);
        Optional<Process> begun = Optional.empty();
        try {
            Optional<OsUser> user = users.userOf(child.owner(), child.osUser());
            fence(job);
            remains.giveBack(job);
            if (user.isPresent() || UserProcess.isOfAnother(directory)) {
                UserProcess.deleteAll(directory);
            }
            directory.create();
            Remains.forget(directory);
            if (Files.exists(places.own().certificate())) {
                CertificateFiles.writeParent(
                        directory, Files.readString(places.own().certificate()));
            }
            Token credential = credentials.issue(job);
            TokenFile.write(directory.credential(), credential);
            Optional<JobCommand> toRun = JobCommand.in(child.options());
            if (toRun.isPresent()) {
                toRun.get().write(directory.command());
            }
            Optional<ChildPlaces.Place> elsewhere = starts.elsewhere(child, user);
            places.start(job, elsewhere, credentials.fingerprint(job));
            words.put(job, LastWords.ofNew(places.output(job)));
            Process process = starts.start(child, directory, user, credential, elsewhere);
            begun = Optional.of(process);
            // A daemon after this one finds it by that, also where it has not come as far as writing it itself.
            if (elsewhere.isEmpty()) {
                PidFile.write(directory.pid(), process.toHandle());
            }
            running.put(job, process.toHandle());
            var unused = process.onExit()
                    .thenAcceptAsync(ended -> endedNow(job, ended.toHandle(), ending(job, ended.exitValue())), thread);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The child of job {} cannot be started", job, e);
            begun.ifPresent(Process::destroyForcibly);
            fence(job);
            tell(job, "it could not be started: " + e.getMessage());
        }
    }

    private void stopNow(Effect.StopChild stop) {
        JobId job = stop.child();
        if (!running.containsKey(job)) {
            // A user may have started it again by hand.
            running(job).ifPresent(found -> adoptNow(job, found, LastWords.ofRunning(places.output(job), found)));
        }
        ProcessHandle process = running.get(job);
        if (!places.isHere(job)) {
            far.stop(stop, Optional.ofNullable(process));
            return;
        }
        if (stop.isIdle()) {
            idle.add(job);
        }
        if (process == null) {
            over(job, "none of its processes was running");
            return;
        }
        process.destroy();
        killings.computeIfAbsent(
                job, id -> thread.schedule(() -> killNow(job, process), stop.graceMillis(), TimeUnit.MILLISECONDS));
    }

    private void abandonNow(JobId job) {
        List<ChildPlaces.Place> debts = List.of();
        if (places.isHere(job)) {
            Optional.ofNullable(running.remove(job)).ifPresent(ProcessHandle::destroyForcibly);
            Optional.ofNullable(killings.remove(job)).ifPresent(killing -> killing.cancel(false));
            debts = remains.kill(job).stream().filter(ChildPlaces.Place::isDead).toList();
            forget(job);
        }
        far.abandon(job);
        if (!debts.isEmpty()) {
            far.indebted(job, debts);
        }
        tell(new Event.ChildExited(job, "an administrator abandoned the job", true, debts.isEmpty() ? "" : ASKED_ON));
    }

    private void killNow(JobId job, ProcessHandle process) {
        if (process.isAlive()) {
            LOG.warn("The child of job {} did not stop in time; it is killed with everything below it", job);
            process.destroyForcibly();
        }
    }

    private void endedNow(JobId job, ProcessHandle process, String detail) {
        running.remove(job, process);
        if (!places.isHere(job) && far.starterEnded(job)) {
            return;
        }
        Future<?> killing = killings.remove(job);
        if (killing == null) {
            tell(new Event.ChildExited(job, detail, false));
        } else {
            killing.cancel(false);
            over(job, detail);
        }
    }

    /**
     * Handles the end of a stopped child's process. Its job has ended too, unless it has left processes on other
     * machines, or may have left some here that only its state directory would show.
     */
    private void over(JobId job, String detail) {
        Optional<String> unknown = remains.whyUnknown(job).filter(why -> !idle.contains(job));
        if (unknown.isPresent()) {
            LOG.warn("Job {} has not ended, because {}\nMaybe: banyan abandon {}", job, unknown.get(), job);
            tell(new Event.ChildExited(job, unknown.get(), false));
            return;
        }
        idle.remove(job);
        List<ChildPlaces.Place> left = remains.kill(job);
        if (left.isEmpty()) {
            forget(job);
            tell(job, detail);
        } else {
            credentials.revoke(job);
            far.leftBehind(job, detail, left);
        }
    }

    /** Returns the provider resources of a child of an earlier daemon whose job is no longer known. */
    public void giveBack(JobId job) {
        try {
            remains.giveBack(job);
        } catch (IOException e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    /** Gives back the resources of children that earlier daemons ended without giving back everything. */
    public void giveBackWhatIsAside() throws IOException {
        remains.giveBackWhatIsAside();
    }

    /** Ends all descendants of the child, because they use resources that are about to be free. */
    private void fence(JobId job) {
        var unused = remains.kill(job);
        forget(job);
    }

    private void forget(JobId job) {
        credentials.revoke(job);
        places.over(job);
        idle.remove(job);
        words.remove(job);
    }

    private void tell(JobId job, String detail) {
        tell(new Event.ChildExited(job, detail));
    }

    private void tell(Event.ChildExited exited) {
        if (!inbox.tell(exited)) {
            LOG.info(
                    "The report that the child of job {} has ended arrived too late: {}",
                    exited.child(),
                    exited.detail());
        }
    }

    private String ending(JobId job, int status) {
        String last = wordsOf(job);
        boolean isSignal = status > SIGNALLED && status <= SIGNALLED + MOST_SIGNALS;
        // A process cannot write why it was killed: its last lines are about something else.
        return isSignal ? "killed by signal " + (status - SIGNALLED) : "it ended with status " + status + last;
    }
}
