package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Request;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan cancel}: ends jobs. */
@Command(
        name = "cancel",
        description = "End jobs and free what they hold; a child instance is stopped first.",
        mixinStandardHelpOptions = true)
final class CancelCommand implements Callable<Integer> {
    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    @Parameters(paramLabel = "JOBID", arity = "1..*", description = "The jobs.")
    private List<Long> ids = List.of();

    CancelCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        List<Request.Cancel> requests = Requests.checked(
                () -> ids.stream().map(id -> new Request.Cancel(new JobId(id))).toList());
        List<Long> cancelled = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Request.Cancel request : requests) {
            try {
                cancelled.add(target.ask(client -> client.cancel(request)).job().value());
            } catch (CommandFailure e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        if (!cancelled.isEmpty()) {
            output.print(cancelled, CancelCommand::text);
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.no(String.join("\nbanyan: ", problems));
        }
        return ExitStatus.DONE;
    }

    private static String text(List<Long> cancelled) {
        StringBuilder lines = new StringBuilder();
        cancelled.forEach(id -> lines.append("job ").append(id).append(" cancelled\n"));
        return lines.toString();
    }
}
