package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobAnswer;
import io.banyan.instance.JobRequest;
import io.banyan.instance.Unreleased;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    /**
     * What became of all jobs.
     *
     * @param outcome {@code failed} where one of them could not be cancelled
     * @param message why not, and empty otherwise
     * @param cancelled those that have ended, by id or with their visits
     * @param unreleased what was grown for them and a provider did not take back
     * @param failed those that have not
     */
    private record Cancelled(
            String outcome,
            String message,
            List<Object> cancelled,
            List<Unreleased> unreleased,
            List<NotCancelled> failed) {
        static Cancelled of(List<Object> cancelled, List<Unreleased> unreleased, List<NotCancelled> failed) {
            String message = failed.stream().map(NotCancelled::message).collect(Collectors.joining("\n"));
            return new Cancelled(failed.isEmpty() ? "cancelled" : "failed", message, cancelled, unreleased, failed);
        }
    }

    /** A job that could not be cancelled. */
    private record NotCancelled(long job, String message) {}

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
        List<JobRequest.Cancel> requests = Checked.value(() -> ids.stream()
                .map(id -> new JobRequest.Cancel(new JobId(id), counted))
                .toList());
        List<Object> cancelled = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        List<Unreleased> unreleased = new ArrayList<>();
        List<NotCancelled> failed = new ArrayList<>();
        for (JobRequest.Cancel request : requests) {
            try {
                JobAnswer.Cancelled answer = asked.ask(client -> client.cancel(request));
                cancelled.add(view(answer));
                text.append(text(answer));
                unreleased.addAll(answer.unreleased());
            } catch (CommandFailure e) {
                if (e.status() == ExitStatus.WRONG_USE) {
                    throw e;
                }
                failed.add(new NotCancelled(request.job().value(), e.reason()));
            }
        }
        asked.print(Cancelled.of(cancelled, unreleased, failed), shown -> text);
        List<String> problems = Stream.concat(
                        failed.stream().map(NotCancelled::message),
                        unreleased.stream().map(Unreleased::sentence))
                .toList();
        if (!problems.isEmpty()) {
            throw CommandFailure.no(problems);
        }
        return ExitStatus.DONE;
    }

    /** The id alone, where nothing more was asked for. */
    private static Object view(JobAnswer.Cancelled answer) {
        long job = answer.job().value();
        return answer.visits()
                .<Object>map(it -> new Counted(job, it.preorder(), it.postorder()))
                .orElse(job);
    }

    private static String text(JobAnswer.Cancelled answer) {
        String visits = answer.visits()
                .map(it -> ", visits: preorder " + it.preorder() + ", postorder " + it.postorder())
                .orElse("");
        return "job " + answer.job() + " cancelled" + visits + "\n";
    }
}
