package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.call.RefusalPrinter;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Failed;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobspecInput;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.policy.MatchOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan multi-match}: finds resources for several jobspecs. */
@Command(
        name = "multi-match",
        description = "Match several jobspecs in order, until the first one that fails.",
        mixinStandardHelpOptions = true,
        footer = {"", "Results before the failure are kept. Operations are those of 'banyan match'."})
public final class MultiMatchCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Mixin
    private final Formats formats = new Formats();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the jobs.")
    private String name = "";

    @Parameters(index = "0", paramLabel = "OPERATION", description = "Operation for each jobspec.")
    private String operation = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "JOBSPEC", description = "Jobspec files.")
    private List<String> files = List.of();

    public MultiMatchCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        MatchOperation parsed = CheckedValues.value(() -> MatchOperation.parse(operation));
        List<JobRequest.Match> matches = new ArrayList<>();
        for (String file : files) {
            var jobspec = JobspecInput.read(file, terminal);
            matches.add(CheckedValues.value(() -> new JobRequest.Match(jobspec, parsed, formats.format(), name)));
        }
        JobRequest.MultiMatch request = CheckedValues.value(() -> new JobRequest.MultiMatch(matches));
        List<Answer> answers = asked.ask(client -> client.multiMatch(request)).answers();
        List<Object> views = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Answer answer : answers) {
            if (answer instanceof Answer.Matched matched) {
                views.add(MatchView.of(matched));
                text.append(MatchView.text(matched).stripTrailing()).append('\n');
            } else if (answer instanceof Answer.Refused refused) {
                views.add(RefusalPrinter.view(refused));
            } else if (answer instanceof Answer.Failed failed) {
                views.add(Failed.of(failed.message()));
            }
        }
        asked.print(views, shown -> text);
        end(answers);
        return ExitStatus.DONE;
    }

    private void end(List<Answer> answers) {
        int last = answers.size() - 1;
        if (answers.get(last) instanceof Answer.Refused refused) {
            throw CommandFailure.no(files.get(last) + ": " + RefusalPrinter.text(refused));
        }
        if (answers.get(last) instanceof Answer.Failed failed) {
            throw CommandFailure.no(files.get(last) + ": " + failed.message());
        }
    }
}
