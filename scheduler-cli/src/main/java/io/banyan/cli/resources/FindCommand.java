package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.schedule.Criteria;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan find}: the vertices of an instance that meet criteria. */
@Command(
        name = "find",
        description = "Find vertices that match criteria.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Criteria: status=up|down, sched-now=allocated|free, sched-future=reserved|free, "
                    + "jobid-alloc=ID, jobid-reserved=ID, jobid-span=ID, jobid-tag=ID, names=HOSTLIST, "
                    + "property=NAME, agfilter=true; combine them with and, or, and parentheses.",
            "",
            "Exit status: 0 vertices found, 1 nothing found or no answer from the",
            "daemon, 2 incorrect usage."
        })
public final class FindCommand implements Callable<Integer> {
    /** The vertices that were found. */
    private record Found(int count, Object resources) {}

    @Mixin
    private final Asked asked;

    @Option(
            names = {"-F", "--resource-format"},
            paramLabel = "FORMAT",
            description = "Output format of the vertices, as for 'banyan match' (default ${DEFAULT-VALUE}).")
    private String format = "pretty_simple";

    @Parameters(paramLabel = "CRITERIA", arity = "1..*", description = "Criteria, as one or several arguments.")
    private List<String> criteria = List.of();

    public FindCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        String wanted = String.join(" ", criteria);
        CheckedValues.value(() -> Criteria.parse(wanted));
        Request.Find request = CheckedValues.value(() -> new Request.Find(wanted, MatchFormat.parse(format)));
        Answer.Found found = asked.ask(client -> client.find(request));
        asked.print(new Found(found.count(), Formats.embedded(found.resources())), view -> found.resources());
        if (found.count() == 0) {
            throw CommandFailure.no("no vertex matches: " + wanted);
        }
        return ExitStatus.DONE;
    }
}
