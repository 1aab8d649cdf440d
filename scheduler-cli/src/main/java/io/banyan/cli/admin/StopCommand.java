package io.banyan.cli.admin;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobPages;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Unsettled;
import io.banyan.rpc.wire.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code banyan stop}: stops a daemon and its children, and waits for its end where its process is on this machine or
 * its job is another instance's.
 */
@Command(
        name = "stop",
        description = "Stop a daemon with all its children and jobs, or only its process.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "If --state or --instance names the daemon, this command waits for its end. Exit status 1 means that processes or resources are left for the next daemon or the parent to end or release; the message lists them.",
            "",
            "If jobs of other users have not ended, the command asks for confirmation on a terminal, "
                    + "and requires --yes otherwise."
        })
public final class StopCommand implements Callable<Integer> {
    private static final long PAUSE_MILLIS = 100;

    /** The outcome for the daemon: {@code stopped}, or {@code stopping} if this command cannot observe its end. */
    private record Stopped(String outcome) {}

    @Mixin
    private final Asked asked;

    @Option(
            names = "--keep-jobs",
            description = "End only the process. Jobs and children stay for 'banyan start' with the same state "
                    + "directory.")
    private boolean keepJobs;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask for confirmation if jobs of other users have not ended.")
    private boolean yes;

    private final Terminal terminal;

    public StopCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<ProcessHandle> process = asked.target().stateDirectory().flatMap(StopCommand::process);
        if (!keepJobs && !yes) {
            confirm();
        }
        asked.ask(client -> {
            if (keepJobs) {
                client.suspend();
            } else {
                client.stop();
            }
            return ExitStatus.DONE;
        });
        Optional<InstancePath> child =
                asked.target().instance().filter(path -> path.above().isPresent() && !keepJobs);
        if (process.isPresent()) {
            await(process.get());
        } else if (child.isPresent()) {
            await(child.get());
        }
        boolean isOver = process.isPresent() || child.isPresent();
        asked.print(new Stopped(isOver ? "stopped" : "stopping"), Stopped::outcome);
        List<String> unsettled = process.isPresent() && !keepJobs ? unsettled() : List.of();
        if (!unsettled.isEmpty()) {
            throw CommandFailure.no(unsettled);
        }
        return ExitStatus.DONE;
    }

    /**
     * Jobs of others that have not ended. None if the daemon's version cannot identify the caller; such a daemon can be
     * stopped all the same.
     *
     * @throws CommandFailure if the answer cannot be determined
     */
    private JobAnswer.OtherJobs others() {
        try (BanyanClient client = asked.target().connect()) {
            JobAnswer.Overview overview = client.overview(new JobRead.Overview(0));
            return overview.others().isPresent()
                    ? overview.others().get()
                    : JobAnswer.OtherJobs.of(
                            overview.asker(), JobPages.all(client, new JobRead.Jobs(false)).jobs().stream());
        } catch (ClientException e) {
            if (e.isUnknownCall()) {
                return new JobAnswer.OtherJobs(0, List.of());
            }
            throw CommandFailure.no(unknown(e));
        }
    }

    private static String unknown(ClientException e) {
        boolean isReached = e.failure() != Failure.UNREACHABLE && e.failure() != Failure.UNAUTHENTICATED;
        return e.getMessage()
                + (isReached ? "\nMaybe jobs of other users have not ended: --yes stops the daemon anyway" : "");
    }

    /** Jobs of others end only where that is meant. */
    private void confirm() {
        JobAnswer.OtherJobs others = others();
        if (others.jobs() == 0) {
            return;
        }
        String jobs =
                others.jobs() + (others.jobs() == 1 ? " job of " : " jobs of ") + String.join(", ", others.users());
        if (!terminal.isInteractive() || asked.isData()) {
            throw CommandFailure.no(jobs + (others.jobs() == 1 ? " has" : " have")
                    + " not ended; use --yes to end all jobs, or --keep-jobs to keep them for the next daemon");
        }
        if (!terminal.isConfirmed("This ends " + Printable.word(jobs) + ". Stop the daemon?")) {
            throw CommandFailure.no("the daemon was not stopped");
        }
    }

    private List<String> unsettled() {
        return asked.target().stateDirectory().map(Unsettled::after).orElse(List.of());
    }

    /** An instance in a job is over when the job is. */
    private void await(InstancePath child) throws InterruptedException {
        InstancePath above = child.above().orElseThrow();
        var job = new JobRead.JobInfo(child.jobs().getLast(), MatchFormat.SIMPLE);
        Instant end = Instant.now().plus(asked.target().timeout());
        try (BanyanClient client = asked.target().connectTo(above)) {
            while (client.info(job).job().endedSec().isEmpty()) {
                if (Instant.now().isAfter(end)) {
                    throw CommandFailure.no("instance " + child + " is stopping, but has not ended within "
                            + asked.target().timeout().toSeconds() + " s");
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (ClientException e) {
            throw CommandFailure.no(
                    "instance " + child + " is stopping; it is unknown whether it has ended: " + e.getMessage());
        }
    }

    private static Optional<ProcessHandle> process(StateDirectory state) {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(state.pid()).strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void await(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(asked.target().timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw CommandFailure.no("the daemon (process " + process.pid() + ") is stopping, but has not ended within "
                    + asked.target().timeout().toSeconds() + " s");
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process cannot fail", e);
        }
    }
}
