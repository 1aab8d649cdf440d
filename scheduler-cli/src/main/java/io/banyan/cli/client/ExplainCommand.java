package io.banyan.cli.client;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.banyan.cli.explain.ExplanationText;
import io.banyan.cli.explain.ExplanationView;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.Explanation;
import io.banyan.provider.Quote;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan explain}: why a jobspec could start now, or why not. */
@Command(
        name = "explain",
        description = "Say why a jobspec could start now, or why not; nothing is allocated.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "For each requirement: how many candidates there are, how many fit, and what",
            "takes the others, each counted once. Then the earliest start, and changes",
            "each of which would let it start now. Only the instance's own graph is asked,",
            "not what a parent has. Its providers say what they would bring for a grow, and",
            "at which price; nothing is bought. docs/explain.md has the details.",
            "",
            "Exit status: 0 where it could start now, 1 where it could not, or there is no",
            "such file or no answer, 2 wrong use."
        })
final class ExplainCommand implements Callable<Integer> {
    private record Explained(Explanation explanation, List<Quote> quotes) {}

    private record View(@JsonUnwrapped ExplanationView explanation, List<Quotes.View> providers) {}

    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOBSPEC", description = "The file, or '-' for standard input.")
    private String file = "";

    ExplainCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Jobspec jobspec = JobspecInput.read(file, terminal);
        Explained explained = asked.ask(client -> new Explained(
                client.explain(new JobRequest.Explain(jobspec)).explanation(), Quotes.ask(client, jobspec)));
        Explanation explanation = explained.explanation();
        asked.print(
                new View(ExplanationView.of(explanation), Quotes.views(explained.quotes())),
                view -> ExplanationText.of(explanation, Optional.of(ZoneId.systemDefault()))
                        + explained.quotes().stream()
                                .map(quote -> Quotes.text(quote) + "\n")
                                .collect(Collectors.joining()));
        return switch (explanation.start()) {
            case Explanation.Start.Now now -> ExitStatus.DONE;
            case Explanation.Start.Later later -> throw CommandFailure.no("No: it cannot start now, but later");
            case Explanation.Start.Blocked blocked -> throw CommandFailure.no("No: it never starts here");
            case Explanation.Start.Never never -> throw CommandFailure.no("No: it never starts here");
        };
    }
}
