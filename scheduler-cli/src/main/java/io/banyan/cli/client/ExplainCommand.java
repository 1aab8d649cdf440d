package io.banyan.cli.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.banyan.cli.explain.ExplanationText;
import io.banyan.cli.explain.ExplanationView;
import io.banyan.cli.look.WaitText;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobspecArgument;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Waiting;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.Explanation;
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
        description = "Say why a jobspec or a pending job could start now, or why not; nothing is allocated.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "For each requirement: how many candidates there are, how many fit, and what",
            "takes the others, each counted once. Then the earliest start, and changes",
            "each of which would let it start now. Only the instance's own graph is asked,",
            "not what a parent has. Its providers say what they would bring for a grow, and",
            "at which price; nothing is bought. docs/user/explain.md has the details.",
            "",
            "Of a pending or reserved job, what it waits for and when it is expected to",
            "start come first. The rest is said as if it had no reservation.",
            "",
            "Exit status: 0 where it could start now, 1 where it could not, or there is no",
            "such file or no answer, 2 wrong use.",
            "",
            "banyan explain jobspecs/hello.yaml",
            "banyan explain -N 2 -n 8 --gpus-per-node 4",
            "banyan explain 17"
        })
final class ExplainCommand implements Callable<Integer> {
    private static final Pattern JOB = Pattern.compile("[1-9]\\d{0,17}");

    private record Explained(JobAnswer.Explained answer, List<Quote> quotes) {}

    /** What a job waits for. */
    private record WaitingView(
            long job, String why, @Nullable Long startSec) {
        static WaitingView of(Waiting waiting) {
            return new WaitingView(
                    waiting.job().value(),
                    WaitText.text(waiting.why()),
                    waiting.startSec().isPresent() ? waiting.startSec().getAsLong() : null);
        }

        String text() {
            String start = startSec == null || why.startsWith("to start by")
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
            description =
                    "The file of a jobspec, '-' for standard input, or the number of a pending job. Without it, options such as -N, -n and --mem say what is asked for.")
    private @Nullable String file;

    ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Optional<JobId> job = job();
        if (job.isPresent()) {
            var pending = new JobRequest.ExplainJob(job.get());
            return print(asked.ask(client -> new Explained(client.explain(pending), List.of())));
        }
        Jobspec jobspec = RequiredQueue.applied(JobspecArgument.read(options, file, terminal), options, asked);
        if (options.isDryRun()) {
            return RequestOptions.print(jobspec, terminal);
        }
        return print(asked.ask(client ->
                new Explained(client.explain(new JobRequest.Explain(jobspec)), QuoteTable.ask(client, jobspec))));
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
            case Explanation.Start.Later later -> throw CommandFailure.no("No: it cannot start now, but later");
            case Explanation.Start.Blocked blocked -> throw CommandFailure.no("No: it never starts here");
            case Explanation.Start.Never never -> throw CommandFailure.no("No: it never starts here");
        };
    }

    /** What is a number and the name of no file is a job. */
    private Optional<JobId> job() {
        return Optional.ofNullable(file)
                .filter(it -> JOB.matcher(it).matches() && !Files.exists(Path.of(it)))
                .map(it -> new JobId(Long.parseLong(it)));
    }
}
