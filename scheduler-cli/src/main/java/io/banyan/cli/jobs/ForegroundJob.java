package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobPages;
import io.banyan.cli.call.JobView;
import io.banyan.cli.call.RequiredQueue;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.InputOptions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.ShellOptions;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.wire.Failure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Mixin;

/**
 * A job whose submitter stays until its end: prints its output, gives it standard input or the terminal, and cancels it
 * when this process is interrupted. The mixin of the commands that run such a job, with the options of the daemon that
 * they ask.
 */
public final class ForegroundJob {
    private final Terminal terminal;

    private final Optional<ForegroundNotices> notices;

    @Mixin
    private final Asked asked;

    /** A job of this terminal, of which only is said why it waits. */
    public ForegroundJob(Terminal terminal) {
        this(terminal, Optional.empty());
    }

    /** A job of this terminal with lines of the command's own. */
    public ForegroundJob(Terminal terminal, Optional<ForegroundNotices> notices) {
        this.terminal = terminal;
        this.notices = notices;
        this.asked = Asked.ofStart(terminal);
    }

    /** Whether standard input is a terminal that can be given to a job. */
    public boolean hasTerminal() {
        return terminal.in().equals(System.in) && StandardInput.isTerminal() && !asked.isData();
    }

    /** The request for a job of which one task has the terminal of this command. */
    public static JobRequest.Submit withTerminal(JobRequest.Submit request, Optional<String> input) {
        String task = input.orElse("0");
        if (!task.matches("[0-9]{1,9}")) {
            throw CommandFailure.wrongUse(
                    "--pty gives a terminal to one task: --input must be the number of that task, found '" + task
                            + "'");
        }
        return CheckedValues.value(() -> request.with(request.jobspec().withTerminal(task)));
    }

    /**
     * The request with where its input comes from, where its jobspec does not say that. A job of an array has no
     * submitter's input: there is one for all of them.
     *
     * @param isTaken whether standard input has been read for the job itself
     */
    public static JobRequest.Submit withInput(JobRequest.Submit request, Optional<String> input, boolean isTaken) {
        Jobspec jobspec = request.jobspec();
        Optional<String> where = input.or(() -> Optional.of("0")
                .filter(task -> input(jobspec) instanceof InputOptions.Nothing)
                .filter(task -> request.indices().isEmpty() && !isTaken));
        return where.filter(it -> !it.equals("none") && !jobspec.tasks().isEmpty())
                .map(it -> CheckedValues.value(() -> request.with(jobspec.withInput(it))))
                .orElse(request);
    }

    /** The request, limited to the nodes of the queue that its options require. */
    public JobRequest.Submit limited(JobRequest.Submit request, RequestOptions options) {
        return RequiredQueue.applied(request, options, asked);
    }

    /** Submits a job and stays until its end. Returns the exit status of its command. */
    public int run(JobRequest.Submit request) {
        InputOptions reads = input(request.jobspec());
        Optional<RawTerminal> raw =
                reads instanceof InputOptions.Terminal ? Optional.of(terminal(request)) : Optional.empty();
        RequestOutcome<JobAnswer.Submitted> outcome =
                asked.ask(client -> client.queueing().submit(request));
        if (!(outcome instanceof RequestOutcome.Done<JobAnswer.Submitted>(JobAnswer.Submitted answer))) {
            return asked.print(outcome, it -> JobView.of(it.job()), it -> "");
        }
        JobRecord begun = answer.job();
        Optional<SentInput> sent = reads.isSubmitters()
                ? Optional.of(new SentInput(asked, terminal.in(), begun.id(), raw))
                : Optional.empty();
        var isOver = new AtomicBoolean();
        Thread cancel = Thread.ofPlatform().unstarted(() -> {
            raw.ifPresent(RawTerminal::close);
            if (!isOver.get()) {
                sent.ifPresent(SentInput::hangUp);
                cancel(begun.id());
            }
        });
        // Before anything else is asked: a job whose command is interrupted does not stay.
        Runtime.getRuntime().addShutdownHook(cancel);
        if (notices.isPresent()) {
            tell(notices.get().submitted(begun), raw);
        } else if (begun.state() != JobState.RUNNING) {
            tellWhyItWaits(begun.id(), asked);
        }
        JobRecord ended = ended(begun.id(), sent, raw);
        isOver.set(ended.state().isOver());
        if (ended.state().isOver()) {
            notices.ifPresent(it -> tell(it.ended(ended), raw));
        }
        int status = statusOf(ended, asked);
        boolean isInputLost = sent.filter(SentInput::isLost).isPresent();
        return status == ExitStatus.DONE && isInputLost ? ExitStatus.NO : status;
    }

