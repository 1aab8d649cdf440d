package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.instance.Unreleased;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan cancel}: ends jobs. */
@Command(
        name = "cancel",
        description = "End jobs and free what they hold; a child instance is stopped first.",
        mixinStandardHelpOptions = true)
final class CancelCommand implements Callable<Integer> {
    /** The jobs that have ended, by id or with their visits, and what was grown for them and a provider did not take back. */
    private record Cancelled(List<Object> cancelled, List<Unreleased> unreleased) {}

    /** A cancelled job with its visits. */
    private record Counted(long job, long preorder, long postorder) {}

    @Mixin
    private final Asked asked;

    @Option(names = "--visits", description = "Count the vertices that Fluxion would visit.")
    private boolean counted;

    @Parameters(paramLabel = "JOBID", arity = "1..*", description = "The jobs.")
    private List<Long> ids = List.of();

    CancelCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        List<Request.Cancel> requests = Checked.value(() -> ids.stream()
                .map(id -> new Request.Cancel(new JobId(id), counted))
                .toList());
        List<Object> cancelled = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        List<Unreleased> unreleased = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Request.Cancel request : requests) {
            try {
                Answer.Cancelled answer = asked.ask(client -> client.cancel(request));
                cancelled.add(view(answer));
                text.append(text(answer));
                unreleased.addAll(answer.unreleased());
            } catch (CommandFailure e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        if (!cancelled.isEmpty()) {
            asked.print(new Cancelled(cancelled, unreleased), shown -> text);
        }
        unreleased.forEach(one -> problems.add(one.sentence()));
        if (!problems.isEmpty()) {
            throw CommandFailure.no(problems);
        }
        return ExitStatus.DONE;
    }

    /** The id alone, where nothing more was asked for. */
    private static Object view(Answer.Cancelled answer) {
        long job = answer.job().value();
        return answer.visits()
                .<Object>map(it -> new Counted(job, it.preorder(), it.postorder()))
                .orElse(job);
    }

    private static String text(Answer.Cancelled answer) {
        String visits = answer.visits()
                .map(it -> ", visits: preorder " + it.preorder() + ", postorder " + it.postorder())
                .orElse("");
        return "job " + answer.job() + " cancelled" + visits + "\n";
    }
}
