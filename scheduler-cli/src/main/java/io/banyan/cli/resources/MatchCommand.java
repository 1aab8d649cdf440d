package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.call.QuoteTable;
import io.banyan.cli.call.RequiredQueue;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobspecArgument;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.provider.Quote;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan match}: finds resources for a jobspec. */
@Command(
        name = "match",
        description = "Match a jobspec, and allocate or reserve the resources.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan match allocate jobspecs/hello.yaml",
            "banyan match satisfiability -N 2 -n 8 -c 4 --mem 16G",
            "",
            "Operations: allocate, allocate_orelse_reserve, allocate_with_satisfiability, satisfiability, "
                    + "without_allocating, without_allocating_future.",
            "",
            "If satisfiability fails, the instance's providers report what they could",
            "add in a grow; nothing is bought."
        })
public final class MatchCommand implements Callable<Integer> {
    /** The operations that ask whether a jobspec can ever be satisfied. */
    private static final Set<MatchOperation> ABOUT_EVER =
            EnumSet.of(MatchOperation.SATISFIABILITY, MatchOperation.ALLOCATE_WITH_SATISFIABILITY);

    @Mixin
    private final Asked asked;

    @Mixin
    private final Formats formats = new Formats();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the job.")
    private String name = "";

    @Parameters(index = "0", paramLabel = "OPERATION", description = "Operation, see below.")
    private String operation = "";

    @Mixin
    private final JobspecArgument jobspec;

    private final Terminal terminal;

    public MatchCommand(Terminal terminal) {
        this.terminal = terminal;
        this.jobspec = new JobspecArgument(terminal);
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        MatchOperation parsed = CheckedValues.value(() -> MatchOperation.parse(operation));
        Jobspec wanted = RequiredQueue.applied(jobspec.read(), jobspec.options(), asked);
        if (jobspec.options().isDryRun()) {
            return RequestOptions.print(wanted, terminal);
        }
        JobRequest.Match request =
                CheckedValues.value(() -> new JobRequest.Match(wanted, parsed, formats.format(), name));
        Answered answered = asked.ask(client -> answered(client, request));
        return asked.print(answered.outcome(), answered.quotes(), MatchView::of, MatchView::text);
    }

    private record Answered(RequestOutcome<Answer.Matched> outcome, List<Quote> quotes) {}

    private static Answered answered(BanyanClient client, JobRequest.Match request) throws ClientException {
        RequestOutcome<Answer.Matched> outcome = client.match(request);
        boolean isNever =
                outcome instanceof RequestOutcome.Refused<Answer.Matched>(Answer.Refused no) && no.unsatisfiable();
        return new Answered(
                outcome,
                isNever && ABOUT_EVER.contains(request.operation())
                        ? QuoteTable.ask(client, request.jobspec())
                        : List.of());
    }
}