    /** A terminal that passes each key on does not go to the beginning of a line by itself. */
    private void tell(List<String> lines, Optional<RawTerminal> raw) {
        lines.forEach(line -> terminal.err().print(Printable.text(line) + (raw.isPresent() ? "\r\n" : "\n")));
        terminal.err().flush();
    }

    private static InputOptions input(Jobspec jobspec) {
        return CheckedValues.value(() -> ShellOptions.of(jobspec.attributes()).input());
    }

    /**
     * The terminal of this command.
     *
     * @throws CommandFailure where it is none, or the job cannot have it
     */
    private RawTerminal terminal(JobRequest.Submit request) {
        if (asked.isData()) {
            throw CommandFailure.wrongUse("--pty cannot be used with JSON output");
        }
        if (!request.indices().isEmpty()) {
            throw CommandFailure.wrongUse("--pty cannot be used with an array");
        }
        if (request.jobspec().tasks().isEmpty()) {
            throw CommandFailure.wrongUse("--pty requires a job with at least one task");
        }
        return new RawTerminal(terminal.in());
    }

    private JobRecord ended(JobId id, Optional<SentInput> sent, Optional<RawTerminal> raw) {
        JobOutputPrinter output =
                raw.isPresent() ? JobOutputPrinter.ofTerminal(asked, terminal) : new JobOutputPrinter(asked, terminal);
        notices.ifPresent(it -> output.hearing(job -> tell(it.heard(job), raw)));
        try {
            sent.ifPresent(SentInput::start);
            JobRecord ended = output.printToEnd(id);
            sent.ifPresent(SentInput::askAtEnd);
            return ended;
        } finally {
            sent.ifPresent(SentInput::close);
            raw.ifPresent(RawTerminal::close);
        }
    }

    /** Says why a job waits, and nothing where it has started since it was submitted. */
    static void tellWhyItWaits(JobId id, Asked asked) {
        asked.ask(client -> JobPages.describe(client, id))
                .filter(now ->
                        now.job().state() == JobState.PENDING || now.job().state() == JobState.RESERVED)
                .ifPresent(now -> asked.tell("job " + id + " waits" + (now.why().isEmpty() ? "" : ": " + now.why())));
    }

    private void cancel(JobId id) {
        try (BanyanClient client = asked.target().connect()) {
            var unused = client.cancel(new JobRequest.Cancel(id));
        } catch (ClientException e) {
            // A job that has ended meanwhile does not go on.
            if (e.failure() != Failure.NOT_NOW) {
                tellItMayGoOn(id, e);
            }
        } catch (CommandFailure e) {
            tellItMayGoOn(id, e);
        }
    }

    private void tellItMayGoOn(JobId id, Exception e) {
        asked.tell("job " + id + " may continue: " + e.getMessage());
    }

    /**
     * That of its command, where it has ended by itself. The command left a running job because its own output was
     * lost, which is reported at the end, as for every result.
     */
    static int statusOf(JobRecord ended, Asked asked) {
        if (asked.isLost() && !ended.state().isOver()) {
            return ExitStatus.DONE;
        }
        boolean isByItself = ended.state() == JobState.COMPLETED || ended.state() == JobState.FAILED;
        if (isByItself && ended.exitStatus().isPresent()) {
            return ended.exitStatus().getAsInt();
        }
        if (ended.state() == JobState.COMPLETED) {
            return ExitStatus.DONE;
        }
        String state = JobView.lower(ended.state());
        throw CommandFailure.no("job " + ended.id() + " is " + state + JobView.because(state, ended.detail()));
    }
}
