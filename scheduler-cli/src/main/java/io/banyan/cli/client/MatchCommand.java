package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.MatchOperation;
import io.banyan.rpc.client.Outcome;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan match}: finds resources for a jobspec. */
@Command(
        name = "match",
        description = "Find resources for a jobspec, and allocate or reserve them.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Operations: allocate, allocate_orelse_reserve, allocate_with_satisfiability, satisfiability,",
            "without_allocating, without_allocating_future."
        })
final class MatchCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Mixin
    private final Formats formats = new Formats();

    @Option(names = "--name", paramLabel = "NAME", description = "What the job is called.")
    private String name = "";

    @Parameters(index = "0", paramLabel = "OPERATION", description = "What to do, see below.")
    private String operation = "";

    @Parameters(index = "1", paramLabel = "JOBSPEC", description = "The file, or '-' for standard input.")
    private String file = "";

    MatchCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        MatchOperation parsed = operation();
        Jobspec jobspec = policy.apply(JobspecInput.read(file, terminal));
        Request.Match request = new Request.Match(jobspec, parsed, formats.format(), name);
        return switch (target.ask(client -> client.match(request))) {
            case Outcome.Done<Answer.Matched>(Answer.Matched matched) -> {
                output.print(MatchView.of(matched), found -> MatchView.text(matched));
                yield ExitStatus.DONE;
            }
            case Outcome.Refused<Answer.Matched>(Answer.Refused refused) -> {
                output.printJson(Refusals.view(refused));
                throw Refusals.failure(refused);
            }
        };
    }

    private MatchOperation operation() {
        try {
            return MatchOperation.parse(operation);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }
}
