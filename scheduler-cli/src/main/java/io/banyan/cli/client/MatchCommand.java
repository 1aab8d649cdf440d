package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.MatchOperation;
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
            "Operations: allocate, allocate_orelse_reserve, allocate_with_satisfiability, satisfiability, "
                    + "without_allocating, without_allocating_future."
        })
final class MatchCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final Formats formats = new Formats();

    @Option(names = "--name", paramLabel = "NAME", description = "What the job is called.")
    private String name = "";

    @Parameters(index = "0", paramLabel = "OPERATION", description = "What to do, see below.")
    private String operation = "";

    @Mixin
    private final JobspecArgument jobspec;

    MatchCommand(Terminal terminal) {
        this.jobspec = new JobspecArgument(terminal);
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        MatchOperation parsed = Checked.value(() -> MatchOperation.parse(operation));
        Jobspec wanted = jobspec.read();
        Request.Match request = Checked.value(() -> new Request.Match(wanted, parsed, formats.format(), name));
        return asked.print(asked.ask(client -> client.match(request)), MatchView::of, MatchView::text);
    }
}
