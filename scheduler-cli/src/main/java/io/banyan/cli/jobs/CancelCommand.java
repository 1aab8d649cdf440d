package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Unreleased;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan cancel}: ends jobs. */
@Command(
        name = "cancel",
        description = "Cancel jobs and release their resources. A child instance is stopped first.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Ranges, arrays, names and selections cancel only jobs that have not ended, and skip the " + "periods",
            "of reservations. A name selects your own jobs unless --user is given. A job that is no " + "longer in",
            "a state of --status when its turn comes is skipped.",
            "",
            "banyan cancel 5-9,12",
            "banyan cancel 3_[0-9]",
            "banyan cancel --user alice --status pending"
        })
public final class CancelCommand implements Callable<Integer> {
    /**
     * The outcome for all jobs.
     *
     * @param outcome {@code failed} where one of them could not be cancelled
     * @param message why not, and empty otherwise
     * @param cancelled those that have ended, by id or with their visits
     * @param unreleased the resources that were grown for them and that a provider did not take back
     * @param failed those that have not
     * @param leftAlone members of a set that had left the states by which they were selected
     */
    private record Cancelled(
            String outcome,
            String message,
            List<Object> cancelled,
            List<Unreleased> unreleased,
            List<JobActions.NotDone> failed,
            List<JobActions.LeftAlone> leftAlone) {
        static Cancelled of(
                List<Object> cancelled, List<Unreleased> unreleased, JobActions.Outcome<JobAnswer.Cancelled> outcome) {
            return new Cancelled(
                    outcome.failed().isEmpty() ? "cancelled" : "failed",
                    String.join("\n", outcome.problems()),
                    cancelled,
                    unreleased,
                    outcome.failed(),
                    outcome.leftAlone());
        }
    }

    /** A cancelled job with its visits. */
    private record Counted(long job, long preorder, long postorder) {}

    @Mixin
    private final Asked asked;

    @Option(names = "--visits", description = "Count the vertices that Fluxion would visit.")
    private boolean counted;

    @Mixin
    private final JobSelector jobs = new JobSelector();

    public CancelCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobActions.Outcome<JobAnswer.Cancelled> outcome = new JobActions(asked, jobs)
                .perform(
                        JobSelector.Suitable.ACTIVE,
                        (client, job, states) -> client.cancel(new JobRequest.Cancel(job, counted, states)));
        List<Object> cancelled = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        List<Unreleased> unreleased = new ArrayList<>();
        for (JobAnswer.Cancelled answer : outcome.done()) {
            cancelled.add(view(answer));
            text.append(text(answer));
            unreleased.addAll(answer.unreleased());
        }
        text.append(outcome.leftAloneText());
        asked.print(Cancelled.of(cancelled, unreleased, outcome), shown -> text);
        List<String> problems = Stream.concat(
                        outcome.problems().stream(), unreleased.stream().map(Unreleased::sentence))
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
