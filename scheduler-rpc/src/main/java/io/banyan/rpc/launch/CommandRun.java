package io.banyan.rpc.launch;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.Principal;
import io.banyan.provider.process.Subreaper;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.process.CommandProcesses;
import io.banyan.rpc.process.CommandSession;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.ProcessLimits;
import io.banyan.rpc.process.ProcessSettings;
import io.banyan.rpc.process.Umask;
import io.banyan.rpc.process.UserEntry;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.wire.Failure;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the command for which this instance was spawned, in a session of its own, from when the instance has its
 * resources. When it ends, its remaining processes are ended, and the instance is notified. A separate thread does all
 * this. Any thread may call; no call blocks.
 */
public final class CommandRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommandRun.class);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration CLEARING = Duration.ofSeconds(1);
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    /**
     * The signal that asks the command to end is for the command. A shell's message about the signal that ended the
     * command must not be in its error output.
     */
    private static final String SUPERVISION = """
            told=$1
            shift
            stopping() { [ -e "$told" ]; }
            trap : TERM
            exec 9>&2 2>/dev/null
            (exec "$@" 2>&9 9>&-)
            status=$?
            """ + Subreaper.CLEARING + """
            exit "$status"
            """;

    /** The prefixes of the variables with which Slurm, Flux, PBS and LSF describe an allocation to its processes. */
    private static final List<String> ALLOCATIONS = List.of("SLURM_", "FLUX_", "PBS_", "LSB_");

    private static final String SLURM_CREDENTIAL = "SLURM_JWT";
    private static final File NOTHING = new File("/dev/null");

    private final StateDirectory state;
    private final JobCommand command;
    private final Inbox inbox;
    private final Address address;
    private final long graceMillis;
    private final Thread thread =
            Thread.ofPlatform().name("banyan-command").daemon(true).unstarted(this::run);
    private final CompletableFuture<Void> ending = new CompletableFuture<>();

    /**
     * A command that does not run yet.
     *
     * @param state the instance's own directory
     * @param inbox of the instance
     * @param address where the instance listens
     * @param grace how long it may take to end when it is asked to
     */
    public CommandRun(StateDirectory state, JobCommand command, Inbox inbox, Address address, Duration grace) {
        this.state = state;
        this.command = command;
        this.inbox = inbox;
        this.address = address;
        this.graceMillis = grace.toMillis();
    }

    /** Runs it as soon as the instance can be asked. */
    public void start() {
        thread.start();
    }

    /** The instance is about to end: so is the command. */
    public void stop() {
        ending.complete(null);
    }

    @Override
    public void close() {
        stop();
    }

    private void run() {
        try {
            if (Files.exists(state.commandPid())) {
                goOn();
                return;
            }
            Optional<String> path = awaitResources();
            if (path.isPresent()) {
                run(path.get());
            }
        } catch (IOException e) {
            String why = why(e);
            LOG.warn("The command cannot be started: {}", why);
            tell(new Event.CommandEnded(CommandEnd.notBegun(why)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The reason with the name of the file. Where an output file cannot be opened, the message of the exception is its
     * name alone, or names the program.
     */
    private static String why(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " (No such file or directory)";
        }
        if (e instanceof AccessDeniedException denied) {
            return denied.getFile() + " (Permission denied)";
        }
        return e.getCause() instanceof FileNotFoundException file ? "" + file.getMessage() : "" + e.getMessage();
    }

    /**
     * A daemon before this one has started it, or was about to; how it ends only that one would have seen. It is never
     * started twice.
     */
    private void goOn() throws IOException, InterruptedException {
        tell(new Event.CommandStarted());
        Optional<ProcessHandle> leader = PidFile.running(state.commandPid());
        if (leader.isPresent()) {
            awaitEnd(leader.get());
        } else {
            endLeft(PidFile.number(ForeignFile.read(state.commandPid(), PidFile.MAX_BYTES)));
        }
        tell(new Event.CommandEnded(CommandEnd.UNSEEN));
    }

    /** Ends the processes of a command whose session leader has ended, or is unknown. */
    private void endLeft(OptionalLong session) throws InterruptedException {
        Path directory = state.path();
        CommandSession.of(directory, session).forEach(ProcessHandle::destroy);
        var left = new CommandProcesses(directory, Optional.empty());
        left.awaitNone(System.nanoTime() + CLEARING.toNanos());
        CommandSession.of(directory, session).forEach(ProcessHandle::destroyForcibly);
        left.end();
    }

    private void run(String path) throws IOException, InterruptedException {
        ProcessBuilder builder = builder(path);
        // Without a number yet. A later daemon, and a fence, search the started processes as soon as the file exists.
        Files.createFile(state.commandPid());
        // First, so that the instance does not end under the hands of a command that has just begun.
        tell(new Event.CommandStarted());
        Process process = builder.start();
        try {
            PidFile.write(state.commandPid(), process.toHandle());
        } catch (IOException e) {
            stop();
            awaitEnd(process.toHandle());
            throw e;
        }
        awaitEnd(process.toHandle());
        tell(new Event.CommandEnded(new CommandEnd(process.waitFor()).toString()));
    }

    private ProcessBuilder builder(String path) throws IOException {
        ProcessSettings settings = command.settings();
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", "umask \"$1\"; shift; exec \"$@\"", "sh", settings.umaskText()));
        List<String> own = new ArrayList<>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> own.add(setsid.toString()));
        if (Subreaper.isPossible()) {
            own.addAll(List.of(
                    "/bin/sh",
                    "-c",
                    SUPERVISION,
                    "sh",
                    state.commandStopping().toAbsolutePath().toString()));
        }
        own.addAll(command.words());
        words.addAll(ProcessLimits.ofThisProcess().words(settings.softLimits(), own));
        var builder = new ProcessBuilder(Subreaper.words(words)).redirectInput(ProcessBuilder.Redirect.from(NOTHING));
        builder.directory(command.directory()
                .filter(Files::isDirectory)
                .orElse(state.path())
                .toFile());
        if (command.output().isPresent()) {
            Umask.create(command.output().get(), settings.umask().orElse(ProcessSettings.USUAL_UMASK));
            builder.redirectErrorStream(true)
                    .redirectOutput(command.output().get().toFile());
        } else {
            builder.redirectOutput(state.commandOutput().toFile())
                    .redirectError(state.commandErrors().toFile());
        }
        Map<String, String> environment = builder.environment();
        Map<String, String> allocation = allocation(environment);
        environment.clear();
        environment.putAll(UserEntry.own().environment());
        environment.putAll(settings.environment());
        environment.putAll(allocation);
        environment.putAll(InstanceVariables.of(state, address.toString(), path));
        environment.put(CommandSession.MARK, CommandSession.real(state.path()).toString());
        return builder;
    }

    /**
     * The variables of an outer resource manager in whose allocation this daemon was started: the command runs there
     * too. Credentials are left out.
     */
    static Map<String, String> allocation(Map<String, String> environment) {
        Map<String, String> found = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (ALLOCATIONS.stream().anyMatch(name::startsWith) && !name.equals(SLURM_CREDENTIAL)) {
                found.put(name, value);
            }
        });
        return found;
    }

    /** Waits until nothing of the command runs any more, which is ended when the instance is to end. */
    private void awaitEnd(ProcessHandle leader) throws InterruptedException {
        CompletableFuture.anyOf(leader.onExit(), ending).join();
        var processes = new CommandProcesses(state.path(), Optional.of(leader));
        List<ProcessHandle> left = processes.look();
        if (leader.isAlive()) {
            CommandSession.stop(leader, state.commandStopping());
            awaitEnd(leader, graceMillis);
            left = processes.look();
        }
        if (leader.isAlive() || !left.isEmpty()) {
            CommandSession.signal(leader, "TERM");
            left.forEach(ProcessHandle::destroy);
            processes.awaitNone(System.nanoTime() + CLEARING.toNanos());
            processes.end();
            // It ends with the status of the command as soon as it sees that nothing is left.
            awaitEnd(leader, CLEARING.toMillis());
            CommandSession.signal(leader, "KILL");
            leader.destroyForcibly();
            processes.end();
        }
        leader.onExit().join();
    }

    private static void awaitEnd(ProcessHandle process, long millis) {
        process.onExit()
                .thenApply(ended -> true)
                .completeOnTimeout(false, millis, TimeUnit.MILLISECONDS)
                .join();
    }

    /** The path of the instance, once it has its resources; empty where it is to end before. */
    private Optional<String> awaitResources() throws InterruptedException {
        while (!ending.isDone()) {
            var heard = new CompletableFuture<String>();
            inbox.ask(Principal.OWNER, new Request.Stat(), TimeUnit.MINUTES.toNanos(1), new ReplyTo() {
                @Override
                public void answer(Answer answer, List<LevelTiming> timings) {
                    heard.complete(
                            answer instanceof Answer.Stat it ? it.statistics().path() : "/");
                }

                @Override
                public void fail(Failure failure, String sentence) {
                    heard.complete("/");
                }
            });
            String path = heard.join();
            if (!path.equals("/")) {
                return Optional.of(path);
            }
            Thread.sleep(PAUSE);
        }
        return Optional.empty();
    }

    private void tell(Event event) {
        if (!inbox.tell(event)) {
            LOG.info("The instance ended before it received {}", event);
        }
    }
}
