package io.banyan.cli.jobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobView;
import io.banyan.cli.call.QuoteTable;
import io.banyan.cli.call.RequiredQueue;
import io.banyan.cli.explain.ExplanationText;
import io.banyan.cli.explain.ExplanationView;
import io.banyan.cli.look.WaitText;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobspecArgument;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Waiting;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.explain.Explanation;
import io.banyan.provider.Quote;
import io.banyan.resource.JobId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan explain}: why a jobspec could start now, or why not. */
@Command(
        name = "explain",
        description = "Explain why a jobspec or a pending job can or cannot start now. Allocates nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "For each requirement, the output shows the number of candidates, how many fit, and what",
            "blocks the others (each counted once). It then shows the earliest start, and changes " + "that",
            "would let the job start now. Only the instance's own graph is examined, not its parent.",
            "Providers report what they could add in a grow and at which price; nothing is bought.",
            "See docs/user/explain.md for details.",
            "",
            "For a pending or reserved job, the output begins with what the job waits for and its",
            "expected start. The rest ignores the job's reservation.",
            "",
            "Exit status: 0 can start now, 1 cannot start now, no such file or no answer from the",
            "daemon, 2 incorrect usage.",
            "",
            "banyan explain jobspecs/hello.yaml",
            "banyan explain -N 2 -n 8 --gpus-per-node 4",
            "banyan explain 17"
        })
public final class ExplainCommand implements Callable<Integer> {
    private static final Pattern JOB = Pattern.compile("[1-9]\\d{0,17}");

    private record Explained(JobAnswer.Explained answer, List<Quote> quotes) {}

    /** The reason why a job waits. */
    private record WaitingView(
            long job, String why, @Nullable Long startSec) {
        static WaitingView of(Waiting waiting) {
            return new WaitingView(
                    waiting.job().value(),
                    WaitText.text(waiting.why()),
                    waiting.startSec().isPresent() ? waiting.startSec().getAsLong() : null);
        }

        String text() {
            String start = startSec == null || why.startsWith("to start by") || why.startsWith(WaitText.BOOKED)
                    ? ""
                    : "; expected to start " + JobView.time(startSec);
            return "Job " + job + " waits: " + why + start + "\n";
        }
    }

    private record View(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable WaitingView waiting,

            @JsonUnwrapped ExplanationView explanation,
            List<QuoteTable.View> providers) {}

    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Mixin
    private final RequestOptions options = new RequestOptions();

    @Parameters(
            paramLabel = "JOBSPEC | JOBID",
            arity = "0..1",
            description = "Jobspec file, '-' for standard input, or the id of a pending job. Without it, options "
                    + "such as -N, -n and --mem describe the request.")
    private @Nullable String file;

    public ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Optional<JobId> job = job();
        if (job.isPresent()) {
            var pending = new JobRead.ExplainJob(job.get());
            return print(asked.ask(client -> new Explained(client.explain(pending), List.of())));
        }
        Jobspec jobspec = RequiredQueue.applied(JobspecArgument.read(options, file, terminal), options, asked);
        if (options.isDryRun()) {
            return RequestOptions.print(jobspec, terminal);
        }
        return print(asked.ask(client ->
                new Explained(client.explain(new JobRead.Explain(jobspec)), QuoteTable.ask(client, jobspec))));
    }

    private int print(Explained explained) {
        Explanation explanation = explained.answer().explanation();
        WaitingView waiting = explained.answer().waiting().map(WaitingView::of).orElse(null);
        asked.print(
                new View(waiting, ExplanationView.of(explanation), QuoteTable.views(explained.quotes())),
                view -> (waiting == null ? "" : waiting.text())
                        + ExplanationText.of(explanation, Optional.of(ZoneId.systemDefault()))
                        + explained.quotes().stream()
                                .map(quote -> QuoteTable.text(quote) + "\n")
                                .collect(Collectors.joining()));
        return switch (explanation.start()) {
            case Explanation.Start.Now now -> ExitStatus.DONE;
            case Explanation.Start.Later later -> throw CommandFailure.no("No: the job can start later, but not now");
            case Explanation.Start.Blocked blocked ->
                throw CommandFailure.no("No: the job cannot start as long as these resources are not available");
            case Explanation.Start.Never never -> throw CommandFailure.no("No: the job can never start here");
        };
    }

    /** Returns the job whose number is given, unless a file has the number as its name. */
    private Optional<JobId> job() {
        return Optional.ofNullable(file)
                .filter(it -> JOB.matcher(it).matches() && !Files.exists(Path.of(it)))
                .map(it -> new JobId(Long.parseLong(it)));
    }
}
